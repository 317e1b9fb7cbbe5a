import { listOwed } from '../../../model/fees/fee-actions.ts'
import { PAYABLE_LISTS } from '../../../model/fees/payments/payment.ts'
import { compareMoney } from '../../../model/kit/money/money.ts'
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
import { feesOf, isDoubted, sumsOf } from './listed.ts'

/**
 * The annuities of a list cost what they cost on the day of payment: each night the drafts are priced for the day. An approved list
 * stays as it was approved; what it costs more is told and confirmed with its payment.
 */
export const pricedLists: Part = {
  actions: perform(listOwed, owed),
  nightly: { 'prices of payment lists': priceDrafts },
}

type Owed = NonNullable<Awaited<ReturnType<typeof owedOn>>>
type Repriced = { row: RowValues; owed: Owed }

/** Prices a list for the day of its payment, in the transaction that has locked it. */
export async function priceList(ctx: Context, list: string, day: string) {
  const changed = await repriced(ctx, list, day)
  const locked = await lockRows(ctx, modelNamed(ctx.tenant.models, 'fee'), changed.map(({ row }) => String(row.sid))) // oxfmt-ignore
  const drafts = locked.flatMap((row) => {
    const known = changed.find((one) => one.row.sid === row.sid)
    return known && known.row.version === row.version ? [draftOf(row, known.owed)] : []
  })
  if (drafts.length > 0) await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'fee'), drafts)
}

function draftOf(row: RowValues, owed: Owed) {
  const draft = draftFrom(row)
  const values = { amount_full: owed.full, reduction_pct: owed.reduction_pct, amount: owed.amount, surcharge: owed.surcharge, surcharge_rate: owed.surcharge_rate || null, next_band_from: owed.next_band?.from ?? null, next_band_surcharge: owed.next_band?.surcharge ?? null, certainty: owed.certainty } // oxfmt-ignore
  if (isByHand(row)) setValue(draft, 'certainty', owed.certainty)
  else for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  return draft
}

/** Of a fee entered by hand only the doubt is told. */
const isByHand = ({ manual, amount }: RowValues) => manual === true && (amount ?? null) !== null

/** Unpaid annuities of a list whose amount or certainty on that day differs from the one on record. One that can no longer be paid keeps its amount: its payment is refused. */
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
    if (owed && !owed.terminated && (isOther(row, owed) || (row.certainty ?? 'SURE') !== owed.certainty)) found.push({ row, owed })
  }
  return found
}

const isOther = ({ amount, surcharge, currency }: RowValues, owed: Owed) =>
  [[amount, owed.amount], [surcharge, owed.surcharge]].some(([was, now]) => compareMoney(String(was ?? '0'), String(now), String(currency)) !== 0) // oxfmt-ignore

/** What the list costs when it is paid on that day, how many of its fees then cost something else than it says, and how many amounts are then to be confirmed. */
async function owed({ ctx, model, body: { sid, pay_date: day } }: Call<typeof listOwed>) {
  const { totals, status, amounts_confirmed: isConfirmed } = await get(ctx, model, sid)
  if (day > ctx.today) return refuse('rule', { summary_zh: '缴费日不能晚于今天', summary_en: 'The day of payment must not be in the future' })
  const changed = PAYABLE_LISTS.some((one) => one === status) ? await repriced(ctx, sid, day) : []
  const byFee = new Map(changed.map(({ row, owed }) => [row.sid, owed]))
  const listed = await feesOf(ctx, [sid])
  const fees = listed.map((fee) => {
    const now = byFee.get(fee.sid)
    return now ? { ...fee, amount: now.amount, surcharge: now.surcharge, certainty: now.certainty } : fee
  })
  const others = changed.filter(({ row, owed }) => isOther(row, owed)).length
  const isNewlyDoubted = changed.some(({ row, owed }) => !isDoubted({ certainty: row.certainty as string | null }) && isDoubted(owed)) // a column of text
  const stands = isConfirmed === true && others === 0 && !isNewlyDoubted
  return { record: sumsOf(fees, totals), changed: others, unsure: stands ? 0 : fees.filter(isDoubted).length }
}

/** Each list is priced by itself: one that cannot be does not stop the others. */
async function priceDrafts(ctx: Context) {
  const lists = await ctx.db.selectFrom('payment').select(['sid', 'payment_no']).where('status', '=', 'DRAFT').where('deleted_at', 'is', null).orderBy('sid').execute() // oxfmt-ignore
  const faults: string[] = []
  for (const { sid, payment_no } of lists) {
    try {
      await inTransaction(ctx, (tx) => priceDraft(tx, sid))
    } catch (fault) {
      faults.push(`${payment_no}: ${String(fault)}`)
    }
  }
  if (faults.length > 0) throw new Error(`部分缴费单未能按当日计价 / some payment lists were not priced (${faults.length}): ${faults.slice(0, FAULTS_TOLD).join('; ')}`) // oxfmt-ignore
  return { lists: lists.length }
}

const FAULTS_TOLD = 5

/** Locked before its fees, as a payment does; meanwhile it may have been approved or paid. */
async function priceDraft(ctx: Context, sid: string) {
  const [list] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'payment'), [sid])
  if (list?.status === 'DRAFT') await priceList(ctx, sid, ctx.today)
}
