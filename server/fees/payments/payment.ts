import { type ConfirmedTotal, payList, payTogether } from '../../../model/fees/fee-actions.ts'
import { PAYABLE_LISTS } from '../../../model/fees/payments/payment.ts'
import type { Model } from '../../../model/kit/model.ts'
import { compareMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { type Call, perform } from '../../records/actions.ts'
import { chosenSids } from '../../records/write/batch/batch.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { createRow, getOrUnseen } from '../../records/write/create.ts'
import { visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { confirmedResults } from '../../records/query/results.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, type Context, type Draft, type DraftOf, type RowValues } from '../../records/context.ts'
import { lockRows, updateRows } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'
import { settleBills } from '../bills/bill-payment.ts'
import { listedOf, MAX_LISTED } from './listable.ts'
import { feesOf, isDoubted, type Listed, sumsOf, totalsOf } from './listed.ts'
import { priceList } from './priced.ts'

export const payments: Part = {
  hooks: [
    { model: 'payment', prepare: prepareLists, written: settleLists },
    { model: 'fee', written: keepTotals },
  ],
  actions: [...perform(payTogether, fromFees), ...perform(payList, pay)],
}

/** Creates a payment list of the chosen fees, or of a query, without the fees announced as left out. */
async function fromFees({ ctx, model: payment, body: { fee_sids, iql, total, left_out, ...fields } }: Call<typeof payTogether>) {
  const fee = modelNamed(ctx.tenant.models, 'fee')
  const chosen = iql === undefined ? chosenSids({ sids: fee_sids }, MAX_LISTED) : await selected(ctx, fee, { iql, total })
  const sid = await inTransaction(ctx, async (tx) => {
    // The reason of an omission is not given for fees that the person may not list.
    if (left_out && (await lockRows(tx, fee, chosen, { verb: 'transition' })).length < new Set(chosen).size) refuse('not_found')
    const sids = left_out ? await listedOf(tx, chosen, left_out) : chosen
    const made = await createRow(tx, payment, fields)
    await takeTransitions(tx, fee, sids, 'put_in_batch', { payment_sid: made })
    return made
  })
  return getOrUnseen(ctx, payment, sid)
}

/** Pays the list, and each fee with its receipt. A payment confirms unsure amounts; one that says nothing of them leaves an earlier confirmation. */
async function pay({
  ctx,
  model: payment,
  body: { sid, receipts = {}, amounts_confirmed: isConfirmed, total, bills, totals, ...rest },
}: Call<typeof payList>) {
  const fields = { ...rest, ...(isConfirmed && { amounts_confirmed: true }) }
  const fee = modelNamed(ctx.tenant.models, 'fee')
  if (typeof receipts !== 'object' || receipts === null || Array.isArray(receipts))
    return refuse('bad_request', { why_zh: 'receipts 应为费用主键到票据号的对象', why_en: 'receipts must map fee IDs to receipt numbers' })
  if (totals !== undefined && !areTotals(totals))
    return refuse('bad_request', { why_zh: 'totals 应为币种与金额的列表', why_en: 'totals must be a list of currencies with amounts' })
  const postponed = await inTransaction(ctx, async (tx) => {
    const fees = await feesOf(tx, [sid])
    await refuseChanged(tx, sid, { fees: total, bills, totals, day: rest.pay_date })
    const own = new Set(fees.map((row) => row.sid))
    for (const [one, voucher_no] of Object.entries(receipts)) {
      if (!own.has(one))
        refuse('rule', { summary_zh: '票据号所对应的费用不在这张缴费单上', summary_en: 'A receipt number refers to a fee that is not on this list' })
      if (voucher_no) await updateRow(tx, fee, one, { voucher_no })
    }
    return takeTransition(tx, payment, sid, 'pay', fields, { verb: 'transition' })
  })
  if (postponed) throw postponed // what it waits for is committed
  return getOrUnseen(ctx, payment, sid)
}

const areTotals = (sent: unknown): sent is readonly ConfirmedTotal[] =>
  Array.isArray(sent) && sent.every((one: Partial<ConfirmedTotal> | null) => typeof one?.currency === 'string' && typeof one.amount === 'string')

type Confirmed = {
  fees: number | undefined
  bills: number | undefined
  totals: readonly ConfirmedTotal[] | undefined
  day: string | null | undefined
}

/** A person confirms the list as shown, at the prices of the day of payment: refuses if others have since changed its fees, bills or amounts. */
async function refuseChanged(ctx: Context, list: string, confirmed: Confirmed) {
  const lock = async () => (await lockRows(ctx, modelNamed(ctx.tenant.models, 'payment'), [list], { verb: 'transition' }))[0] ?? refuse('not_found') // of a list that others may pay, nothing is told
  const before = await lock()
  const isOfDay = confirmed.totals !== undefined && confirmed.day && confirmed.day <= ctx.today && isPayable(before)
  if (isOfDay) await priceList(ctx, list, String(confirmed.day))
  const { bill_count, totals, status } = isOfDay ? await lock() : before
  if (!isPayable({ status })) return // the step itself refuses, by the state
  const listed = await feesOf(ctx, [list])
  const fees = listed.filter((one) => one.status === 'PAYING').length
  const said = (sums: readonly ConfirmedTotal[]) => sums.map(({ currency, amount }) => `${currency} ${amount}`).join(' + ') || '0'
  const facts = [
    { zh: '待缴费用', en: 'fees to be paid', was: confirmed.fees, now: fees },
    { zh: '账单', en: 'invoices', was: confirmed.bills, now: bill_count ?? 0 },
    { zh: '合计', en: 'totals', was: confirmed.totals && said(confirmed.totals), now: said(sumsOf(listed, totals)) },
  ]
  const changed = facts.filter(({ was, now }) => was !== undefined && was !== now)
  if (changed.length === 0) return
  refuse('rule', {
    summary_zh: `缴费单已变化，请重新核对。${changed.map(({ zh, was, now }) => `已确认的${zh}：${was}，现为：${now}`).join('；')}`,
    summary_en: `The list has changed. Please check again. ${changed.map(({ en, was, now }) => `Confirmed ${en}: ${was}; now: ${now}`).join('. ')}`,
  })
}

const isPayable = ({ status }: RowValues) => PAYABLE_LISTS.some((one) => one === status)

/** All results of a query, whose number a person may have confirmed. */
async function selected(ctx: Context, fee: Model, { iql, total }: { iql: string; total: number | undefined }): Promise<string[]> {
  if (total !== undefined) return (await confirmedResults(ctx, fee, { iql, total, verb: 'transition', most: MAX_LISTED })).sids
  const query = readIql(iql)
  const rows = await readPage(ctx, fee, ['sid'], { ...query, where: visible(ctx, fee, query.where) }, { start: 0, rows: MAX_LISTED + 1 })
  return chosenSids({ sids: rows.map(({ sid }) => String(sid)) }, MAX_LISTED)
}

async function prepareLists(ctx: Context, drafts: readonly DraftOf<'payment'>[]) {
  for (const draft of drafts) {
    if (!draft.before && !draft.row.payment_no) setValue(draft, 'payment_no', await drawNumber(ctx))
    if (draft.changed.has('amounts_confirmed')) {
      setValue(draft, 'confirmed_by', draft.row.amounts_confirmed ? ctx.actor.sid : null)
      setValue(draft, 'confirmed_on', draft.row.amounts_confirmed ? ctx.today : null)
    }
    if ((draft.transition === 'pay' || draft.transition === 'approve') && isUnsure(draft.row))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'payment'), draft, 'amounts_confirmed', [
        `须先确认：有 ${draft.row.unsure_count} 笔金额待与官方核对`,
        `must be set by a person; amounts to be checked with the office: ${draft.row.unsure_count}`,
      ])
  }
}

/** A list with unsure amounts is not final without a person's word. */
export const isUnsure = ({ unsure_count: count, amounts_confirmed: isConfirmed }: RowValues) => Number(count ?? 0) > 0 && isConfirmed !== true

/** The number is JF, the year, and a sequence number. */
async function drawNumber({ db, today }: Context): Promise<string> {
  const year = today.slice(0, 4)
  const { last } = await db
    .insertInto('sequence')
    .values({ scope: `payment.${year}`, last: 1 })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb('sequence.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `JF${year}${String(last).padStart(5, '0')}`
}

/** A change of a list's status also applies to its fees. */
async function settleLists(ctx: Context, drafts: readonly Draft[]) {
  const fee = modelNamed(ctx.tenant.models, 'fee')
  for (const { sid, transition, row } of drafts) {
    if (transition !== 'pay' && transition !== 'cancel' && transition !== 'receipt') continue
    const bills = transition === 'receipt' ? 0 : await settleBills(ctx, sid, transition)
    const fees = await feesOf(ctx, [sid])
    const waiting = fees.filter(({ status }) => status === 'PAYING').map((one) => one.sid)
    if (transition === 'pay') {
      if (fees.length + bills === 0 && row.payment_type !== 'REWARD')
        refuse('rule', { summary_zh: '缴费单上没有费用', summary_en: 'There are no fees on this list' })
      if (waiting.length > 0) await takeTransitions(ctx, fee, waiting, 'pay', { pay_date: row.pay_date })
      refuseDearer(fees, await feesOf(ctx, [sid]), String(row.pay_date))
    } else if (transition === 'cancel') await release(ctx, waiting)
    else if (row.voucher_no) for (const one of fees) if (!one.voucher_no) await updateRow(ctx, fee, one.sid, { voucher_no: row.voucher_no })
  }
}

/** A list that says less than is owed on the day of payment, or calls sure what then is not, is not paid without a word: its totals of that day are confirmed first. */
function refuseDearer(said: readonly Listed[], paid: readonly Listed[], day: string) {
  const owed = ({ amount, surcharge, currency }: Listed) => sumMoney([amount ?? '0', surcharge ?? '0'], currency)
  const before = new Map(said.map((one) => [one.sid, one]))
  const doubted = paid.filter((one) => isDoubted(one) && !isDoubted(before.get(one.sid) ?? one)).length
  if (doubted > 0)
    refuse('rule', {
      summary_zh: `在 ${day} 缴费，有 ${doubted} 笔金额待与官方核对，缴费单上并未注明：请按该日的合计确认后缴费`,
      summary_en: `On ${day} amounts are to be checked with the office that the list calls sure (fees concerned: ${doubted}): confirm the totals of that day to pay it`,
    })
  const dearer = paid.filter((one) => compareMoney(owed(one), owed(before.get(one.sid) ?? one), one.currency) > 0)
  if (dearer.length === 0) return
  const sums = totalsOf(dearer.map((one) => ({ ...one, status: '' }))).map(({ currency, amount }) => `${currency} ${amount}`)
  refuse('rule', {
    summary_zh: `在 ${day} 缴费，应缴金额高于缴费单所列（${dearer.length} 笔，现合计 ${sums.join('、')}）：请按该日的合计确认后缴费`,
    summary_en: `On ${day} more is owed than the list says (fees concerned: ${dearer.length}, now ${sums.join(', ')} in total): confirm the totals of that day to pay it`,
  })
}

async function release(ctx: Context, sids: readonly string[]) {
  if (sids.length) await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'fee'), sids, 'take_back')
}

/** Stores on a list the number of its fees and their total in each currency. */
async function keepTotals(ctx: Context, drafts: readonly Draft[]) {
  const touched = drafts.filter(
    ({ before, changed }) =>
      !before || ['payment_sid', 'status', 'amount', 'surcharge', 'paid_amount', 'certainty'].some((code) => changed.has(code)),
  )
  const lists = [...new Set(touched.flatMap(({ before, row }) => [before?.payment_sid, row.payment_sid]).filter((sid) => typeof sid === 'string'))]
  if (lists.length === 0) return
  const fees = await feesOf(ctx, lists)
  const rows = lists.map((sid) => {
    const own = fees.filter((one) => one.payment_sid === sid)
    return { sid, fee_count: own.length, unsure_count: own.filter(isDoubted).length, totals: totalsOf(own) }
  })
  const payment = modelNamed(ctx.tenant.models, 'payment')
  await updateRows(ctx, payment, rows, ['fee_count', 'unsure_count', 'totals'])
  const moved = new Set(touched.filter(changesWhatIsOwed).flatMap(({ before, row }) => [before?.payment_sid, row.payment_sid]))
  const open = await ctx.db.selectFrom('payment').select('sid').where('sid', 'in', lists).where('status', 'in', PAYABLE_LISTS).execute()
  const again = open.filter(({ sid }) => moved.has(sid)).map(({ sid }) => ({ sid, amounts_confirmed: false, confirmed_by: null, confirmed_on: null }))
  await updateRows(ctx, payment, again, ['amounts_confirmed', 'confirmed_by', 'confirmed_on'])
}

/** Resets the confirmation of a person, of a list that is not paid yet. */
const changesWhatIsOwed = ({ row, changed }: Draft) =>
  row.status !== 'PAID' &&
  (['payment_sid', 'amount', 'surcharge'].some((code) => changed.has(code)) || (changed.has('certainty') && row.certainty === 'CHECK'))
