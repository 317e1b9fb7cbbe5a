import { quoted } from '../../../api/iql.ts'

/** Fewer letters are in too many marks. */
const SHORTEST = 2

/** The marks whose words are, or contain, one of these; empty where there is nothing to compare. */
export function sameWordsIql(words: readonly unknown[]): string {
  const wanted = new Set(words.map((word) => (typeof word === 'string' ? word.trim() : '')).filter((word) => word.length >= SHORTEST))
  return [...wanted].flatMap((word) => ['title', 'title_en'].map((code) => `${code} CONTAINS ${quoted(word)}`)).join(' OR ')
}
