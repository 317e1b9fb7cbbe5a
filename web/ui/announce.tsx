/** A text that is only read out, when it changes. */
export const Announce = ({ text }: { text: string }) => (
  <span className="unseen" aria-live="polite">
    {text}
  </span>
)
