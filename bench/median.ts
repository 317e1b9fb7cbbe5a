/** The middle one of an odd number of figures; an even number is refused. */
export function median(figures: readonly number[]): number {
  const middle = figures.toSorted((a, b) => a - b)[(figures.length - 1) / 2]
  if (middle === undefined) throw new Error(`a median needs an odd number of figures, not ${figures.length}`)
  return middle
}
