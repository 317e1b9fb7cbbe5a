import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import type { Cell } from '../../model/exchange/cell.ts'
import type { SheetRow } from './sheet.ts'

// Runs in a thread of its own: a workbook made to harm takes this thread's time and memory, not the server's.
const { path, sheet, batch, most, asked } = workerData as { path: string; sheet: number; batch: number; most: number; asked: Int32Array } // given by sheet.ts

let rows: SheetRow[] = []
let sent = 0

/** The thread sleeps until more is asked for: the reader within would read on to the end meanwhile, and keep it all. */
function send(last: boolean) {
  parentPort?.postMessage({ rows, last })
  rows = []
  sent++
  if (last) return
  for (let now = 0; now < sent; now = Atomics.load(asked, 0)) Atomics.wait(asked, 0, now)
}

// What a spreadsheet itself takes in one cell; more was put there by another hand, and would hold up whoever reads it.
const LONGEST = 32_767

function plain(value: unknown): Cell {
  if (typeof value === 'string') return value.slice(0, LONGEST)
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value
  return value === null || value === undefined ? value : String(value).slice(0, LONGEST)
}

let count = 0
for await (const { index, values } of streamXlsxRows(readFileSync(path), { sheet })) {
  const cells = values.slice(0, 300).map(plain)
  if (++count > most) break
  rows.push({ at: index + 1, cells })
  if (rows.length >= batch) send(false)
}
send(true)
parentPort?.close()
