import { wordIn, type Words } from '../../model/kit/fields.ts'
import { formatMoney } from '../../model/kit/money/money.ts'
import type { Model } from '../../model/kit/model.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context } from '../records/context.ts'
import type { Found } from '../records/query/plans.ts'
import { nameIn } from '../records/words/wording.ts'
import { drawPdf } from '../pdf/draw.ts'
import type { PdfCell, PdfRow, PdfTable } from '../pdf/document.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import type { ExportColumn } from './columns.ts'
import { sheetCell, sheetColumns } from './export-cells.ts'
import { addRow, byCurrency, emptyTally, type Group, type Grouping, namedGroups, type Sums, type Tally } from './grouping.ts'
import type { FileCell } from './sheet.ts'

export type Exported = { columns: readonly ExportColumn[]; batches: AsyncIterable<readonly Found[]>; grouping: Grouping }

/** The rows of an export as a document to print; across each page, who took it out and when. */
export async function listAsPdf(ctx: Context, model: Model, exported: Exported): Promise<Buffer> {
  const { lang, actor, today } = ctx
  const { columns, grouping } = exported
  const found = await gather(ctx, exported)
  const count = found.tally.all.count.toLocaleString('en')
  const several = grouping.by?.isList ? [wordIn(SEVERAL, lang)] : []
  return drawPdf({
    title: nameIn(ctx, model),
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

/** `lines`: in the order asked; `of`: those of each group. */
type Gathered = { tally: Tally; lines: PdfRow[]; of: Map<Group, PdfRow[]> }

/** Only the printed values of a row are kept. */
async function gather(ctx: Context, { columns, batches, grouping }: Exported): Promise<Gathered> {
  const found: Gathered = { tally: emptyTally(grouping), lines: [], of: new Map() }
  for await (const batch of batches)
    for (const row of batch) {
      const cells = columns.map((column) => sheetCell(column, row[column.code], ctx.lang))
      const line = lineOf(columns, cells)
      found.lines.push(line)
      for (const group of addRow(found.tally, grouping, row)) {
        const lines = found.of.get(group)
        if (lines) lines.push(line)
        else found.of.set(group, [line])
      }
    }
  return found
}

/** The lines of each group below its name and above its totals, and at the end those of all. */
async function rowsOf(ctx: Context, { columns, grouping }: Exported, { tally, lines, of }: Gathered): Promise<PdfRow[]> {
  const { by, amounts } = grouping
  const totalled = (words: Words, { sums }: Group): PdfRow[] =>
    amounts.length > 0 ? totalOf(columns, grouping, { label: wordIn(words, ctx.lang), sums }) : []
  const count = tally.all.count.toLocaleString('en')
  const all = totalled([`合计（${count} 条）`, `Total (${count})`], tally.all)
  if (!by) return [...lines, ...all]
  const parts = (await namedGroups(ctx, by, tally)).flatMap(({ label, group }) => [
    { heading: headingOf(ctx, by.label, label, group.count) },
    ...(of.get(group) ?? []),
    ...totalled(['小计', 'Subtotal'], group),
  ])
  return [...parts, ...all]
}

const headingOf = ({ lang }: Context, of: string, label: string, count: number) =>
  wordIn([`${of}：${label}（${count.toLocaleString('en')} 条）`, `${of}: ${label} (${count.toLocaleString('en')})`], lang)

/** In the column of each amount a line for each currency: amounts of different currencies are never added. */
function totalOf(columns: readonly ExportColumn[], { amounts }: Grouping, { label, sums }: { label: string; sums: readonly Sums[] }): PdfRow[] {
  const places = columns.map(({ code }) => amounts.findIndex((amount) => amount.code === code))
  const first = places.indexOf(-1)
  const total = { total: places.map((place, at) => (place >= 0 ? sumsText(sums[place]) : at === first ? label : null)) }
  return first === -1 ? [{ heading: label }, total] : [total] // a list of amounts alone has no column for its words
}

const sumsText = (sums: Sums = new Map()) =>
  byCurrency(sums)
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
