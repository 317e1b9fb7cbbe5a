/** The text with each place of the searched words marked. */
export function Marked({ text, marked }: { text: string; marked: string }) {
  const parts = piecesOf(text, wordsOf(marked))
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}

export const wordsOf = (marked: string) => marked.split(/\s+/).filter((word) => word.length > 1)

/** Splits the text: the words at odd places, the text between them at even ones. */
export function piecesOf(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text]
  const either = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${either})`, 'gi'))
}
