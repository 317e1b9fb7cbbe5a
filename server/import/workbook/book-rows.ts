import type { Cell } from '../../../model/import/values/cell.ts'
import type { SheetRow } from './sheet.ts'
import type { Zip } from './book.ts'
import { cellOf, MAX_CELL, type Shared } from './book-cells.ts'
import { piecesOf, scanXml } from './xml-scan.ts'

/** Columns further right are ignored; whole rows are often formatted to the last column. */
export const MAX_COLUMNS = 1000

// A formula that no spreadsheet has computed yet: its value is unknown.
const UNWORKED = '#CALC!'

/** Merged cells, counted from 0; only the first has the value. */
export type Merge = { top: number; bottom: number; left: number; right: number }

/** Emits each filled row; `after` is called between the chunks of the file. */
export async function scanRows(zip: Zip, part: string, shared: Shared, on: { row(row: SheetRow): void; after(): void }) {
  let row: SheetRow = { at: 0, cells: [] }
  let [at, column, isRow, isValue, isReading] = [0, 0, false, false, false]
  let [type, style, text, isUnworked] = ['', -1, '', false]
  await scanXml(
    await zip.open(part),
    {
      open(name, attributes) {
        if (name === 'c') {
          const place = attributes.r
          column = (place ? columnOf(place) : undefined) ?? column
          ;[type, style, text, isUnworked] = [attributes.t ?? '', Number(attributes.s ?? -1), '', false]
        } else if (name === 'f') isUnworked = true
        else if (name === 'v') [isValue, isUnworked] = [isRow, isUnworked && type !== 'str'] // an empty text is a result, an empty number is none
        else if (name === 't') isValue = isRow && !isReading
        else if (name === 'rPh') isReading = true
        else if (name === 'row') {
          const given = Number(attributes.r)
          at = Number.isInteger(given) && given > 0 ? given : at + 1
          row = { at, cells: [], ...(/^(1|true|on)$/i.test(attributes.hidden ?? '') && { hidden: true }) }
          ;[column, isRow] = [0, true]
        }
      },
      close(name) {
        if (name === 'c') {
          if (!put(row.cells, column, isUnworked && text === '' ? UNWORKED : cellOf(type, style, text, shared))) row.cut = true
          column++
        } else if (name === 'v' || name === 't') isValue = false
        else if (name === 'rPh') isReading = false
        else if (name === 'row') {
          isRow = false
          if (row.cells.length) on.row(row)
        }
      },
      text(piece) {
        if (isValue && text.length <= MAX_CELL) text += piece
      },
    },
    on.after,
  )
}

/** Returns whether the cell was within the limit. */
function put(cells: Cell[], column: number, value: Cell): boolean {
  if (value === null || value === undefined || value === '') return true
  if (column >= MAX_COLUMNS) return false
  while (cells.length < column) cells.push(null)
  cells[column] = value
  return true
}

/** `AB12` is 27; undefined without a letter. */
function columnOf(place: string): number | undefined {
  let column = 0
  for (const letter of place.toUpperCase()) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column > 0 && column <= 16_384 ? column - 1 : undefined
}

// A value that is not empty; attributes of cells hold no such sign.
const VALUE = /<(?:\w+:)?[vt](?:\s[^<>]*)?>[^<]/
const MAX_KEPT = 1 << 20

/** Whether the part has more filled rows than `most`, found without parsing them: in a second for a file that takes a minute to read. */
export async function hasMoreRows(zip: Zip, part: string, most: number): Promise<boolean> {
  let [count, rest] = [0, '']
  for await (const piece of piecesOf(await zip.open(part))) {
    const rows = (rest + piece).split(/<(?:\w+:)?row[\s>]/)
    rest = (rows.pop() ?? '').slice(-MAX_KEPT)
    for (const row of rows) if (VALUE.test(row) && ++count > most) return true
  }
  return count + (VALUE.test(rest) ? 1 : 0) > most
}

const MAX_MERGES = 50_000

/** They follow the rows, so the part is scanned once for them alone, without parsing the rows. */
export async function mergesOf(zip: Zip, part: string): Promise<Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const piece of piecesOf(await zip.open(part))) {
    const text = rest + piece
    for (const [, attributes = ''] of text.matchAll(/[<:]mergeCell(\s[^<>]{0,200})>/g)) {
      const merge = mergeOf(attributes)
      if (merge && merges.length < MAX_MERGES) merges.push(merge)
    }
    rest = text.slice(Math.max(text.lastIndexOf('<'), text.length - 300, 0))
  }
  return merges
}

function mergeOf(attributes: string): Merge | undefined {
  const ref = /\sref\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? ''
  const [, left = '', top = '', right = '', bottom = ''] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? []
  const [from, to] = [columnOf(left), columnOf(right)]
  return from === undefined || to === undefined ? undefined : { left: from, right: to, top: Number(top), bottom: Number(bottom) }
}

/** A cell merged downwards applies to each of its rows. Cells merged sideways are titles, and apply to none. */
export function fillDown(merges: readonly Merge[]): (row: SheetRow) => SheetRow {
  const tall = merges.filter(({ top, bottom }) => bottom > top).sort((one, other) => one.top - other.top)
  const open: { merge: Merge; value: Cell }[] = []
  let next = 0
  return (row) => {
    for (; next < tall.length && (tall[next]?.top ?? 0) <= row.at; next++) {
      const merge = tall[next]
      if (merge && merge.top === row.at) open.push({ merge, value: row.cells[merge.left] })
    }
    for (let i = open.length - 1; i >= 0; i--) if ((open[i]?.merge.bottom ?? 0) < row.at) open.splice(i, 1)
    for (const { merge, value } of open) if (merge.top < row.at && (row.cells[merge.left] ?? '') === '') put(row.cells, merge.left, value)
    return row
  }
}
