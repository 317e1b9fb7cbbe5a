import { feeNumbers } from '../../model/fees/fee-number.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { computeDeadlines } from '../../model/docketing/calculation/docket.ts'
import { isPaidEarly } from '../../model/docketing/facts-of-case.ts'
import { decimalsOf, percentMoney, roundMoney, sumMoney } from '../../model/kit/money/money.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { type FeeActions, feeActionsOf, quoteAnnuity } from '../../model/fees/fee-actions.ts'
import { explainFee } from '../../model/fees/wording/explain.ts'
import { PAID_BILLS } from '../../model/fees/invoices/invoice.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import { type Case, readCases } from '../docketing/read-cases.ts'
import { docketAndFind } from '../docketing/findings/at-once.ts'
import { annuitiesOf, annuityOfYear } from '../docketing/annuities.ts'
import { chargesOf } from '../docketing/fees-of-deadline.ts'
import { lawFor, type TenantLaw } from '../docketing/law/law.ts'
import { type Call, perform } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { sidOf } from '../records/write/values.ts'
import { refuse } from '../errors.ts'
import { reopenCompleted } from './annuities/annuities.ts'
import { noteOfPerson, owedOn, tryQuote } from './owed.ts'
import type { Part } from '../records/modules.ts'
import type { Context, DraftOf } from '../records/context.ts'

export const fees: Part = {
  hooks: [{ model: 'fee', prepare: prepareFees, written: redocket }],
  shown: { fee: addReasons },
  actions: perform(quoteAnnuity, quote),
}

export const annuitySchedule = ({ name }: CaseKind): Part => ({ actions: perform(feeActionsOf(name).annuitySchedule, schedule) })

/** A payment is judged by the price of its own day: a short payment is unpaid, and a person's decision stays. */
async function prepareFees(ctx: Context, drafts: readonly DraftOf<'fee'>[]) {
  await nameAmericanYears(ctx, drafts)
  await checkYears(ctx, drafts)
  const paying = drafts.filter((draft) => draft.transition === 'pay')
  for (const draft of drafts) {
    if (!draft.before && draft.row.key === null) setValue(draft, 'manual', true)
    if (!draft.before) setValue(draft, 'amount', draft.row.amount ?? afterReduction(draft.row))
    if (draft.before?.manual === false && draft.changed.has('due_date'))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'fee'), draft, 'due_date', [
        '由规则计算，请改动其依据',
        'is calculated by its rule; change the facts it is based on',
      ])
    if (isCorrectedAmount(draft)) noteCorrected(draft)
    if (draft.transition) setValue(draft, 'handled', true)
    if (draft.transition === 'cancel' && draft.row.manual === false && !draft.row.handled_reason)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'fee'), draft, 'handled_reason', [
        '取消由规则产生的费用须说明理由',
        'is required to cancel a fee created by a rule',
      ])
    if (draft.transition === 'decide_pay') setValue(draft, 'decision', 'PAY')
    if (draft.transition === 'decide_abandon') setValue(draft, 'decision', 'ABANDON')
    if (draft.transition === 'decide_later') setValue(draft, 'decision', 'ASK')
    if (draft.transition === 'put_in_batch') setValue(draft, 'decision', 'PAY')
    if (draft.transition === 'take_back') setValue(draft, 'payment_sid', null)
    if (endsReason(draft)) setValue(draft, 'handled_reason', null)
  }
  await denyPayments(ctx, drafts.filter(({ transition }) => transition === 'not_paid')) // oxfmt-ignore
  const corrected = drafts.filter(isWorse)
  const entered = drafts.filter(({ before, row }) => !before && row.status === 'PAID')
  const priced = [...paying, ...corrected, ...entered].filter(({ row }) => row.fee_class === 'ANNUITY')
  const cases = priced.length ? await readCases(ctx, [...new Set(priced.map(({ row }) => String(row.case_sid)))]) : []
  const bySid = new Map(cases.map((one) => [String(one.row.sid), one]))
  for (const draft of paying) await judgePayment(ctx, draft, bySid.get(String(draft.row.case_sid)))
  for (const draft of drafts) if (!draft.transition) checkPaid(ctx, draft)
  for (const draft of corrected) await judgeCorrection(ctx, draft, bySid.get(String(draft.row.case_sid)))
  for (const draft of entered) await judgeEntered(ctx, draft, bySid.get(String(draft.row.case_sid)))
  await numberFees(ctx, drafts)
}

/** A person sets another amount than the price, as the office has told it. */
const isCorrectedAmount = ({ before, transition, changed, row }: DraftOf<'fee'>) =>
  before?.manual === false && !transition && changed.has('amount') && row.fee_class === 'ANNUITY' && row.status !== 'PAID'

function noteCorrected(draft: DraftOf<'fee'>) {
  setValue(draft, 'explanation', noteOfPerson(draft.row.amount ?? null))
  setValue(draft, 'certainty', 'CHECK')
}

/** A fee that is paid, or given up no more, keeps no reason of before; while it is owed, its reason is why its payment was denied. */
const endsReason = ({ before, transition, changed }: DraftOf<'fee'>) =>
  transition !== undefined && !changed.has('handled_reason') && (transition === 'pay' || before?.status === 'ABANDONED')

const OF_PAYMENT = ['pay_date', 'paid_amount', 'voucher_no', 'payment_sid', 'exchange_rate', 'exchange_rate_date', 'amount_local'] as const

/** Removes the facts of a denied payment from the fee, with its payment list, and its link to a paid bill. */
async function denyPayments({ db }: Context, drafts: readonly DraftOf<'fee'>[]) {
  const bills = drafts.flatMap(({ row }) => row.invoice_sid ?? [])
  const paid =
    bills.length > 0 ? await db.selectFrom('invoice').select('sid').where('sid', 'in', bills).where('status', 'in', PAID_BILLS).execute() : []
  for (const draft of drafts) {
    for (const code of OF_PAYMENT) setValue(draft, code, null)
    if (paid.some(({ sid }) => sid === draft.row.invoice_sid)) setValue(draft, 'invoice_sid', null)
  }
}

/** American maintenance fees are also called those of years 4, 8 and 12, by whose end they must be paid; they are kept by 3.5, 7.5 and 11.5. */
async function nameAmericanYears({ db }: Context, drafts: readonly DraftOf<'fee'>[]) {
  const named = drafts.filter(
    ({ changed, row }) => changed.has('annuity_year') && row.fee_class === 'ANNUITY' && [4, 8, 12].includes(Number(row.annuity_year)),
  )
  const sids = named.flatMap(({ row }) => row.case_sid ?? [])
  if (sids.length === 0) return
  const american = await db.selectFrom('case').select('sid').where('sid', 'in', sids).where('country', '=', 'US').execute()
  const cases = new Set(american.map(({ sid }) => sid))
  for (const draft of named) if (cases.has(draft.row.case_sid ?? '')) setValue(draft, 'annuity_year', Number(draft.row.annuity_year) - 0.5)
}

/** Annuities are of whole years, American maintenance fees of the years 3.5, 7.5 and 11.5. */
async function checkYears(ctx: Context, drafts: readonly DraftOf<'fee'>[]) {
  const parts = drafts.filter(
    ({ changed, row }) => changed.has('annuity_year') && row.fee_class === 'ANNUITY' && !Number.isInteger(Number(row.annuity_year)),
  )
  const sids = parts.flatMap(({ row }) => row.case_sid ?? [])
  if (sids.length === 0) return
  const american = await ctx.db.selectFrom('case').select('sid').where('sid', 'in', sids).where('country', '=', 'US').execute()
  const cases = new Set(american.map(({ sid }) => sid))
  const model = modelNamed(ctx.tenant.models, 'fee')
  for (const draft of parts) {
    const isAmerican = cases.has(draft.row.case_sid ?? '')
    if (isAmerican && AMERICAN_YEARS.includes(Number(draft.row.annuity_year))) continue
    faultAt(ctx, model, draft, 'annuity_year', isAmerican ? ['美国维持费的年度只能是 3.5、7.5 或 11.5', 'must be 3.5, 7.5 or 11.5 for an American maintenance fee'] : ['年费年度必须是整数', 'must be a whole year']) // oxfmt-ignore
  }
}

const AMERICAN_YEARS = [3.5, 7.5, 11.5]

/** A fee is paid only by a payment with its day and amount. */
function checkPaid(ctx: Context, draft: DraftOf<'fee'>) {
  const { status, pay_date: day, paid_amount: amount } = draft.row
  if (!['status', 'pay_date', 'paid_amount'].some((code) => draft.changed.has(code))) return
  const model = modelNamed(ctx.tenant.models, 'fee')
  if (day && day > ctx.today) faultAt(ctx, model, draft, 'pay_date', FUTURE)
  if (status !== 'PAID') return
  if (!day) faultAt(ctx, model, draft, 'pay_date', ['已缴的费用须填缴费日', 'is required for a paid fee'])
  if ((amount ?? null) === null) faultAt(ctx, model, draft, 'paid_amount', ['已缴的费用须填实缴金额', 'is required for a paid fee'])
}

/** A recorded payment is corrected so that more is missing, or that of an annuity to a later day, on which more may have been owed. */
function isWorse({ before, transition, row }: DraftOf<'fee'>): boolean {
  if (transition || before?.status !== 'PAID' || row.status !== 'PAID') return false
  return missingOf(row) > missingOf(before) || (row.fee_class === 'ANNUITY' && String(row.pay_date ?? '') > String(before.pay_date ?? ''))
}

type FeeRow = DraftOf<'fee'>['row']

const missingOf = (row: FeeRow) => minor(dueOf(row) ?? '0', row) - minor(row.paid_amount ?? '0', row)

/** The amount with its surcharge. */
const dueOf = ({ amount, surcharge, currency }: FeeRow): string | null =>
  (amount ?? null) === null ? null : sumMoney([amount, surcharge].map((one) => roundMoney(String(one ?? '0'), currency ?? 'CNY')), currency ?? 'CNY') // oxfmt-ignore

const isLess = ({ before, row }: DraftOf<'fee'>) =>
  (before?.paid_amount ?? null) !== null && (row.paid_amount ?? null) !== null && minor(row.paid_amount, row) < minor(before?.paid_amount, row)

/** A fee does not stay paid with less than its amount, nor an annuity with less than was owed on the day of its payment. */
async function judgeCorrection(ctx: Context, draft: DraftOf<'fee'>, one: Case | undefined) {
  const { row, changed } = draft
  if (draft.faults.length > 0) return
  const quoted = one && (await owedOn(ctx, one, draft.row, String(draft.row.pay_date)))
  if (quoted?.terminated) return faultAt(ctx, modelNamed(ctx.tenant.models, 'fee'), draft, 'pay_date', afterGrace(quoted.grace_end))
  const isBelow = (owed: string | null): owed is string => owed !== null && minor(row.paid_amount, row) < minor(owed, row)
  const own = !quoted || changed.has('amount') ? dueOf(row) : null // the price of the day replaces an amount that nobody changed
  if (isBelow(own)) return faultAt(ctx, modelNamed(ctx.tenant.models, 'fee'), draft, 'paid_amount', tooLittle(own))
  if (!one || !quoted || !isBelow(quoted.total)) return
  if (!isLess(draft) && (await owedOn(ctx, one, row, String(draft.before?.pay_date)))?.total === quoted.total) return // what was enough then, by the reduction of then
  faultAt(ctx, modelNamed(ctx.tenant.models, 'fee'), draft, 'paid_amount', tooLittle(quoted.total))
}

const tooLittle = (owed: string) => [`少于该日应缴的 ${owed}：请先记为“未缴足”`, `is less than the ${owed} owed on that day: record the fee as found short first`] as const // oxfmt-ignore

/** A fee is not entered as paid with less than its amount. What an annuity without an amount cost on the day is only asked about: a reduction of then may be unrecorded. */
async function judgeEntered(ctx: Context, draft: DraftOf<'fee'>, one: Case | undefined) {
  const { row } = draft
  if (draft.faults.length > 0 || (row.paid_amount ?? null) === null) return
  const model = modelNamed(ctx.tenant.models, 'fee')
  const stated = dueOf(row)
  const owed = stated ?? (one && (await owedOn(ctx, one, draft.row, String(draft.row.pay_date))))?.total ?? '0'
  if (minor(row.paid_amount, row) >= minor(owed, row)) return
  if (stated === null)
    warnAt(model, draft, { code: 'less_than_price', field: 'paid_amount', words: [`少于该日应缴的 ${owed}`, `is less than the ${owed} owed on that day`], asks: true }) // oxfmt-ignore
  else faultAt(ctx, model, draft, 'paid_amount', [`少于应缴的 ${owed}：应记为“未缴足”`, `is less than the ${owed} due: enter the fee as underpaid`])
}

const afterGrace = (end: string) => [`补缴期限已于 ${end} 届满`, `is after the grace period, which ended on ${end}`] as const

const FUTURE = ['缴费日不能晚于今天', 'must not be in the future'] as const

/** The rest of the full amount after the reduction. */
function afterReduction({ amount_full: full, reduction_pct: pct, currency }: DraftOf<'fee'>['row']): string | null {
  if (typeof full !== 'string') return null
  return percentMoney(full, (100 - Number(pct ?? 0)).toFixed(2), String(currency)) // a percentage has two decimals
}

/** A fee entered without a number is numbered on within its case, like computed fees. */
async function numberFees({ db }: Context, drafts: readonly DraftOf<'fee'>[]) {
  const open = drafts.filter(({ row }) => (row.fee_no ?? null) === null && row.case_sid)
  if (open.length === 0) return
  const sids = [...new Set(open.map(({ row }) => row.case_sid))]
  // Locked, so that two fees entered at once do not draw one number.
  const cases = await db.selectFrom('case').select(['sid', 'case_no']).where('sid', 'in', sids).orderBy('sid').forNoKeyUpdate().execute()
  const numbers = new Map(cases.map((row) => [row.sid, row.case_no]))
  const there = await db.selectFrom('fee').select(['case_sid', 'fee_no']).where('case_sid', 'in', sids).where('deleted_at', 'is', null).execute()
  for (const [sid, own] of Map.groupBy(open, ({ row }) => row.case_sid)) {
    const next = feeNumbers(
      numbers.get(sid ?? '') ?? '',
      there.filter((fee) => fee.case_sid === sid),
    )
    for (const draft of own) setValue(draft, 'fee_no', next())
  }
}

async function judgePayment(ctx: Context, draft: DraftOf<'fee'>, one: Case | undefined) {
  let total: string | null = null
  const model = modelNamed(ctx.tenant.models, 'fee')
  if (!draft.changed.has('pay_date') && !draft.row.pay_date) setValue(draft, 'pay_date', ctx.today)
  const day = String(draft.row.pay_date)
  if (day > ctx.today) return faultAt(ctx, model, draft, 'pay_date', FUTURE)
  if (isPaidEarly(draft.row))
    warnAt(model, draft, {
      code: 'paid_too_early',
      field: 'pay_date',
      words: [`${draft.row.window_from} 之前不能有效缴纳`, `is too early: the fee cannot be validly paid before ${draft.row.window_from}`],
      asks: true,
    })
  const owed = one && (await owedOn(ctx, one, draft.row, String(draft.row.pay_date)))
  if (owed) {
    if (owed.terminated) return faultAt(ctx, model, draft, 'pay_date', afterGrace(owed.grace_end))
    setValue(draft, 'amount', owed.amount)
    setValue(draft, 'surcharge', owed.surcharge)
    setValue(draft, 'surcharge_rate', owed.surcharge_rate || null)
    if (owed.certainty === 'CHECK') setValue(draft, 'certainty', 'CHECK') // a doubt does not end with the payment
    total = owed.total
  }
  comparePaid(ctx, draft, total ?? dueOf(draft.row))
}

/** A payment without its own amount counts as the amount owed. */
function comparePaid(ctx: Context, draft: DraftOf<'fee'>, owed: string | null) {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const paid = draft.row.paid_amount ?? null
  if (owed === null) {
    if (paid === null) faultAt(ctx, model, draft, 'paid_amount', ['该费用没有应缴金额，须填写实缴金额', 'is required, as the fee has no amount'])
  } else if (paid === null) setValue(draft, 'paid_amount', owed)
  else if (minor(paid, draft.row) < minor(owed, draft.row)) setValue(draft, 'status', 'UNDERPAID')
  else if (minor(paid, draft.row) > minor(owed, draft.row))
    warnAt(model, draft, { code: 'overpaid', field: 'paid_amount', words: [`多于应缴的 ${owed}`, `is more than the ${owed} due`], asks: true })
}

function minor(amount: unknown, { currency }: DraftOf<'fee'>['row']): bigint {
  const digits = decimalsOf(currency ?? 'CNY')
  const [whole = '0', part = ''] = String(amount).split('.')
  return BigInt(whole + part.padEnd(digits, '0').slice(0, digits))
}

/** A paid year closes its deadline, and the next year appears; one that was not paid after all opens it again. */
async function redocket(ctx: Context, drafts: readonly DraftOf<'fee'>[]) {
  for (const { row, transition } of drafts) if (transition === 'not_paid') await reopenCompleted(ctx, row)
  const moved = drafts.filter((draft) => draft.before && draft.changed.has('status') && draft.row.case_sid && !isOnlyListed(draft))
  if (moved.length) await docketAndFind(ctx, [...new Set(moved.map((draft) => String(draft.row.case_sid)))])
}

/** A fee that was to be paid anyway is put on a list: no deadline depends on that. */
const isOnlyListed = ({ transition, before }: DraftOf<'fee'>) => transition === 'put_in_batch' && before?.decision === 'PAY'

/** `why`: the steps to the amount, in the caller's language. */
async function addReasons(ctx: Context, record: Record<string, unknown>) {
  record.why = []
  const case_sid = sidOf(record.case_sid)
  if (!case_sid) return
  const [one] = await readCases(ctx, [case_sid])
  const law = await lawFor(ctx)
  const due = String(record.due_date)
  const day = record.pay_date ? String(record.pay_date) : due < ctx.today ? ctx.today : due
  const answer = one && (annuityReasons(ctx, one, record, day, law) ?? chargeReasons(one, record, law, ctx.today))
  if (answer) record.why = explainFee(answer, ctx.lang)
}

function annuityReasons({ today }: Context, one: Case, { fee_class, annuity_year }: Record<string, unknown>, day: string, law: TenantLaw) {
  const year = Number(annuity_year)
  return fee_class === 'ANNUITY' && year > 0 ? tryQuote(() => annuityOfYear(one, year, day, law, today))?.explanation : undefined
}

/** Prices the deadline of the fee again, as docketing did; a fee entered by hand has only its own reasons. */
function chargeReasons(one: Case, { fee_type, sid }: Record<string, unknown>, law: TenantLaw, today: string) {
  const row = one.fees.find((fee) => fee.sid === sid)
  if (!row?.deadline_key) return undefined
  const deadline = computeDeadlines(one.facts, law.law, today).find(({ key }) => key === row.deadline_key)
  return deadline && tryQuote(() => chargesOf(one, deadline, law, today))?.find(({ fee_code }) => fee_code === fee_type)?.explanation
}

/** Every annuity of the term at the prices known today. */
async function schedule({ ctx, body }: Call<FeeActions['annuitySchedule']>) {
  const [one, law] = await seenCase(ctx, body.sid)
  return {
    record: (tryQuote(() => annuitiesOf(one, law, ctx.today)) ?? []).map(({ explanation, ...row }) => ({
      ...row,
      why: explainFee(explanation, ctx.lang),
    })),
  }
}

/** The amount owed on that day. */
async function quote({ ctx, body: { case_sid, annuity_year, pay_date: day = ctx.today } }: Call<typeof quoteAnnuity>) {
  const year = annuity_year
  const [one, law] = await seenCase(ctx, case_sid)
  try {
    const quoted = annuityOfYear(one, year, day, law, ctx.today)
    if (!quoted) throw new FeeFault('no_rule', `${one.facts.country} ${year}`)
    const { explanation, ...owed } = quoted
    return { ...owed, why: explainFee(explanation, ctx.lang) }
  } catch (error) {
    if (error instanceof FeeFault) return refuse('rule', { summary_zh: error.zh, summary_en: error.en })
    throw error
  }
}

async function seenCase(ctx: Context, sid: string) {
  await get(ctx, modelNamed(ctx.tenant.models, HEAD), sid)
  const one = (await readCases(ctx, [sid]))[0] ?? refuse('not_found')
  return [one, await lawFor(ctx)] as const
}
