import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { CostSum } from '../../../model/fees/costs/add-costs.ts'
import type { Conversion } from '../../../model/fees/currencies/convert.ts'
import { costFile } from '../../../model/fees/costs/cost-actions.ts'
import { COST_KEYS } from '../../../model/fees/costs/cost-keys.ts'
import { FEE_CLASSES } from '../../../model/fees/fee-classes.ts'
import { type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import { formatMoney, roundMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { noteExport } from '../../auth/audit/exported.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { allOf } from '../../records/permission/conditions.ts'
import { actingBy } from '../../records/permission/acting-by.ts'
import { authorize, visible } from '../../records/permission/permission.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { lineSums } from '../../records/query/totals/line-sums.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { serve } from '../../route.ts'
import { disposition } from '../../storage/disposition.ts'
import { billsIql, type CostScope, owedWhere, seesBills, spentWhere } from './cost-groups.ts'
import { costNames } from './cost-names.ts'
import { askedScope, type AskedCosts, costsOf } from './costs.ts'

/** As many fees, and as many lines of bills, as one file holds. */
const MAX_ROWS = 10_000

/** The sums of the groups, and each fee and line of a bill behind them, of which the sums are made: what the roles that may export show. */
export const costFileRoute = serve(costFile, async ({ ctx: asked, query, reply }) => {
  const { lang } = asked
  const [fee, invoice] = [modelNamed(asked.tenant.models, 'fee'), modelNamed(asked.tenant.models, 'invoice')]
  authorize(asked, fee, 'search')
  const ctx = actingBy(asked, fee, 'export')
  const billing = seesBills(asked) ? actingBy(asked, invoice, 'export') : asked
  const { listed } = await askedScope(ctx, query)
  const fees = [...(await feeRows(ctx, listed, true)), ...(await feeRows(ctx, listed, false))]
  const bills = await billRows(billing, listed)
  const { exported_rows: max } = await limitsOf(ctx)
  if (fees.length + bills.length > max) refuse('too_many_values', { key: 'export', max })
  const sheets = [
    { name: wordIn(TITLE, lang), rows: await sumRows(ctx, query, billing) },
    { name: wordIn(FEES, lang), rows: [FEE_HEADINGS.map((words) => wordIn(words, lang)), ...fees] },
    { name: wordIn(BILLS, lang), rows: [BILL_HEADINGS.map((words) => wordIn(words, lang)), ...bills] },
  ].map((sheet) => ({ ...sheet, freezePane: { rows: 1 } }))
  await noteExport(ctx, fee, { rows: fees.length, fields: [] })
  if (bills.length > 0) await noteExport(billing, invoice, { rows: bills.length, fields: [] })
  return reply
    .headers({
      'content-type': costFile.answer.file,
      'content-disposition': disposition(`${wordIn(TITLE, lang)} ${ctx.today}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(await writeXlsx({ sheets })))
})

const TITLE: Words = ['费用支出', 'Costs']
const FEES: Words = ['费用明细', 'Fees']
const BILLS: Words = ['账单明细', 'Bills']
const [SPENT, PLANNED, CURRENCY]: readonly [Words, Words, Words] = [['已付', 'Spent'], ['待付', 'To be paid'], ['币种', 'Currency']] // oxfmt-ignore
const CASE: readonly Words[] = [['案号', 'Case no.'], ['案件', 'Case']] // oxfmt-ignore
const SUM_HEADINGS: readonly Words[] = [CURRENCY, SPENT, PLANNED, ['合计', 'Together'], ['没有汇率，未计入', 'Without a rate, left out'], ['所用汇率', 'Rates used']] // oxfmt-ignore
const FEE_HEADINGS: readonly Words[] = [
  ...CASE, ['费用编号', 'Fee no.'], ['费用', 'Fee'], ['大类', 'Class'], ['已付或待付', 'Spent or to be paid'], CURRENCY, ['金额', 'Amount'], ['其中滞纳金', 'Of this surcharge'], ['应缴日', 'Due on'],
  ['缴费日', 'Paid on'], ['缴费时折算', 'Converted when paid'], ['折算币种', 'In currency'],
] // oxfmt-ignore
const BILL_HEADINGS: readonly Words[] = [['案件', 'Case'], ['账单号', 'Invoice no.'], ['已付或待付', 'Spent or to be paid'], CURRENCY, ['金额（含税）', 'Amount with tax'], ['付款日', 'Paid on']] // oxfmt-ignore

async function sumRows(ctx: Context, asked: AskedCosts, billing: Context): Promise<CellValue[][]> {
  const { lang } = ctx
  const { record, total, currency, is_cut: isCut, most } = await costsOf(ctx, asked, billing)
  const heading = [COST_KEYS[asked.by], ...SUM_HEADINGS].map((words) => wordIn(words, lang))
  const none = wordIn(['（未填写）', '(none)'], lang)
  const left: CellValue[][] = isCut ? [[wordIn([`只列出最大的 ${most} 组；总计包含全部`, `The ${most} largest groups are listed; the total is of all`], lang)]] : [] // oxfmt-ignore
  return [heading, ...record.map((row) => sumRow(row.name || none, row, currency)), sumRow(wordIn(['总计', 'Total'], lang), total, currency), ...left]
}

/** A spreadsheet calculates with numbers; each is the rounded amount. */
const sumRow = (name: string, { spent, planned, total }: CostSum, currency: string): CellValue[] => [
  name,
  currency,
  Number(spent.total),
  Number(planned.total),
  Number(total),
  [spent, planned].flatMap(({ apart }) => apart.map((one) => formatMoney(one.amount, one.currency))).join('; '),
  [...new Set([spent, planned].flatMap(ratesOf))].join('; '),
]

/** A fee converted at its payment has its own rate, which is stored with the fee. */
const ratesOf = ({ converted, currency }: Conversion) =>
  converted.flatMap(({ currency: from, rate, per, rate_date, source }) => (rate ? [`${per} ${from} = ${rate} ${currency} (${rate_date}, ${source})`] : [])) // oxfmt-ignore

const FIELDS = [
  'case_sid.case_no', 'case_sid.title', 'fee_no', 'name', 'name_en', 'fee_class', 'currency', 'amount', 'surcharge', 'paid_amount', 'due_date', 'pay_date', 'amount_local', 'local_currency',
] // oxfmt-ignore

async function feeRows(ctx: Context, scope: CostScope, isPaid: boolean): Promise<CellValue[][]> {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const query = { where: visible(ctx, model, isPaid ? spentWhere(scope) : owedWhere(scope)), order: readIql('ORDER BY due_date ASC').order }
  const rows = await readPage(ctx, model, FIELDS, query, { start: 0, rows: MAX_ROWS + 1 })
  if (rows.length > MAX_ROWS) tooMany()
  return rows.map((row) => feeRow(row, isPaid, ctx.lang))
}

type Row = Readonly<Record<string, unknown>>
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sum = (value: unknown) => (value === null || value === undefined ? '' : Number(value))

function feeRow(row: Row, isPaid: boolean, lang: Lang): CellValue[] {
  const { fee_class: of, name, name_en, currency, amount, surcharge, paid_amount: paid } = row
  const words = Object.hasOwn(FEE_CLASSES, String(of)) ? FEE_CLASSES[of as keyof typeof FEE_CLASSES] : undefined // just looked up
  return [
    text(row['case_sid.case_no']),
    text(row['case_sid.title']),
    text(row.fee_no),
    (lang === 'en' && text(name_en)) || text(name),
    words ? wordIn(words, lang) : text(of),
    wordIn(isPaid ? SPENT : PLANNED, lang),
    text(currency),
    isPaid ? sum(paid) : Number(sumMoney([amount, surcharge].map((one) => roundMoney(String(one ?? '0'), text(currency))), text(currency))), // oxfmt-ignore
    sum(surcharge),
    text(row.due_date),
    isPaid ? text(row.pay_date) : '',
    isPaid ? sum(row.amount_local) : '',
    isPaid && row.amount_local ? text(row.local_currency) : '',
  ]
}

/** The lines of bills that are no fees of their own. */
async function billRows(ctx: Context, scope: CostScope): Promise<CellValue[][]> {
  if (!scope.isWithBills || !seesBills(ctx)) return []
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const { spent, owed } = billsIql(scope)
  const shared = { lines: 'lines', sums: ['amount', 'tax'], of: 'case_sid', without: 'fee_sid', most: MAX_ROWS + 1, target: modelNamed(ctx.tenant.models, HEAD), of_where: scope.cases, key: 'sid' } // oxfmt-ignore
  const read = (iql: string) => lineSums(ctx, model, { ...shared, where: allOf([readIql(iql).where].filter((part) => part !== undefined)), by: ['invoice_no', 'currency', 'pay_date'] }) // oxfmt-ignore
  const both = [await read(spent), await read(owed)]
  if (both.some((lines) => lines.length > MAX_ROWS)) tooMany()
  const names = await costNames(
    ctx,
    'CASE',
    [
      ...new Set(
        both
          .flat()
          .map(({ key }) => text(key))
          .filter(Boolean),
      ),
    ],
    undefined,
  )
  return both.flatMap(
    (lines, at) =>
    lines.map(({ key, by, amount }) => [
      names.get(text(key)) ?? '', text(by.invoice_no), wordIn(at === 0 ? SPENT : PLANNED, ctx.lang), text(by.currency), Number(amount), at === 0 ? text(by.pay_date) : '',
    ]), // oxfmt-ignore
  )
}

const tooMany = () => refuse('rule', { summary_zh: `明细超过 ${MAX_ROWS} 笔：请选择一年或更短的期间，或缩小案件范围`, summary_en: `More than ${MAX_ROWS} rows: choose a year, a shorter period or fewer cases` }) // oxfmt-ignore
