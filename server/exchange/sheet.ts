import { Worker } from 'node:worker_threads'
import type { Cell } from '../../model/exchange/cell.ts'
import { refuse } from '../refusal.ts'

/** `at` is the row's number as the spreadsheet shows it. */
export type SheetRow = { at: number; cells: Cell[] }

const BATCH = 500
export const MOST_ROWS = 200_000
// A batch takes milliseconds; the first one also unpacks the table of shared texts.
const SLOWEST = 60_000
const MEMORY = 320

/** The filled rows of a sheet, in batches, as they are asked for. */
export async function* readSheet(path: string, sheet: number, batch = BATCH): AsyncGenerator<SheetRow[]> {
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path, sheet, batch, most: MOST_ROWS + 100, asked },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 8 },
  })
  try {
    let next = messageOf(worker)
    for (;;) {
      const { rows, last } = await next
      if (!last) {
        next = messageOf(worker)
        Atomics.add(asked, 0, 1)
        Atomics.notify(asked, 0)
      }
      if (rows.length) yield rows
      if (last) return
    }
  } finally {
    await worker.terminate()
  }
}

type Message = { rows: SheetRow[]; last: boolean }

/** What goes wrong inside is the file's fault. */
function messageOf(worker: Worker): Promise<Message> {
  const answer = new Promise<Message>((resolve, reject) => {
    const timer = setTimeout(() => fail(), SLOWEST)
    const fail = () => (done(), reject(unreadable()))
    const hear = (message: Message) => (done(), resolve(message))
    const done = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail).off('exit', fail)
    }
    worker.on('message', hear).on('error', fail).on('exit', fail)
  })
  answer.catch(() => {}) // asked for before it is awaited
  return answer
}

function unreadable(): unknown {
  try {
    return refuse('file_upload')
  } catch (refusal) {
    return refusal
  }
}
