import { Worker } from 'node:worker_threads'
import type { Cell } from '../../../model/import/values/cell.ts'
import { refuse } from '../../errors.ts'
import { limitTime } from './time-limit.ts'

/** `at` is the row's number in the spreadsheet. `cut`: it has more columns than are read. */
export type SheetRow = { at: number; cells: Cell[]; hidden?: true; cut?: true }

/** The facts of the whole sheet: the start of its day count, and the merged cells at its top. */
export type SheetFacts = { date1904: boolean; sideways: readonly { row: number; left: number; right: number }[] }
export type OpenSheet = SheetFacts & { rows: AsyncGenerator<SheetRow[]> }

const BATCH = 500
export const MAX_ROWS = 200_000
// A batch takes milliseconds; the first one also unpacks the table of shared texts.
const SLOWEST = { computing: 60_000, whole: 300_000 }
const MEMORY = 320

type Reading = { batch?: number; most?: number; ceiling?: number }

/**
 * The filled rows of a sheet, in batches on request. The caller must close `rows`.
 * More rows than the `ceiling` are refused, not left out; `most` sets a smaller sufficient number.
 */
export async function openSheet(path: string, sheet: number, { batch = BATCH, most, ceiling = MAX_ROWS }: Reading = {}): Promise<OpenSheet> {
  const asked = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path, sheet, batch, most: most ?? ceiling, whole: most === undefined, asked },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 8 },
  })
  const more = () => {
    const next = messageOf(worker)
    Atomics.add(asked, 0, 1)
    Atomics.notify(asked, 0)
    return next
  }
  try {
    const { date1904 = false, sideways = [], isTooLong } = await messageOf(worker)
    if (isTooLong) refuseLong(ceiling)
    return { date1904, sideways, rows: rowsFrom(worker, more(), { more, ceiling }) }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

type Further = { more: () => Promise<Message>; ceiling: number }

async function* rowsFrom(worker: Worker, first: Promise<Message>, { more, ceiling }: Further): AsyncGenerator<SheetRow[]> {
  try {
    let next = first
    for (;;) {
      const { rows, last, isTooLong } = await next
      if (isTooLong) refuseLong(ceiling)
      if (!last) next = more()
      if (rows.length) yield rows
      if (last) return
    }
  } finally {
    await worker.terminate()
  }
}

export async function* readSheet(path: string, sheet: number): AsyncGenerator<SheetRow[]> {
  const { rows } = await openSheet(path, sheet)
  yield* rows
}

type Message = Partial<SheetFacts> & { rows: SheetRow[]; last: boolean; isTooLong?: true }

const refuseLong = (most: number): never =>
  refuse('rule', {
    summary_zh: `工作表超过 ${most.toLocaleString('en')} 行，请分成几个文件导入`,
    summary_en: `The sheet has more than ${most.toLocaleString('en')} rows: import it in several files`,
  })

/** An error inside is a fault of the file. */
function messageOf(worker: Worker): Promise<Message> {
  const answer = new Promise<Message>((resolve, reject) => {
    const unlimited = limitTime(worker, SLOWEST, () => fail())
    const fail = () => (done(), reject(unreadable()))
    const hear = (message: Message) => (done(), resolve(message))
    const done = () => {
      unlimited()
      worker.off('message', hear).off('error', fail).off('exit', fail)
    }
    worker.on('message', hear).on('error', fail).on('exit', fail)
  })
  answer.catch(() => {}) // handled when it is awaited
  return answer
}

function unreadable(): unknown {
  try {
    return refuse('file_upload')
  } catch (refusal) {
    return refusal
  }
}
