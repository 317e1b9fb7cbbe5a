import { wordIn } from '../../model/kit/fields.ts'
import { formatMoney } from '../../model/kit/money.ts'
import type { Model } from '../../model/kit/model.ts'
import { actorIn } from '../records/actor-name.ts'
import { type Context } from '../records/context.ts'
import { labelsOf, valueOf } from '../records/query/dimension.ts'
import type { Found } from '../records/query/plans.ts'
import { drawPdf } from '../pdf/draw.ts'
import type { PdfCell, PdfRow, PdfTable } from '../pdf/document.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import type { ExportColumn } from './columns.ts'
import { sheetCell, sheetColumns } from './export-cells.ts'
import { addRow, type Grouping, groupsOfRow, noSums, type Sums } from './grouping.ts'
import type { FileCell } from './sheet.ts'

export type Exported = { columns: readonly ExportColumn[]; batches: AsyncIterable<readonly Found[]>; grouping: Grouping }

/** The rows of an export as a document to print; across each page, who took it out and when. */
export async function listAsPdf(ctx: Context, model: Model, exported: Exported): Promise<Buffer> {
  const { lang, actor, today } = ctx
  const { columns, grouping } = exported
  const found = await gather(ctx, exported)
  const count = found.count.toLocaleString('en')
  const several = grouping.by?.isList ? [wordIn(SEVERAL, lang)] : []
  return drawPdf({
    title: wordIn([model.zh, model.en], lang),
    lang,
    landscape: columns.length > 5,
    letterhead: await letterheadOf(ctx),
    watermark: `${actorIn(actor, lang)} ${today}`,
    blocks: [
      wordIn([`共 ${count} 条，截至 ${today}`, `${count} records on ${today}`], lang),
      ...several,
      { table: { ...tableOfList(columns, []), rows: await rowsOf(ctx, exported, found) } },
    ],
  })
}

const SEVERAL = [
  '有多个值的记录在每个值下各列一次，合计中只计一次。',
  'A record with several values is listed under each of them, and is in the total once.',
] as const

type Group = { value: unknown; lines: PdfRow[]; sums: Sums[] }
type Gathered = { count: number; sums: Sums[]; groups: Map<string | null, Group> }

/** Only what is printed is kept of a row; the sums are added as the rows are read. */
async function gather(ctx: Context, { columns, batches, grouping }: Exported): Promise<Gathered> {
  const { by } = grouping
  const found: Gathered = { count: 0, sums: noSums(grouping), groups: new Map() }
  const groupOf = (value: unknown) => {
    const known = found.groups.get(valueOf(value))
    if (known) return known
    const group: Group = { value, lines: [], sums: noSums(grouping) }
    found.groups.set(valueOf(value), group)
    return group
  }
  for await (const batch of batches)
    for (const row of batch) {
      const line = lineOf(
        columns,
        columns.map((column) => sheetCell(column, row[column.code], ctx.lang)),
      )
      found.count++
      addRow(found.sums, grouping, row)
      for (const group of (by ? groupsOfRow(by, row) : [null]).map(groupOf)) {
        group.lines.push(line)
        addRow(group.sums, grouping, row)
      }
    }
  return found
}

/** The lines of each group below its name and above its totals, and at the end those of all. */
async function rowsOf(ctx: Context, { columns, grouping }: Exported, { count, sums, groups }: Gathered): Promise<PdfRow[]> {
  const { by, amounts } = grouping
  const totalled = (words: readonly [string, string], of: readonly Sums[]): PdfRow[] =>
    amounts.length > 0 ? [totalOf(columns, grouping, { label: wordIn(words, ctx.lang), sums: of })] : []
  const all = totalled([`合计（${count.toLocaleString('en')} 条）`, `Total (${count.toLocaleString('en')})`], sums)
  if (!by) return [...[...groups.values()].flatMap(({ lines }) => lines), ...all]
  const ordered = [...groups.values()].toSorted(by.period === undefined ? byNumber : byPeriod)
  const labels = await labelsOf(
    ctx,
    by,
    ordered.map(({ value }) => value),
  )
  const parts = ordered.flatMap(({ value, lines, sums: own }) => [
    { heading: headingOf(ctx, by.label, labels.get(valueOf(value)) ?? '', lines.length) },
    ...lines,
    ...totalled(['小计', 'Subtotal'], own),
  ])
  return [...parts, ...all]
}

const headingOf = ({ lang }: Context, of: string, label: string, count: number) =>
  wordIn([`${of}：${label}（${count.toLocaleString('en')} 条）`, `${of}: ${label} (${count.toLocaleString('en')})`], lang)

/** The largest first, as on screen. */
const byNumber = (one: Group, other: Group) => other.lines.length - one.lines.length

/** The earliest first, and last what has no date. */
const byPeriod = ({ value: one }: Group, { value: other }: Group) =>
  one === null || other === null ? Number(one === null) - Number(other === null) : String(one) < String(other) ? -1 : 1

/** In the column of each amount a line for each currency: amounts of different currencies are never added. */
function totalOf(columns: readonly ExportColumn[], { amounts }: Grouping, { label, sums }: { label: string; sums: readonly Sums[] }): PdfRow {
  const places = columns.map(({ code }) => amounts.findIndex((amount) => amount.code === code))
  const first = places.indexOf(-1)
  return { total: places.map((place, at) => (place >= 0 ? sumsText(sums[place]) : at === first ? label : null)) }
}

const sumsText = (sums: Sums = new Map()) =>
  [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, sum]) => formatMoney(sum, currency).trim())
    .join('\n')

/** The cells of a list as a table to print. */
export function tableOfList(columns: readonly ExportColumn[], lines: readonly (readonly FileCell[])[]): PdfTable {
  const widths = sheetColumns(columns)
  return {
    columns: columns.map(({ heading, field }, at) => ({
      heading,
      width: widths[at]?.width ?? 20,
      align: ['money', 'decimal', 'integer'].includes(field.type) ? ('right' as const) : ('left' as const),
    })),
    rows: lines.map((cells) => lineOf(columns, cells)),
  }
}

const lineOf = (columns: readonly ExportColumn[], cells: readonly FileCell[]) => cells.map((cell, at) => printed(columns[at], cell))

/** Amounts have their separators, two decimals at least and all that they have. */
function printed(column: ExportColumn | undefined, cell: FileCell): PdfCell {
  const field = column?.field
  if (typeof cell !== 'number' || !field) return typeof cell === 'boolean' ? String(cell) : cell
  if (field.type === 'decimal' && field.shortest) return String(cell)
  return field.type === 'money' || field.type === 'decimal'
    ? cell.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 })
    : cell
}
