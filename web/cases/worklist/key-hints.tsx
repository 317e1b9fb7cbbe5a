/** The keys of a worklist, always visible. */
export const KeyHints = ({ keys }: { keys: readonly (readonly [string, string])[] }) => (
  <span className="key-hints quiet">
    {keys.map(([key, word]) => (
      <span key={key}>
        <kbd>{key}</kbd> {word}
      </span>
    ))}
  </span>
)
