import { compareMoney, divideHalfUp, minorOf, subtractMoney, sumMoney } from '../../kit/money/money.ts'

export const LEVELS = { OK: ['正常', 'Within budget'], WARN: ['接近预算', 'Near the budget'], OVER: ['超出预算', 'Over budget'] } as const
export type Level = keyof typeof LEVELS

export type Spending = { amount: string; paid: string; planned: string; currency: string; warn_pct: number }

/** `used`: percent with one decimal of the sum paid and still to be paid; null without a budget. `left` is negative over the budget. */
export type Use = { spent: string; left: string; used: string | null; level: Level }

export function useOf({ amount, paid, planned, currency, warn_pct }: Spending): Use {
  const spent = sumMoney([paid, planned], currency)
  const [of, minor] = [minorOf(amount, currency), minorOf(spent, currency)]
  const tenths = of === 0n ? undefined : divideHalfUp(minor * 1000n, of)
  return {
    spent,
    left: subtractMoney(amount, spent, currency),
    used: tenths === undefined ? null : `${tenths / 10n}.${tenths % 10n}`,
    level: compareMoney(spent, amount, currency) > 0 ? 'OVER' : of > 0n && minor * 100n >= of * BigInt(warn_pct) ? 'WARN' : 'OK',
  }
}
