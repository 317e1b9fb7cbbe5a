import { open, stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Words } from '../../../model/kit/fields.ts'
import { isArchiveOfPublications, isPublication } from '../publications/read-publications.ts'
import { unmarked } from './encoding.ts'
import { otherXml } from './other-xml.ts'
import { TOO_SLOW } from './table-fault.ts'
import { limitTime } from './time-limit.ts'

/** The kinds of table that are made into a workbook before anything else reads them. */
type Kind = 'text' | 'old' | 'dump' | 'publications'

const SLOWEST = { computing: 120_000, whole: 480_000 }
const MEMORY = 1024
// An old workbook is read whole; it has at most 65,536 rows.
const LARGEST_OLD = 40 << 20

/** `words`: the exceeded limit, if known. `what`: what the file is instead of a table. `notes`: content of the file that its tables omit. */
type Converted = { kind: 'workbook' | 'converted' | 'unreadable'; words?: Words; what?: Words; notes?: Words[] }

/** Whether the file is a workbook already; else it is converted to `out`. */
export async function convertTable(path: string, out: string): Promise<Converted> {
  const kind = await kindOf(path)
  if (kind === undefined) return { kind: 'workbook' }
  if (kind === 'old' && (await stat(path)).size > LARGEST_OLD) return { kind: 'unreadable' }
  const read = await convert(path, out, kind)
  const what = read.kind === 'unreadable' && !read.words ? otherXml(await startOf(path)) : undefined
  return what ? { ...read, what } : read
}

/** The beginning of a text. */
async function startOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START), 0, START, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

const START = 4096

/** By its content: names say .xls for a web page, for a text, and for a new workbook. */
async function kindOf(path: string): Promise<Kind | undefined> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START), 0, START, 0)
    const start = buffer.subarray(0, bytesRead)
    const text = start.toString('latin1')
    if (text.startsWith('PK')) return (await isArchiveOfPublications(path)) ? 'publications' : undefined
    if (bytesRead === 0) return undefined
    if (start.toString('hex', 0, 4) === 'd0cf11e0') return 'old'
    if (isPublication(text)) return 'publications'
    if (/^[\s\u00ef\u00bb\u00bf]*<(\?xml|!doctype|html|table|meta|head)/i.test(text)) return 'old'
    if (isDump(start)) return 'dump'
    return isText(start) ? 'text' : undefined
  } finally {
    await file.close()
  }
}

/** A database as statements that make its tables and fill them; programs of Windows write it in UTF-16. */
function isDump(start: Buffer): boolean {
  const text = start.toString(start[0] === 0xff && start[1] === 0xfe ? 'utf16le' : 'utf8')
  const isSql = /^[\s\ufeff]*(--|\/\*|#|(SET|CREATE|DROP|USE|INSERT|LOCK|START|BEGIN|LOAD|REPLACE)\s)/i.test(text)
  return (
    isSql &&
    /^-- (MySQL|MariaDB|phpMyAdmin)|\b(CREATE (TABLE|DATABASE)|DROP TABLE|INSERT INTO|REPLACE INTO|LOAD DATA|SET NAMES|LOCK TABLES)\b/im.test(text)
  )
}

/** A text has no control characters. */
function isText(start: Buffer): boolean {
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  if (isMarked || unmarked(start)) return true
  const odd = start.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13).length
  return odd <= start.length / 100 && /[,;\t|\n\r]/.test(start.toString('latin1'))
}

function convert(path: string, out: string, kind: Kind): Promise<Converted> {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), {
    workerData: { path, out, kind },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 32 },
  })
  return new Promise((resolve) => {
    let [words, notes]: [Words?, Words[]?] = []
    worker.on('message', (said: { fault?: Words; notes?: Words[] }) => {
      words ??= said.fault
      notes ??= said.notes
    })
    const unlimited = limitTime(worker, SLOWEST, () => {
      words ??= TOO_SLOW
      void worker.terminate()
    })
    worker.on('error', () => {}) // `exit` follows
    worker.on('exit', (code) => {
      unlimited()
      resolve(code === 0 ? { kind: 'converted', ...(notes && { notes }) } : { kind: 'unreadable', ...(words && { words }) })
    })
  })
}
