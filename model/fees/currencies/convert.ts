import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { convertMoney, minorOf, moneyText, sumMoney } from '../../kit/money/money.ts'

/** `rate` is the price of `per` units of `from` in `to`, from `day` on. */
export type Rate = { from: string; to: string; day: string; rate: string; per: number; source: string }

/** `day`: whose rate applies. */
export type DatedAmount = { currency: string; amount: string; day: string }

/** An amount in its own currency and in another one, with the rate and its day. */
export type ConvertedAmount = { currency: string; amount: string; converted: string; rate: string; per: number; rate_date: string; source: string }
export type Amount = { currency: string; amount: string }

/** `own`: amounts in the wanted currency; `apart`: amounts without a rate, which no total contains. */
export type Conversion = { currency: string; total: string; own: string; converted: ConvertedAmount[]; apart: Amount[] }

/** The age from which a rate is too old for a day. */
export const RATE_HOLDS = '1y'

/** The latest rate until that day that still holds. */
export function rateOn(rates: readonly Rate[], { from, to, day }: { from: string; to: string; day: string }): Rate | undefined {
  const oldest = isoOf(addDuration(Temporal.PlainDate.from(day), `-${RATE_HOLDS}`))
  let found: Rate | undefined
  for (const rate of rates)
    if (rate.from === from && rate.to === to && rate.day <= day && rate.day >= oldest && (!found || rate.day > found.day)) found = rate
  return found
}

/**
 * Amounts are added in their own currency first, and converted once for each rate: a total differs from the exact one by at most half the
 * smallest unit for each line of `converted`, however many amounts there are.
 */
export function inCurrency(amounts: readonly DatedAmount[], to: string, rates: readonly Rate[]): Conversion {
  const sums = new Map<string, { currency: string; minor: bigint; rate: Rate | undefined }>()
  for (const { currency, amount, day } of amounts) {
    const rate = currency === to ? undefined : rateOn(rates, { from: currency, to, day })
    const key = `${currency} ${rate?.day ?? ''}`
    const sum = sums.get(key) ?? { currency, minor: 0n, rate }
    sum.minor += minorOf(amount, currency)
    sums.set(key, sum)
  }
  const lines = [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { currency, minor, rate }]) => ({ currency, amount: moneyText(minor, currency), rate })) // oxfmt-ignore
  const converted = lines.flatMap(({ currency, amount, rate }) => (rate ? [convertedBy(rate, { currency, amount })] : []))
  const own = sumMoney(lines.flatMap(({ currency, amount }) => (currency === to ? amount : [])), to) // oxfmt-ignore
  return {
    currency: to,
    total: sumMoney([own, ...converted.map((line) => line.converted)], to),
    own,
    converted,
    apart: lines.flatMap(({ currency, amount, rate }) => (currency === to || rate ? [] : [{ currency, amount }])),
  }
}

/** The amounts without a rate in all these conversions, by currency. */
export const apartOf = (...of: readonly Pick<Conversion, 'apart'>[]): Amount[] =>
  [...Map.groupBy(of.flatMap(({ apart }) => apart), ({ currency }) => currency)].map(([currency, own]) => ({ currency, amount: sumMoney(own.map(({ amount }) => amount), currency) })) // oxfmt-ignore

/** Adds amounts that carry a rate of their own. */
export function withRecorded(conversion: Conversion, recorded: readonly ConvertedAmount[]): Conversion {
  const converted = [...conversion.converted, ...recorded]
  return { ...conversion, converted, total: sumMoney([conversion.total, ...recorded.map((line) => line.converted)], conversion.currency) }
}

/** The exact price of one unit; `per` is a power of ten. */
export function perUnit({ rate, per }: Pick<Rate, 'rate' | 'per'>): string {
  const places = `${per}`.length - 1
  const [whole = '0', part = ''] = rate.split('.')
  const digits = `${whole}${part}`.padStart(part.length + places + 1, '0')
  const at = digits.length - part.length - places
  const [above, below] = [digits.slice(0, at).replace(/^0+(?=\d)/, ''), digits.slice(at).replace(/0+$/, '')]
  return below ? `${above}.${below}` : above
}

const convertedBy = ({ from, to, rate, per, day, source }: Rate, { currency, amount }: Amount): ConvertedAmount => ({
  currency,
  amount,
  converted: convertMoney(amount, from, to, rate, per),
  rate: perUnit({ rate, per: 1 }),
  per,
  rate_date: day,
  source,
})
