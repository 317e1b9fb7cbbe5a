import type { Lang } from '../../model/kit/fields.ts'
import { MAX_PDF_COLUMNS } from '../../model/settings/limits.ts'

/** Input of `drawPdf`, drawn from top to bottom on A4. Plain values only: they are sent to another thread. */
export type PdfDocument = {
  title: string
  lang: Lang
  /** Wide tables are easier to read across. */
  landscape?: boolean
  letterhead?: Letterhead
  /** A page of its own before the others, and after it what the document contains. */
  cover?: { lines: readonly string[]; colour: string }
  /** One pale line of text across each page. */
  watermark?: string
  blocks: readonly PdfBlock[]
}

/** The head of each page. `logo`: a PNG or JPEG in base64. `printed`: a line at the foot. */
export type Letterhead = { company: string; logo?: string; printed: string }

/** A text is a paragraph. */
export type PdfBlock =
  | string
  | { heading: string }
  | { figures: readonly PdfFigure[] }
  /** Stands on one page with its heading. */
  | { chart: PdfChart; heading?: string; note?: string }
  | { table: PdfTable }
  | { newPage: true }

/** A number that a reader looks for first, with its name, and a remark below it. */
export type PdfFigure = { label: string; value: string; note?: string }
/** `shown`: the values in words. `isRest`: all other names or series together. `colour`: that of the company, as #rrggbb. */
export type PdfChart = {
  kind: 'BAR' | 'STACKED' | 'LINE' | 'PIE'
  colour: string
  names: readonly { label: string; isRest: boolean }[]
  series: readonly { name: string; values: readonly number[]; shown: readonly string[]; isRest: boolean }[]
}
/** `width`: its share of the line, compared with the other columns. */
export type PdfColumn = { heading: string; width: number; align?: 'left' | 'right' | 'center' }
export type PdfTable = { columns: readonly PdfColumn[]; rows: readonly PdfRow[] }
/** The cells of a line; or a heading of the lines below it, across the table; or totals, which are never cut. */
export type PdfRow = readonly PdfCell[] | { heading: string } | { total: readonly PdfCell[] }
export type PdfCell = string | number | null

/** Headings and totals are not counted. */
export const MAX_TABLE_ROWS = 5000
export const MAX_TABLE_COLUMNS = MAX_PDF_COLUMNS
/** Of all texts of a document together, cells as they are cut: the layout keeps some 350 bytes of each. */
export const MAX_CHARACTERS = 800_000
/** A longer text of a cell is cut with an ellipsis: it would fill a page. */
export const MAX_CELL_CHARACTERS = 400
