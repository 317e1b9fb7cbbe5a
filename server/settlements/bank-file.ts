import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { BANK_COLUMNS } from '../../model/fees/settlements/bank-lines.ts'
import { bankFile, MAX_LISTS } from '../../model/fees/settlements/settlement-routes.ts'
import { wordIn, type Words } from '../../model/kit/fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { noteExport } from '../auth/audit/exported.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { among, GIVEN } from '../records/permission/conditions.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { refuseUnlessRead } from '../records/permission/readable.ts'
import { chosenSids } from '../records/write/batch/batch.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'

export const bankFileRoute = serve(bankFile, async ({ ctx, query, reply }) => {
  const sids = query.sids.split(',').map((sid) => sid.trim()).filter((sid) => sid !== '') // oxfmt-ignore
  const content = await bankSheet(ctx, chosenSids({ sids }, MAX_LISTS))
  return reply
    .headers({
      'content-type': bankFile.answer.file,
      'content-disposition': disposition(`${wordIn(['银行付款', 'Bank payments'], ctx.lang)} ${ctx.today}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(content)
})

const LIST = ['sid', 'payment_no', 'payment_type', 'payee', 'totals', 'status', 'company_sid', 'bill_count'] as const
const BILL = ['invoice_no', 'agency_sid', 'payment_sid', 'currency', 'request_amount'] as const

/** A list that cannot be paid is on a second sheet with the reason, and holds the others up no longer. */
async function bankSheet(ctx: Context, sids: readonly string[]): Promise<Buffer> {
  const payment = modelNamed(ctx.tenant.models, 'payment')
  refuseUnlessRead(ctx, payment, LIST)
  const order = [{ path: ['payment_no'], at: GIVEN, desc: false }]
  const lists = await readPage(ctx, payment, [...LIST], { where: visible(ctx, payment, among(['sid'], sids)), order }, { start: 0, rows: MAX_LISTS }, true) // oxfmt-ignore
  if (lists.length < sids.length) refuse('not_found')
  const bills = await billsOf(ctx, sids)
  const accounts = await accountsOf(ctx, lists, bills)
  const judged = lists.map((list) => ({ list, fault: faultOf(list, bills, accounts) }))
  const fit = judged.filter(({ fault }) => fault === undefined).map(({ list }) => list)
  const left = judged.flatMap(({ list, fault }) => (fault ? [{ list, fault }] : []))
  if (fit.length === 0) refuseAll(left.map(({ fault }) => fault)) // oxfmt-ignore
  const headings = Object.values(BANK_COLUMNS).map((words) => wordIn(words, ctx.lang))
  await noteExport(ctx, payment, { rows: fit.length, fields: [...LIST] })
  await noteExport(ctx, modelNamed(ctx.tenant.models, 'invoice'), { rows: bills.length, fields: [...BILL] })
  const rows = [headings, ...fit.map((list, at) => lineOf(list, at, bills, accounts))]
  const others = left.map(({ list, fault }) => [String(list.payment_no), String(list.payee ?? ''), wordIn(fault, ctx.lang)])
  const sheets = [{ name: wordIn(['付款', 'Payments'], ctx.lang), rows, freezePane: { rows: 1 } }]
  const second = { name: wordIn(['未列入', 'Not included'], ctx.lang), rows: [LEFT_HEADINGS.map((words) => wordIn(words, ctx.lang)), ...others], freezePane: { rows: 1 } } // oxfmt-ignore
  return Buffer.from(await writeXlsx({ sheets: others.length > 0 ? [...sheets, second] : sheets }))
}

const LEFT_HEADINGS: readonly Words[] = [BANK_COLUMNS.reference, BANK_COLUMNS.payee, ['原因', 'Reason']]
const MAX_REASONS = 10

function refuseAll(faults: readonly Words[]): never {
  const said = faults.slice(0, MAX_REASONS)
  return refuse('rule', { summary_zh: said.map(([zh]) => zh).join('；'), summary_en: said.map(([, en]) => en).join('; ') })
}

type Row = Readonly<Record<string, unknown>>
const sidIn = (value: unknown): string => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))
const totalsIn = (list: Row) => (Array.isArray(list.totals) ? (list.totals as { amount: string; currency: string }[]) : []) // as the model declares them

async function billsOf(ctx: Context, sids: readonly string[]): Promise<Row[]> {
  const invoice = modelNamed(ctx.tenant.models, 'invoice')
  if (!BILL.every((code) => accessOf(ctx, invoice).mayRead(code)))
    refuse('forbidden', { what_zh: '查看账单金额', what_en: 'see amounts of invoices' })
  const where: Condition = { kind: 'and', of: [among(['payment_sid'], sids), among(['status'], ['PAY_REQUESTED'])] }
  const query = { where: visible(ctx, invoice, where), order: [{ path: ['invoice_no'], at: GIVEN, desc: false }] }
  return readPage(ctx, invoice, [...BILL], query, { start: 0, rows: MAX_BILLS }, true)
}

const MAX_BILLS = 5000

/** One line pays one list, which has one currency, whose bills this person all sees, and whose payee has an account: another seller than an agency has none here. */
function faultOf(list: Row, bills: readonly Row[], { agencies }: Accounts): Words | undefined {
  const no = String(list.payment_no)
  const own = bills.filter(({ payment_sid }) => sidIn(payment_sid) === list.sid)
  if (list.payment_type !== 'TO_AGENCY' || (list.status !== 'DRAFT' && list.status !== 'APPROVED'))
    return [`${no} 不是待付给代理的缴费单`, `${no} is no list to be paid to an agency`]
  if (own.length === 0 || own.length !== Number(list.bill_count)) return [`${no} 上没有您可见的全部账单`, `You do not see all invoices of ${no}`]
  if (totalsIn(list).length !== 1) return [`${no} 有多种币种，请按币种分单`, `${no} mixes currencies: make one list for each`]
  if (agencies.get(sidIn(own[0]?.agency_sid))?.account) return undefined
  return [`${no} 的收款方“${String(list.payee ?? '')}”没有收款账号`, `The payee of ${no}, “${String(list.payee ?? '')}”, has no bank account`]
}

type Account = { name: string; bank: string; account: string }
type Accounts = { agencies: ReadonlyMap<string, Account>; companies: ReadonlyMap<string, Account> }

/** Accounts go out only for those who see them; a payer that is not seen is left blank. */
async function accountsOf(ctx: Context, lists: readonly Row[], bills: readonly Row[]): Promise<Accounts> {
  const agencies = await accountsIn(ctx, 'agency', { name: 'agency_name', bank: 'bank_name', account: 'bank_account' }, bills.map(({ agency_sid }) => sidIn(agency_sid))) // oxfmt-ignore
  const companies = await accountsIn(ctx, 'company', { name: 'company_name', bank: 'account_bank', account: 'bank_account' }, lists.map(({ company_sid }) => sidIn(company_sid))) // oxfmt-ignore
  if (!agencies) return refuse('forbidden', { what_zh: '查看代理机构的银行账号', what_en: 'see bank accounts of agencies' })
  return { agencies, companies: companies ?? new Map() }
}

/** Undefined where this person may not read them. */
async function accountsIn(ctx: Context, name: 'agency' | 'company', codes: Account, sids: readonly string[]) {
  const model = modelNamed(ctx.tenant.models, name)
  const access = accessOf(ctx, model)
  if (!Object.values(codes).every((code) => access.mayRead(code) && !access.masks(code))) return undefined
  const wanted = [...new Set(sids.filter((sid) => sid !== ''))]
  const query = { where: visible(ctx, model, among(['sid'], wanted)), order: [] }
  const rows = wanted.length > 0 ? await readPage(ctx, model, ['sid', ...Object.values(codes)], query, { start: 0, rows: wanted.length }, true) : []
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return new Map(rows.map((row) => [String(row.sid), { name: text(row[codes.name]), bank: text(row[codes.bank]), account: text(row[codes.account]) }])) // oxfmt-ignore
}

/** In the order of the columns; the bank fills in the last three. */
function lineOf(list: Row, at: number, bills: readonly Row[], { agencies, companies }: Accounts): CellValue[] {
  const own = bills.filter(({ payment_sid }) => sidIn(payment_sid) === list.sid)
  const agency = agencies.get(sidIn(own[0]?.agency_sid))
  const payer = companies.get(sidIn(list.company_sid))
  const [total] = totalsIn(list)
  const purpose = own.map(({ invoice_no }) => String(invoice_no)).join(' ')
  return [
    at + 1,
    String(list.payment_no),
    String(list.payee ?? ''),
    agency?.account ?? '',
    agency?.bank ?? '',
    Number(total?.amount ?? 0),
    total?.currency ?? '',
    purpose.length > 200 ? `${purpose.slice(0, 199)}…` : purpose,
    payer?.name ?? '',
    payer?.account ?? '',
    '',
    '',
    '',
  ]
}
