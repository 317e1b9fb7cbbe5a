import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { budgetFile, type BudgetUse } from '../../../model/fees/costs/budget-actions.ts'
import { LEVELS } from '../../../model/fees/costs/budget-use.ts'
import type { Conversion } from '../../../model/fees/currencies/convert.ts'
import { type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import { formatMoney } from '../../../model/kit/money/money.ts'
import { noteExport } from '../../auth/audit/exported.ts'
import { modelNamed } from '../../records/registry.ts'
import { serve } from '../../route.ts'
import { disposition } from '../../storage/disposition.ts'
import { budgetsOf } from './budget-use.ts'

/** The budgets of a year as a spreadsheet, with the rates behind each converted figure. */
export const budgetFileRoute = serve(budgetFile, async ({ ctx, path, reply }) => {
  const { lang } = ctx
  const lines = (await budgetsOf(ctx, path.year)).map((use) => lineOf(use, lang))
  const rows = [HEADINGS.map((words) => wordIn(words, lang)), ...lines]
  await noteExport(ctx, modelNamed(ctx.tenant.models, 'budget'), { rows: lines.length, fields: [] })
  const bytes = await writeXlsx({ sheets: [{ name: `${path.year}`, rows, freezePane: { rows: 1 } }] })
  return reply
    .headers({
      'content-type': budgetFile.answer.file,
      'content-disposition': disposition(`${wordIn(TITLE, lang)} ${path.year}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
})

const TITLE: Words = ['预算执行', 'Budgets']
const HEADINGS: readonly Words[] = [
  ['预算', 'Budget'],
  ['范围', 'Covers'],
  ['币种', 'Currency'],
  ['预算金额', 'Amount'],
  ['已付', 'Paid'],
  ['待付', 'To be paid'],
  ['余额', 'Left'],
  ['执行 %', 'Used %'],
  ['状态', 'State'],
  ['没有汇率，未计入', 'Without a rate, left out'],
  ['所用汇率', 'Rates used'],
]

/** A spreadsheet calculates with numbers; each is the rounded amount. */
function lineOf({ name, covers, currency, amount, paid, planned, left, used, level }: BudgetUse, lang: Lang): CellValue[] {
  const both = [paid, planned]
  return [
    name,
    covers,
    currency,
    Number(amount),
    Number(paid.total),
    Number(planned.total),
    Number(left),
    used === null ? '' : Number(used),
    wordIn(LEVELS[level], lang),
    both.flatMap(({ apart }) => apart.map((one) => formatMoney(one.amount, one.currency))).join('; '),
    [...new Set(both.flatMap(ratesOf))].join('; '),
  ]
}

const ratesOf = ({ converted, currency }: Conversion) =>
  converted.map(({ currency: from, rate, per, rate_date, source }) => `${per} ${from} = ${rate} ${currency} (${rate_date}, ${source})`)
