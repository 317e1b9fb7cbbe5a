import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { Conversion, DatedAmount } from '../../../model/fees/currencies/convert.ts'
import { fee as feeModel } from '../../../model/fees/fee.ts'
import { OWED_NOW, statusIn, UNPAID } from '../../../model/fees/unpaid.ts'
import { DOUBTS } from '../../../model/fees/annuities/years-ahead.ts'
import { forecastFile } from '../../../model/fees/annuities/years-ahead-actions.ts'
import { type Options, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { formatMoney, roundMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { noteExport } from '../../auth/audit/exported.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { actingBy } from '../../records/permission/acting-by.ts'
import { allOf } from '../../records/permission/conditions.ts'
import { accessOf, authorize, visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { serve } from '../../route.ts'
import { disposition } from '../../storage/disposition.ts'
import { forecastOfMonths } from '../annuities/annuities.ts'
import { companyCurrency, conversionTo, ratesTo } from '../exchange-rates.ts'
import { forecastOfYears } from '../annuities/years-ahead.ts'

type Cells = CellValue[]
type Sheets = { sums: Cells[]; converted: Cells[]; fees: Cells[] }
const MONTHS = 12
const YEARS = 10
const MAX_ROWS = 10_000

/** The sums of the forecast, what they are in the currency of the company, and each fee behind them: what the roles that may export show. */
export const forecastFileRoute = serve(forecastFile, async ({ ctx: asked, query: { span, iql }, reply }) => {
  const { lang } = asked
  const model = modelNamed(asked.tenant.models, 'fee')
  authorize(asked, model, 'search')
  const ctx = actingBy(asked, model, 'export')
  for (const code of ['amount', 'surcharge', 'currency', 'due_date'])
    if (!accessOf(ctx, model).mayRead(code)) refuse('forbidden', { what_zh: '查看费用金额', what_en: 'view the amounts of fees' })
  const { sums, converted, fees } = await (span === 'MONTHS' ? ofMonths : ofYears)(ctx, iql)
  const { exported_rows: max } = await limitsOf(ctx)
  if (fees.length - 1 > max) refuse('too_many_values', { key: 'export', max })
  await noteExport(ctx, model, { rows: fees.length - 1, fields: [] })
  const sheets = [
    { name: wordIn(SUMS, lang), rows: sums },
    { name: wordIn(CONVERTED, lang), rows: converted },
    { name: wordIn(FEES, lang), rows: fees },
  ].map((sheet) => ({ ...sheet, freezePane: { rows: 1 } }))
  return reply
    .headers({
      'content-type': forecastFile.answer.file,
      'content-disposition': disposition(`${wordIn(TITLES[span], lang)} ${ctx.today}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(await writeXlsx({ sheets })))
})

const TITLES = { MONTHS: ['费用预测 12 个月', 'Forecast of 12 months'], YEARS: ['年费预测十年', 'Forecast of ten years'] } as const
const [SUMS, CONVERTED, FEES]: readonly [Words, Words, Words] = [['合计', 'Sums'], ['折算', 'Converted'], ['明细', 'Fees']] // oxfmt-ignore
const [MONTH, YEAR, CURRENCY, COUNT, AMOUNT, SURCHARGE]: readonly [Words, Words, Words, Words, Words, Words] = [['月份', 'Month'], ['年份', 'Year'], ['币种', 'Currency'], ['笔数', 'Count'], ['金额', 'Amount'], ['滞纳金', 'Surcharge']] // oxfmt-ignore
const CASE: readonly Words[] = [['案号', 'Case no.'], ['案件', 'Case']] // oxfmt-ignore
const CHOICE: readonly Words[] = [['决定', 'Decision'], ['状态', 'Status']] // oxfmt-ignore
const AS_CONVERTED: readonly Words[] = [CURRENCY, AMOUNT, ['没有汇率，未计入', 'Without a rate, left out'], ['所用汇率', 'Rates used']]
const TOTAL: Words = ['总计', 'Total']
const [LATE, FREE]: readonly [Words, Words] = [['逾期', 'Late'], ['到期，暂不加收', 'Due without surcharge']] // oxfmt-ignore

const heading = ({ lang }: Context, ...words: readonly Words[]): Cells => words.map((one) => wordIn(one, lang))

const { decision: DECISION, status: STATUS } = feeModel.fields
const wordOf = ({ lang }: Context, options: Options, code: unknown) => {
  const words = Object.hasOwn(options, String(code)) ? options[String(code)] : undefined
  return words ? wordIn(words, lang) : String(code ?? '')
}

async function ofMonths(ctx: Context, iql: string | undefined): Promise<Sheets> {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const forecast = await forecastOfMonths({ ctx, model, body: { months: MONTHS, ...(iql !== undefined && { iql }) } })
  // Fees owed now, with those of earlier months, are listed separately and in no month.
  const monthly = forecast.record.filter(({ status }) => !OWED_NOW.includes(status))
  const due = monthly.filter(({ status }) => UNPAID.some((state) => state === status))
  const row = (name: string, one: { currency: string; count: number; amount: string; surcharge: string }, choice: Cells = ['', '']): Cells => [
    name,
    one.currency,
    ...choice,
    one.count,
    Number(one.amount),
    Number(one.surcharge),
  ]
  const apart = (name: Words, sums: typeof forecast.late) => sums.map((one) => row(wordIn(name, ctx.lang), one))
  const keyed = (key: string, { currency, amount, surcharge }: { currency: string; amount: string; surcharge: string }): Keyed => ({ key, currency, amount: sumMoney([amount, surcharge], currency), day: ctx.today }) // oxfmt-ignore
  const nowOwed = (name: Words, sums: typeof forecast.late) => sums.map((one) => keyed(wordIn(name, ctx.lang), one))
  return {
    sums: [
      heading(ctx, MONTH, CURRENCY, ...CHOICE, COUNT, AMOUNT, SURCHARGE),
      ...[...monthly, ...forecast.abandoned]
        .toSorted((a, b) => (a.month === b.month ? 0 : a.month < b.month ? -1 : 1))
        .map((one) => row(one.month, one, [wordOf(ctx, DECISION.options, one.decision), wordOf(ctx, STATUS.options, one.status)])),
      ...apart(LATE, forecast.late),
      ...apart(FREE, forecast.free),
    ],
    converted: [heading(ctx, MONTH, ...AS_CONVERTED), ...(await convertedRows(ctx, [...due.map((one) => keyed(one.month, one)), ...nowOwed(LATE, forecast.late), ...nowOwed(FREE, forecast.free)]))], // oxfmt-ignore
    fees: await feesOfMonths(ctx, forecast, iql),
  }
}

/** Open fees: those due in the months, and those owed now from any month. */
async function feesOfMonths(ctx: Context, { from, to }: { from: string; to: string }, iql: string | undefined): Promise<Cells[]> {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const parts = [readIql(`${statusIn(UNPAID)} AND (due_date BETWEEN '${from}' AND '${to}' OR ${statusIn(OWED_NOW)})`).where, readIql(iql).where]
  const where = visible(ctx, model, allOf(parts.filter((part): part is Condition => part !== undefined)))
  const codes = ['case_sid.case_no', 'case_sid.title', 'name', 'name_en', 'due_date', 'decision', 'status', 'currency', 'amount', 'surcharge']
  const rows = await readPage(ctx, model, codes, { where, order: readIql('ORDER BY due_date ASC').order }, { start: 0, rows: MAX_ROWS + 1 })
  if (rows.length > MAX_ROWS) tooMany()
  return [
    heading(ctx, ...CASE, ['费用', 'Fee'], ['应缴日', 'Due on'], ...CHOICE, CURRENCY, AMOUNT, SURCHARGE),
    ...rows.map((row) => [
      text(row['case_sid.case_no']),
      text(row['case_sid.title']),
      (ctx.lang === 'en' && text(row.name_en)) || text(row.name),
      text(row.due_date),
      wordOf(ctx, DECISION.options, row.decision),
      wordOf(ctx, STATUS.options, row.status),
      text(row.currency),
      ...[row.amount, row.surcharge].map((one) => (typeof one === 'string' ? Number(roundMoney(one, text(row.currency))) : '')),
    ]),
  ]
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const tooMany = () => refuse('rule', { summary_zh: `明细超过 ${MAX_ROWS} 笔，请缩小范围`, summary_en: `More than ${MAX_ROWS} fees: narrow what is asked for` }) // oxfmt-ignore

async function ofYears(ctx: Context, iql: string | undefined): Promise<Sheets> {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const { record, years, listed } = await forecastOfYears({ ctx, model, body: { years: YEARS, ...(iql !== undefined && { iql }) } })
  const fees = years.flatMap((year) => (listed.get(year)?.fees ?? []).map((fee) => ({ ...fee, year })))
  const cut = years.filter((year) => listed.get(year)?.isCut)
  return {
    sums: [
      heading(ctx, YEAR, CURRENCY, COUNT, AMOUNT, ['待核笔数', 'To be checked'], ['其中待核金额', 'Of this to be checked']),
      ...record.map((one) => [one.year, one.currency, one.count, Number(one.amount), one.unsure_count, Number(one.unsure)]),
    ],
    converted: [heading(ctx, YEAR, ...AS_CONVERTED), ...(await convertedRows(ctx, record.map(({ year, currency, amount }) => ({ key: `${year}`, currency, amount, day: ctx.today }))))], // oxfmt-ignore
    fees: [
      heading(ctx, YEAR, ...CASE, ['年度', 'Annuity year'], ['应缴日', 'Due on'], CURRENCY, AMOUNT, ['待核原因', 'To be checked because']),
      ...fees.map((fee) => [
        fee.year, fee.case_no, fee.title, fee.annuity_year, fee.due_date, fee.currency, Number(fee.amount), fee.doubts.map((doubt) => wordIn(DOUBTS[doubt], ctx.lang)).join('; '),
      ]), // oxfmt-ignore
      ...cut.map((year) => [
        year,
        wordIn(['仅列出该年最早的费用；合计包含全部', 'Only the earliest fees of this year are listed; the sums are of all'], ctx.lang),
      ]),
    ],
  }
}

type Keyed = DatedAmount & { key: string }

/** By month or year and in total, with the rates of today. */
async function convertedRows(ctx: Context, amounts: readonly Keyed[]): Promise<Cells[]> {
  const to = await companyCurrency(ctx, ctx.actor.company_sid)
  const rates = await ratesTo(ctx, to, amounts)
  const row = (name: string, of: readonly Keyed[]): Cells => convertedRow(name, conversionTo(to, of, rates))
  return [...Map.groupBy(amounts, ({ key }) => key)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, of]) => row(key, of))
    .concat([row(wordIn(TOTAL, ctx.lang), amounts)])
}

const convertedRow = (name: string, { currency, total, apart, converted }: Conversion): Cells => [
  name,
  currency,
  Number(total),
  apart.map((one) => formatMoney(one.amount, one.currency)).join('; '),
  converted.map(({ currency: from, rate, per, rate_date, source }) => `${per} ${from} = ${rate} ${currency} (${rate_date}, ${source})`).join('; '),
]
