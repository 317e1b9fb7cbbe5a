import { minorOf, moneyText } from './money.ts'

/**
 * Parts of an amount by percentages with two decimals: each is rounded down, and the remaining cents go to the largest remainders,
 * the first of equal ones first.
 */
export function splitMoney(total: string, percentages: readonly string[], currency: string): string[] {
  const minor = minorOf(total, currency)
  const weights = percentages.map(hundredths)
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return percentages.map(() => moneyText(0n, currency))
  const parts = weights.map((weight, at) => ({ at, minor: (minor * weight) / whole, rest: (minor * weight) % whole }))
  const left = minor - parts.reduce((sum, part) => sum + part.minor, 0n)
  const favoured = new Set(
    parts
      .toSorted((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest > other.rest ? -1 : 1))
      .slice(0, Number(left))
      .map(({ at }) => at),
  )
  return parts.map((part) => moneyText(part.minor + (favoured.has(part.at) ? 1n : 0n), currency))
}

/** Equal percentages that total exactly 100: the first ones take the remainder of the rounding. */
export function equalShares(count: number): string[] {
  const each = Math.floor(10_000 / count)
  const left = 10_000 - each * count
  return Array.from({ length: count }, (_, at) => {
    const share = each + (at < left ? 1 : 0)
    return `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`
  })
}

function hundredths(percentage: string): bigint {
  const [whole = '0', part = ''] = percentage.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
}
