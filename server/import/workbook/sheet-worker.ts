import { parentPort, workerData } from 'node:worker_threads'
import { openZip, readBook } from './book.ts'
import { readShared } from './book-cells.ts'
import { fillDown, hasMoreRows, mergesOf, scanRows } from './book-rows.ts'
import type { SheetRow } from './sheet.ts'

// Runs in its own thread: a malicious workbook uses this thread's time and memory, not the server's.
type Asked = { path: string; sheet: number; batch: number; most: number; whole: boolean; asked: Int32Array }
const { path, sheet, batch, most, whole, asked } = workerData as Asked // given by sheet.ts

let [rows, sent, count]: [SheetRow[], number, number] = [[], 0, 0]

/** The thread sleeps until the next request: the inner reader would otherwise read and buffer everything. */
function send(last: boolean, facts?: { date1904: boolean; sideways: { row: number; left: number; right: number }[] } | { isTooLong: true }) {
  parentPort?.postMessage({ rows, last, ...facts })
  rows = []
  sent++
  if (last) return
  for (let now = 0; now < sent; now = Atomics.load(asked, 0)) Atomics.wait(asked, 0, now)
}

const zip = await openZip(path)
const book = await readBook(zip)
const { part } = book.sheets[sheet] ?? { part: '' }
class Enough extends Error {}

function sendWhole() {
  while (rows.length >= batch) {
    const later = rows.splice(batch)
    send(false)
    rows = later
  }
}

function end(isTooLong: boolean) {
  if (isTooLong) rows = []
  send(true, isTooLong ? { isTooLong } : undefined)
  zip.close()
  parentPort?.close()
}

// Headings over several columns are at the top of a sheet.
const HEAD = 100

async function sendRows() {
  const merges = await mergesOf(zip, part)
  const filled = fillDown(merges)
  const shared = await readShared(zip, book)
  const sideways = merges.filter(({ top, left, right }) => top <= HEAD && right > left).map(({ top, left, right }) => ({ row: top, left, right }))
  send(false, { date1904: book.date1904, sideways })
  let isTooLong = false
  try {
    await scanRows(zip, part, shared, {
      row(row) {
        if (++count > most) throw new Enough()
        rows.push(filled(row))
      },
      after: sendWhole,
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
    isTooLong = whole
  }
  if (!isTooLong) sendWhole()
  end(isTooLong)
}

if (whole && (await hasMoreRows(zip, part, most))) end(true)
else await sendRows()
