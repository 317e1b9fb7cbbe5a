import type { FastifyRequest } from 'fastify'
import { type Cell, textOf } from '../../model/import/values/cell.ts'
import { type DayOrder, dayOrderOf, readDay } from '../../model/import/values/days.ts'
import { both, refuse } from '../errors.ts'
import { takeUpload, withUploaded } from '../import/uploaded.ts'
import { readSheet } from '../import/workbook/sheet.ts'
import type { Context } from '../records/context.ts'

const MAX_ROWS = 2000
/** One of the first rows has the headings; banks and offices put a title above. */
const LOOK = 15

/** With its place in the sheet and all of its cells. */
export type Row<C extends string> = Readonly<Partial<Record<C, Cell>>> & { at: number; cells: readonly Cell[] }

type Wanted<C extends string> = { columns: Readonly<Record<C, readonly string[]>>; needed: readonly C[] }

/** The rows of a sent table under known headings, and the fields sent with it; refused where a needed column is missing. */
export async function sentTable<C extends string>(
  ctx: Context,
  request: FastifyRequest,
  { columns, needed }: Wanted<C>,
): Promise<{ rows: Row<C>[]; fields: Record<string, string> }> {
  if (!request.isMultipart()) refuse('media_type')
  const { file, fields } = await takeUpload(ctx, request)
  const rows = await withUploaded(ctx, file.file_sid, cellsOf)
  const at = rows.slice(0, LOOK).findIndex(({ cells }) => needed.every((code) => columnAt(columns[code], cells) >= 0))
  if (at < 0) refuseHeadings(needed.map((code) => columns[code]))
  const headings = rows[at]?.cells ?? []
  const places = (Object.keys(columns) as C[]).map((code) => [code, columnAt(columns[code], headings)] as const) // its own keys
  const below = rows.slice(at + 1).filter(({ cells }) => needed.some((code) => textOf(cells[columnAt(columns[code], headings)]) !== ''))
  return { fields, rows: below.map((row) => ({ ...Object.fromEntries(places.map(([code, place]) => [code, row.cells[place]])), ...row }) as Row<C>) } // by the same keys
}

export const sentRows = async <C extends string>(ctx: Context, request: FastifyRequest, wanted: Wanted<C>) =>
  (await sentTable(ctx, request, wanted)).rows

async function cellsOf(path: string): Promise<{ at: number; cells: Cell[] }[]> {
  const found: { at: number; cells: Cell[] }[] = []
  for await (const batch of readSheet(path, 0)) {
    found.push(...batch.map(({ at, cells }) => ({ at, cells })))
    if (found.length > MAX_ROWS)
      refuse('rule', { summary_zh: `文件超过 ${MAX_ROWS} 行，请分开上传`, summary_en: `The file has more than ${MAX_ROWS} rows: send it in parts` })
  }
  return found
}

const keyOf = (cell: Cell) => textOf(cell).normalize('NFKC').replace(/\s+/g, '').toLowerCase()
const columnAt = (headings: readonly string[], cells: readonly Cell[]) =>
  cells.findIndex((cell) => headings.some((one) => keyOf(one) === keyOf(cell)))

function refuseHeadings(needed: readonly (readonly string[])[]): never {
  return refuse('rule', {
    summary_zh: `文件应有这些列：${needed.map(([zh]) => zh).join('、')}`,
    summary_en: `The file needs these columns: ${needed.map(([, en]) => en).join(', ')}`,
  })
}

const isOrder = (text: string | undefined): text is DayOrder => text === 'mdy' || text === 'dmy' || text === 'ymd'

/** The days of a column; `asks`: some of them can be read in two ways, and nobody has stated which: these are left empty. */
export function daysOf(cells: readonly Cell[], stated: string | undefined): { days: (string | null)[]; asks: boolean } {
  if (stated && !isOrder(stated)) refuse('bad_request', both('why', ['day_order 应为 mdy、dmy 或 ymd', 'day_order must be mdy, dmy or ymd']))
  const order = dayOrderOf(cells, { user: isOrder(stated) ? stated : undefined }) ?? 'unknown'
  const read = cells.map((cell) => readDay(cell, { order }))
  return { days: read.map((one) => (one && 'day' in one ? one.day : null)), asks: read.some((one) => one && 'isUnclear' in one) }
}

/** As it is written, without separators of thousands and signs of currencies. */
export const amountIn = (cell: Cell): string => textOf(cell).normalize('NFKC').replace(/[¥￥,\s]/g, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') // oxfmt-ignore
