import type { ReadVatInvoice } from '../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { servicesOf } from '../../model/fees/vat-invoices/cover.ts'
import { PART_FIELDS, vatPartsOf } from '../../model/fees/vat-invoices/parts.ts'
import { sharingOf } from '../../model/fees/vat-invoices/share.ts'
import {
  exceededBy,
  nameKey,
  ofSeller,
  type OpenBill,
  proposalsFor,
  type VatInvoice,
  VAT_CURRENCY,
  vatKey,
} from '../../model/fees/vat-invoices/vat-invoice.ts'
import { type BillLine, WITHDRAWN_BILLS } from '../../model/fees/invoices/invoice.ts'
import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import { compareMoney, subtractMoney, sumMoney } from '../../model/kit/money/money.ts'
import type { Context, RowValues } from '../records/context.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'

type Known = Pick<ReadVatInvoice, 'ours' | 'agency' | 'recorded' | 'proposals' | 'open' | 'sharing' | 'exceeded'>

/** Facts known about an invoice: whether the buyer is one of its companies, the agency, and the bills that it may be for */
export async function knownAbout(ctx: Context, invoice: VatInvoice): Promise<Known> {
  const agency = await agencyOf(ctx, invoice)
  const { recorded, open } = await recordedOn(ctx, invoice)
  const company = await companyOf(ctx, invoice)
  const bills = recorded ? [] : await openBills(ctx, invoice, { agency: agency?.sid, company })
  const of = agency?.sid ?? null
  const asked = { ...invoice, total: open }
  return {
    ours: company !== undefined,
    agency: agency ?? null,
    recorded,
    proposals: proposalsFor(asked, of, bills),
    open,
    sharing: sharingOf(asked, ofSeller(asked, of, bills)),
    exceeded: exceededBy(asked, of, bills),
  }
}

/** By its tax number, which is its unified social credit code; an agency without one by its name. */
export async function agencyOf({ db, actor }: Context, { seller }: VatInvoice): Promise<{ sid: string; name: string } | undefined> {
  const rows = await db
    .selectFrom('agency')
    .select(['sid', 'agency_name', 'uscc', 'tax_no'])
    .where('deleted_at', 'is', null)
    .$if(actor.platform === 2, (query) => query.where('sid', '=', actor.agency_sid ?? null))
    .execute()
  const byNumber =
    seller.tax_no === null ? undefined : rows.find(({ uscc, tax_no }) => uscc === seller.tax_no || tax_no?.trim().toUpperCase() === seller.tax_no)
  const byName =
    seller.name === null ? undefined : rows.find(({ agency_name }) => agency_name !== null && nameKey(agency_name) === nameKey(seller.name ?? ''))
  const found = byNumber ?? byName
  return found && { sid: found.sid, name: found.agency_name ?? '' }
}

/** The company whose tax number the invoice states as the buyer's. */
export async function companyOf({ db }: Context, { buyer }: VatInvoice): Promise<string | undefined> {
  if (buyer.tax_no === null) return undefined
  const row = await db.selectFrom('company').select('sid').where('uscc', '=', buyer.tax_no).where('deleted_at', 'is', null).executeTakeFirst()
  return row?.sid
}

const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })
const among = (code: string, values: readonly string[], negated = false): Condition => ({ kind: 'in', path: [code], at: GIVEN, negated, values: values.map(text) }) // oxfmt-ignore
const none = (code: string): Condition => ({ kind: 'empty', path: [code], at: GIVEN, negated: false })

/** The bill with this invoice, by name for those who see it; of one that is shared, once its parts are all recorded. `open`, `openTax`: what no bill has of its total, and of its tax. */
export async function recordedOn(
  ctx: Context,
  { number, code, total, tax }: VatInvoice,
): Promise<{ recorded: ReadVatInvoice['recorded']; open: string; openTax: string }> {
  const key = vatKey(number, code) ?? ''
  const rows = await ctx.db
    .selectFrom('invoice')
    .select(['sid', ...PART_FIELDS])
    .where('vat_keys', '&&', [[key]])
    .where('deleted_at', 'is', null)
    .orderBy('invoice_no')
    .execute()
  const parts = rows.flatMap(vatPartsOf).filter((part) => part.key === key)
  const isShared = parts.every(({ whole }) => whole !== null)
  const open = isShared ? subtractMoney(total, sumMoney(parts.map((part) => part.total ?? total), VAT_CURRENCY), VAT_CURRENCY) : '0.00' // oxfmt-ignore
  const openTax = subtractMoney(tax, sumMoney(parts.map((part) => part.tax ?? '0'), VAT_CURRENCY), VAT_CURRENCY) // oxfmt-ignore
  const [row] = rows
  if (!row || compareMoney(open, '0', VAT_CURRENCY) > 0) return { recorded: null, open, openTax }
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const where = visible(ctx, model, among('sid', rows.map(({ sid }) => sid))) // oxfmt-ignore
  const seen = await readPage(ctx, model, ['sid', 'invoice_no'], { where, order: [{ path: ['invoice_no'], at: GIVEN, desc: false }] }, { start: 0, rows: MAX_NAMED }, true) // oxfmt-ignore
  const [first] = seen
  return { recorded: { sid: first ? String(first.sid) : null, name: first ? seen.map(({ invoice_no }) => String(invoice_no ?? '')).join(', ') : null }, open, openTax } // oxfmt-ignore
}

const MAX_NAMED = 50
const MAX_BILLS = 500
const READ = [
  'sid',
  'invoice_no',
  'status',
  'agency_sid',
  'seller_name',
  'seller_tax_no',
  'total',
  'lines',
  'case_sids',
  'vat_invoice_no',
  'vat_covered',
] as const

type Parties = { agency: string | undefined; company: string | undefined }

/** The bills of the buyer that VAT invoices do not cover yet, of this seller or about a case, the newest first. */
async function openBills(ctx: Context, { seller }: VatInvoice, { agency, company }: Parties): Promise<OpenBill[]> {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  if (!READ.every((code) => accessOf(ctx, model).mayRead(code))) return []
  const sellers: Condition[] = [
    ...(agency ? [among('agency_sid', [agency])] : []),
    ...(seller.tax_no ? [among('seller_tax_no', [seller.tax_no])] : []),
    { kind: 'and', of: [none('agency_sid')] },
  ]
  const open: Condition = {
    kind: 'and',
    of: [
      ...(company ? [among('company_sid', [company])] : []),
      among('currency', [VAT_CURRENCY]),
      among('status', [...WITHDRAWN_BILLS, 'WRITE_OFF'], true),
      { kind: 'or', of: sellers },
    ],
  }
  const order = [{ path: ['bill_date'], at: GIVEN, desc: true }]
  const rows = await readPage(ctx, model, [...READ], { where: visible(ctx, model, open), order }, { start: 0, rows: MAX_BILLS }, true)
  const numbers = await caseNumbers(ctx, rows.flatMap(({ case_sids }) => sidsIn(case_sids))) // oxfmt-ignore
  return rows
    .filter((row) => !isCovered(row))
    .map((row) => ({
      sid: String(row.sid),
      invoice_no: String(row.invoice_no ?? ''),
      status: String(row.status ?? ''),
      agency: sidsIn([row.agency_sid])[0] ?? null,
      seller: typeof row.seller_name === 'string' ? row.seller_name : null,
      seller_tax_no: typeof row.seller_tax_no === 'string' ? row.seller_tax_no : null,
      total: String(row.total ?? '0.00'),
      services: servicesIn(row.lines),
      covered: row.vat_invoice_no ? String(row.vat_covered) : null,
      cases: sidsIn(row.case_sids).flatMap((sid) => numbers.get(sid) ?? []),
    }))
}

const sidIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : typeof value === 'string' ? value : undefined
const sidsIn = (values: unknown): string[] => (Array.isArray(values) ? values.flatMap((one) => sidIn(one) ?? []) : [])

/** The VAT total of a bill is unknown if one of its VAT invoices was entered without its total. */
const isCovered = ({ vat_invoice_no, vat_covered, total }: RowValues) =>
  Boolean(vat_invoice_no) && (typeof vat_covered !== 'string' || compareMoney(vat_covered, String(total ?? '0'), VAT_CURRENCY) >= 0)

const servicesIn = (lines: unknown) => servicesOf(Array.isArray(lines) ? (lines as BillLine[]) : []) // as the model declares them

async function caseNumbers({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case')
    .select(['sid', 'case_no', 'application_no'])
    .where('sid', 'in', [...new Set(sids)])
    .execute()
  return new Map(rows.map(({ sid, case_no, application_no }) => [sid, [case_no, application_no].filter((one) => one !== null)]))
}
