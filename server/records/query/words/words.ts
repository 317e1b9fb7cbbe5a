import { CJK, LETTERS } from '../../../database/bootstrap.ts'

const WORDS = new RegExp(`[${CJK}]+|[${LETTERS}]+`, 'g')
const IS_CJK = new RegExp(`^[${CJK}]`)

/** The index terms of a text search: the same pairs and words as the database function innoe_lexemes. */
export function lexemesOf(wanted: string): { query: string; runs: string[]; words: string[]; others: string[] } {
  const lower = lowered(wanted)
  const runs = lower.match(WORDS) ?? []
  const lexemes = runs.flatMap((run) => (IS_CJK.test(run) ? pairsOf(run) : [quoted(run.slice(0, 200))]))
  const [cjk, words] = [runs.filter((run) => IS_CJK.test(run)), runs.filter((run) => !IS_CJK.test(run)).map((word) => word.slice(0, 200))]
  return { query: [...new Set(lexemes)].join(' & '), runs: cjk, words, others: othersIn(lower) }
}

/** Character by character, like PostgreSQL: no final sigma, no dot split off. */
const lowered = (text: string) => Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')

/** Words in scripts outside the index are searched in the text itself. */
const othersIn = (lower: string) => [...new Set(lower.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word.replace(WORDS, ' '))))]

/** The last character of a run is a term of its own, so a single character is found as the start of a pair or at the end. */
function pairsOf(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return [`${quoted(run)}:*`]
  return letters.slice(1).map((letter, i) => quoted(`${letters[i]}${letter}`))
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
