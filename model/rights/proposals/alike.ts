/** Words of titles that do not describe the idea. */
const EMPTY = /一种|及其|以及|用于|基于|方法|装置|系统|设备|结构|\b(?:a|an|the|of|for|and|with|method|device|system|apparatus)\b/g

/** The pairs of adjacent characters of Chinese, Japanese or Korean, and the other words. */
export function termsOf(title: string): ReadonlySet<string> {
  const runs =
    title
      .normalize('NFKC')
      .toLowerCase()
      .replace(EMPTY, ' ')
      .match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[\p{L}\p{N}]+/gu) ?? []
  return new Set(runs.flatMap((run) => (/^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/.test(run) ? pairsOf(run) : [run])))
}

const pairsOf = (run: string) => [...run].slice(1).map((letter, at) => `${[...run][at]}${letter}`)

/** From 0 to 1: the share of terms that two titles have in common. */
export function likeness(one: string, other: string): number {
  const [a, b] = [termsOf(one), termsOf(other)]
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size)
}

/** The likeness from which a person is asked to check. */
export const ALIKE = 0.5
/** The likeness from which a similar title is shown during typing, while the typed one is still shorter. */
export const CLOSE = 0.35

/** The longest pieces that two titles have in common: why they are alike. */
export function sharedWords(one: string, other: string): string[] {
  const [mine, theirs] = [one.normalize('NFKC').toLowerCase().replace(EMPTY, ' '), other.normalize('NFKC').toLowerCase()]
  const found: string[] = []
  for (const piece of mine.split(/[^\p{L}\p{N}]+/u).filter(Boolean)) {
    for (let from = 0; from < piece.length;) {
      let to = piece.length
      while (to - from > 1 && !theirs.includes(piece.slice(from, to))) to--
      const part = piece.slice(from, to)
      if (part.length > 1 && theirs.includes(part)) found.push(part)
      from = to - from > 1 ? to : from + 1
    }
  }
  return [...new Set(found)]
}
