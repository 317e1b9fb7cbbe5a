import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentText } from '../../../model/documents/text.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { both, refuse } from '../../errors.ts'
import { turnsOf } from '../../turns.ts'
import { DAMAGED, HEAP_MB, PROCESS_BYTES, PROCESS_MS, TOO_LARGE, TOO_SLOW } from './limits.ts'

/** Content to read from a file: its text, or a picture of one of its pages */
export type Wish = { path: string; mediaType: string; embedded?: boolean; draw?: { page: number; side: number }; parts?: boolean }
/** Parts of a PDF beside its pages: attached XML files, and the properties that its producer added */
export type PdfParts = { xml: Uint8Array[]; properties: Record<string, string>; lines: string[] }
type Found = DocumentText | Uint8Array | PdfParts
export type Answer = { found: Found } | { words: Words }

// Recognition uses a whole processor and hundreds of megabytes.
const inTurn = turnsOf(1)
const inTurnToDraw = turnsOf(2)
// Many files that are read slowly do not keep pages from being shown.
const inTurnToTakeApart = turnsOf(1)
const inTurnToIndex = turnsOf(1)
export const WATCH_MS = 400

/**
 * The text of a file on the disk: PDF, Word, Excel, PowerPoint, text, web page, XML, message, picture. A scanned page is recognised.
 * It is read in a process of its own, which is ended at its limits; a file that cannot be read is refused as `unreadable`.
 */
export function textOf(path: string, mediaType: string): Promise<DocumentText> {
  return inTurn(async () => pagesIn(await readAside({ path, mediaType })))
}

const pagesIn = (found: Found): DocumentText => ('pages' in found ? found : refuse('unforeseen'))

/** Only the text that the file states itself; pages that are pictures are left out. */
export function embeddedTextOf(path: string, mediaType: string): Promise<DocumentText> {
  return inTurnToIndex(async () => pagesIn(await readAside({ path, mediaType, embedded: true })))
}

/** The attached XML, the properties and the text of a PDF; a page that is a picture is left out. */
export function partsOfPdf(path: string): Promise<PdfParts> {
  return inTurnToTakeApart(async () => {
    const found = await readAside({ path, mediaType: 'application/pdf', parts: true })
    return 'properties' in found ? found : refuse('unforeseen')
  })
}

/** A page of a PDF or picture as WebP with at most `side` pixels. */
export function pictureOfPage(path: string, mediaType: string, page: number, side = 1600): Promise<Buffer> {
  return inTurnToDraw(async () => {
    const found = await readAside({ path, mediaType, draw: { page, side } })
    return found instanceof Uint8Array ? Buffer.from(found) : refuse('unforeseen')
  })
}

async function readAside(wish: Wish): Promise<Found> {
  // Here, so that the folder of a process that is ended goes too.
  const folder = await mkdtemp(join(tmpdir(), 'innoe-reading-'))
  const child = fork(new URL('./read-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    env: { NODE_ENV: 'production', PATH: process.env.PATH ?? '', TZ: 'UTC', INNOE_READING: folder }, // it has no use for the secrets of the server
    serialization: 'advanced',
    stdio: 'ignore',
  })
  try {
    const reply = await answerOf(child, wish)
    return 'found' in reply ? reply.found : refuse('unreadable', both('why', reply.words))
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

function answerOf(child: ChildProcess, wish: Wish): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ words: TOO_SLOW }), PROCESS_MS)
    const watch = setInterval(() => void memoryOf(child).then((bytes) => bytes > PROCESS_BYTES && end({ words: TOO_LARGE })), WATCH_MS)
    const end = (reply: Answer) => {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(reply)
    }
    child.once('message', (reply) => end(reply as Answer)) // read-process.ts sends it
    child.once('error', () => end({ words: DAMAGED }))
    child.once('exit', () => end({ words: DAMAGED }))
    child.send(wish, () => {}) // an end before the answer is told by `exit`
  })
}

/** The occupied memory; zero where the system does not say. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const said = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/VmRSS:\s*(\d+) kB/.exec(said)?.[1] ?? 0) * 1024
}
