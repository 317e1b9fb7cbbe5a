import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { paymentFile as paymentFileDeclared } from '../../model/fees/payment-routes.ts'
import { disposition } from '../storage/disposition.ts'
import { authorize } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import { serve } from '../route.ts'

/** The list as a file for the payment site of an office, one line for each amount. */
export const paymentFileRoute = serve(paymentFileDeclared, async ({ ctx, path, reply }) => {
  const { name, content } = await paymentFile(ctx, path.sid)
  return reply
    .headers({ 'content-type': paymentFileDeclared.answer.file, 'content-disposition': disposition(name), 'cache-control': 'private, no-store' })
    .send(content)
})

// The headings are in the language of the office's site, whatever the user's language.
const HEADINGS = ['序号', '申请号/专利号', '费用名称', '年度', '币种', '金额', '缴款人', '统一社会信用代码', '案号', '备注']
const FIELDS = [
  'sid',
  'name',
  'annuity_year',
  'currency',
  'amount',
  'surcharge',
  'fee_type',
  'case_sid.case_no',
  'case_sid.application_no',
  'case_sid.country',
  'case_sid.company_sid',
]
const MOST = 1000

export async function paymentFile(ctx: Context, sid: string) {
  const payment = await get(ctx, modelNamed(ctx.tenant.models, 'payment'), sid)
  const fee = modelNamed(ctx.tenant.models, 'fee')
  authorize(ctx, fee, 'export')
  const query = readIql(`payment_sid = '${sid}' ORDER BY due_date ASC, fee_no ASC`)
  const fees = await readPage(ctx, fee, FIELDS, query, { start: 0, rows: MOST })
  if (fees.length === 0) refuse('rule', { summary_zh: '缴费单上没有费用', summary_en: 'There are no fees on this list' })
  const payers = await payersOf(ctx, fees)
  const lines = fees.flatMap((one) => linesOf(one, payers))
  const rows = [HEADINGS, ...lines.map((line, at) => [at + 1, ...line])]
  const bytes = await writeXlsx({ sheets: [{ name: '缴费清单', rows, freezePane: { rows: 1 } }] })
  return { name: `${String(payment.payment_no)}.xlsx`, content: Buffer.from(bytes) }
}

type Payer = { company_name: string; uscc: string | null }

async function payersOf({ db }: Context, fees: readonly Record<string, unknown>[]): Promise<Map<unknown, Payer>> {
  const sids = [...new Set(fees.map((one) => companyOf(one)))].filter((sid) => sid !== undefined)
  const rows = sids.length ? await db.selectFrom('company').select(['sid', 'company_name', 'uscc']).where('sid', 'in', sids).execute() : []
  return new Map(rows.map((row) => [row.sid, row as Payer])) // the columns just selected
}

const companyOf = (fee: Record<string, unknown>) => (fee['case_sid.company_sid'] as { sid: string } | null)?.sid // a reference, as search gives it

/** The late surcharge is a separate amount on the site. */
function linesOf(fee: Record<string, unknown>, payers: ReadonlyMap<unknown, Payer>): CellValue[][] {
  const payer = payers.get(companyOf(fee))
  const line = (name: string, amount: unknown): CellValue[] => [
    String(fee['case_sid.application_no'] ?? ''),
    name,
    fee.annuity_year === null ? '' : Number(fee.annuity_year),
    String(fee.currency),
    Number(amount ?? 0),
    payer?.company_name ?? '',
    payer?.uscc ?? '',
    String(fee['case_sid.case_no'] ?? ''),
    '',
  ]
  const late = Number(fee.surcharge ?? 0) > 0 ? [line(`${String(fee.name)}滞纳金`, fee.surcharge)] : []
  return [line(String(fee.name), fee.amount), ...late]
}
