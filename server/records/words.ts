import { CJK, LETTERS } from '../database/foundation.ts'

const WORDS = new RegExp(`[${CJK}]+|[${LETTERS}]+`, 'g')
const IS_CJK = new RegExp(`^[${CJK}]`)

/** What a text search asks of the index: the same pairs and words that the database function innoe_lexemes makes. */
export function lexemesOf(wanted: string): { query: string; runs: string[] } {
  const runs = wanted.toLowerCase().match(WORDS) ?? []
  const lexemes = runs.flatMap((run) => (IS_CJK.test(run) ? pairsOf(run) : [quoted(run.slice(0, 200))]))
  return { query: [...new Set(lexemes)].join(' & '), runs: runs.filter((run) => IS_CJK.test(run)) }
}

/** The last character of a run stands alone in the index, so one character is found as the beginning of a pair or of the end. */
function pairsOf(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return [`${quoted(run)}:*`]
  return letters.slice(1).map((letter, i) => quoted(`${letters[i]}${letter}`))
}

const quoted = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
