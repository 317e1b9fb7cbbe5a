import { type BillLine, type Invoice, OPEN_BILLS, WITHDRAWN_BILLS } from '../../../model/fees/invoices/invoice.ts'
import { UNPAID } from '../../../model/fees/unpaid.ts'
import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { compareMoney, isMoney, subtractMoney, sumMoney } from '../../../model/kit/money/money.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { authorizeAbility } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { createRow } from '../../records/write/create.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { updateRows } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'
import { withFees } from './fees-of-lines.ts'

type Bill = DraftOf<'invoice'>

/** Bills are requested on a payment list to their seller, and paid with it, in one or several payments; their fees become paid with them. */
export const billPayments: Part = {
  hooks: [
    { model: 'invoice', prepare: preparePayments, check: requestPayments, written: settle },
    { model: 'fee', prepare: releaseOurs, check: refuseBilledFees },
  ],
}

async function preparePayments(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    const { transition, row } = draft
    if (transition === 'pay' || transition === 'pay_part') await recordPayment(ctx, draft)
    if (transition !== 'reject_payment' && transition !== 'release') continue
    setValue(draft, 'payment_sid', null)
    setValue(draft, 'request_amount', null)
    setValue(draft, 'status', row.payments?.length ? 'PARTLY_PAID' : 'AUDITED')
  }
}

/** The amount requested on the list that is being paid. */
async function recordPayment({ db, today }: Context, draft: Bill) {
  const { currency, payment_sid, request_amount: amount, total, paid_amount: before } = draft.row
  if (!currency || !payment_sid || !amount || !total) return
  const list = await db.selectFrom('payment').select('pay_date').where('sid', '=', payment_sid).executeTakeFirst()
  const pay_date = list?.pay_date ?? today
  const paid = sumMoney([before ?? '0', amount], currency)
  setValue(draft, 'payments', [...(draft.row.payments ?? []), { payment_sid, pay_date, currency, amount }])
  setValue(draft, 'paid_amount', paid)
  setValue(draft, 'outstanding', subtractMoney(total, paid, currency))
  setValue(draft, 'payment_sid', null)
  setValue(draft, 'request_amount', null)
  if (draft.transition === 'pay') setValue(draft, 'pay_date', pay_date)
}

/** Puts bills on the named payment list, or those that are requested together on a new one for each seller, company and currency. */
async function requestPayments(ctx: Context, drafts: readonly Bill[]) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const lists = new Map<string, string>()
  for (const draft of drafts) {
    const { row, transition } = draft
    const { currency, outstanding } = row
    if (transition !== 'request_payment' || !currency || !outstanding) continue
    const amount = row.request_amount ?? outstanding
    if (!isMoney(amount, currency) || compareMoney(amount, '0', currency) <= 0 || compareMoney(amount, outstanding, currency) > 0) {
      faultAt(ctx, model, draft, 'request_amount', [
        `应大于 0，且不超过未付的 ${outstanding}`,
        `must be above 0 and at most the outstanding ${outstanding}`,
      ])
      continue
    }
    setValue(draft, 'request_amount', amount)
    const payee = await payeeOf(ctx, row)
    if (row.payment_sid) await checkList(ctx, draft, payee)
    else if (draft.faults.length === 0) {
      const key = [payee, row.company_sid, currency].join('\n')
      const list = lists.get(key) ?? (await newList(ctx, payee, row.company_sid))
      lists.set(key, list)
      setValue(draft, 'payment_sid', list)
    }
  }
}

async function payeeOf({ db }: Context, { agency_sid, seller_name }: Bill['row']): Promise<string> {
  if (!agency_sid) return seller_name ?? ''
  const row = await db.selectFrom('agency').select('agency_name').where('sid', '=', agency_sid).executeTakeFirst()
  return row?.agency_name ?? ''
}

const newList = (ctx: Context, payee: string, company_sid: string | null) =>
  createRow(ctx, modelNamed(ctx.tenant.models, 'payment'), { payment_type: 'TO_AGENCY', payee, company_sid })

async function checkList(ctx: Context, draft: Bill, payee: string) {
  const list = await ctx.db
    .selectFrom('payment')
    .select(['payment_type', 'status', 'payee', 'fee_count', 'company_sid', 'totals'])
    .where('sid', '=', String(draft.row.payment_sid))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!list) return
  const isFit = list.payment_type === 'TO_AGENCY' && list.status === 'DRAFT' && list.payee === payee && list.company_sid === draft.row.company_sid
  const others = (list.totals ?? []).filter(({ currency }) => currency !== draft.row.currency)
  if (isFit && !list.fee_count && others.length === 0) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'invoice'), draft, 'payment_sid', [
    `应为本公司付给“${payee}”的草稿，币种相同，且没有费用`,
    `must be a draft without fees to “${payee}” of the same company, in the same currency`,
  ])
}

async function settle(ctx: Context, drafts: readonly Bill[]) {
  await linkFees(ctx, drafts)
  const moved = drafts.filter(({ changed, transition }) => changed.has('payment_sid') && transition !== 'pay' && transition !== 'pay_part')
  await keepTotals(ctx, [...new Set(moved.flatMap(({ before, row }) => [before?.payment_sid ?? [], row.payment_sid ?? []].flat()))])
  for (const draft of drafts) if (draft.transition === 'pay') await payFees(ctx, draft)
}

const isWithdrawn = ({ status }: Bill['row']) => WITHDRAWN_BILLS.some((state) => state === status)

/** A denied payment removes a fee from its bill; a fee that we pay ourselves is on its bill while that is approved. */
const LINKING: ReadonlySet<string> = new Set(['audit', 'unaudit', 'withdraw_payment'])
const isOpen = ({ status }: Pick<Bill['row'], 'status'>) => OPEN_BILLS.some((state) => state === status)

/** A fee refers to its live bill. Before we approve it, a bill does not block a payment by ourselves. */
async function linkFees(ctx: Context, drafts: readonly Bill[]) {
  const fee = modelNamed(ctx.tenant.models, 'fee')
  for (const { sid, row, before, changed, transition } of drafts) {
    if (before && !changed.has('lines') && !LINKING.has(transition ?? '') && !isWithdrawn(row)) continue
    const lines = isWithdrawn(row) ? [] : await withFees(ctx, { ...row, sid, lines: row.lines ?? [] })
    const wanted = new Set(lines.flatMap(({ fee_sid }) => fee_sid ?? []))
    // A fee on another bill is not locked: a step of that bill may hold it, and wait for another one of these.
    const known = await ctx.db
      .selectFrom('fee')
      .select(['sid', 'invoice_sid', 'pay_by'])
      .where((eb) => {
        const free = wanted.size > 0 ? [eb.and([eb('sid', 'in', [...wanted]), eb('invoice_sid', 'is', null)])] : []
        return eb.or([eb('invoice_sid', '=', sid), ...free])
      })
      .orderBy('sid')
      .forNoKeyUpdate()
      .execute()
    if (transition === 'audit') await refuseTaken(ctx, [...wanted], sid)
    const held = known.filter((one) => wanted.has(one.sid) && !(isOpen(row) && one.pay_by === 'SELF'))
    const added = held.filter((one) => one.invoice_sid === null).map((one) => ({ sid: one.sid, invoice_sid: sid }))
    const removed = known.filter((one) => one.invoice_sid === sid && !held.includes(one)).map((one) => ({ sid: one.sid, invoice_sid: null }))
    await updateRows(ctx, fee, [...added, ...removed], ['invoice_sid'])
  }
}

/** The match said so, unless somebody has put a fee on a list or approved another bill at this moment. */
async function refuseTaken({ db }: Context, fees: readonly string[], bill: string) {
  if (fees.length === 0) return
  const taken = await db
    .selectFrom('fee')
    .select('fee_no')
    .where('sid', 'in', fees)
    .where((eb) => eb.or([eb('status', '=', 'PAYING'), eb('invoice_sid', '!=', bill)]))
    .orderBy('fee_no')
    .executeTakeFirst()
  if (taken) refuse('rule', { summary_zh: `费用 ${taken.fee_no} 刚被列入其他账单或缴费单，请重新核对`, summary_en: `Fee ${taken.fee_no} has just been put on another invoice or payment list: match again` }) // oxfmt-ignore
}

/** A fee that we now pay ourselves leaves a bill that is not approved. */
async function releaseOurs({ db }: Context, drafts: readonly DraftOf<'fee'>[]) {
  const ours = drafts.filter(({ before, changed, row }) => before && changed.has('pay_by') && row.pay_by === 'SELF' && row.invoice_sid)
  if (ours.length === 0) return
  const named = ours.flatMap(({ row }) => row.invoice_sid ?? [])
  const open = await db.selectFrom('invoice').select('sid').where('sid', 'in', named).where('status', 'in', OPEN_BILLS).execute()
  for (const draft of ours) if (open.some(({ sid }) => sid === draft.row.invoice_sid)) setValue(draft, 'invoice_sid', null)
}

/** Pays the fees of a bill; where the billed amount is the one that is owed, exactly with it. */
async function payFees(ctx: Context, { sid, row }: Bill) {
  const lines = await withFees(ctx, { ...row, sid, lines: row.lines ?? [] })
  const own = new Map(lines.flatMap((line, at) => (line.fee_sid ? [[line.fee_sid, { line, at }] as const] : [])))
  if (own.size === 0) return
  const fees = await ctx.db
    .selectFrom('fee')
    .select('sid')
    .where('sid', 'in', [...own.keys()])
    .where('invoice_sid', '=', sid)
    .where('status', 'in', UNPAID)
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .execute()
  const fee = modelNamed(ctx.tenant.models, 'fee')
  for (const one of fees) {
    const found = own.get(one.sid)
    if (found) await takeTransitions(ctx, fee, [one.sid], 'pay', { pay_date: row.pay_date, ...amountOf(row, found) })
  }
}

const amountOf = ({ deviations }: Pick<Invoice, 'deviations'>, { line, at }: { line: BillLine; at: number }) =>
  (deviations ?? []).some(({ line_no }) => line_no === at + 1) ? {} : { paid_amount: line.amount }

type Listed = { sid: string; payment_sid: string | null; currency: string | null; request_amount: string | null; outstanding: string | null }

const onLists = ({ db }: Context, lists: readonly string[]): Promise<Listed[]> =>
  db
    .selectFrom('invoice')
    .select(['sid', 'payment_sid', 'currency', 'request_amount', 'outstanding'])
    .where('payment_sid', 'in', [...lists])
    .where('status', '=', 'PAY_REQUESTED')
    .where('deleted_at', 'is', null)
    .orderBy('sid')
    .execute()

/** Stores on a list the number of its bills and their total in each currency. */
async function keepTotals(ctx: Context, lists: readonly string[]) {
  if (lists.length === 0) return
  const bills = await onLists(ctx, lists)
  const rows = lists.map((sid) => {
    const own = bills.filter((one) => one.payment_sid === sid)
    return { sid, bill_count: own.length, totals: totalsOf(own) }
  })
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'payment'), rows, ['bill_count', 'totals'])
}

const totalsOf = (bills: readonly Listed[]) =>
  [...Map.groupBy(bills, ({ currency }) => currency ?? 'CNY')]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      amount: sumMoney(
        own.map(({ request_amount }) => request_amount ?? '0'),
        currency,
      ),
    }))

/** Pays or releases the bills of a list with it; their number. */
export async function settleBills(ctx: Context, list: string, transition: 'pay' | 'cancel'): Promise<number> {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const bills = await onLists(ctx, [list])
  if (bills.length === 0) return 0
  const take = async (code: 'release' | 'pay' | 'pay_part', own: readonly Listed[]) => {
    if (own.length === 0) return
    await takeTransitions(
      ctx,
      model,
      own.map(({ sid }) => sid),
      code,
      {},
      { ofWhole: true },
    )
  }
  if (transition === 'cancel') await take('release', bills)
  else {
    authorizeAbility(ctx, model, ABILITIES.invoice.pay_bill)
    const isWhole = ({ request_amount, outstanding, currency }: Listed) => compareMoney(request_amount ?? '0', outstanding ?? '0', currency ?? 'CNY') === 0 // oxfmt-ignore
    await take('pay', bills.filter(isWhole))
    await take(
      'pay_part',
      bills.filter((bill) => !isWhole(bill)),
    )
  }
  return bills.length
}

/** A fee on a bill is paid with the bill, and a list of bills holds no fees. */
async function refuseBilledFees(ctx: Context, drafts: readonly DraftOf<'fee'>[]) {
  const listed = drafts.filter(({ transition, row }) => transition === 'put_in_batch' && row.payment_sid)
  if (listed.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'fee')
  const lists = [...new Set(listed.flatMap(({ row }) => row.payment_sid ?? []))]
  const withBills = await ctx.db.selectFrom('payment').select('sid').where('sid', 'in', lists).where('bill_count', '>', 0).execute()
  const bills = listed.flatMap(({ row }) => row.invoice_sid ?? [])
  const numbers = bills.length > 0 ? await ctx.db.selectFrom('invoice').select(['sid', 'invoice_no']).where('sid', 'in', bills).execute() : []
  for (const draft of listed) {
    const bill = numbers.find(({ sid }) => sid === draft.row.invoice_sid)
    if (bill) faultAt(ctx, model, draft, 'invoice_sid', [`在账单 ${bill.invoice_no} 上，随账单支付`, `names ${bill.invoice_no}: the fee is paid with that invoice`]) // oxfmt-ignore
    if (withBills.some(({ sid }) => sid === draft.row.payment_sid))
      faultAt(ctx, model, draft, 'payment_sid', ['已有账单，不能再列入费用', 'already holds invoices; fees need a list of their own'])
  }
}
