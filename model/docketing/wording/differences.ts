// The differences of two texts about the law, sentence by sentence.

export type Told<P extends string = string> = { part: P; lines: readonly string[] }

/** Null: the sentence has no counterpart in the other text. */
export type Difference<P extends string = string> = { part: P; from: string | null; to: string | null }

/** Within each part, sentences that both texts have are left out, and the others are paired in their order. */
export function differences<P extends string>(before: readonly Told<P>[], after: readonly Told<P>[]): Difference<P>[] {
  const parts = [...new Set([...before, ...after].map(({ part }) => part))]
  const linesOf = (told: readonly Told<P>[], part: P) => told.find((one) => one.part === part)?.lines ?? []
  return parts.flatMap((part) => pairs(linesOf(before, part), linesOf(after, part)).map(([from, to]) => ({ part, from, to })))
}

type Pair = readonly [from: string | null, to: string | null]

function pairs(before: readonly string[], after: readonly string[]): Pair[] {
  const found: Pair[] = []
  let [at, other] = [0, 0]
  for (const [mine, theirs] of [...inCommon(before, after), [before.length, after.length] as const]) {
    found.push(...paired(before.slice(at, mine), after.slice(other, theirs)))
    ;[at, other] = [mine + 1, theirs + 1]
  }
  return found
}

/** Equal numbers are paired in their order; otherwise those with the same beginning are paired, and the others stay single. */
function paired(gone: readonly string[], come: readonly string[]): Pair[] {
  if (gone.length === come.length || gone.length === 0 || come.length === 0)
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => [gone[at] ?? null, come[at] ?? null] as const)
  const left = [...come]
  const found = gone.map((from): Pair => {
    const at = left.findIndex((to) => to.slice(0, ALIKE) === from.slice(0, ALIKE))
    return [from, at < 0 ? null : (left.splice(at, 1)[0] ?? null)]
  })
  return [...found, ...left.map((to): Pair => [null, to])]
}

/** In characters: two Chinese characters count as a word. */
const ALIKE = 2

/** The places of the longest list of sentences that both have in the same order. */
function inCommon(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const longest = (at: number, other: number): number => lengths[at]?.[other] ?? 0
  const lengths: number[][] = before.map(() => [])
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      (lengths[at] ?? [])[other] =
        before[at] === after[other] ? longest(at + 1, other + 1) + 1 : Math.max(longest(at + 1, other), longest(at, other + 1))
  const places: (readonly [number, number])[] = []
  let [at, other] = [0, 0]
  while (at < before.length && other < after.length) {
    if (before[at] === after[other]) places.push([at++, other++])
    else if (longest(at + 1, other) >= longest(at, other + 1)) at += 1
    else other += 1
  }
  return places
}
