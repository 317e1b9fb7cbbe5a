import { matchedIn } from './matched.ts'

/** A text with what was typed marked in it. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const found = matchedIn(text, typed)
  if (!found) return text
  const [before, match, after] = found
  return (
    <>
      {before}
      <mark>{match}</mark>
      {after}
    </>
  )
}
