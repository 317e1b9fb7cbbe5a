import { promisify } from 'node:util'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { scanXml } from './xml-scan.ts'

export type Sheet = { name: string; part: string; hidden: boolean }

/** A workbook's table of contents. Its days are counted from 1904 if an old Mac wrote it. */
export type Book = { sheets: Sheet[]; date1904: boolean; shared: string | undefined; styles: string | undefined }
export type Zip = { entries: ReadonlyMap<string, yauzl.Entry>; open(part: string): Promise<Readable>; close(): void }

/** `each` checks every entry before unpacking, and may refuse. */
export async function openZip(path: string, each: (entry: yauzl.Entry, count: number) => void = () => {}): Promise<Zip> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false })
  try {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of entriesOf(zip)) {
      each(entry, zip.entryCount)
      if (!entries.has(keyOf(entry.fileName))) entries.set(keyOf(entry.fileName), entry)
    }
    const stream = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
    const open = (part: string) => {
      const entry = entries.get(keyOf(part))
      if (!entry) throw new Error(`the workbook has no ${part}`)
      return stream(entry)
    }
    return { entries, open, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The names of parts are case-insensitive. */
const keyOf = (part: string) => part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  const waiting: ((entry: yauzl.Entry | undefined) => void)[] = []
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
  failed.catch(() => {}) // handled below, or no longer relevant
  zip.on('entry', (entry: yauzl.Entry) => waiting.shift()?.(entry))
  zip.once('end', () => waiting.shift()?.(undefined))
  for (;;) {
    const next = new Promise<yauzl.Entry | undefined>((resolve) => waiting.push(resolve))
    zip.readEntry()
    const entry = await Promise.race([next, failed])
    if (!entry) return
    yield entry
  }
}

/** Found by the package's own relations, as programs name its parts differently. */
export async function readBook(zip: Zip): Promise<Book> {
  const part = pathOf('', (await relationsOf(zip, '_rels/.rels')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml')
  const [folder, file] = [part.slice(0, part.lastIndexOf('/') + 1), part.slice(part.lastIndexOf('/') + 1)]
  const relations = await relationsOf(zip, `${folder}_rels/${file}.rels`)
  const parts = new Map(relations.map(({ id, type, target }) => [id, { type, part: pathOf(folder, target) }]))
  const book: Book = { sheets: [], date1904: false, shared: partOf('sharedStrings'), styles: partOf('styles') }
  await scanXml(await zip.open(part), {
    open(name, attributes) {
      if (name === 'workbookPr') book.date1904 = /^(1|true|on)$/i.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const sheet = parts.get(attributes.id ?? '')
      const title = attributes.name
      // A sheet that is only a chart has no cells.
      if (sheet?.type === 'worksheet' && title !== undefined)
        book.sheets.push({ name: title, part: sheet.part, hidden: /hidden/i.test(attributes.state ?? '') })
    },
    close() {},
    text() {},
  })
  return book

  function partOf(type: string) {
    const found = relations.find((one) => one.type === type)
    const at = found && pathOf(folder, found.target)
    return at !== undefined && zip.entries.has(keyOf(at)) ? at : undefined
  }
}

type Relation = { id: string; type: string; target: string }

async function relationsOf(zip: Zip, part: string): Promise<Relation[]> {
  if (!zip.entries.has(keyOf(part))) return []
  const found: Relation[] = []
  await scanXml(await zip.open(part), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const [id, type, target] = ['Id', 'Type', 'Target'].map((one) => attributes[one] ?? '')
      found.push({ id: id ?? '', type: type?.split('/').at(-1) ?? '', target: target ?? '' })
    },
    close() {},
    text() {},
  })
  return found
}

function pathOf(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
