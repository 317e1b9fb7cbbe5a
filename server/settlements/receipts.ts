import type { FastifyRequest } from 'fastify'
import {
  matchReceipts,
  RECEIPT_COLUMNS,
  type ReceiptColumn,
  type ReceiptFee,
  type ReceiptLine,
  receiptsOf,
} from '../../model/fees/settlements/receipt-lines.ts'
import type { ReadReceipt } from '../../model/fees/settlements/settlement-routes.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import { textOf } from '../../model/import/values/cell.ts'
import { sumMoney } from '../../model/kit/money/money.ts'
import type { Context } from '../records/context.ts'
import { visible } from '../records/permission/permission.ts'
import { withKeys } from '../records/query/conditions/by-number.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { refuseUnlessRead } from '../records/permission/readable.ts'
import { amountIn, daysOf, type Row, sentTable } from './read-rows.ts'

const NEEDED: readonly ReceiptColumn[] = ['voucher', 'number', 'fee', 'amount']

/** The receipts of an office, held against fees of the same number; nothing is recorded. */
export async function readOfficeReceipts(ctx: Context, request: FastifyRequest): Promise<{ record: ReadReceipt[]; asks_day_order: boolean }> {
  refuseUnlessRead(ctx, modelNamed(ctx.tenant.models, 'fee'), FL.filter((code) => !code.includes('.'))) // oxfmt-ignore
  const { rows, fields } = await sentTable<ReceiptColumn>(ctx, request, { columns: RECEIPT_COLUMNS, needed: NEEDED })
  const { days, asks } = daysOf(rows.map(({ paid_on }) => paid_on), fields['day_order']) // oxfmt-ignore
  const receipts = receiptsOf(rows.map((row, at) => lineOf(row, days[at] ?? null)))
  const fees = await feesOf(ctx, [...new Set(receipts.map(({ number }) => number))])
  const record = matchReceipts(receipts, fees).map(({ receipt, state, fee }): ReadReceipt => {
    return { ...receipt, state, fee_sid: fee?.sid ?? null, fee_name: fee?.names[ctx.lang === 'en' ? 1 : 0] ?? null, owed: fee?.owed ?? null, currency: fee?.currency ?? null } // oxfmt-ignore
  })
  return { record, asks_day_order: asks }
}

const lineOf = (row: Row<ReceiptColumn>, paid_on: string | null): ReceiptLine => ({
  voucher: textOf(row.voucher).slice(0, 60),
  number: textOf(row.number),
  fee: textOf(row.fee),
  year: /^\d{1,2}$/.test(textOf(row.year)) ? Number(textOf(row.year)) : null,
  amount: amountIn(row.amount),
  payer: textOf(row.payer),
  paid_on,
})

const FL = ['sid', 'name', 'name_en', 'annuity_year', 'currency', 'amount', 'surcharge', 'paid_amount', 'status', 'voucher_no', 'case_sid.application_no', 'case_sid.company_sid'] as const // oxfmt-ignore
const STATES = ['PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE', 'PAID']
const MAX_FEES = 5000
const PER_QUESTION = 100
const MAX_CASES = 10_000

/** The fees that this person sees, of rights with these numbers however they are written. */
async function feesOf(ctx: Context, numbers: readonly string[]): Promise<ReceiptFee[]> {
  const keys = [...new Set(numbers.flatMap((number) => searchKeys(number)))]
  const cases = await withKeys(ctx, modelNamed(ctx.tenant.models, HEAD), keys, MAX_CASES)
  const sids = [...new Set(cases.map(({ sid }) => sid))]
  const model = modelNamed(ctx.tenant.models, 'fee')
  const found: Record<string, unknown>[] = []
  for (let at = 0; at < sids.length; at += PER_QUESTION) {
    const among = sids.slice(at, at + PER_QUESTION).map((sid) => `'${sid}'`).join(', ') // oxfmt-ignore
    const { where, order } = readIql(`case_sid IN (${among}) AND fee_class IN ('OFFICIAL', 'ANNUITY') AND status IN (${STATES.map((one) => `'${one}'`).join(', ')}) ORDER BY fee_no`) // oxfmt-ignore
    found.push(...(await readPage(ctx, model, [...FL], { where: visible(ctx, model, where), order }, { start: 0, rows: MAX_FEES })))
  }
  const payers = await payersOf(ctx, found)
  return found.flatMap((fee) => feeOf(fee, payers))
}

const sidIn = (value: unknown): string => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))

async function payersOf({ db }: Context, fees: readonly Record<string, unknown>[]): Promise<ReadonlyMap<string, string>> {
  const sids = [...new Set(fees.map((fee) => sidIn(fee['case_sid.company_sid'])))].filter((sid) => sid !== '')
  const rows = sids.length > 0 ? await db.selectFrom('company').select(['sid', 'company_name']).where('sid', 'in', sids).execute() : []
  return new Map(rows.map(({ sid, company_name }) => [sid, company_name ?? '']))
}

function feeOf(fee: Record<string, unknown>, payers: ReadonlyMap<string, string>): ReceiptFee[] {
  const currency = String(fee.currency ?? 'CNY')
  const paid = fee.status === 'PAID'
  const amount = paid ? fee.paid_amount : fee.amount
  if (typeof amount !== 'string') return []
  return [
    {
      sid: String(fee.sid),
      application_no: String(fee['case_sid.application_no'] ?? ''),
      names: [String(fee.name ?? ''), String(fee.name_en ?? fee.name ?? '')],
      year: fee.annuity_year === null ? null : Number(fee.annuity_year),
      currency,
      owed: paid ? amount : sumMoney([amount, typeof fee.surcharge === 'string' ? fee.surcharge : '0'], currency),
      payer: payers.get(sidIn(fee['case_sid.company_sid'])) ?? '',
      voucher_no: typeof fee.voucher_no === 'string' && fee.voucher_no !== '' ? fee.voucher_no : null,
      paid,
    },
  ]
}
