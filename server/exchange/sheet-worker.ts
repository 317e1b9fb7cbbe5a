import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import type { SheetRow } from './sheet.ts'

// Runs in a thread of its own: a workbook made to harm takes this thread's time and memory, not the server's.
const { path, sheet, batch, most } = workerData as { path: string; sheet: number; batch: number; most: number } // given by sheet.ts

let goOn = () => {}
parentPort?.on('message', () => goOn())

let rows: SheetRow[] = []
const send = async (last: boolean) => {
  const asked = new Promise<void>((resolve) => (goOn = resolve))
  parentPort?.postMessage({ rows, last })
  rows = []
  if (!last) await asked
}

let count = 0
for await (const { index, values } of streamXlsxRows(readFileSync(path), { sheet })) {
  const cells = values.slice(0, 300).map((value) => (typeof value === 'object' && value !== null && !(value instanceof Date) ? String(value) : value))
  if (++count > most) break
  rows.push({ at: index + 1, cells })
  if (rows.length >= batch) await send(false)
}
await send(true)
parentPort?.close()
