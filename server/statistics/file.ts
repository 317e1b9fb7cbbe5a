import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { cutText } from '../../model/import/values/cut-text.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { Definition, Figure, Figures } from '../../model/statistics/definition.ts'
import { statisticFile } from '../../model/statistics/statistic-actions.ts'
import { noteExport } from '../auth/audit/exported.ts'
import type { Context } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'
import { computeStatistic } from './compute.ts'
import { readDefinition } from './statistic.ts'

export const statisticFileRoute = serve(statisticFile, async ({ ctx, path, reply }) => {
  const { definition, name } = await readDefinition(ctx, path)
  const bytes = await fileOf(ctx, definition, name)
  return reply
    .headers({
      'content-type': statisticFile.answer.file,
      'content-disposition': disposition(`${name}_${ctx.today}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(bytes)
})

/** Computed as this person, who must be permitted to export these records; recorded as an export. */
export async function fileOf(ctx: Context, definition: Definition, name: string): Promise<Buffer> {
  const figures = await exportedFigures(ctx, definition, 'xlsx')
  const rows = linesOf(figures, ctx.lang)
  const bytes = await writeXlsx({ sheets: [sheetOf(figures, { rows, name, lang: ctx.lang })] })
  return Buffer.from(bytes)
}

/** The figures for a file. */
export async function exportedFigures(ctx: Context, definition: Definition, format: 'xlsx' | 'pdf' | 'pptx'): Promise<Figures> {
  const model = modelNamed(ctx.tenant.models, definition.entity)
  authorize(ctx, model, 'export')
  const figures = await computeStatistic(ctx, definition)
  const fields = [definition.row_by, definition.column_by, definition.measure_field].filter((path) => path !== null)
  await noteExport(ctx, model, { rows: linesOf(figures, ctx.lang).length, fields, format })
  return figures
}

const WORDS = {
  zh: { total: '合计', currency: '币种', as_of: '截至', name: '统计' },
  en: { total: 'Total', currency: 'Currency', as_of: 'As of', name: 'Statistic' },
} as const
const MAX_NAME = 31

function sheetOf(figures: Figures, { rows, name, lang }: { rows: CellValue[][]; name: string; lang: Lang }) {
  const words = WORDS[lang]
  const isSplit = figures.currency_by !== null
  const heads = [figures.row_label, ...(isSplit ? [words.currency] : []), ...headsOf(figures, lang)]
  return {
    name: (name || words.name).replace(/[\\/?*[\]:]/g, ' ').slice(0, MAX_NAME),
    columns: heads.map((_, at) => ({ width: at === 0 ? 32 : 16 })),
    rows: [
      [cutText(`${name || words.name} · ${figures.measure_label} · ${words.as_of} ${figures.as_of}`, lang)],
      heads.map((head) => cutText(head, lang)),
      ...rows,
    ],
    freezePane: { rows: 2, columns: 1 },
  }
}

const headsOf = ({ columns, column_label, measure_label }: Figures, lang: Lang) =>
  column_label === null ? [measure_label] : [...columns.map(({ label }) => label), WORDS[lang].total]

/** One line for each group, or for each of its currencies; the totals are the last ones. */
function linesOf(figures: Figures, lang: Lang): CellValue[][] {
  const { rows, cells, row_totals, column_totals, total } = figures
  const lines = rows.flatMap(({ label }, at) => lineOf(figures, { label, figures: cells[at] ?? [], total: row_totals[at] ?? [] }, lang))
  return [...lines, ...lineOf(figures, { label: WORDS[lang].total, figures: column_totals, total }, lang)]
}

type Line = { label: string; figures: readonly Figure[][]; total: readonly Figure[] }

function lineOf({ currency_by, column_label }: Figures, { label, figures, total }: Line, lang: Lang): CellValue[][] {
  const currencies = currency_by === null ? [total[0]?.currency ?? null] : total.map(({ currency }) => currency)
  return currencies.map((currency) => {
    const numberOf = (of: readonly Figure[]): CellValue => {
      const value = of.find((one) => one.currency === currency)?.value
      return value === undefined ? '' : Number(value)
    }
    const across = column_label === null ? [numberOf(total)] : [...figures.map(numberOf), numberOf(total)]
    return [cutText(label, lang), ...(currency_by === null ? [] : [currency ?? '']), ...across]
  })
}
