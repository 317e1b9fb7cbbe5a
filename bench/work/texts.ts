import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Chance } from '../chance.ts'
import { chineseTitle, englishTitle } from '../titles.ts'

/** Phrases of which texts are made; the early ones are frequent. */
export type Phrases = { chinese: readonly string[]; english: readonly string[] }

const MAX_TERMS = 40_000
const FILES = /\.csv(\.gz)?$/

/** The phrases of real patents in the CSV files of a folder, or those of the bench's own titles. */
export function phrasesFrom(folder: string, chance: Chance): Phrases {
  const whole = folder ? readdirSync(folder).filter((name) => FILES.test(name)).toSorted().map((name) => textOf(join(folder, name))).join('\n') : Array.from({ length: 4000 }, () => `${chineseTitle(chance)},${englishTitle(chance)}`).join('\n') // oxfmt-ignore
  const distinct = (found: readonly string[]) => [...new Set(found)].slice(0, MAX_TERMS)
  const chinese = whole.match(/\p{Script=Han}{4,24}/gu) ?? []
  const english = whole.match(/\b[A-Za-z][a-z]+(?: [a-z]{2,}){2,8}\b/g) ?? []
  return { chinese: distinct(chinese), english: distinct(english) }
}

const textOf = (path: string) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8')

const MIN_CHARS = 300
const MAX_CHARS = 3000
const LINKS = ['包括', '与', '设置于', '连接', '用于', '通过', '，其中', '，以及', '，所述']

/** Between 300 and 3,000 characters, more of them short; two thirds Chinese, a fifth English, the rest mixed. */
export function textFrom(chance: Chance, { chinese, english }: Phrases): string {
  const length = Math.round(MIN_CHARS * (MAX_CHARS / MIN_CHARS) ** (chance.below(1000) / 1000))
  const kind = chance.below(15)
  let text = ''
  while (text.length < length) {
    const isEnglish = kind >= 13 ? chance.likely(0.4) : kind >= 10
    const part = () => of(chance, isEnglish ? english : chinese)
    text += isEnglish
      ? `The ${part()} comprises a ${part()}, wherein the ${part()} is ${part()}. `
      : `${part()}${chance.of(LINKS)}${part()}${chance.of(LINKS)}${part()}。`
  }
  return text.slice(0, length)
}

/** An early one rather than a late one, as words of a language are. */
const of = (chance: Chance, list: readonly string[]) => list[chance.below(chance.below(list.length) + 1)] ?? ''
