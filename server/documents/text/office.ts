import { promisify } from 'node:util'
import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import yauzl from 'yauzl'
import { collected, FileFault, MAX_CHARS, PROTECTED, TOO_LARGE } from './limits.ts'
import { pageOf } from './plain.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 200 << 20
const SUSPECT = 32 << 20
const MAX_RATIO = 120

type Entries = ReadonlyMap<string, yauzl.Entry>
type Opened = { entries: Entries; open(name: string): Promise<Readable> }
export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

/** Text of a document, of each sheet, or of each slide. */
export async function textOfOffice(path: string, kind: OfficeKind) {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false })
  try {
    const entries = await entriesOf(zip)
    const stream = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
    const open = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`no part ${name}`)
      return stream(entry)
    }
    return await READERS[kind]({ entries, open })
  } finally {
    zip.close()
  }
}

function entriesOf(zip: yauzl.ZipFile): Promise<Entries> {
  const entries = new Map<string, yauzl.Entry>()
  let [packed, unpacked] = [0, 0]
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      const isBomb = unpacked > MAX_UNPACKED || (unpacked > SUSPECT && unpacked > packed * MAX_RATIO)
      if (isBomb || entries.size >= MAX_ENTRIES) return reject(new FileFault(TOO_LARGE))
      if (entry.isEncrypted()) return reject(new FileFault(PROTECTED))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const READERS: Record<OfficeKind, (zip: Opened) => Promise<ReturnType<typeof collected>>> = {
  async docx(zip) {
    const found = collected()
    const parts = namesOf(zip, /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/)
    const texts: string[] = []
    for (const part of parts.toSorted((a, b) => Number(b === BODY) - Number(a === BODY))) texts.push(await words(zip, part, 'w:'))
    found.add(pageOf(texts.join('\n').trim()))
    return found
  },
  async pptx(zip) {
    const found = collected()
    for (const part of namesOf(zip, /^ppt\/slides\/slide\d+\.xml$/)) if (!found.add(pageOf(await words(zip, part, 'a:')))) break
    return found
  },
  async xlsx(zip) {
    const found = collected()
    const shared = zip.entries.has(SHARED) ? await sharedTexts(zip) : []
    for (const part of namesOf(zip, /^xl\/worksheets\/sheet\d+\.xml$/)) if (!found.add(pageOf(await cells(zip, part, shared)))) break
    return found
  },
}

const BODY = 'word/document.xml'
const SHARED = 'xl/sharedStrings.xml'

/** Sheets and slides in the order of their numbers. */
const namesOf = ({ entries }: Opened, pattern: RegExp) =>
  [...entries.keys()].filter((name) => pattern.test(name)).toSorted((a, b) => numberIn(a) - numberIn(b) || (a < b ? -1 : 1))
const numberIn = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)

type Listener = {
  open(name: string, attributes: Record<string, string>): void
  text(piece: string): void
  close(name: string): void
  isFull(): boolean
}

/** Reads a part until the listener has enough. Nothing outside the part is resolved. */
async function scan(zip: Opened, part: string, { open, text, close, isFull }: Listener) {
  const parser = new Parser({ onopentag: open, ontext: text, onclosetag: close }, { xmlMode: true, decodeEntities: true })
  const decoder = new TextDecoder()
  for await (const chunk of await zip.open(part)) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true })) // a zip's streams give buffers
    if (isFull()) return
  }
  parser.end()
}

async function words(zip: Opened, part: string, prefix: 'w:' | 'a:'): Promise<string> {
  let [text, isText] = ['', false]
  await scan(zip, part, {
    open(name) {
      if (name === `${prefix}t`) isText = true
      else if (name === `${prefix}tab`) text += '\t'
      else if (name === `${prefix}br` || name === `${prefix}cr`) text += '\n'
    },
    text: (piece) => void (isText && (text += piece)),
    close(name) {
      if (name === `${prefix}t`) isText = false
      else if (name === `${prefix}p`) text += '\n'
    },
    isFull: () => text.length > MAX_CHARS,
  })
  return text
}

async function sharedTexts(zip: Opened): Promise<string[]> {
  const texts: string[] = []
  let [text, isText, chars] = ['', false, 0]
  await scan(zip, SHARED, {
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
    },
    text: (piece) => void (isText && (text += piece)),
    close(name) {
      isText = false
      if (name !== 'si') return
      texts.push(text)
      chars += text.length
    },
    isFull: () => chars + text.length > MAX_CHARS * 2,
  })
  return texts
}

async function cells(zip: Opened, part: string, shared: readonly string[]): Promise<string> {
  let [text, value, type, isValue] = ['', '', '', false]
  await scan(zip, part, {
    open(name, { t = '' }) {
      if (name === 'c') [type, value] = [t, '']
      isValue = name === 'v' || name === 't'
    },
    text: (piece) => void (isValue && (value += piece)),
    close(name) {
      isValue = false
      if (name === 'c' && value) text += `${type === 's' ? (shared[Number(value)] ?? '') : value}\t`
      else if (name === 'row') text = `${text.trimEnd()}\n`
    },
    isFull: () => text.length + value.length > MAX_CHARS,
  })
  return text
}
