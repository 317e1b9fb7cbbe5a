import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Words } from '../../model/kit/fields.ts'
import { productVersion } from '../backup/archive.ts'
import { both, Refusal, refuse } from '../errors.ts'
import { openZip } from '../import/workbook/book.ts'
import type { RowValues } from '../records/context.ts'
import { isPlain } from './keys.ts'
import type { PackedRecord } from './rows.ts'

/** A format that a later version writes is refused, not guessed. */
const FORMAT = 1
const MANIFEST = 'manifest.json'

type Entry = { path: string; bytes: number; sha256: string }
export type Manifest = { product: 'innoe'; format: number; version: string; packed_at: string; packed_from: string; entries: readonly Entry[] }

export type Pack = {
  manifest: Manifest
  /** By entity. */
  parts: ReadonlyMap<string, readonly PackedRecord[]>
  /** By code of the group. */
  settings: ReadonlyMap<string, RowValues>
  /** By digest. */
  files: ReadonlyMap<string, Buffer>
}

export type Packed = {
  parts: ReadonlyMap<string, readonly PackedRecord[]>
  settings: ReadonlyMap<string, RowValues>
  files: ReadonlyMap<string, Buffer>
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Open: a zip with JSON for each part, so that a person can read what a pack does. */
export function packFile({ parts, settings, files }: Packed, about: { packed_at: string; packed_from: string }): Readable {
  const zip = new yazl.ZipFile()
  const entries: Entry[] = []
  const mtime = new Date(about.packed_at)
  const add = (path: string, bytes: Buffer) => {
    entries.push({ path, bytes: bytes.length, sha256: digestOf(bytes) })
    zip.addBuffer(bytes, path, { mtime })
  }
  for (const [entity, records] of parts) add(`parts/${entity}.json`, textOf({ entity, records }))
  for (const [setting, values] of settings) add(`settings/${setting}.json`, textOf({ setting, values }))
  for (const [sha256, bytes] of files) add(`files/${sha256}`, bytes)
  const manifest: Manifest = { product: 'innoe', format: FORMAT, version: productVersion(), ...about, entries }
  zip.addBuffer(textOf(manifest), MANIFEST, { mtime })
  zip.end()
  return zip.outputStream as Readable // a PassThrough of Node, declared as any stream
}

const textOf = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

const MAX_ENTRIES = 1000
const MAX_BYTES = 60 << 20
const MAX_ROWS = 5000
const DEEPEST = 40

const NO_PACK: Words = ['不是配置包：须为本系统打包的压缩包', 'It is no configuration pack: a zip that this product has packed']
const BROKEN: Words = ['配置包已损坏或内容过大', 'The configuration pack is damaged, or its content too large']
const NEWER: Words = ['配置包由更新版本的系统打包，请先升级', 'The pack was made by a newer version: upgrade first']

/** The limits hold for the real sizes, whatever the archive states; a checksum verifies every byte. */
export async function readPack(path: string): Promise<Pack> {
  try {
    const zip = await openZip(path, ({ uncompressedSize }, count) => {
      if (count > MAX_ENTRIES || uncompressedSize > MAX_BYTES) throw new Error('too much')
    })
    try {
      const reading = readingOf(zip)
      const manifest = manifestIn(zip.entries.has(MANIFEST) ? await reading(MANIFEST) : refuse('rule', both('summary', NO_PACK)))
      const listed = new Set([MANIFEST, ...manifest.entries.map((one) => one.path)])
      const unlisted = [...zip.entries.keys()].find((name) => !listed.has(name))
      if (unlisted !== undefined) refuse('rule', both('summary', unknownPart(unlisted)))
      return { manifest, ...(await contentsOf(manifest, reading)) }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /end of central directory|signature/i.test(error.message)) return refuse('rule', both('summary', NO_PACK))
    return refuse('rule', both('summary', BROKEN))
  }
}

const unknownPart = (name: string): Words => [`配置包含有未知的部分“${name.slice(0, 80)}”`, `The pack has the unknown part “${name.slice(0, 80)}”`]

/** Reads entries one after another, all of them within one limit. */
function readingOf(zip: Awaited<ReturnType<typeof openZip>>) {
  let left = MAX_BYTES
  return async (name: string) => {
    const pieces: Buffer[] = []
    for await (const piece of await zip.open(name)) {
      pieces.push(piece as Buffer) // a zip's streams give buffers
      if ((left -= (piece as Buffer).length) < 0) throw new Error('too large')
    }
    return Buffer.concat(pieces)
  }
}

function manifestIn(bytes: Buffer): Manifest {
  const given = jsonIn(bytes)
  if (!isPlain(given) || given.product !== 'innoe' || !Number.isInteger(given.format)) return refuse('rule', both('summary', NO_PACK))
  if (Number(given.format) > FORMAT) return refuse('rule', both('summary', NEWER))
  const entries = Array.isArray(given.entries) ? given.entries : []
  const isSound = entries.every(
    (one) => isPlain(one) && typeof one.path === 'string' && Number.isInteger(one.bytes) && typeof one.sha256 === 'string',
  )
  const isDated = typeof given.packed_at === 'string' && !Number.isNaN(Date.parse(given.packed_at)) && typeof given.packed_from === 'string'
  if (!isSound || !isDated) return refuse('rule', both('summary', BROKEN))
  return given as Manifest // as just seen
}

async function contentsOf({ entries }: Manifest, reading: (name: string) => Promise<Buffer>): Promise<Packed> {
  const parts = new Map<string, PackedRecord[]>()
  const settings = new Map<string, RowValues>()
  const files = new Map<string, Buffer>()
  for (const { path, bytes, sha256 } of entries) {
    const content = await reading(path)
    if (content.length !== bytes || digestOf(content) !== sha256) refuse('rule', both('summary', BROKEN))
    const [, folder, name = ''] = /^(parts|settings|files)\/([a-z0-9_.]+)$/.exec(path) ?? refuse('rule', both('summary', unknownPart(path)))
    if (folder === 'files' && name === sha256) files.set(sha256, content)
    else if (folder === 'parts' && name.endsWith('.json')) parts.set(name.slice(0, -'.json'.length), recordsIn(content))
    else if (folder === 'settings' && name.endsWith('.json')) settings.set(name.slice(0, -'.json'.length), valuesIn(content))
    else refuse('rule', both('summary', unknownPart(path)))
  }
  return { parts, settings, files }
}

function recordsIn(bytes: Buffer): PackedRecord[] {
  const given = jsonIn(bytes)
  const records = isPlain(given) && Array.isArray(given.records) ? given.records : refuse('rule', both('summary', BROKEN))
  if (records.length > MAX_ROWS) refuse('rule', both('summary', BROKEN))
  if (!records.every((one) => isPlain(one) && isPlain(one.key) && isPlain(one.record))) refuse('rule', both('summary', BROKEN))
  return records as PackedRecord[] // as just seen
}

function valuesIn(bytes: Buffer): RowValues {
  const given = jsonIn(bytes)
  return isPlain(given) && isPlain(given.values) ? given.values : refuse('rule', both('summary', BROKEN))
}

function jsonIn(bytes: Buffer): unknown {
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  let level = partsOf(value)
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new Error('too deep')
    level = level.flatMap(partsOf)
  }
  return value
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).filter((part) => typeof part === 'object' && part !== null) : []
