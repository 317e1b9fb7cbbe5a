import type { FastifyRequest } from 'fastify'
import {
  bareNumber,
  matchReceipt,
  RECEIPT_COLUMNS,
  type ReceiptColumn,
  type ReceiptFee,
  type ReceiptLine,
  receiptsOf,
} from '../../model/fees/settlements/receipt-lines.ts'
import { type ReadReceipt, takeReceipts } from '../../model/fees/settlements/settlement-routes.ts'
import { textOf } from '../../model/import/values/cell.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransitions } from '../records/write/batch-transition.ts'
import { updateRow } from '../records/write/update.ts'
import { lockRows } from '../records/write/write.ts'
import { amountIn, dayIn, type Row, sentRows } from './read-rows.ts'

const NEEDED: readonly ReceiptColumn[] = ['voucher', 'number', 'fee', 'amount']

/** The receipts of an office, held against fees of the same number; nothing is recorded. */
export async function readOfficeReceipts(ctx: Context, request: FastifyRequest): Promise<{ record: ReadReceipt[] }> {
  const rows = await sentRows<ReceiptColumn>(ctx, request, { columns: RECEIPT_COLUMNS, needed: NEEDED })
  const receipts = receiptsOf(rows.map(lineOf))
  const fees = await feesOf(ctx, [...new Set(receipts.map(({ number }) => bareNumber(number)))]) // oxfmt-ignore
  const record = receipts.map((receipt): ReadReceipt => {
    const { state, fee } = matchReceipt(receipt, fees)
    return { ...receipt, state, fee_sid: fee?.sid ?? null, fee_name: fee?.names[ctx.lang === 'en' ? 1 : 0] ?? null, owed: fee?.owed ?? null, currency: fee?.currency ?? null } // oxfmt-ignore
  })
  return { record }
}

const lineOf = (row: Row<ReceiptColumn>): ReceiptLine => ({
  voucher: textOf(row.voucher).slice(0, 60),
  number: textOf(row.number),
  fee: textOf(row.fee),
  year: /^\d{1,2}$/.test(textOf(row.year)) ? Number(textOf(row.year)) : null,
  amount: amountIn(row.amount),
  payer: textOf(row.payer),
  paid_on: dayIn(row.paid_on),
})

const FL = ['sid', 'name', 'name_en', 'annuity_year', 'currency', 'amount', 'surcharge', 'paid_amount', 'status', 'voucher_no', 'case_sid.application_no', 'case_sid.company_sid'] as const // oxfmt-ignore
const STATES = ['PLANNED', 'TO_PAY', 'PAYING', 'DUE', 'OVERDUE', 'PAID']
const MOST_FEES = 5000
const PER_QUESTION = 200

/** The fees that this person sees, of rights with these numbers however they are written. */
async function feesOf(ctx: Context, numbers: readonly string[]): Promise<ReceiptFee[]> {
  const heads = numbers.length > 0 ? await ctx.db.selectFrom('case').select(['sid', 'application_no']).where('application_no', 'is not', null).where('deleted_at', 'is', null).execute() : [] // oxfmt-ignore
  const wanted = new Set(numbers)
  const sids = heads.filter(({ application_no }) => wanted.has(bareNumber(application_no ?? ''))).map(({ sid }) => sid)
  const model = modelNamed(ctx.tenant.models, 'fee')
  const found: Record<string, unknown>[] = []
  for (let at = 0; at < sids.length; at += PER_QUESTION) {
    const among = sids.slice(at, at + PER_QUESTION).map((sid) => `'${sid}'`).join(', ') // oxfmt-ignore
    const { where, order } = readIql(`case_sid IN (${among}) AND fee_class IN ('OFFICIAL', 'ANNUITY') AND status IN (${STATES.map((one) => `'${one}'`).join(', ')}) ORDER BY fee_no`) // oxfmt-ignore
    found.push(...(await readPage(ctx, model, [...FL], { where: visible(ctx, model, where), order }, { start: 0, rows: MOST_FEES })))
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

export const officeReceipts: Part = { actions: perform(takeReceipts, take) }

/** What a person confirmed: each fee gets its receipt, and one that is unpaid is paid with it; a list whose fees are all confirmed is paid as a whole. */
async function take({ ctx, model, body: { receipts } }: Call<typeof takeReceipts>) {
  const sids = receipts.map(({ fee_sid }) => fee_sid)
  if (new Set(sids).size < sids.length) refuse('rule', { summary_zh: '一笔费用只有一张票据', summary_en: 'A fee has one receipt' })
  const rows = await lockRows(ctx, model, sids.toSorted(), { verb: 'transition' })
  const fees = new Map(rows.map((fee) => [String(fee.sid), fee]))
  const asked = receipts.map((one) => ({ ...one, fee: fees.get(one.fee_sid) ?? refuse('not_found') }))
  for (const { fee_sid, voucher_no } of asked) await updateRow(ctx, model, fee_sid, { voucher_no })
  const unpaid = asked.filter(({ fee }) => fee.status !== 'PAID')
  for (const [list, own] of Map.groupBy(unpaid, ({ fee }) => (fee.status === 'PAYING' ? String(fee.payment_sid ?? '') : ''))) {
    const [day, ...others] = new Set(own.map(({ pay_date }) => pay_date))
    if (list !== '' && day && others.length === 0 && (await isWholeList(ctx, list, own.length)))
      await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'payment'), [list], 'pay', { pay_date: day }, { verb: 'transition' })
    else for (const { fee_sid, pay_date } of own) await takeTransitions(ctx, model, [fee_sid], 'pay', { pay_date }, { verb: 'transition' })
  }
  return { paid: unpaid.length, recorded: receipts.length }
}

async function isWholeList({ db }: Context, list: string, count: number): Promise<boolean> {
  const fees = await db.selectFrom('fee').select('sid').where('payment_sid', '=', list).where('status', '=', 'PAYING').where('deleted_at', 'is', null).execute() // oxfmt-ignore
  return fees.length === count
}
