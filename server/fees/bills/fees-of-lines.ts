import type { BillLine, Invoice } from '../../../model/fees/invoices/invoice.ts'
import { type BillableFee, feeNamed } from '../../../model/fees/settlements/bill-lines.ts'
import type { Context } from '../../records/context.ts'

export type ReadLine = BillLine & { is_unclear?: boolean }
type Bill = Pick<Invoice, 'agency_sid' | 'bill_type' | 'currency'> & { sid: string; lines: readonly BillLine[] }

/**
 * Lines with the fee of their case, found by kind, year and currency; a line with several fees is unclear. The sender of
 * the bill may see no fees: found fees serve the match, and only people who see the fee store them in lines.
 */
export async function withFees(ctx: Context, bill: Bill): Promise<ReadLine[]> {
  const priced = await servicesOf(ctx, bill.agency_sid)
  const isOpen = ({ fee_sid, case_sid, service }: BillLine) => !fee_sid && case_sid !== null && service !== null && !priced.has(service)
  const fees = await feesOf(ctx, bill, [...new Set(bill.lines.filter(isOpen).flatMap(({ case_sid }) => case_sid ?? []))])
  return bill.lines.map((line) => {
    if (!isOpen(line)) return line
    const naming = { fee: line.service ?? '', year: yearAlone(line.description ?? '') }
    const { fee, fault } = feeNamed(naming, fees.get(line.case_sid ?? '') ?? [])
    return fault ? { ...line, is_unclear: true } : { ...line, fee_sid: fee?.sid ?? null }
  })
}

/** An entry of the agency's price list is a service of its own, even if a fee has the same name. */
async function servicesOf({ db }: Context, agency: string | null): Promise<ReadonlySet<string>> {
  const row = agency ? await db.selectFrom('agency').select('price_list').where('sid', '=', agency).executeTakeFirst() : undefined
  return new Set((row?.price_list ?? []).flatMap(({ service_code }) => service_code ?? []))
}

/** Only the description may contain the year. */
const yearAlone = (text: string) => /第\s*(\d{1,2})\s*年/.exec(text)?.[1] ?? /\byear\s*(\d{1,2})\b/i.exec(text)?.[1] ?? ''

/** Classes of what an office is paid; the bill of an agency's own services names none of them. */
const OF_OFFICE = ['OFFICIAL', 'ANNUITY'] as const
const GIVEN_UP = ['CANCELLED', 'ABANDONED', 'REFUNDED', 'EXPIRED']

async function feesOf(
  { db }: Context,
  { sid, bill_type, currency }: Bill,
  cases: readonly string[],
): Promise<ReadonlyMap<string, readonly BillableFee[]>> {
  if (cases.length === 0) return new Map()
  const rows = await db
    .selectFrom('fee')
    .select(['sid', 'case_sid', 'fee_no', 'name', 'name_en', 'fee_type', 'annuity_year', 'currency', 'status', 'invoice_sid'])
    .where('case_sid', 'in', [...cases])
    .where('currency', '=', currency ?? 'CNY')
    .$if(bill_type === 'AGENCY', (query) => query.where('fee_class', 'not in', OF_OFFICE))
    .$if(bill_type === 'OFFICIAL', (query) => query.where('fee_class', 'in', OF_OFFICE))
    .where('deleted_at', 'is', null)
    .orderBy('fee_no')
    .execute()
  const known = rows.map((row) => ({
    case_sid: row.case_sid ?? '',
    sid: row.sid,
    fee_no: row.fee_no ?? '',
    names: [row.name, row.name_en, row.fee_type === 'OTHER' ? null : row.fee_type].flatMap((name) => name || []),
    year: row.annuity_year === null ? null : Number(row.annuity_year),
    currency: row.currency ?? '',
    rank: GIVEN_UP.includes(row.status ?? '') ? 3 : row.invoice_sid === sid ? 0 : row.invoice_sid === null ? 1 : 2,
  }))
  return Map.groupBy(known, ({ case_sid }) => case_sid)
}
