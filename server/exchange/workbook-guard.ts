import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { refuse } from '../refusal.ts'

// A workbook of a million rows stays below these; what goes beyond was made to fill memory or to burn time.
const LARGEST = 600 << 20
const SUSPECT = 64 << 20
const MOST_RATIO = 120
const MOST_ENTRIES = 2000

/** Refuses what is no workbook, and one whose declared sizes are out of all proportion; answers the names of its sheets. */
export async function checkWorkbook(path: string): Promise<string[]> {
  try {
    return await inspect(path)
  } catch (error) {
    if (error instanceof Error && error.name === 'file_upload') throw error
    return refuse('file_format')
  }
}

async function inspect(path: string): Promise<string[]> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false })
  try {
    let [packed, unpacked] = [0, 0]
    let book: yauzl.Entry | undefined
    if (zip.entryCount > MOST_ENTRIES) refuse('file_upload')
    for await (const entry of entriesOf(zip)) {
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      if (unpacked > LARGEST || (unpacked > SUSPECT && unpacked > packed * MOST_RATIO)) refuse('file_upload')
      if (entry.fileName === 'xl/workbook.xml') book = entry
      if (entry.isEncrypted()) refuse('file_format')
    }
    if (!book || book.uncompressedSize > 1 << 20) return refuse('file_format')
    return sheetsIn(await textOf(zip, book))
  } finally {
    zip.close()
  }
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  const waiting: ((entry: yauzl.Entry | undefined) => void)[] = []
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
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

async function textOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<string> {
  const open = promisify<yauzl.Entry, import('node:stream').Readable>(zip.openReadStream.bind(zip))
  const chunks: Buffer[] = []
  for await (const chunk of await open(entry)) chunks.push(chunk as Buffer) // yauzl streams buffers
  return Buffer.concat(chunks).toString('utf8')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function sheetsIn(xml: string): string[] {
  const names = [...xml.matchAll(/<(?:\w+:)?sheet\s[^<>]*?\bname="([^"<]*)"/g)].map(([, name = '']) =>
    name.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole),
  )
  return names.length ? names : refuse('file_format')
}
