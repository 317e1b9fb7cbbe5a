/** The same numbers for the same seed, on every machine. */
export type Chance = {
  below(n: number): number
  of<T>(list: readonly T[]): T
  likely(share: number): boolean
  day(from: string, to: string): string
  uuid(): string
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    below,
    of: (list) => list[below(list.length)] as (typeof list)[number], // below the length, and no list is empty
    likely: (share) => next() < share,
    day: (from, to) => {
      const [low, high] = [Date.parse(from), Date.parse(to)]
      return new Date(low + Math.floor((next() * (high - low)) / 86_400_000) * 86_400_000).toISOString().slice(0, 10)
    },
    uuid: () => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
  }
}
