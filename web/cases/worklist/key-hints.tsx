/** The keys of a desk, in sight of those who work through it all day. */
export const KeyHints = ({ keys }: { keys: readonly (readonly [string, string])[] }) => (
  <span className="key-hints quiet">
    {keys.map(([key, word]) => (
      <span key={key}>
        <kbd>{key}</kbd> {word}
      </span>
    ))}
  </span>
)
