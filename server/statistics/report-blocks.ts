import { wordIn, type Words } from '../../model/kit/fields.ts'
import { LEVELS } from '../../model/fees/costs/budget-use.ts'
import { useOfBudgets } from '../../model/fees/costs/budget-actions.ts'
import { formatAmount, formatMoney } from '../../model/kit/money/money.ts'
import { DRAWINGS, type Drawing } from '../../model/statistics/definition.ts'
import { allIql } from '../../model/statistics/group-condition.ts'
import type { ReportPart } from '../../model/statistics/report.ts'
import { MAX_LISTED } from '../../model/statistics/report.ts'
import { daysOfPeriod, type ReportPartKind, type ReportPeriod } from '../../model/statistics/report-parts.ts'
import { noteExport } from '../auth/audit/exported.ts'
import { Refusal } from '../errors.ts'
import { exportColumns } from '../export/columns.ts'
import { sheetCell } from '../export/export-cells.ts'
import { tableOfList } from '../export/list-as-pdf.ts'
import { budgetsOf } from '../fees/costs/budget-use.ts'
import type { PdfBlock } from '../pdf/document.ts'
import type { Drawn } from '../pdf/draw.ts'
import type { Context } from '../records/context.ts'
import { actingBy } from '../records/permission/acting-by.ts'
import { authorize } from '../records/permission/permission.ts'
import { readIql } from '../records/query/search.ts'
import { streamRows } from '../records/query/stream.ts'
import { modelNamed } from '../records/registry.ts'
import { inOwnWords, nameIn } from '../records/words/wording.ts'
import { figuresBlocks } from './figures-blocks.ts'
import { exportedFigures } from './file.ts'
import { recordOf } from './planned.ts'
import { definitionOf } from './statistic.ts'

export type Asked = { ctx: Context; part: ReportPart; period: ReportPeriod; colour: string; as: Drawn['as'] }

const BLOCKS: Record<ReportPartKind, (asked: Asked) => Promise<PdfBlock[]>> = {
  STATISTIC: statisticBlocks,
  LIST: listBlocks,
  BUDGETS: budgetBlocks,
  TEXT: async (asked) => [...headed(asked), ...paragraphs(inLanguage(asked, 'body'))],
}

/** Blocks of a part for this person; a part that they may not export is named and left out. */
export async function blocksOf(asked: Asked): Promise<{ blocks: PdfBlock[]; isShown: boolean }> {
  const kind = asked.part.kind ?? 'TEXT'
  try {
    return { blocks: await BLOCKS[kind](asked), isShown: true }
  } catch (error) {
    if (!(error instanceof Refusal) || error.isMomentary) throw error
    const { lang } = asked.ctx
    const why = wordIn([`未列入：${error.words('zh')}`, `Not included: ${error.words('en')}`], lang)
    const heading = inLanguage(asked, 'heading') || wordIn(LEFT_OUT[kind], lang)
    return { blocks: [{ heading }, why], isShown: false }
  }
}

const LEFT_OUT: Record<ReportPartKind, Words> = {
  STATISTIC: ['统计', 'Statistic'],
  LIST: ['列表', 'List'],
  BUDGETS: ['费用与预算对比', 'Costs against budget'],
  TEXT: ['文字', 'Text'],
}

const inLanguage = ({ ctx, part }: Asked, code: 'heading' | 'body') => (ctx.lang === 'en' && part[`${code}_en`]) || part[code] || ''

const headed = (asked: Asked): PdfBlock[] => {
  const heading = inLanguage(asked, 'heading')
  return heading ? [{ heading }] : []
}

const paragraphs = (text: string) => text.split(/\n+/).filter((line) => line.trim() !== '')

const nameOf = ({ lang }: Context, row: Record<string, unknown>) => String((lang === 'en' && row.name_en) || row.name)

/** The condition of the period, where the part names the date that it means. */
function periodIql({ ctx, part, period }: Asked): string {
  const days = part.date_field ? daysOfPeriod(period, ctx.today) : undefined
  return days ? `${part.date_field} BETWEEN '${days.first}' AND '${days.last}'` : ''
}

async function statisticBlocks(asked: Asked): Promise<PdfBlock[]> {
  const { ctx, part, colour } = asked
  const statistic = await recordOf(ctx, 'statistic', part.statistic_sid)
  const definition = definitionOf(statistic)
  const figures = await exportedFigures(ctx, { ...definition, iql: allIql(definition.iql, periodIql(asked)) }, asked.as)
  const heading = inLanguage(asked, 'heading') || nameOf(ctx, statistic)
  const drawing: Drawing = typeof statistic.drawing === 'string' && statistic.drawing in DRAWINGS ? (statistic.drawing as Drawing) : 'PIVOT' // just asked
  return [...figuresBlocks({ figures, drawing, heading, colour, lang: ctx.lang }), ...paragraphs(inLanguage(asked, 'body'))]
}

const USUALLY_LISTED = 30
const MAX_LIST_COLUMNS = 8
const BATCH = 300

/** The first rows of a saved list, and how many there are. */
async function listBlocks(asked: Asked): Promise<PdfBlock[]> {
  const { ctx: own, part } = asked
  const view = await recordOf(own, 'saved_view', part.view_sid)
  const model = modelNamed(own.tenant.models, String(view.entity))
  authorize(own, model, 'search')
  authorize(own, model, 'export')
  const ctx = await inOwnWords(actingBy(own, model, 'export'))
  const most = part.most ?? USUALLY_LISTED
  const given = Array.isArray(view.columns) ? view.columns.map((one: { code?: unknown }) => String(one.code)) : undefined // as a list keeps them
  const columns = exportColumns(ctx, model, given).slice(0, MAX_LIST_COLUMNS)
  const { where, order } = readIql(String(view.iql ?? ''))
  const limited = periodIql(asked)
  const also = limited ? readIql(limited).where : undefined
  const all = [where, also].filter((one) => one !== undefined)
  const query = { order, ...(all.length > 0 && { where: { kind: 'and' as const, of: all } }) }
  const rows = []
  let isMore = false
  for await (const batch of streamRows(
    ctx,
    model,
    columns.map(({ code }) => code),
    query,
    Math.min(BATCH, most + 1),
  )) {
    // oxfmt-ignore
    rows.push(...batch)
    isMore = rows.length > most
    if (isMore) break
  }
  const shown = rows.slice(0, Math.min(most, MAX_LISTED))
  await noteExport(ctx, model, { rows: shown.length, fields: columns.map(({ code }) => code), format: asked.as })
  const cells = shown.map((row) => columns.map((column) => sheetCell(column, row[column.code], ctx.lang)))
  const heading = inLanguage(asked, 'heading') || `${nameIn(ctx, model)}: ${nameOf(ctx, view)}`
  const note = isMore
    ? [wordIn([`只列出前 ${shown.length} 条`, `Only the first ${shown.length} are listed`], ctx.lang)]
    : shown.length === 0 ? [wordIn(['没有您可见的记录。', 'There are no records that you may see.'], ctx.lang)] : [] // oxfmt-ignore
  return [{ heading }, ...note, ...(shown.length > 0 ? [{ table: tableOfList(columns, cells) }] : []), ...paragraphs(inLanguage(asked, 'body'))]
}

const BUDGET_HEADS: readonly Words[] = [
  ['预算', 'Budget'],
  ['币种', 'Currency'],
  ['预算金额', 'Amount'],
  ['已付', 'Paid'],
  ['待付', 'To be paid'],
  ['余额', 'Left'],
  ['执行 %', 'Used %'],
  ['状态', 'State'],
]

/** The budgets of the period's year, compared with the costs */
async function budgetBlocks(asked: Asked): Promise<PdfBlock[]> {
  const { ctx, period, colour } = asked
  const { lang } = ctx
  const budget = modelNamed(ctx.tenant.models, useOfBudgets.model)
  authorize(ctx, budget, 'export')
  authorize(ctx, modelNamed(ctx.tenant.models, 'fee'), 'count')
  authorize(ctx, modelNamed(ctx.tenant.models, 'invoice'), 'search')
  const year = Number((daysOfPeriod(period, ctx.today)?.last ?? ctx.today).slice(0, 4))
  const uses = await budgetsOf(ctx, year)
  await noteExport(ctx, budget, { rows: uses.length, fields: [], format: asked.as })
  const heading = inLanguage(asked, 'heading') || wordIn([`${year} 年费用与预算对比`, `Costs against budget ${year}`], lang)
  if (uses.length === 0) return [{ heading }, wordIn([`没有您可见的 ${year} 年预算。`, `There are no budgets of ${year} that you may see.`], lang)]
  const apart = uses.flatMap(({ name, paid, planned }) => [...paid.apart, ...planned.apart].map((one) => `${name}: ${formatMoney(one.amount, one.currency)}`)) // oxfmt-ignore
  const [main] = uses.map(({ currency }) => currency)
  const charted = uses.filter(({ currency }) => currency === main)
  const series = (words: Words, value: (use: (typeof uses)[number]) => string) => ({
    name: wordIn(words, lang),
    isRest: false,
    values: charted.map((use) => Number(value(use))), // a chart needs no more precision than a number has
    shown: [],
  })
  return [
    {
      heading,
      note: `${wordIn(['币种', 'Currency'], lang)} ${main}`,
      chart: {
        kind: 'BAR',
        colour,
        names: charted.map(({ name }) => ({ label: name, isRest: false })),
        series: [series(['预算金额', 'Amount'], ({ amount }) => amount), series(['已付', 'Paid'], ({ paid }) => paid.total), series(['待付', 'To be paid'], ({ planned }) => planned.total)], // oxfmt-ignore
      },
    },
    {
      table: {
        columns: BUDGET_HEADS.map((words, at) => ({ heading: wordIn(words, lang), width: at === 0 ? 24 : 12, ...(at > 1 && at < 7 && { align: 'right' as const }) })), // oxfmt-ignore
        rows: uses.map(({ name, currency, amount, paid, planned, left, used, level }) => [
          ...[name, currency, ...[amount, paid.total, planned.total, left].map((one) => formatAmount(one, currency))],
          ...[used ?? '', wordIn(LEVELS[level], lang)],
        ]),
      },
    },
    ...(apart.length > 0 ? [wordIn([`没有汇率，未计入：${apart.join('；')}`, `Not included, as no rate is known: ${apart.join('; ')}`], lang)] : []),
    ...paragraphs(inLanguage(asked, 'body')),
  ]
}
