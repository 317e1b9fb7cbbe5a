/** The text in parts: every second one is a match, of a number as such or of each searched word of a text. */
export function matchesIn(text: string, typed: string, isNumber: boolean): readonly string[] {
  if (isNumber) return matchedIn(text, typed) ?? [text]
  const words = (typed.match(WORDS) ?? []).toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return [text]
  return text.split(new RegExp(`(${words.map((word) => (IS_CJK.test(word) ? word : `(?<!${LETTER})${word}`)).join('|')})`, 'giu'))
}

// Chinese, Japanese and Korean do not part their words, as in the index of the search.
const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`
const LETTER = String.raw`(?:(?!${CJK})[\p{L}\p{M}\p{N}])`
const WORDS = new RegExp(`${CJK}+|${LETTER}+`, 'gu')
const IS_CJK = new RegExp(`^${CJK}`, 'u')

const isPlain = (char: string) => /[\p{L}\p{N}]/u.test(char)

/** Finds the typed text in a number, whatever the punctuation of both: the text before, the match, the text after. */
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
