import { firstOf } from '../../../model/kit/first-of.ts'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { paymentFile as paymentFileDeclared } from '../../../model/fees/payments/payment-routes.ts'
import { type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import { noteExport } from '../../auth/audit/exported.ts'
import { disposition } from '../../storage/disposition.ts'
import { authorize } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import type { Context } from '../../records/context.ts'
import { isUnsure } from './payment.ts'
import { refuse } from '../../errors.ts'
import { serve } from '../../route.ts'

/** The list as a file, one line for each amount; in the language of an office, for its payment site. */
export const paymentFileRoute = serve(paymentFileDeclared, async ({ ctx, path, query, reply }) => {
  const { name, content } = await paymentFile(ctx, path.sid, query.language ?? ctx.lang)
  return reply
    .headers({ 'content-type': paymentFileDeclared.answer.file, 'content-disposition': disposition(name), 'cache-control': 'private, no-store' })
    .send(content)
})

// The Chinese headings are those of the payment site of the office.
const HEADINGS: readonly Words[] = [
  ['序号', 'No.'],
  ['申请号/专利号', 'Application/patent no.'],
  ['费用名称', 'Fee'],
  ['年度', 'Year'],
  ['币种', 'Currency'],
  ['金额', 'Amount'],
  ['缴款人', 'Payer'],
  ['统一社会信用代码', 'Unified social credit code'],
  ['案号', 'Case no.'],
  ['备注', 'Remark'],
]
const SHEET: Words = ['缴费清单', 'Payment list']
const SURCHARGE: Words = ['滞纳金', ', late surcharge']
const FIELDS = [
  'sid',
  'fee_no',
  'name',
  'name_en',
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
const MAX_FEES = 1000

export async function paymentFile(ctx: Context, sid: string, lang: Lang) {
  const payment = await get(ctx, modelNamed(ctx.tenant.models, 'payment'), sid)
  const fee = modelNamed(ctx.tenant.models, 'fee')
  authorize(ctx, fee, 'export')
  const query = readIql(`payment_sid = '${sid}' ORDER BY due_date ASC, fee_no ASC`)
  const fees = await readPage(ctx, fee, FIELDS, query, { start: 0, rows: MAX_FEES })
  if (fees.length === 0) refuse('rule', { summary_zh: '缴费单上没有费用', summary_en: 'There are no fees on this list' })
  refuseUnfit(payment, fees)
  const payers = await payersOf(ctx, fees)
  const lines = fees.flatMap((one) => linesOf(one, payers, lang))
  const rows = [HEADINGS.map((words) => wordIn(words, lang)), ...lines.map((line, at) => [at + 1, ...line])]
  await noteExport(ctx, fee, { rows: fees.length, fields: FIELDS })
  const bytes = await writeXlsx({ sheets: [{ name: wordIn(SHEET, lang), rows, freezePane: { rows: 1 } }] })
  return { name: `${String(payment.payment_no)}.xlsx`, content: Buffer.from(bytes) }
}

/** The office accepts one currency and finds a case by its number; an unconfirmed amount is not paid. */
function refuseUnfit(payment: Record<string, unknown>, fees: readonly Record<string, unknown>[]) {
  const bare = fees.filter((fee) => !fee['case_sid.application_no']).map((fee) => String(fee['case_sid.case_no']))
  const currencies = [...new Set(fees.map(({ currency }) => String(currency)))].sort()
  const unpriced = fees.filter(({ amount }) => (amount ?? null) === null).map(({ name, fee_no }) => String(fee_no ?? name))
  const zh: string[] = []
  const en: string[] = []
  if (bare.length) {
    const [inZh, inEn] = firstOf(bare, MAX_NAMED)
    zh.push(`下列案件没有申请号：${inZh}`)
    en.push(`these cases have no application number: ${inEn}`)
  }
  if (currencies.length > 1) {
    zh.push(`缴费单有多种币种（${currencies.join('、')}），请按币种分单`)
    en.push(`the list mixes currencies (${currencies.join(', ')}): make one list for each`)
  }
  if (unpriced.length) {
    const [inZh, inEn] = firstOf(unpriced, MAX_NAMED)
    zh.push(`下列费用没有金额：${inZh}`)
    en.push(`these fees have no amount: ${inEn}`)
  }
  if (isUnsure(payment)) {
    zh.push(`有 ${payment.unsure_count} 笔金额待核，请先核对并勾选“待核金额已确认”`)
    en.push(`${payment.unsure_count} amounts are to be checked: confirm them on the list first`)
  }
  if (zh.length) refuse('rule', { summary_zh: zh.join('；'), summary_en: capital(en.join('; ')) })
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Each of them has to be completed before the list is paid. */
const MAX_NAMED = 50

type Payer = { company_name: string; uscc: string | null }

async function payersOf({ db }: Context, fees: readonly Record<string, unknown>[]): Promise<Map<unknown, Payer>> {
  const sids = [...new Set(fees.map((one) => companyOf(one)))].filter((sid) => sid !== undefined)
  const rows = sids.length ? await db.selectFrom('company').select(['sid', 'company_name', 'uscc']).where('sid', 'in', sids).execute() : []
  return new Map(rows.map((row) => [row.sid, row as Payer])) // the columns just selected
}

const companyOf = (fee: Record<string, unknown>) => (fee['case_sid.company_sid'] as { sid: string } | null)?.sid // a reference, as search gives it

/** The late surcharge is a separate amount on the site. */
function linesOf(fee: Record<string, unknown>, payers: ReadonlyMap<unknown, Payer>, lang: Lang): CellValue[][] {
  const payer = payers.get(companyOf(fee))
  const named = String((lang === 'en' && fee.name_en) || fee.name)
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
  const late = Number(fee.surcharge ?? 0) > 0 ? [line(`${named}${wordIn(SURCHARGE, lang)}`, fee.surcharge)] : []
  return [line(named, fee.amount), ...late]
}
