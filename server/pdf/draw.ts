import { Worker } from 'node:worker_threads'
import { refuse } from '../errors.ts'
import { turnsOf } from '../turns.ts'
import { MAX_CHARACTERS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, type PdfDocument } from './document.ts'
import { textsOf } from './layout.ts'

/** Answer of the thread of draw-worker.ts */
export type DrawAnswer = { bytes: Uint8Array } | { fault: string } | { isTooMuch: true }

const SLOWEST_MS = 60_000
const MEMORY_MB = 512
/** A drawing keeps one CPU busy. */
const CONCURRENCY = 1
/** Maximum waiting drawings; a further one is refused. */
const MAX_WAITING = 20

const inTurn = turnsOf(CONCURRENCY)
let asked = 0

/**
 * Draws a document as a PDF (A4, Chinese and English, pages numbered) and returns its bytes. Texts can be
 * searched and copied. Refuses a document that is too large. A table row takes about 1 ms in a thread of its own; the
 * caller's thread is held for 16 ms at most (measured with 5,000 rows).
 */
export const drawPdf = (document: PdfDocument): Promise<Buffer> => draw({ document, as: 'pdf' })

/** `pptx`: a presentation whose charts and tables can be edited. */
export type Drawn = { document: PdfDocument; as: 'pdf' | 'pptx' }

/** The same in either form. */
export async function draw(drawn: Drawn): Promise<Buffer> {
  refuseTooLarge(drawn.document)
  if (asked >= CONCURRENCY + MAX_WAITING) refuse('too_many_pdfs')
  asked++
  try {
    const answer = await inTurn(() => inThread(drawn))
    if ('fault' in answer) throw new Error(`the file was not drawn: ${answer.fault}`)
    return 'isTooMuch' in answer ? refuse('rule', TOO_LONG) : Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
  } finally {
    asked--
  }
}

function refuseTooLarge({ blocks }: PdfDocument) {
  const tables = blocks.flatMap((block) => (typeof block === 'object' && 'table' in block ? [block.table] : []))
  const rows = tables.flatMap((table) => table.rows)
  const lines = rows.reduce((sum, row) => sum + ('heading' in row || 'total' in row ? 0 : 1), 0)
  if (lines > MAX_TABLE_ROWS) refuse('too_many_values', { key: 'pdf', max: MAX_TABLE_ROWS })
  if (tables.some(({ columns }) => columns.length > MAX_TABLE_COLUMNS)) refuse('rule', TOO_WIDE)
  const texts = rows.reduce((sum, row) => sum + textsOf(row).reduce((all, text) => all + text.length, 0), 0)
  const rest = blocks.reduce((sum, block) => sum + (typeof block === 'string' ? block.length : 0), 0)
  if (texts + rest > MAX_CHARACTERS) refuse('rule', TOO_LONG)
}

export const TOO_WIDE = {
  summary_zh: `PDF 的表格最多 ${MAX_TABLE_COLUMNS} 列，请减少列数或导出 Excel`,
  summary_en: `A table of a PDF has at most ${MAX_TABLE_COLUMNS} columns; choose fewer, or export a workbook`,
}
const TOO_LONG = {
  summary_zh: '内容过多，不能生成文件，请减少列数或行数，或导出 Excel',
  summary_en: 'The document has too much text; choose fewer columns or rows, or export a workbook',
}

async function inThread(drawn: Drawn): Promise<DrawAnswer> {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData: drawn,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  try {
    return await new Promise<DrawAnswer>((resolve) => {
      const timer = setTimeout(() => resolve({ isTooMuch: true }), SLOWEST_MS)
      const end = (answer: DrawAnswer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      worker.once('message', end)
      worker.once('error', (error: Error) =>
        end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { isTooMuch: true } : { fault: error.message }),
      )
      worker.once('exit', () => end({ fault: 'the thread ended' }))
    })
  } finally {
    await worker.terminate()
  }
}
