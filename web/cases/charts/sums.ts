// Sums in the server's format: exact decimal text, by currency.
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { forecastFees } from '../../../model/fees/fee-actions.ts'
import { formatMoney, sumMoney } from '../../../model/kit/money/money.ts'

export type Forecast = AnswerOf<typeof forecastFees>
export type ForecastRow = Forecast['record'][number]
export type LateRow = Forecast['late'][number]
export type Sum = { currency: string; count: number; amount: string }

/** Whether a row of the months is to be paid. Abandoned fees are not among these rows: the forecast has a list of their own for them. */
export const isStillDue = ({ status }: ForecastRow) => status !== 'PAID'

/** One sum for each currency, the default one first. */
export function sumsOf(rows: readonly LateRow[]): Sum[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const amounts = own.flatMap((row) => [row.amount, row.surcharge])
    return { currency, count: own.reduce((sum, row) => sum + row.count, 0), amount: sumMoney(amounts, currency) }
  })
}

const rank = (currency: string) => (currency === 'CNY' ? 0 : 1)

export const amountText = ({ currency, amount }: { currency: string; amount: string }) => formatMoney(amount, currency)
