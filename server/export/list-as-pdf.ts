import { wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { actorIn } from '../records/actor-name.ts'
import { type Context } from '../records/context.ts'
import { drawPdf } from '../pdf/draw.ts'
import type { PdfCell, PdfTable } from '../pdf/document.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import type { ExportColumn } from './columns.ts'
import { sheetColumns } from './export-cells.ts'
import type { Batch, FileCell } from './sheet.ts'

export type Exported = { columns: readonly ExportColumn[]; batches: AsyncIterable<Batch> }

/** The rows of an export as a document to print; across each page, who took it out and when. */
export async function listAsPdf(ctx: Context, model: Model, { columns, batches }: Exported): Promise<Buffer> {
  const { lang, actor, today } = ctx
  const lines: FileCell[][] = []
  for await (const batch of batches) lines.push(...batch.map((cells) => [...cells]))
  const table = tableOfList(columns, lines)
  const count = lines.length.toLocaleString('en')
  return drawPdf({
    title: wordIn([model.zh, model.en], lang),
    lang,
    landscape: columns.length > 5,
    letterhead: await letterheadOf(ctx),
    watermark: `${actorIn(actor, lang)} ${today}`,
    blocks: [wordIn([`共 ${count} 条，截至 ${today}`, `${count} records on ${today}`], lang), { table }],
  })
}

/** The cells of a list as a table to print. */
export function tableOfList(columns: readonly ExportColumn[], lines: readonly (readonly FileCell[])[]): PdfTable {
  const widths = sheetColumns(columns)
  return {
    columns: columns.map(({ heading, field }, at) => ({
      heading,
      width: widths[at]?.width ?? 20,
      align: ['money', 'decimal', 'integer'].includes(field.type) ? ('right' as const) : ('left' as const),
    })),
    rows: lines.map((cells) => cells.map((cell, at) => printed(columns[at], cell))),
  }
}

/** Amounts have their separators, two decimals at least and all that they have. */
function printed(column: ExportColumn | undefined, cell: FileCell): PdfCell {
  const field = column?.field
  if (typeof cell !== 'number' || !field) return typeof cell === 'boolean' ? String(cell) : cell
  if (field.type === 'decimal' && field.shortest) return String(cell)
  return field.type === 'money' || field.type === 'decimal'
    ? cell.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 })
    : cell
}
