import { csvText } from '../../model/import/values/csv-text.ts'
import { cutText } from '../../model/import/values/cut-text.ts'
import { printValue } from '../../model/import/values/print-value.ts'
import type { Field, Lang } from '../../model/kit/fields.ts'
import type { ExportColumn } from './columns.ts'
import type { FileCell, SheetColumn } from './sheet.ts'

const WIDTHS: Record<string, number> = { text: 60, rows: 30, date: 12, datetime: 20, boolean: 8, integer: 10, money: 14, decimal: 12 }
// Beyond this a spreadsheet's own numbers are no longer exact.
const EXACT_DIGITS = 15

export const sheetColumns = (columns: readonly ExportColumn[]): SheetColumn[] =>
  columns.map(({ heading, field }) => ({ heading, width: WIDTHS[field.type] ?? 20, format: formatOf(field), isDate: field.type === 'date' }))

function formatOf(field: Field): string | undefined {
  if (field.type === 'date') return 'yyyy-mm-dd'
  return field.type === 'money' || (field.type === 'decimal' && !field.shortest) ? '#,##0.00##' : undefined
}

/** A cell of a file: amounts are numbers, so that they add up. */
export function sheetCell({ field }: ExportColumn, value: unknown, lang: Lang): FileCell {
  if (value === null || value === undefined) return null
  if ((field.type === 'money' || field.type === 'decimal') && String(value).replace(/\D/g, '').length <= EXACT_DIGITS) return Number(value)
  const printed =
    Array.isArray(value) && field.type !== 'rows' && field.type !== 'options'
      ? value.map((one) => plain(one)).join('; ')
      : printValue(field, value, lang)
  return typeof printed === 'string' ? printed || null : printed
}

/** A row of a sheet, its texts cut to what a cell holds. */
export const sheetRow = (columns: readonly ExportColumn[], row: Readonly<Record<string, unknown>>, lang: Lang): FileCell[] =>
  columns.map((column) => fitted(sheetCell(column, row[column.code], lang), lang))

export const fitted = (cell: FileCell, lang: Lang): FileCell => (typeof cell === 'string' ? cutText(cell, lang) : cell)

const plain = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value ?? ''))

/** A line of comma-separated values. */
export function csvLine(cells: readonly FileCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: FileCell): string {
  if (cell === null) return ''
  return typeof cell === 'string' ? csvText(cell) : String(cell)
}
