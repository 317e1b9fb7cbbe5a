import { RATES, SOURCE } from '../../../seed/demo/exchange-rates.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

/** The rates of the first days of the last months. */
export async function seedExchangeRates(ctx: Context) {
  const first = Temporal.PlainDate.from(ctx.today).with({ day: 1 })
  const rows = RATES.flatMap(({ rates, ...one }) =>
    rates.map((rate, months) => ({ ...one, rate, to_currency: 'CNY', rate_date: `${first.subtract({ months })}`, source: SOURCE })),
  )
  await add(ctx, 'exchange_rate', rows)
}
