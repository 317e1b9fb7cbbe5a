const isPlain = (char: string) => /[\p{L}\p{N}]/u.test(char)

/** Where a number contains what was typed, however both are punctuated: the text before, the match, the text after. */
export function matchedIn(text: string, typed: string): [string, string, string] | undefined {
  const wanted = [...typed.toUpperCase()].filter(isPlain).join('')
  const places = [...text].flatMap((char, at) => (isPlain(char) ? [{ char: char.toUpperCase(), at }] : []))
  const start = wanted
    ? places
        .map(({ char }) => char)
        .join('')
        .indexOf(wanted)
    : -1
  const [first, last] = [places[start], places[start + wanted.length - 1]]
  if (start < 0 || !first || !last) return undefined
  const chars = [...text]
  return [chars.slice(0, first.at).join(''), chars.slice(first.at, last.at + 1).join(''), chars.slice(last.at + 1).join('')]
}
