import { listOwed } from '../../../model/fees/fee-actions.ts'
import { PAYABLE_LISTS } from '../../../model/fees/payments/payment.ts'
import { compareMoney, subtractMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { readCases } from '../../docketing/read-cases.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { inTransaction, type Context, type RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { owedOn } from '../owed.ts'

/** The annuities of a list cost what they cost on the day of payment: each night the open lists are priced for the day. */
export const pricedLists: Part = {
  actions: perform(listOwed, owed),
  nightly: { 'prices of payment lists': priceOpenLists },
}

type Owed = NonNullable<Awaited<ReturnType<typeof owedOn>>>
type Repriced = { row: RowValues; owed: Owed }

/** Prices a list for the day of its payment, in the transaction that pays it. */
export async function priceList(ctx: Context, list: string, day: string) {
  const changed = await repriced(ctx, list, day)
  const locked = await lockRows(ctx, modelNamed(ctx.tenant.models, 'fee'), changed.map(({ row }) => String(row.sid))) // oxfmt-ignore
  const drafts = locked.flatMap((row) => {
    const owed = changed.find((one) => one.row.sid === row.sid)?.owed
    return owed && row.status === 'PAYING' ? [draftOf(row, owed)] : []
  })
  if (drafts.length > 0) await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'fee'), drafts)
}

function draftOf(row: RowValues, owed: Owed) {
  const draft = draftFrom(row)
  const values = { amount_full: owed.full, reduction_pct: owed.reduction_pct, amount: owed.amount, surcharge: owed.surcharge, surcharge_rate: owed.surcharge_rate || null, next_band_from: owed.next_band?.from ?? null, next_band_surcharge: owed.next_band?.surcharge ?? null } // oxfmt-ignore
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  return draft
}

/** Unpaid annuities of a list whose amount on that day differs from the one on record. One that can no longer be paid keeps its amount: its payment is refused. */
async function repriced(ctx: Context, list: string, day: string): Promise<Repriced[]> {
  const rows = await ctx.db
    .selectFrom('fee')
    .selectAll()
    .where('payment_sid', '=', list)
    .where('status', '=', 'PAYING')
    .where('fee_class', '=', 'ANNUITY')
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length === 0) return []
  const cases = new Map((await readCases(ctx, [...new Set(rows.map(({ case_sid }) => String(case_sid)))])).map((one) => [one.row.sid, one]))
  const found: Repriced[] = []
  for (const row of rows) {
    const one = cases.get(row.case_sid)
    const owed = one && (await owedOn(ctx, one, row, day))
    if (owed && !owed.terminated && isOther(row, owed)) found.push({ row, owed })
  }
  return found
}

const isOther = ({ amount, surcharge, currency }: RowValues, owed: Owed) =>
  [[amount, owed.amount], [surcharge, owed.surcharge]].some(([was, now]) => compareMoney(String(was ?? '0'), String(now), String(currency)) !== 0) // oxfmt-ignore

/** What the list costs when it is paid on that day, and how many of its fees then cost something else than it says. */
async function owed({ ctx, model, body: { sid, pay_date: day } }: Call<typeof listOwed>) {
  const { totals, status } = await get(ctx, model, sid)
  if (day > ctx.today) return refuse('rule', { summary_zh: '缴费日不能晚于今天', summary_en: 'The day of payment must not be in the future' })
  const sums = Array.isArray(totals) ? (totals as { currency: string; amount: string }[]) : [] // kept by the server
  const changed = PAYABLE_LISTS.some((one) => one === status) ? await repriced(ctx, sid, day) : []
  const record = sums.map(({ currency, amount }) => {
    const own = changed.filter(({ row }) => row.currency === currency)
    const was = sumMoney(own.flatMap(({ row }) => [String(row.amount ?? '0'), String(row.surcharge ?? '0')]), currency) // oxfmt-ignore
    return { currency, amount: subtractMoney(sumMoney([amount, ...own.map((one) => one.owed.total)], currency), was, currency) }
  })
  return { record, changed: changed.length }
}

async function priceOpenLists(ctx: Context) {
  const lists = await ctx.db.selectFrom('payment').select('sid').where('status', 'in', PAYABLE_LISTS).where('deleted_at', 'is', null).execute()
  for (const { sid } of lists) await inTransaction(ctx, (tx) => priceList(tx, sid, ctx.today))
  return { lists: lists.length }
}
