import { type Invoice, WITHDRAWN_BILLS } from '../../../model/fees/invoices/invoice.ts'
import { type KnownCase, type KnownFee, type Matched, owedOf, type Price } from '../../../model/fees/invoices/match-bill.ts'
import type { Context } from '../../records/context.ts'
import type { ReadLine } from './fees-of-lines.ts'

type Bill = Pick<Invoice, 'agency_sid' | 'seller_key' | 'bill_date' | 'bill_type' | 'currency' | 'case_sids'> & {
  sid: string
  lines: readonly ReadLine[]
}

/** Facts about a bill from the price list, the orders and the office */
export async function factsOf(ctx: Context, bill: Bill): Promise<Matched> {
  const cases = bill.case_sids ?? []
  return {
    agency: bill.agency_sid,
    day: bill.bill_date ?? ctx.today,
    currency: bill.currency ?? 'CNY',
    lines: bill.lines.map((line) => ({ ...line, amount: line.amount ?? '0' })),
    fees: await feesOf(ctx, bill),
    cases: await casesOf(ctx, cases),
    prices: await pricesOf(ctx, bill.agency_sid),
    elsewhere: await servicesElsewhere(ctx, bill),
    unbilled: await unbilledFees(ctx, bill),
  }
}

const FEE = ['sid', 'fee_no', 'case_sid', 'currency', 'amount', 'surcharge', 'paid_amount', 'status', 'decision', 'pay_by', 'payment_sid', 'invoice_sid'] as const // oxfmt-ignore

async function feesOf({ db }: Context, { sid, lines }: Bill): Promise<ReadonlyMap<string, KnownFee>> {
  const sids = lines.flatMap(({ fee_sid }) => fee_sid ?? [])
  if (sids.length === 0) return new Map()
  const rows = await db.selectFrom('fee').select(FEE).where('sid', 'in', sids).where('deleted_at', 'is', null).execute()
  const others = [...new Set(rows.flatMap(({ invoice_sid }) => (invoice_sid && invoice_sid !== sid ? [invoice_sid] : [])))]
  const bills = others.length > 0 ? await db.selectFrom('invoice').select(['sid', 'invoice_no']).where('sid', 'in', others).execute() : []
  const numbers = new Map(bills.map((one) => [one.sid, one.invoice_no]))
  return new Map(rows.map((row) => [row.sid, knownFee(row, numbers.get(row.invoice_sid ?? '') ?? null)]))
}

type FeeRow = { [K in (typeof FEE)[number]]: string | null } & { sid: string }

function knownFee(row: FeeRow, on_bill: string | null): KnownFee {
  const currency = row.currency ?? 'CNY'
  const due = row.amount === null ? null : owedOf([row.amount, row.surcharge], currency)
  return {
    sid: row.sid,
    fee_no: row.fee_no ?? '',
    case_sid: row.case_sid ?? '',
    currency,
    owed: row.status === 'PAID' ? (row.paid_amount ?? due) : due,
    status: row.status ?? '',
    decision: row.decision,
    pay_by: row.pay_by,
    is_listed: row.payment_sid !== null && row.status === 'PAYING',
    on_bill,
  }
}

async function casesOf({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, KnownCase>> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('case')
    .select(['sid', 'case_no', 'agency_sid', 'country'])
    .where('sid', 'in', [...sids])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.sid, { ...row, case_no: row.case_no ?? '' }]))
}

async function pricesOf({ db }: Context, agency: string | null): Promise<readonly Price[]> {
  if (!agency) return []
  const row = await db.selectFrom('agency').select('price_list').where('sid', '=', agency).executeTakeFirst()
  const bare = { country: null, valid_from: null, valid_to: null } // rows entered before these columns existed
  return (row?.price_list ?? []).map((price) => ({ ...bare, ...price }))
}

async function servicesElsewhere({ db }: Context, { sid, seller_key, case_sids }: Bill) {
  if (!seller_key || !case_sids?.length) return []
  const bills = await db
    .selectFrom('invoice')
    .select(['invoice_no', 'lines'])
    .where('seller_key', '=', seller_key)
    .where('sid', '!=', sid)
    .where('status', 'not in', WITHDRAWN_BILLS)
    .where('deleted_at', 'is', null)
    .where('case_sids', '&&', [[...case_sids]])
    .execute()
  return bills.flatMap(({ invoice_no, lines }) =>
    (lines ?? []).flatMap(({ fee_sid, case_sid, service }) =>
      !fee_sid && case_sid && service ? [{ bill: invoice_no ?? '', case_sid, service }] : [],
    ),
  )
}

/** Maximum shown */
const MAX_SHOWN = 200

async function unbilledFees({ db }: Context, { lines, agency_sid, case_sids, bill_date, bill_type }: Bill): Promise<readonly KnownFee[]> {
  if (!agency_sid || !case_sids?.length || !bill_date || bill_type === 'AGENCY') return []
  const own = new Set(lines.map(({ fee_sid }) => fee_sid))
  const rows = await db
    .selectFrom('fee')
    .select(FEE)
    .where('case_sid', 'in', db.selectFrom('case').select('sid').where('sid', 'in', case_sids).where('agency_sid', '=', agency_sid))
    .where('pay_by', '=', 'AGENCY')
    .where('status', '=', 'PAID')
    .where('pay_date', '<=', bill_date)
    .where('invoice_sid', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('fee_no')
    .limit(MAX_SHOWN)
    .execute()
  return rows.filter(({ sid }) => !own.has(sid)).map((row) => knownFee(row, null))
}
