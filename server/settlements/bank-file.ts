import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { BANK_COLUMNS } from '../../model/fees/settlements/bank-lines.ts'
import { bankFile, MOST_LISTS } from '../../model/fees/settlements/settlement-routes.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { noteExport } from '../auth/audit/exported.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { chosenSids } from '../records/write/batch.ts'
import { visible } from '../records/permission/permission.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'

export const bankFileRoute = serve(bankFile, async ({ ctx, query, reply }) => {
  const sids = query.sids.split(',').map((sid) => sid.trim()).filter((sid) => sid !== '') // oxfmt-ignore
  const content = await bankSheet(ctx, chosenSids({ sids }, MOST_LISTS))
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

async function bankSheet(ctx: Context, sids: readonly string[]): Promise<Buffer> {
  const payment = modelNamed(ctx.tenant.models, 'payment')
  const { where, order } = readIql(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')}) ORDER BY payment_no`)
  const lists = await readPage(ctx, payment, [...LIST], { where: visible(ctx, payment, where), order }, { start: 0, rows: MOST_LISTS }, true)
  if (lists.length < sids.length) refuse('not_found')
  const bills = await billsOf(ctx, sids)
  refuseUnfit(lists, bills)
  const accounts = await accountsOf(ctx, lists, bills)
  refuseWithoutAccount(lists, bills, accounts)
  const rows = lists.map((list, at) => lineOf(list, at, bills, accounts))
  const headings = Object.values(BANK_COLUMNS).map((words) => wordIn(words, ctx.lang))
  await noteExport(ctx, payment, { rows: lists.length, fields: [...LIST] })
  return Buffer.from(
    await writeXlsx({ sheets: [{ name: wordIn(['付款', 'Payments'], ctx.lang), rows: [headings, ...rows], freezePane: { rows: 1 } }] }),
  )
}

type Row = Readonly<Record<string, unknown>>
const sidIn = (value: unknown): string => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))
const totalsIn = (list: Row) => (Array.isArray(list.totals) ? (list.totals as { amount: string; currency: string }[]) : []) // as the model declares them

async function billsOf(ctx: Context, sids: readonly string[]): Promise<Row[]> {
  const invoice = modelNamed(ctx.tenant.models, 'invoice')
  if (!BILL.every((code) => accessOf(ctx, invoice).mayRead(code)))
    refuse('forbidden', { what_zh: '查看账单金额', what_en: 'see amounts of invoices' })
  const among = sids.map((sid) => `'${sid}'`).join(', ')
  const { where, order } = readIql(`payment_sid IN (${among}) AND status = 'PAY_REQUESTED' ORDER BY invoice_no`)
  const query = { where: visible(ctx, invoice, where), order }
  return readPage(ctx, invoice, [...BILL], query, { start: 0, rows: MOST_BILLS }, true)
}

const MOST_BILLS = 5000

/** One line pays one list, which has one currency and whose bills this person all sees. */
function refuseUnfit(lists: readonly Row[], bills: readonly Row[]) {
  for (const list of lists) {
    const no = String(list.payment_no)
    const own = bills.filter(({ payment_sid }) => sidIn(payment_sid) === list.sid)
    if (list.payment_type !== 'TO_AGENCY' || (list.status !== 'DRAFT' && list.status !== 'APPROVED'))
      refuse('rule', { summary_zh: `${no} 不是待付给代理的缴费单`, summary_en: `${no} is no list to be paid to an agency` })
    if (own.length === 0 || own.length !== Number(list.bill_count))
      refuse('rule', { summary_zh: `${no} 上没有您可见的全部账单`, summary_en: `You do not see all invoices of ${no}` })
    if (totalsIn(list).length !== 1)
      refuse('rule', { summary_zh: `${no} 有多种币种，请按币种分单`, summary_en: `${no} mixes currencies: make one list for each` })
  }
}

type Account = { name: string; bank: string; account: string }
type Accounts = { agencies: ReadonlyMap<string, Account>; companies: ReadonlyMap<string, Account> }

async function accountsOf({ db }: Context, lists: readonly Row[], bills: readonly Row[]): Promise<Accounts> {
  const agencies = await db
    .selectFrom('agency')
    .select(['sid', 'agency_name as name', 'bank_name as bank', 'bank_account as account'])
    .where('sid', 'in', known(bills.map(({ agency_sid }) => sidIn(agency_sid))))
    .execute()
  const companies = await db
    .selectFrom('company')
    .select(['sid', 'company_name as name', 'account_bank as bank', 'bank_account as account'])
    .where('sid', 'in', known(lists.map(({ company_sid }) => sidIn(company_sid))))
    .execute()
  const byId = (rows: typeof agencies) => new Map(rows.map(({ sid, name, bank, account }) => [sid, { name: name ?? '', bank: bank ?? '', account: account ?? '' }])) // oxfmt-ignore
  return { agencies: byId(agencies), companies: byId(companies) }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
const known = (sids: readonly string[]) => [NOBODY, ...new Set(sids.filter((sid) => sid !== ''))]

/** A bank refuses a line without an account. Another seller than an agency has none here: it is paid by hand. */
function refuseWithoutAccount(lists: readonly Row[], bills: readonly Row[], { agencies }: Accounts) {
  const bare = lists.filter(({ sid }) => !agencies.get(sidIn(bills.find(({ payment_sid }) => sidIn(payment_sid) === sid)?.agency_sid))?.account)
  if (bare.length === 0) return
  const names = [...new Set(bare.map(({ payee }) => String(payee ?? '')))]
  refuse('rule', {
    summary_zh: `下列收款方没有收款账号，请先填写：${names.join('、')}`,
    summary_en: `These payees have no bank account; enter it first: ${names.join(', ')}`,
  })
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
