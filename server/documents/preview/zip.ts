import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { type PackedFile, SHOWN } from '../../../model/documents/preview.ts'
import { safePath } from '../../../model/documents/archive-name.ts'
import { refuse } from '../../errors.ts'
import { LOCKED, MAX_UNPACKED, TOO_LARGE } from './limits.ts'

export const isZip = ({ content_type }: { content_type: string }) => content_type === 'application/zip'

// Names are decoded here: most archives of Windows in Chinese have them in GB18030, without saying so.
const openZip = (path: string) =>
  promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false, decodeStrings: false })

type Entry = { at: number; name: string; entry: yauzl.Entry }

/** Files in the order of the archive; folders are only parts of their names. */
async function* filesIn(zip: yauzl.ZipFile): AsyncGenerator<Entry> {
  let at = 0
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry)
    if (!name.endsWith('/')) yield { at, name: safePath(name), entry }
    at++
  }
}

export async function listZip(path: string): Promise<{ files: PackedFile[]; cut: boolean }> {
  const zip = await openZip(path)
  try {
    const files: PackedFile[] = []
    for await (const { at, name, entry } of filesIn(zip)) {
      if (files.length === SHOWN.files) return { files, cut: true }
      files.push({ at, name, size: entry.uncompressedSize, ...(entry.isEncrypted() && { locked: true as const }) })
    }
    return { files, cut: false }
  } finally {
    zip.close()
  }
}

/** Unpacks one file to `to`; the stated size is a limit that the reader enforces. */
export async function unpackFromZip(path: string, asked: number, to: string): Promise<string | undefined> {
  const zip = await openZip(path)
  try {
    for await (const { at, name, entry } of filesIn(zip)) {
      if (at !== asked) continue
      if (entry.isEncrypted()) refuse('rule', LOCKED)
      if (entry.uncompressedSize > MAX_UNPACKED) refuse('rule', TOO_LARGE)
      const stream = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
      await pipeline(await stream(entry), createWriteStream(to, { mode: 0o600 }))
      return name.split('/').at(-1) ?? name
    }
    return undefined
  } finally {
    zip.close()
  }
}

const UTF8 = 0x800

function nameOf({ fileName, generalPurposeBitFlag }: yauzl.Entry): string {
  const bytes = fileName as unknown as Buffer // not decoded, as asked above
  if (generalPurposeBitFlag & UTF8) return bytes.toString()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
