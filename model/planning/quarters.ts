import { minorOf, moneyText } from '../kit/money/money.ts'

/** The cost of a quarter in one currency; `unsure`: the part with a doubt. */
export type QuarterSum = { quarter: string; currency: string; amount: string; unsure: string; count: number }

type Amount = { due: string; currency: string; amount: string; doubts: readonly unknown[] }

/** `2027-Q1`. */
export const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** A fee that is already late counts in the quarter of today. */
export function sumsByQuarter(fees: readonly Amount[], today: string): QuarterSum[] {
  const sums = new Map<string, { quarter: string; currency: string; minor: bigint; unsure: bigint; count: number }>()
  for (const { due, currency, amount, doubts } of fees) {
    const quarter = quarterOf(due < today ? today : due)
    const key = `${quarter} ${currency}`
    const sum = sums.get(key) ?? { quarter, currency, minor: 0n, unsure: 0n, count: 0 }
    const minor = minorOf(amount, currency)
    sums.set(key, { ...sum, minor: sum.minor + minor, unsure: sum.unsure + (doubts.length > 0 ? minor : 0n), count: sum.count + 1 })
  }
  return [...sums.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { minor, unsure, ...sum }]) => ({ ...sum, amount: moneyText(minor, sum.currency), unsure: moneyText(unsure, sum.currency) }))
}
