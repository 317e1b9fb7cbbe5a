import { type Conversion, type DatedAmount, inCurrency, perUnit, type Rate, RATE_HOLDS, rateOn } from '../../model/fees/currencies/convert.ts'
import { MONEY_CURRENCIES } from '../../model/fees/currencies/currencies.ts'
import { convertAmounts } from '../../model/fees/currencies/exchange-actions.ts'
import { dayIn } from '../../model/kit/days/day-text.ts'
import { addDuration, isoOf } from '../../model/kit/days/duration.ts'
import { convertMoney } from '../../model/kit/money/money.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'

type Fee = DraftOf<'fee'>
export type Currency = keyof typeof MONEY_CURRENCIES
export const isCurrency = (code: unknown): code is Currency => typeof code === 'string' && Object.hasOwn(MONEY_CURRENCIES, code)

/** Rates by day, and what foreign amounts are in the currency of the company: by a rate of the table, or not at all. */
export const exchangeRates: Part = {
  hooks: [
    { model: 'exchange_rate', prepare: checkRates, check: askOddRates },
    { model: 'fee', prepare: keepLocalAmounts },
  ],
  actions: perform(convertAmounts, convert),
}

function checkRates(ctx: Context, drafts: readonly DraftOf<'exchange_rate'>[]) {
  const model = modelNamed(ctx.tenant.models, 'exchange_rate')
  for (const draft of drafts) {
    const { from_currency: from, to_currency: to, rate, per } = draft.row
    if (from && from === to) faultAt(ctx, model, draft, 'to_currency', ['应与原币不同', 'must be another currency'])
    if (typeof rate === 'string' && !/[1-9]/.test(rate)) faultAt(ctx, model, draft, 'rate', ['应大于 0', 'must be above 0'])
    if (per === null) setValue(draft, 'per', 1)
    else if (!/^10*$/.test(`${per}`)) faultAt(ctx, model, draft, 'per', ['应为 1、10、100、1000 或 10000', 'must be 1, 10, 100, 1000 or 10000'])
  }
}

/** Banks quote 1 unit or 100: a rate that is half or double of the nearest known one is asked about. */
async function askOddRates(ctx: Context, drafts: readonly DraftOf<'exchange_rate'>[]) {
  const model = modelNamed(ctx.tenant.models, 'exchange_rate')
  for (const draft of drafts) {
    const { from_currency: from, to_currency: to, rate_date: day, rate, per } = draft.row
    if (!from || !to || !day || !rate || !['rate', 'per', 'from_currency', 'to_currency'].some((code) => draft.changed.has(code))) continue
    const known = await nearestRate(ctx, draft)
    const [own, other] = known ? [Number(rate) / (per ?? 1), Number(known.rate) / (known.per ?? 1)] : []
    if (!known || !own || !other || (own < other * ODD && other < own * ODD)) continue
    const [unit, before] = [perUnit({ rate, per: per ?? 1 }), perUnit({ rate: known.rate ?? '0', per: known.per ?? 1 })]
    const words = [
      `每 1 ${from} 合 ${unit} ${to}，而 ${known.rate_date} 为 ${before}：请核对汇率和“每（单位原币）”`,
      `is ${unit} ${to} for 1 ${from}, but was ${before} on ${dayIn(known.rate_date ?? '', 'en')}: check it and its number of units`,
    ] as const
    warnAt(model, draft, { code: 'odd_rate', field: 'rate', words, asks: true })
  }
}

const ODD = 2

/** The last one until that day, else the first one after it. */
async function nearestRate({ db }: Context, { sid, row }: DraftOf<'exchange_rate'>) {
  const ofPair = db
    .selectFrom('exchange_rate')
    .select(['rate', 'per', 'rate_date'])
    .where('from_currency', '=', row.from_currency)
    .where('to_currency', '=', row.to_currency)
    .where('sid', '!=', sid)
    .where('deleted_at', 'is', null)
    .limit(1)
  const before = await ofPair.where('rate_date', '<=', row.rate_date).orderBy('rate_date', 'desc').executeTakeFirst()
  return before ?? (await ofPair.where('rate_date', '>', row.rate_date).orderBy('rate_date').executeTakeFirst())
}

/** A company without a currency of its own counts in renminbi. */
export async function companyCurrency({ db }: Context, company: string | null): Promise<Currency> {
  const row = company ? await db.selectFrom('company').select('currency').where('sid', '=', company).executeTakeFirst() : undefined
  return row?.currency ?? 'CNY'
}

/** All rates to that currency that may apply to one of the days. */
export async function ratesTo({ db }: Context, to: string, amounts: readonly Omit<DatedAmount, 'amount'>[]): Promise<Rate[]> {
  const foreign = [...new Set(amounts.map(({ currency }) => currency))].filter(isCurrency).filter((currency) => currency !== to)
  const days = amounts.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (foreign.length === 0 || !first || !last || !isCurrency(to)) return []
  const rows = await db
    .selectFrom('exchange_rate')
    .select(['from_currency', 'rate_date', 'rate', 'per', 'source'])
    .where('to_currency', '=', to)
    .where('from_currency', 'in', foreign)
    .where('rate_date', '>=', isoOf(addDuration(Temporal.PlainDate.from(first), `-${RATE_HOLDS}`)))
    .where('rate_date', '<=', last)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ from_currency, rate_date, rate, per, source }) => ({
    from: from_currency ?? '',
    to,
    day: rate_date ?? '',
    rate: rate ?? '0',
    per: per ?? 1,
    source: source ?? '',
  }))
}

export const conversionTo = (to: Currency, amounts: readonly DatedAmount[], rates: readonly Rate[]): Conversion & { currency: Currency } => ({
  ...inCurrency(amounts, to, rates),
  currency: to,
})

/** In the currency of the company unless another is asked for; amounts without a rate apart. */
async function convert({ ctx, body: { amounts, day = ctx.today, to } }: Call<typeof convertAmounts>) {
  const wanted = to ?? (await companyCurrency(ctx, ctx.actor.company_sid))
  const dated = amounts.map(({ currency, amount }) => ({ currency, amount, day }))
  return conversionTo(wanted, dated, await ratesTo(ctx, wanted, dated))
}

const PAID_BY = ['pay_date', 'paid_amount', 'currency', 'company_sid', 'exchange_rate']

/** A foreign fee that is paid keeps the rate of the day of its payment; a rate or an amount that a person enters stays. */
async function keepLocalAmounts(ctx: Context, drafts: readonly Fee[]) {
  const paid = drafts.filter(({ row, changed, before }) => row.pay_date && row.paid_amount && (!before || PAID_BY.some((code) => changed.has(code))))
  for (const [company, own] of Map.groupBy(paid, ({ row }) => row.company_sid)) {
    const to = await companyCurrency(ctx, company)
    const foreign = own.filter(({ row }) => row.currency !== to && isCurrency(row.currency))
    const rates = await ratesTo(ctx, to, foreign.map(({ row }) => ({ currency: row.currency ?? '', day: row.pay_date ?? '' }))) // oxfmt-ignore
    for (const draft of foreign) keepLocal(draft, to, rates)
  }
}

function keepLocal(draft: Fee, to: Currency, rates: readonly Rate[]) {
  const { changed, row, before } = draft
  const { currency, paid_amount: amount, pay_date: day } = row
  if (!currency || !amount || !day) return
  const isEntered = row.exchange_rate !== null && (!before || changed.has('exchange_rate'))
  if (!isEntered && row.amount_local !== null && (!before || changed.has('amount_local'))) return
  const isSameDay = before !== null && !['pay_date', 'currency', 'company_sid'].some((code) => changed.has(code))
  if (!isEntered && !(isSameDay && row.exchange_rate !== null)) {
    const found = rateOn(rates, { from: currency, to, day })
    setValue(draft, 'exchange_rate', found ? perUnit(found) : null)
    setValue(draft, 'exchange_rate_date', found?.day ?? null)
  } else if (isEntered) setValue(draft, 'exchange_rate_date', day)
  const { exchange_rate: rate } = row
  setValue(draft, 'local_currency', to)
  setValue(draft, 'amount_local', rate === null ? null : convertMoney(amount, currency, to, rate))
}
