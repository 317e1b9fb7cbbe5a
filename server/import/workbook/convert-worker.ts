import { closeSync, createWriteStream, openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { read, SSF, type WorkSheet } from '@e965/xlsx'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { sheetsOf } from '../../../model/import/phpip/sheets.ts'
import type { Cell } from '../../../model/import/values/cell.ts'
import { encodingOfDump, unreadSigns } from '../dump/dump-encoding.ts'
import { phpipRows } from '../dump/phpip-rows.ts'
import { publicationTable, PUBLICATIONS } from '../publications/read-publications.ts'
import { csvRows, MAX_FIELDS, textOfFile } from './csv.ts'
import { encodingOf } from './encoding.ts'
import { noneTaken } from '../dump/dump-fault.ts'
import { MAX_CELL } from './book-cells.ts'
import { MAX_COLUMNS } from './book-rows.ts'
import { MAX_ROWS } from './sheet.ts'
import { TableFault, tooManyCells, tooManyRows } from './table-fault.ts'

// Runs in its own thread: a malicious file uses this thread's time and memory, not the server's.
const { path, out, kind } = workerData as { path: string; out: string; kind: 'text' | 'old' | 'dump' | 'publications' } // given by convert.ts

const DAY = 86_400_000
// 200,000 rows of 50 columns: a workbook with more exceeds the limits of the guard and takes minutes to write.
const MAX_CELLS = 10_000_000

try {
  if (kind === 'text') await convertText()
  else if (kind === 'dump') await convertDump()
  else if (kind === 'publications') await convertPublications()
  else await convertOld()
} catch (error) {
  if (error instanceof TableFault) parentPort?.postMessage({ fault: error.words })
  throw error
}

/** Limits are checked before a workbook is written, which takes minutes. */
async function convertText() {
  const encoding = await encodingOf(path)
  await refuseLarge(encoding)
  async function* rows() {
    let isFirst = true
    for await (const row of csvRows(textOfFile(path, encoding))) {
      const isSeparator = isFirst && row.length === 1 && /^sep=.$/i.test(row[0] ?? '')
      isFirst = false
      if (!isSeparator) yield row.slice(0, MAX_COLUMNS + 1).map((field) => (field === '' ? null : field.slice(0, MAX_CELL))) // one more shows that the row was cut
    }
  }
  const stream = writeXlsxStream(rows(), { name: 'Sheet1' })
  await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(out, { mode: 0o600 })) // two declarations of one web standard
}

async function refuseLarge(encoding: string) {
  let [rows, cells] = [0, 0]
  for await (const row of csvRows(textOfFile(path, encoding))) {
    if (++rows > MAX_ROWS) throw tooManyRows(MAX_ROWS)
    for (const field of row) if (field !== '') cells++
    if (cells > MAX_CELLS) throw tooManyCells(MAX_CELLS)
  }
}

/** The database of another system, as its tables of cases. */
async function convertDump() {
  const encoding = await encodingOfDump(path)
  const file = openSync(path, 'r')
  try {
    const lists = phpipRows(file, encoding)
    const { sheets, notes } = sheetsOf(lists)
    for (const { rows } of sheets) if (rows.length > MAX_ROWS) throw tooManyRows(MAX_ROWS)
    if (sheets.length === 0) throw noneTaken()
    await writeFile(out, await writeXlsx({ sheets }), { mode: 0o600 })
    parentPort?.postMessage({ notes: [...unreadSigns(lists), ...notes] })
  } finally {
    closeSync(file)
  }
}

/** Published documents of offices, a row each. */
async function convertPublications() {
  const { rows, notes } = await publicationTable(path)
  const cells = rows.map((row) => row.map((value) => (value === '' ? null : value.slice(0, MAX_CELL))))
  await writeFile(out, await writeXlsx({ sheets: [{ name: PUBLICATIONS, rows: cells }] }), { mode: 0o600 })
  parentPort?.postMessage({ notes })
}

/** The .xls of old Excel, and the web page or XML that other programs call .xls. */
async function convertOld() {
  const book = read(await readFile(path), { dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, sheetRows: 70_000 })
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets = book.SheetNames.map((name, at) => ({
    name: name.slice(0, 31) || `Sheet${at + 1}`,
    rows: rowsOf(book.Sheets[name], is1904),
    ...(book.Workbook?.Sheets?.[at]?.Hidden ? { state: 'hidden' as const } : {}),
  }))
  await writeFile(out, await writeXlsx({ sheets }), { mode: 0o600 })
}

type Read = { t?: string; v?: unknown; z?: string | number }

function rowsOf(sheet: WorkSheet | undefined, is1904: boolean): Exclude<Cell, undefined>[][] {
  const rows = (sheet?.['!data'] ?? []) as (Read[] | undefined)[] // as `dense` gives them
  const within = (length: number, most: number) => ({ length: Math.min(length, most) }) // a cell may say that it lies in the billionth column
  return Array.from(within(rows.length, MAX_ROWS), (_, at) => {
    const cells = rows[at] ?? []
    return Array.from(within(cells.length, MAX_FIELDS), (_cell, column) => valueOf(cells[column], is1904))
  })
}

function valueOf(cell: Read | undefined, is1904: boolean): Exclude<Cell, undefined> {
  const value = cell?.v
  if (cell?.t === 'e' || value === undefined || value === null) return cell?.t === 'e' ? '#VALUE!' : null
  if (typeof value === 'number' && cell?.z !== undefined && SSF.is_date(String(cell.z)) && value >= 1)
    return new Date((is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30) + (value < 60 ? DAY : 0)) + Math.round(value * DAY))
  return typeof value === 'string' ? value.slice(0, MAX_CELL) : typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}
