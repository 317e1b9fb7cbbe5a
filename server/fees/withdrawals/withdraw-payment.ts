import { firstOf } from '../../../model/kit/first-of.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import type { Invoice } from '../../../model/fees/invoices/invoice.ts'
import { PAYABLE_LISTS } from '../../../model/fees/payments/payment.ts'
import { subtractMoney } from '../../../model/kit/money/money.ts'
import { refuse } from '../../errors.ts'
import { type Change, changedSince, lastStep } from '../../records/history/steps.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { authorize, authorizeAbility } from '../../records/permission/permission.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { refuseNamed, takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { stateLabel } from '../../records/write/states.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { sidOf as sidIn } from '../../records/write/values.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../../records/write/write.ts'

type List = DraftOf<'payment'>
type Bill = DraftOf<'invoice'>
type Why = { zh: string; en: string }

/** A payment that was recorded by mistake is withdrawn: the list, its bills and its fees are as they were before it. Refused where something later depends on it. */
export const withdrawnPayments: Part = {
  hooks: [
    { model: 'payment', prepare: prepareLists, written: withdrawLists },
    { model: 'invoice', prepare: prepareBills, written: withdrawBills },
  ],
}

const OF_LIST = {
  withdraw_payment: ['status', 'pay_date', 'official_order_no', 'amounts_confirmed', 'confirmed_by', 'confirmed_on'],
  withdraw_receipt: ['voucher_no', 'receipts'],
} as const
const stepOf = (transition: string | undefined) => (transition === 'withdraw_payment' || transition === 'withdraw_receipt' ? transition : undefined)
const TAKEN = { withdraw_payment: { from: PAYABLE_LISTS, to: 'PAID' }, withdraw_receipt: { from: ['PAID'], to: 'RECEIPTED' } } as const

async function prepareLists(ctx: Context, drafts: readonly List[]) {
  for (const draft of drafts) {
    if (draft.transition === 'pay' || draft.transition === 'receipt') setValue(draft, 'reason', null)
    const step = stepOf(draft.transition)
    if (!step) continue
    const request = await requestOf(ctx, draft.sid, step)
    const before = (await changedSince(ctx, modelNamed(ctx.tenant.models, 'payment'), [draft.sid], request)).get(draft.sid)
    for (const code of OF_LIST[step]) if (before?.has(code)) setValue(draft, code, before.get(code)?.old ?? null)
  }
}

/** The request of the step that is withdrawn. */
const requestOf = async (ctx: Context, list: string, step: keyof typeof TAKEN) => (await lastStep(ctx, modelNamed(ctx.tenant.models, 'payment'), list, TAKEN[step])) ?? refuse('rule', NO_RECORD) // oxfmt-ignore

const NO_RECORD = { summary_zh: '变更记录中没有这次登记，不能撤销', summary_en: 'The history does not have this step, so it cannot be withdrawn' }

async function withdrawLists(ctx: Context, drafts: readonly List[]) {
  for (const draft of drafts) {
    const step = stepOf(draft.transition)
    if (!step) continue
    const request = await requestOf(ctx, draft.sid, step)
    const fees = await feesWhere(ctx, 'payment_sid', draft.sid)
    if (step === 'withdraw_receipt') await restore(ctx, fees, { request, codes: ['voucher_no'], isReceipt: true })
    else {
      await takeBillsBack(ctx, draft)
      await restore(ctx, fees, { request, codes: PAID_WITH, isReceipt: false })
    }
  }
}

async function takeBillsBack(ctx: Context, { sid, row }: List) {
  const paid = await billsOf(ctx, sid)
  if (paid.length === 0) return
  if (paid.length > MAX_BILLS) refuse('too_many_values', { key: 'invoice', max: MAX_BILLS })
  const model = modelNamed(ctx.tenant.models, 'invoice')
  authorizeAbility(ctx, model, ABILITIES.invoice.pay_bill)
  await lockRows(
    ctx,
    model,
    paid.map((bill) => bill.sid),
  ) // another list may be paying one of them
  const bills = await billsOf(ctx, sid)
  const later = bills.find(({ payments }) => sidIn(payments?.at(-1)?.payment_sid) !== sid)
  if (later) refuse('rule', { summary_zh: `不能撤销：账单 ${String(later.invoice_no)} 之后又付过款`, summary_en: `The payment cannot be withdrawn: invoice ${String(later.invoice_no)} was paid again after it` }) // oxfmt-ignore
  await takeTransitions(ctx, model, bills.map((bill) => bill.sid), 'withdraw_payment', { internal_reason: row.reason }, { ofWhole: true }) // oxfmt-ignore
}

type PaidBill = { sid: string; invoice_no: unknown; payments: Invoice['payments'] }
const MAX_BILLS = 1000

/** The bills that the list has paid, in whole or in part. */
async function billsOf(ctx: Context, list: string): Promise<PaidBill[]> {
  const query = readIql(`payments.payment_sid = '${list}' ORDER BY invoice_no ASC`)
  const own = onBehalfOf(ctx)
  const rows = await readPage(own, modelNamed(ctx.tenant.models, 'invoice'), ['sid', 'invoice_no', 'payments'], query, {
    start: 0,
    rows: MAX_BILLS + 1,
  })
  return rows as PaidBill[] // the fields just asked for
}

/** Removes its last payment from the bill, which is requested on that list again. */
async function prepareBills(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    if (draft.transition === 'pay' || draft.transition === 'pay_part' || draft.transition === 'write_off') setValue(draft, 'internal_reason', null)
    if (draft.transition !== 'withdraw_payment') continue
    const { currency, payments, paid_amount, total } = draft.row
    const last = payments?.at(-1)
    if (!currency || !last?.payment_sid || !last.amount || !paid_amount || !total) return refuse('rule', NO_RECORD)
    await refuseOthers(ctx, draft, last.payment_sid)
    const paid = subtractMoney(paid_amount, last.amount, currency)
    const others = payments?.slice(0, -1) ?? []
    setValue(draft, 'payments', others.length > 0 ? others : null)
    setValue(draft, 'paid_amount', others.length > 0 ? paid : null)
    setValue(draft, 'outstanding', subtractMoney(total, paid, currency))
    setValue(draft, 'pay_date', null)
    setValue(draft, 'payment_sid', last.payment_sid)
    setValue(draft, 'request_amount', last.amount)
  }
}

/** A bill goes back by itself where its list paid nothing else; otherwise the payment of the list is withdrawn as a whole. */
async function refuseOthers(ctx: Context, { sid, row }: Bill, list: string) {
  const { status, payment_no } =
    (await ctx.db.selectFrom('payment').select(['status', 'payment_no']).where('sid', '=', list).executeTakeFirst()) ?? {}
  const withdrawn = row.payments?.filter(({ payment_sid }) => payment_sid === list) ?? []
  if (withdrawn.length === 0 || status === 'DRAFT' || status === 'APPROVED') return
  const others = (await billsOf(ctx, list)).filter((bill) => bill.sid !== sid)
  if (others.length > 0)
    refuse('rule', {
      summary_zh: `缴费单 ${payment_no} 还支付了 ${others.length} 张账单，请在该缴费单上撤销已缴`,
      summary_en: `Payment list ${payment_no} also paid ${others.length} other ${others.length === 1 ? 'invoice' : 'invoices'}: withdraw the payment of that list`,
    })
}

async function withdrawBills(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    const list = draft.row.payment_sid
    if (draft.transition !== 'withdraw_payment' || !list) continue
    const payment = modelNamed(ctx.tenant.models, 'payment')
    const request = await requestOf(ctx, list, 'withdraw_payment')
    await restore(ctx, await feesWhere(ctx, 'invoice_sid', draft.sid), { request, codes: PAID_WITH, isReceipt: false })
    const own = (await lockRows(ctx, payment, [list]))[0] ?? refuse('not_found')
    if (own.status === 'RECEIPTED') refuse('rule', { summary_zh: `缴费单 ${String(own.payment_no)} 已取票据，请先撤销取票`, summary_en: `A receipt of payment list ${String(own.payment_no)} is recorded: withdraw it first` }) // oxfmt-ignore
    if (own.status === 'PAID') await takeTransition(ctx, payment, list, 'withdraw_payment', { reason: draft.row.internal_reason })
  }
}

/** All that a payment writes on a fee. */
const PAID_WITH = ['status', 'pay_date', 'paid_amount', 'voucher_no', 'amount', 'surcharge', 'surcharge_rate', 'exchange_rate', 'exchange_rate_date', 'local_currency', 'amount_local', 'handled', 'handled_reason'] // oxfmt-ignore

const feesWhere = async ({ db }: Context, code: 'payment_sid' | 'invoice_sid', sid: string) => (await db.selectFrom('fee').select('sid').where(code, '=', sid).where('deleted_at', 'is', null).orderBy('sid').execute()).map((one) => one.sid) // oxfmt-ignore

type Restoring = { request: string; codes: readonly string[]; isReceipt: boolean }

/** Those of the fees that were written in that request get the values which they had before it. */
async function restore(ctx: Context, sids: readonly string[], { request, codes, isReceipt }: Restoring) {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const before = await changedSince(ctx, model, sids, request)
  if (before.size === 0) return
  authorize(ctx, model, 'transition')
  const drafts = (await lockRows(ctx, model, [...before.keys()])).map((row) => draftFrom(row) as DraftOf<'fee'>) // rows of this very model
  if (drafts.length < before.size) refuse('not_found') // all or none: of fees that this person does not see, too
  if (!isReceipt) await refuseDependent(ctx, drafts, before)
  const putBack = () => drafts.forEach((draft) => asBefore(draft, before.get(draft.sid), codes))
  putBack()
  await examine(ctx, model, drafts)
  refuseNamed(ctx, model, drafts)
  putBack() // hooks judge it as a change of today, and look up a rate
  await updateDrafts(ctx, model, drafts, 'TRANSITION')
}

function asBefore(draft: DraftOf<'fee'>, then: ReadonlyMap<string, Change> | undefined, codes: readonly string[]) {
  const now: RowValues = draft.before ?? {}
  for (const code of codes) setValue(draft, code, then?.has(code) ? (then.get(code)?.old ?? null) : (now[code] ?? null))
}

const NAMED = 10

/** Refuses if later facts depend on the payment: another state, the receipt of the office, or a later paid year. */
async function refuseDependent(ctx: Context, drafts: readonly DraftOf<'fee'>[], before: ReadonlyMap<string, ReadonlyMap<string, Change>>) {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const later = await laterYears(ctx, drafts)
  const found = drafts.flatMap(({ sid, row }): Why[] => {
    const { fee_no, status, voucher_no } = row
    const then = before.get(sid)
    const label = (lang: 'zh' | 'en') => stateLabel({ ...ctx, lang }, model, String(status))
    if (status !== then?.get('status')?.given) return [{ zh: `费用 ${fee_no} 现为“${label('zh')}”`, en: `fee ${fee_no} is now “${label('en')}”` }]
    if (voucher_no && then.has('voucher_no') && voucher_no !== then.get('voucher_no')?.given) return [{ zh: `费用 ${fee_no} 已登记票据 ${voucher_no}`, en: `receipt ${voucher_no} is recorded on fee ${fee_no}` }] // oxfmt-ignore
    const next = later.find(({ case_sid, annuity_year }) => row.fee_class === 'ANNUITY' && case_sid === row.case_sid && Number(annuity_year) > Number(row.annuity_year)) // oxfmt-ignore
    return next ? [{ zh: `以后年度的费用 ${next.fee_no} 已缴`, en: `fee ${next.fee_no} of a later year is paid` }] : []
  })
  if (found.length === 0) return
  refuse('rule', {
    summary_zh: `不能撤销：${firstOf(found.map(({ zh }) => zh), NAMED, ['；', '; '])[0]}`, // oxfmt-ignore
    summary_en: `The payment cannot be withdrawn: ${firstOf(found.map(({ en }) => en), NAMED, ['；', '; '])[1]}`, // oxfmt-ignore
  })
}

async function laterYears({ db }: Context, drafts: readonly DraftOf<'fee'>[]) {
  const cases = [...new Set(drafts.flatMap(({ row }) => (row.fee_class === 'ANNUITY' ? (row.case_sid ?? []) : [])))]
  if (cases.length === 0) return []
  const own = drafts.map(({ sid }) => sid)
  return db.selectFrom('fee').select(['fee_no', 'case_sid', 'annuity_year']).where('case_sid', 'in', cases).where('fee_class', '=', 'ANNUITY').where('status', '=', 'PAID').where('sid', 'not in', own).where('deleted_at', 'is', null).execute() // oxfmt-ignore
}
