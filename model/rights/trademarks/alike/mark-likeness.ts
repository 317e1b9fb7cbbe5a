import type { Words } from '../../../kit/fields.ts'
import { syllableOf } from '../../../kit/sound/pinyin.ts'

/** Kinds of likeness of two marks, the closest first. A hint for a person: the office decides on a conflict, by the overall impression. */
export const LIKENESS = {
  SAME: ['文字相同', 'Same words'],
  SAME_SOUND: ['读音相同', 'Same sound'],
  NEAR_SOUND: ['读音相近', 'Similar sound'],
  PART: ['一方包含另一方', 'One contains the other'],
  NEAR_TEXT: ['文字相近', 'Similar words'],
} as const satisfies Record<string, Words>
export type Likeness = keyof typeof LIKENESS

const HAN = /\p{Script=Han}/u
const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/** The normalised form for comparing marks: without blanks, signs, width and case. */
export const plainMark = (name: string) => (name.normalize('NFKC').toLowerCase().match(RUN) ?? []).join('')

/** The syllables of Chinese characters, and each other word as it is. */
export const soundsOf = (name: string): string[] =>
  (name.normalize('NFKC').toLowerCase().match(RUN) ?? []).flatMap((run) => (HAN.test(run) ? [...run].map(syllableOf) : [run]))

/** Maps sounds that many speakers do not distinguish to one: zh and z, n and l, an and ang, and others. */
export const nearSound = (sound: string) => sound.replace(/^([zcs])h/, '$1').replace(/^n(?=[aeiouv])/, 'l').replace(/([aei]n)g$/, '$1') // oxfmt-ignore

const WORTH = 0.6

/** Undefined where they are not alike. `share`: from 0 to 1. */
export function likenessOf(one: string, other: string): { how: Likeness; share: number } | undefined {
  const [a, b] = [plainMark(one), plainMark(other)]
  if (a === '' || b === '') return undefined
  if (a === b) return { how: 'SAME', share: 1 }
  const [mine, theirs] = [soundsOf(one), soundsOf(other)]
  if (mine.join('') === theirs.join('')) return { how: 'SAME_SOUND', share: 0.95 }
  const [near, nearOther] = [mine.map(nearSound), theirs.map(nearSound)]
  if (near.join('') === nearOther.join('')) return { how: 'NEAR_SOUND', share: 0.9 }
  if (isPart(a, b) || isPart(b, a)) return { how: 'PART', share: 0.8 }
  const [text, sound] = [nearness([...a], [...b]), isChinese(a) && isChinese(b) ? nearness(near, nearOther) : 0]
  if (Math.max(text, sound) < WORTH) return undefined
  return text >= sound ? { how: 'NEAR_TEXT', share: text * 0.85 } : { how: 'NEAR_SOUND', share: sound * 0.8 }
}

const isChinese = (name: string) => HAN.test(name)

/** Shortest common part that counts: two Chinese characters, or four letters. */
const isPart = (part: string, whole: string) => [...part].length >= (isChinese(part) ? 2 : 4) && whole.includes(part)

/** The share of the longer one that need not be changed to make the other of it. */
function nearness(one: readonly string[], other: readonly string[]): number {
  const longer = Math.max(one.length, other.length)
  return longer === 0 ? 0 : 1 - distance(one, other) / longer
}

function distance(one: readonly string[], other: readonly string[]): number {
  let row = other.map((_, at) => at + 1)
  for (const [i, letter] of one.entries()) {
    let [left, above] = [i + 1, i]
    row = row.map((up, at) => {
      const best = letter === other[at] ? above : Math.min(above, up, left) + 1
      ;[left, above] = [best, up]
      return best
    })
  }
  return row.at(-1) ?? one.length
}

const PIECE = 4
const MAX_KEYS = 40
const MAX_KEY_CHARS = 60

/** Keys that find marks that may be alike: their whole sound, pairs of characters and of their sounds, and pieces of words of letters. */
export function markKeys(...names: readonly (string | null | undefined)[]): string[] {
  const found = new Set<string>()
  for (const name of names) {
    const plain = plainMark(name ?? '')
    if (plain === '') continue
    const sounds = soundsOf(name ?? '')
    for (const sound of [sounds, sounds.map(nearSound)]) found.add(`=${sound.join('').slice(0, MAX_KEY_CHARS)}`)
    for (const [run] of plain.matchAll(RUN)) for (const key of HAN.test(run) ? pairKeys([...run]) : pieceKeys(run)) found.add(key)
  }
  return [...found].slice(0, MAX_KEYS)
}

const pairKeys = (run: readonly string[]) => [...pairsOf(run), ...pairsOf(run.map((one) => nearSound(syllableOf(one)))).map((pair) => `~${pair}`)]

const pairsOf = (of: readonly string[]) => of.slice(1).map((one, at) => `${of[at]}${one}`)

function pieceKeys(word: string): string[] {
  const whole = [...`^${word}$`]
  return whole.slice(0, Math.max(1, whole.length - PIECE + 1)).map((_, at) => `.${whole.slice(at, at + PIECE).join('')}`)
}
