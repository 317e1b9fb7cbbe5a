import { decideDeviations, matchInvoice } from '../../../model/fees/invoices/invoice-actions.ts'
import { type BillDeviation, type BillLine, OPEN_BILLS, WITHDRAWN_BILLS } from '../../../model/fees/invoices/invoice.ts'
import { DEVIATIONS, deviationsOf, keyOf, NEVER_ACCEPTED } from '../../../model/fees/invoices/match-bill.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { formatMoney, isMoney, money, subtractMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { seenAmong } from '../../records/seen-among.ts'
import { getOrUnseen } from '../../records/write/create.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'
import { factsOf } from './bill-facts.ts'
import { type ReadLine, withFees } from './fees-of-lines.ts'

type Bill = DraftOf<'invoice'>

export const invoices: Part = {
  hooks: [{ model: 'invoice', prepare: prepareBills }],
  actions: [...perform(matchInvoice, matchAgain), ...perform(decideDeviations, decide)],
}

async function prepareBills(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    keepAudited(ctx, draft)
    nameSeller(ctx, draft)
    if (!draft.before || ['lines', 'currency'].some((code) => draft.changed.has(code))) await readLines(ctx, draft)
    if (!draft.before || draft.transition === 'audit' || MATCHED.some((code) => draft.changed.has(code))) await match(ctx, draft)
    setValue(draft, 'outstanding', outstandingOf(draft))
    audit(ctx, draft)
  }
}

const BILLED = ['invoice_no', 'bill_type', 'agency_sid', 'seller_name', 'seller_tax_no', 'bill_date', 'currency', 'lines', 'company_sid']
const MATCHED = ['lines', 'currency', 'agency_sid', 'bill_date', 'bill_type']

/** Approved values cannot be changed, and a new bill is unprocessed. */
function keepAudited(ctx: Context, draft: Bill) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const { before, changed, transition, row } = draft
  if (!before && row.status !== 'UNPROCESSED') faultAt(ctx, model, draft, 'status', ['新账单的状态为未处理', 'of a new invoice must be unprocessed'])
  if (before && !OPEN_BILLS.some((state) => state === before.status))
    for (const code of BILLED)
      if (changed.has(code)) faultAt(ctx, model, draft, code, ['账单已审核，不能修改', 'cannot be changed once the invoice is approved'])
  if (transition !== undefined) return
  for (const code of ['payment_sid', 'request_amount'])
    if (changed.has(code)) faultAt(ctx, model, draft, code, ['只在请款时填写', 'is set by requesting payment'])
}

/** Numbers are unique among the bills of one seller: an agency, or a seller with the tax number or the name. */
function nameSeller(ctx: Context, draft: Bill) {
  // An agency bills in its own name.
  if (!draft.before && !draft.row.agency_sid && !draft.row.seller_name && ctx.actor.platform === 2)
    setValue(draft, 'agency_sid', ctx.actor.agency_sid)
  const { agency_sid, seller_tax_no, seller_name, bill_date, due_date } = draft.row
  const model = modelNamed(ctx.tenant.models, 'invoice')
  if (!agency_sid && !seller_name) faultAt(ctx, model, draft, 'agency_sid', ['应填代理机构，或其他开票方', 'is required, or another seller'])
  if (agency_sid && seller_name) faultAt(ctx, model, draft, 'seller_name', ['已有代理机构时不填', 'must be empty where there is an agency'])
  if (draft.changed.has('bill_date') && bill_date && bill_date > ctx.today)
    faultAt(ctx, model, draft, 'bill_date', ['不能晚于今天', 'must not be in the future'])
  if (draft.changed.has('due_date') && due_date && bill_date && due_date < bill_date)
    faultAt(ctx, model, draft, 'due_date', ['不能早于账单日期', 'must not be before the date of the invoice'])
  setValue(draft, 'seller_key', agency_sid ?? seller_tax_no ?? seller_name)
}

/** Completes the lines and adds them up. */
async function readLines(ctx: Context, draft: Bill) {
  const { currency, lines: given } = draft.row
  if (!given || !currency) return
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const lines = (await withCases(ctx, draft, ownLinks(ctx, draft, given))).map((line) => ({ ...line, currency: line.currency ?? currency }))
  for (const [at, line] of lines.entries()) {
    const where = (zh: string, en: string) => faultAt(ctx, model, draft, 'lines', [`第 ${at + 1} 行：${zh}`, `row ${at + 1}: ${en}`])
    if (line.currency !== currency) where('币种应与账单相同', 'the currency must be that of the invoice')
    else if (![line.amount, line.tax].every((amount) => amount === null || isMoney(amount, currency))) where(`小数位多于 ${currency} 所允许的`, `has more decimals than ${currency} allows`) // oxfmt-ignore
    if (!line.fee_sid && !line.service) where('应填费用或服务', 'a fee or a service is required')
  }
  if (draft.faults.some(({ field }) => field === 'lines')) return
  const amount = sumOf(lines, 'amount', currency)
  const tax = sumOf(lines, 'tax', currency)
  const inDecimals = (value: string | null) => (value === null ? null : money(value, currency))
  setValue(draft, 'lines', lines.map((line) => ({ ...line, amount: inDecimals(line.amount), tax: inDecimals(line.tax) }))) // oxfmt-ignore
  setValue(draft, 'case_sids', [...new Set(lines.flatMap(({ case_sid }) => case_sid ?? []))])
  setValue(draft, 'amount', amount)
  setValue(draft, 'tax_amount', tax)
  setValue(draft, 'total', sumMoney([amount, tax], currency))
}

const sumOf = (lines: readonly BillLine[], code: 'amount' | 'tax', currency: string) =>
  sumMoney(
    lines.map((line) => line[code] ?? '0'),
    currency,
  )

/** A person who sees no fees cannot choose one: a known fee stays on its unchanged line, and is removed from a changed one. */
function ownLinks(ctx: Context, { before }: Bill, lines: readonly BillLine[]): readonly BillLine[] {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'fee'))
  if (!before || verbs.has('search') || verbs.has('*')) return lines
  const alike = (line: BillLine) => (before.lines ?? []).some((one) => SAME_THING.every((code) => (one[code] ?? null) === (line[code] ?? null)))
  return lines.map((line) => (line.fee_sid && !alike(line) ? { ...line, fee_sid: null } : line))
}

const SAME_THING = ['fee_sid', 'case_sid', 'service', 'description'] as const

/** The case of a line is that of its fee, or the one with the number on the bill. */
async function withCases({ db, actor }: Context, { row: { company_sid } }: Bill, lines: readonly BillLine[]): Promise<BillLine[]> {
  const fees = lines.flatMap(({ fee_sid }) => fee_sid ?? [])
  const refs = lines.flatMap(({ case_sid, case_ref }) => (case_sid ? [] : (case_ref ?? [])))
  const ofFee = fees.length > 0 ? await db.selectFrom('fee').select(['sid', 'case_sid']).where('sid', 'in', fees).execute() : []
  const named =
    refs.length > 0
      ? await db
          .selectFrom('case')
          .select(['sid', 'case_no', 'application_no'])
          .where((eb) => eb.or([eb('case_no', 'in', refs), eb('application_no', 'in', refs)]))
          .where('company_sid', '=', company_sid)
          .where('deleted_at', 'is', null)
          .$if(actor.platform === 2, (query) => query.where('agency_sid', '=', actor.agency_sid))
          .execute()
      : []
  const byFee = new Map(ofFee.map((one) => [one.sid, one.case_sid]))
  const byRef = new Map(named.flatMap((one) => [one.case_no, one.application_no].map((number) => [number, one.sid] as const)))
  return lines.map((line) => ({ ...line, case_sid: byFee.get(line.fee_sid ?? '') ?? line.case_sid ?? byRef.get(line.case_ref) ?? null }))
}

/** Matches again; decisions about the same amounts stay. */
async function match(ctx: Context, draft: Bill) {
  const { row, sid } = draft
  if (!row.lines || draft.faults.length > 0) return
  const lines = await withFees(ctx, { ...row, sid, lines: row.lines })
  await keepFees(ctx, draft, lines)
  const kept = new Map((row.deviations ?? []).map((one) => [one.key, one]))
  const found = deviationsOf(await factsOf(ctx, { ...row, sid, lines })).map((one): BillDeviation => {
    const key = keyOf(one)
    const { decision = null, reason = null, decided_by = null } = kept.get(key) ?? {}
    return { ...one, key, decision, reason, decided_by }
  })
  setDeviations(draft, found)
}

/** Found fees are stored in the lines if the person sees them; an agency does not learn of them. */
async function keepFees(ctx: Context, draft: Bill, lines: readonly ReadLine[]) {
  const before = draft.row.lines ?? []
  const found = lines.flatMap(({ fee_sid }, at) => (fee_sid && fee_sid !== before[at]?.fee_sid ? [fee_sid] : []))
  if (found.length === 0) return
  const seen = await seenAmong(ctx, modelNamed(ctx.tenant.models, 'fee'), [...new Set(found)])
  setValue(draft, 'lines', before.map((line, at) => ({ ...line, fee_sid: seen.has(lines[at]?.fee_sid ?? '') ? lines[at]?.fee_sid : line.fee_sid }))) // oxfmt-ignore
}

function setDeviations(draft: Bill, deviations: readonly BillDeviation[]) {
  setValue(draft, 'deviations', deviations.length > 0 ? deviations : null)
  setValue(draft, 'undecided', deviations.filter(({ decision }) => decision !== 'ACCEPT').length)
}

const isWithdrawn = ({ row: { status } }: Pick<Bill, 'row'>) => WITHDRAWN_BILLS.some((state) => state === status)

function outstandingOf(draft: Bill): string | null {
  const { total, paid_amount, currency } = draft.row
  if (!total || !currency) return null
  return isWithdrawn(draft) ? sumMoney([], currency) : subtractMoney(total, paid_amount ?? '0', currency)
}

/** A bill is approved once each deviation is accepted with a reason. */
function audit(ctx: Context, draft: Bill) {
  const { transition, row } = draft
  if (transition === 'audit') {
    const open = (row.deviations ?? []).filter(({ decision }) => decision !== 'ACCEPT')
    if (open.length > 0) {
      const said = open.slice(0, 5).map((one) => inWords(one, ctx))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'invoice'), draft, 'deviations', [
        `有 ${open.length} 项差异未接受，须先接受并说明理由，或退回账单：${said.join('；')}`,
        `not accepted: ${open.length}; accept each with a reason, or return the invoice: ${said.join('; ')}`,
      ])
    }
  }
  if (transition === 'audit' || transition === 'unaudit') {
    setValue(draft, 'auditor', transition === 'audit' ? ctx.actor.sid : null)
    setValue(draft, 'audit_date', transition === 'audit' ? ctx.today : null)
  }
  if (transition === 'resubmit' || transition === 'request_payment') for (const code of ['reason', 'internal_reason']) setValue(draft, code, null)
}

function inWords({ kind, line_no, about, billed, expected, currency }: BillDeviation, { lang }: Context): string {
  const what = kind ? wordIn(DEVIATIONS[kind], lang) : ''
  const line = line_no === null ? '' : lang === 'zh' ? `第 ${line_no} 行` : `line ${line_no}`
  const numbers = [billed, expected].flatMap((amount) => (amount ? formatMoney(amount, currency ?? '') : [])).join(' / ')
  return [line, what, about, numbers].filter(Boolean).join(' ')
}

async function matchAgain({ ctx, model, body: { sid } }: Call<typeof matchInvoice>) {
  await change(ctx, sid, (draft) => match(ctx, draft))
  return get(ctx, model, sid)
}

/** Accepts or disputes deviations; a duplicate charge is never accepted. */
async function decide({ ctx, model, body: { sid, keys, decision, reason } }: Call<typeof decideDeviations>) {
  await change(ctx, sid, (draft) => {
    const known = draft.row.deviations ?? []
    const chosen = known.filter(({ key }) => key !== null && keys.includes(key))
    if (chosen.length < keys.length)
      refuse('rule', { summary_zh: '账单没有所选的差异，请重新核对', summary_en: 'The invoice has no such deviation: match it again' })
    const never = decision === 'ACCEPT' ? chosen.find(({ kind }) => NEVER_ACCEPTED.some((one) => one === kind)) : undefined
    if (never) refuse('rule', { summary_zh: `不能接受“${inWords(never, { ...ctx, lang: 'zh' })}”：请退回账单`, summary_en: `“${inWords(never, { ...ctx, lang: 'en' })}” cannot be accepted: return the invoice` }) // oxfmt-ignore
    setDeviations(
      draft,
      known.map((one) => (chosen.includes(one) ? { ...one, decision, reason, decided_by: ctx.actor.sid } : one)),
    )
  })
  return getOrUnseen(ctx, model, sid)
}

/** Changes what the product has found out about an unprocessed bill, with its history. */
async function change(ctx: Context, sid: string, set: (draft: Bill) => Promise<void> | void) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const before = (await lockRows(ctx, model, [sid]))[0] ?? refuse('not_found')
  if (!OPEN_BILLS.some((state) => state === before.status))
    refuse('rule', { summary_zh: '账单已审核或已结束，不再核对', summary_en: 'The invoice is approved or closed, and is not matched again' })
  const draft: Bill = draftFrom(before)
  await set(draft)
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  await updateDrafts(ctx, model, [draft])
}
