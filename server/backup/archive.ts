import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { StartFault } from '../config.ts'

const FORMAT = 1
const MANIFEST = 'manifest.json'

type Entry = { path: string; bytes: number; sha256: string }
export type Manifest = { format: number; innoe: string; made_at: string; entries: readonly Entry[] }
type Part = { path: string; open: () => Promise<Readable> }

export function productVersion() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string } // ours has one
  return manifest.version
}

/** Writes the parts one after another, none of them ever whole in memory; the file takes its name only once it is complete. */
export async function writeArchive<M extends Manifest>(
  file: string,
  parts: AsyncIterable<Part> | Iterable<Part>,
  facts: () => Omit<M, 'entries' | 'format'>,
) {
  const zip = new yazl.ZipFile()
  const fresh = `${file}.part`
  const output = createWriteStream(fresh, { mode: 0o600 })
  const written = pipeline(zip.outputStream, output)
  written.catch(() => {})
  const entries: Entry[] = []
  try {
    for await (const { path, open } of parts) entries.push(await addPart(zip, path, await open(), written))
    const manifest = { format: FORMAT, ...facts(), entries }
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), MANIFEST)
    zip.end()
    await written
    await rename(fresh, file)
    return manifest
  } catch (error) {
    output.destroy()
    await rm(fresh, { force: true })
    throw error
  }
}

async function addPart(zip: yazl.ZipFile, path: string, source: Readable, written: Promise<void>): Promise<Entry> {
  const seal = sealOf()
  source.on('error', (error) => seal.through.destroy(error))
  zip.addReadStream(source.pipe(seal.through), path, { forceZip64Format: true, compressionLevel: 4 })
  // Whichever comes first: the part is in, or the disk is full.
  await Promise.race([finished(seal.through), written])
  return { path, ...seal.read() }
}

/** Opens an archive, and proves every byte of it before the caller changes anything. */
export async function readArchive<M extends Manifest>(file: string) {
  const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw damaged(file, error instanceof Error ? error.message : String(error))
  })
  const there = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) there.set(entry.fileName, entry)
  const open = async (path: string) => {
    const entry = there.get(path)
    if (!entry) throw damaged(file, path)
    return zip.openReadStreamPromise(entry)
  }
  try {
    const manifest = JSON.parse((await buffer(await open(MANIFEST))).toString()) as M // proved by the checks below
    if (manifest.format !== FORMAT)
      throw new StartFault([`${file} 的备份格式 ${manifest.format} 不受支持`, `Backup format ${manifest.format} of ${file} is not supported`])
    for (const entry of manifest.entries) await prove(file, entry, await open(entry.path))
    return { manifest, open, close: async () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof StartFault ? error : damaged(file, String(error))
  }
}

async function prove(file: string, { path, bytes, sha256 }: Entry, source: Readable) {
  const seal = sealOf()
  await pipeline(source, seal.through, async (read) => {
    for await (const _ of read);
  })
  const found = seal.read()
  if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(file, path)
}

function sealOf() {
  const digest = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, read: () => ({ bytes, sha256: digest.digest('hex') }) }
}

function damaged(file: string, where: string) {
  return new StartFault([`备份文件 ${file} 已损坏或不是备份文件：${where}`, `${file} is damaged or is not a backup file: ${where}`])
}
