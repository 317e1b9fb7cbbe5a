import type { BilledLine } from '../../../model/fees/costs/budget-actions.ts'
import { type BillLine, PAID_BILLS } from '../../../model/fees/invoices/invoice.ts'
import { sumMoney } from '../../../model/kit/money/money.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'

/** With what decides which budget covers it. */
export type Billed = BilledLine & { company: string | null; case_sid: string | null; department: string | null; kind: string | null }

const MAX_BILLS = 5000
const OPEN_STATES = ['AUDITED', 'PAY_REQUESTED', 'PARTLY_PAID'] as const
const among = (states: readonly string[]) => `status IN (${states.map((state) => `'${state}'`).join(', ')})`

/**
 * The lines of the year's approved bills that are no fees of their own: a fee is counted by itself. A bill is paid when it is paid in full,
 * and is still to be paid in the year in which its payment is due, or else in that of its date.
 */
export async function billedLines(ctx: Context, year: number, company?: string): Promise<Billed[]> {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  if (!['lines', 'currency', 'status', 'pay_date'].every((code) => accessOf(ctx, model).mayRead(code))) return []
  const within = (code: string) => `${code} BETWEEN '${year}-01-01' AND '${year}-12-31'`
  const open = `${among(OPEN_STATES)} AND (${within('due_date')} OR (due_date IS EMPTY AND ${within('bill_date')}))`
  const { where, order } = readIql(
    `((${among(PAID_BILLS)} AND ${within('pay_date')}) OR (${open}))${company ? ` AND company_sid = '${company}'` : ''} ORDER BY invoice_no ASC`,
  )
  const fl = ['sid', 'invoice_no', 'status', 'lines', 'currency', 'pay_date', 'company_sid']
  const bills = await readPage(ctx, model, fl, { where: visible(ctx, model, where), order }, { start: 0, rows: MAX_BILLS + 1 }, true)
  if (bills.length > MAX_BILLS) refuse('rule', { summary_zh: `一年超过 ${MAX_BILLS} 张账单，不能合计`, summary_en: `More than ${MAX_BILLS} bills in a year cannot be summed` }) // oxfmt-ignore
  const lines = bills.flatMap((bill) => linesOf(bill, ctx.today))
  const heads = await headsOf(ctx, lines.flatMap(({ case_sid }) => case_sid ?? [])) // oxfmt-ignore
  return lines.map((line) => ({
    ...line,
    department: heads.get(line.case_sid ?? '')?.department_sid ?? null,
    kind: heads.get(line.case_sid ?? '')?.kind ?? null,
  }))
}

const sidIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : typeof value === 'string' ? value : null

function linesOf(bill: Readonly<Record<string, unknown>>, today: string): Omit<Billed, 'department' | 'kind'>[] {
  const lines = Array.isArray(bill.lines) ? (bill.lines as BillLine[]) : [] // as the model declares them
  const currency = String(bill.currency)
  const paid = PAID_BILLS.some((state) => state === bill.status)
  return lines
    .filter(({ fee_sid }) => sidIn(fee_sid) === null)
    .map(({ case_sid, service, description, amount, tax }) => ({
      invoice_sid: String(bill.sid),
      invoice_no: String(bill.invoice_no),
      description: description ?? service ?? '',
      currency,
      amount: sumMoney([amount ?? '0', tax ?? '0'], currency),
      day: paid ? String(bill.pay_date) : today,
      paid,
      company: sidIn(bill.company_sid),
      case_sid: sidIn(case_sid),
    }))
}

async function headsOf({ db }: Context, sids: readonly string[]) {
  const rows =
    sids.length > 0
      ? await db
          .selectFrom('case')
          .select(['sid', 'kind', 'department_sid'])
          .where('sid', 'in', [...new Set(sids)])
          .execute()
      : []
  return new Map(rows.map((row) => [row.sid, row]))
}
