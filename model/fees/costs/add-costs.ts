import { type Conversion, type ConvertedAmount, type DatedAmount, inCurrency, type Rate, withRecorded } from '../currencies/convert.ts'
import { sumMoney } from '../../kit/money/money.ts'

/** A sum of fees or lines of bills of one group. `recorded`: the amount in the wanted currency by the rates kept with the payments. */
export type CostPart = DatedAmount & { key: string | null; isPaid: boolean; recorded?: string }

/** `total` is the sum spent and still to be paid. */
export type CostSum = { spent: Conversion; planned: Conversion; total: string }

/** Each part counts once in the sum of its group; a sum is converted once for each rate. */
export function addCosts(parts: readonly CostPart[], to: string, rates: readonly Rate[]): Map<string | null, CostSum> {
  return new Map([...Map.groupBy(parts, ({ key }) => key)].map(([key, own]) => [key, costSum(own, to, rates)]))
}

export function costSum(parts: readonly Omit<CostPart, 'key'>[], to: string, rates: readonly Rate[]): CostSum {
  const of = (isPaid: boolean) => converted(parts.filter((part) => part.isPaid === isPaid), to, rates) // oxfmt-ignore
  const [spent, planned] = [of(true), of(false)]
  return { spent, planned, total: sumMoney([spent.total, planned.total], to) }
}

function converted(parts: readonly Omit<CostPart, 'key'>[], to: string, rates: readonly Rate[]): Conversion {
  const byTable = parts.filter(({ recorded }) => recorded === undefined)
  const own = Map.groupBy(parts.filter(({ recorded }) => recorded !== undefined), ({ currency }) => currency) // oxfmt-ignore
  const kept = [...own].map(
    ([currency, all]): ConvertedAmount => ({
      currency,
      amount: sumMoney(all.map(({ amount }) => amount), currency),
      converted: sumMoney(all.map(({ recorded }) => recorded ?? '0'), to),
      ...RECORDED,
    }),
  ) // oxfmt-ignore
  return withRecorded(inCurrency(byTable, to, rates), kept)
}

/** Each payment has a rate of its own. */
const RECORDED = { rate: '', per: 1, rate_date: '', source: '' } as const
