import type { ColumnDef } from 'hucre'
import type { Cell } from '../../model/import/values/cell.ts'
import { printValue } from '../../model/import/values/print-value.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { ExportColumn } from './columns.ts'

const WIDTHS: Record<string, number> = { text: 60, rows: 30, date: 12, datetime: 20, boolean: 8, integer: 10, money: 14, decimal: 12 }
// Beyond this a spreadsheet's own numbers are no longer exact.
const EXACT_DIGITS = 15

export const columnDefs = (columns: readonly ExportColumn[]): ColumnDef[] =>
  columns.map(({ heading, field }) => ({
    header: heading,
    width: WIDTHS[field.type] ?? 20,
    ...(field.type === 'date' && { numFmt: 'yyyy-mm-dd' }),
    ...((field.type === 'money' || (field.type === 'decimal' && !field.shortest)) && { numFmt: '#,##0.00##' }),
  }))

/** A cell of a spreadsheet: dates and amounts as such, so that they sort and add up. */
export function sheetCell({ field }: ExportColumn, value: unknown, lang: Lang): Exclude<Cell, undefined> {
  if (value === null || value === undefined) return null
  if (field.type === 'date' && typeof value === 'string') return new Date(`${value}T00:00:00Z`)
  if ((field.type === 'money' || field.type === 'decimal') && String(value).replace(/\D/g, '').length <= EXACT_DIGITS) return Number(value)
  const printed =
    Array.isArray(value) && field.type !== 'rows' && field.type !== 'options'
      ? value.map((one) => plain(one)).join('; ')
      : printValue(field, value, lang)
  return typeof printed === 'string' ? printed || null : printed
}

const plain = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value ?? ''))

/** A line of comma-separated values. A text that a spreadsheet would take for a formula is kept a text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
