import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { fileTypeFromFile } from 'file-type'
import yauzl from 'yauzl'
import type { Words } from '../../model/kit/fields.ts'
import { extensionOf } from '../documents/file-kind.ts'
import { measured } from '../storage/measured.ts'
import type { Received, Skipped } from './received.ts'
import { attachmentsOf } from './unpack-mail.ts'

const MAX_ENTRIES = 300
const MAX_UNPACKED = 200 << 20
const MAX_RATIO = 120
const SUSPECT = 16 << 20

/** Files in which a notice may stand. */
export const NOTICE_FILES = new Set(['pdf', 'tif', 'tiff', 'jpg', 'jpeg', 'png', 'gif', 'xml', 'eml', 'docx', 'htm', 'html', 'txt'])

const IS_LIST = /(?:^|\/)list\.xml$/i

const TOO_MUCH: Words = ['压缩包内文件过多或过大', 'the archive has too many or too large files']
const LOCKED: Words = ['压缩包加了密码', 'the archive is protected by a password']
const BROKEN: Words = ['压缩包已损坏', 'the archive is damaged']
const BROKEN_MAIL: Words = ['邮件已损坏，或层次过多', 'the message is damaged, or has too many levels']
export const NOT_A_NOTICE: Words = ['不是可读取的文件种类', 'its type is not read']
const NOTHING_IN_IT: Words = ['压缩包内没有可读取的文件', 'the archive has no file that is read']

type Unpacked = { files: Received[]; skipped: Skipped[] }
/** Unpacked so far; the limits cover all archives of one message together. */
type Used = { entries: number; packed: number; bytes: number }
type Place = { folder: string; used: Used }

/** The files of a zip or of a message; other files as they are. A Word document, which is a zip too, stays whole. */
export async function unpacked(file: Received, folder: string, before: Partial<Used> = {}): Promise<Unpacked> {
  const place: Place = { folder, used: { entries: 0, packed: 0, bytes: 0, ...before } }
  const kind = await fileTypeFromFile(file.path)
  if (kind?.ext === 'zip' && extensionOf(file.name) !== 'docx') return ofArchive(file, place)
  if (extensionOf(file.name) === 'eml') return ofMail(file, place)
  return ofFile(file, kind?.ext)
}

function ofFile(file: Received, kind: string | undefined): Unpacked {
  const named = extensionOf(file.name)
  if (!kind && named === 'zip') return { files: [], skipped: [{ name: file.name, words: BROKEN, unopened: true }] }
  const isRead = NOTICE_FILES.has(kind ?? named)
  return isRead ? { files: [file], skipped: [] } : { files: [], skipped: [{ name: file.name, words: NOT_A_NOTICE }] }
}

/** The notices attached to a message, and those in its archives; a message without any is read itself. */
async function ofMail(file: Received, place: Place): Promise<Unpacked> {
  const [files, skipped]: [Received[], Skipped[]] = [[], []]
  const attached = await attachmentsOf(file, place.folder).catch(() => undefined)
  if (!attached) return { files, skipped: [{ name: file.name, words: BROKEN_MAIL, unopened: true }] }
  for (const one of attached) {
    const opened: Unpacked = extensionOf(one.name) === 'zip' ? await ofArchive(one, place) : { files: [one], skipped: [] }
    files.push(...opened.files)
    skipped.push(...opened.skipped)
  }
  return files.length + skipped.length > 0 ? { files, skipped } : { files: [file], skipped }
}

async function ofArchive(file: Received, place: Place): Promise<Unpacked> {
  try {
    const files = await entriesOf(file, place)
    return files.length > 0 ? { files, skipped: [] } : { files, skipped: [{ name: file.name, words: NOTHING_IN_IT }] }
  } catch (error) {
    return { files: [], skipped: [{ name: file.name, words: error instanceof ArchiveFault ? error.words : BROKEN, unopened: true }] }
  }
}

class ArchiveFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(words[1])
    this.words = words
  }
}

async function entriesOf(file: Received, { folder, used }: Place): Promise<Received[]> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(file.path, { lazyEntries: true, autoClose: false })
  try {
    const found: (Received & { inside: string })[] = []
    const stream = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
    for (const [at, entry] of (await namesOf(zip, used)).entries()) {
      const path = join(folder, `${basename(file.path)}-${at}`)
      const measure = measured()
      await pipeline(await stream(entry), measure.stream, createWriteStream(path, { mode: 0o600 }))
      if (measure.size() > 0)
        found.push({ path, name: basename(entry.fileName), size: measure.size(), hash: measure.hash(), packed_in: file.name, inside: entry.fileName })
    }
    return await withoutLists(found)
  } finally {
    zip.close()
  }
}

function namesOf(zip: yauzl.ZipFile, used: Used): Promise<yauzl.Entry[]> {
  const entries: yauzl.Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      used.entries++
      used.packed += entry.compressedSize
      used.bytes += entry.uncompressedSize
      if (isTooMuch(used)) return reject(new ArchiveFault(TOO_MUCH))
      if (entry.isEncrypted()) return reject(new ArchiveFault(LOCKED))
      if (NOTICE_FILES.has(extensionOf(entry.fileName)) && !entry.fileName.startsWith('__MACOSX')) entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const isTooMuch = ({ entries, packed, bytes }: Used) =>
  entries > MAX_ENTRIES || bytes > MAX_UNPACKED || (bytes > SUSPECT && bytes > packed * MAX_RATIO)

const MAX_LIST = 1 << 20

/** The list of an electronic package describes the files in its folder and below; alone it is the notice itself. */
async function withoutLists(found: readonly (Received & { inside: string })[]): Promise<Received[]> {
  const lists = found.filter(({ inside, size }) => IS_LIST.test(inside) && size <= MAX_LIST)
  const used = new Set<string>()
  const papers: Received[] = []
  for (const { inside, ...file } of found.filter((one) => !lists.includes(one))) {
    const list = lists.filter((one) => isBelow(inside, dirname(one.inside))).toSorted((a, b) => b.inside.length - a.inside.length)[0]
    if (list) used.add(list.inside)
    papers.push(list ? { ...file, listed: await readFile(list.path, 'latin1') } : file)
  }
  return [...papers, ...lists.filter(({ inside }) => !used.has(inside)).map(({ inside: _, ...file }) => file)]
}

const isBelow = (inside: string, folder: string) => folder === '.' || inside.startsWith(`${folder}/`)
