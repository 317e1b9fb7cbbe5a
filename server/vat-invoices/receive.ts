import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { MAX_VAT_FILES, type ReadVatInvoice, VAT_FILES } from '../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { type VatInvoice, vatKey } from '../../model/fees/vat-invoices/vat-invoice.ts'
import { wordIn, type Words } from '../../model/kit/fields.ts'
import { extensionOf } from '../documents/file-kind.ts'
import { listZip, unpackFromZip } from '../documents/preview/zip.ts'
import { refuseInfected } from '../documents/scan.ts'
import { attachFile, type Sent } from '../documents/upload.ts'
import { both, Refusal, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { measured } from '../storage/measured.ts'
import { knownAbout } from './known.ts'
import { MAX_BYTES, readVatFile } from './read-file.ts'

type Skipped = { name: string; words: Words }
type Found = { invoice: VatInvoice; files: Sent[] }

/** Reads the sent files. Those with an invoice are kept until a person takes them; nothing is recorded. */
export async function receiveVatInvoices(ctx: Context, request: FastifyRequest) {
  if (!request.isMultipart()) refuse('media_type')
  const access = accessOf(ctx, modelNamed(ctx.tenant.models, 'invoice'))
  if (!access.mayWrite('attachments') || !access.mayWrite('vat_invoice_no'))
    refuse('forbidden', { what_zh: '登记电子发票', what_en: 'record VAT invoices' })
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const skipped: Skipped[] = []
    const files = await filesOf(request, folder, skipped)
    const record: ReadVatInvoice[] = []
    for (const found of await invoicesIn(files, skipped)) record.push(...(await answered(ctx, found, skipped)))
    return { record, skipped: skipped.map(({ name, words }) => ({ name, reason: wordIn(words, ctx.lang) })) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function filesOf(request: FastifyRequest, folder: string, skipped: Skipped[]): Promise<Sent[]> {
  const files: Sent[] = []
  let at = 0
  let room = MAX_ALTOGETHER
  for await (const part of request.parts(TAKEN)) {
    if (part.type !== 'file') continue
    if (++at > MAX_VAT_FILES || room <= 0) {
      await drained(part.file)
      skipped.push({ name: nameOf(part.filename), words: at > MAX_VAT_FILES ? TOO_MANY : TOO_MUCH })
      continue
    }
    const file = await written(part.file, join(folder, `${at}`), nameOf(part.filename))
    room -= file.size
    if (part.file.truncated) skipped.push({ name: file.name, words: TOO_LARGE })
    else if (file.size === 0) skipped.push({ name: file.name, words: EMPTY })
    else {
      await refuseInfected(file.path)
      const found = extensionOf(file.name) === 'zip' ? await unpacked(file, skipped, { files: MAX_VAT_FILES - files.length, bytes: room }) : [file]
      if (found[0] !== file) room -= sizeOf(found)
      files.push(...found)
    }
  }
  if (at === 0) refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
  for (const { name } of files.slice(MAX_VAT_FILES)) skipped.push({ name, words: TOO_MANY })
  return files.slice(0, MAX_VAT_FILES)
}

const sizeOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

const nameOf = (name: string) => cutName(safeName(name.replace(/^.*[\\/]/, ''))) || 'file'

async function written(stream: NodeJS.ReadableStream, path: string, name: string): Promise<Sent> {
  const measure = measured()
  await pipeline(stream, measure.stream, createWriteStream(path, { mode: 0o600 }))
  return { path, name, size: measure.size(), hash: measure.hash() }
}

const TOO_LARGE: Words = ['大于 20 MB', 'it is larger than 20 MB']
const EMPTY: Words = ['文件为空', 'it is empty']
const TOO_MANY: Words = [`一次最多读取 ${MAX_VAT_FILES} 个文件`, `at most ${MAX_VAT_FILES} files are read at once`]
const BROKEN_ZIP: Words = ['压缩包已损坏', 'the archive is damaged']
const LOCKED: Words = ['压缩包加了密码', 'the archive is protected by a password']
const BIG_ZIP: Words = ['压缩包内文件过多或过大', 'the archive has too many or too large files']
const NOTHING: Words = ['压缩包内没有 XML、OFD 或 PDF 文件', 'the archive has no XML, OFD or PDF file']
const TOO_MUCH: Words = ['文件总量超过 200 MB', 'the files are more than 200 MB altogether']
const TOO_LATE: Words = ['本次读取已超过 2 分钟，请分批上传', 'reading has taken more than 2 minutes: send fewer files at once']
const MAX_UNPACKED = 100 << 20
/** Maximum bytes of the sent and the unpacked files together */
const MAX_ALTOGETHER = 200 << 20
/** Surplus files are named as skipped up to this number; an upload with more is refused. */
const MAX_PARTS = 1000
const MAX_MS = 120_000
/** A file that is too large is skipped; without the last option it would end the upload. */
const TAKEN = { limits: { fileSize: MAX_BYTES, files: MAX_PARTS, fields: 0 }, throwFileSizeLimit: false }

const isVatFile = (name: string) => VAT_FILES.some((ext) => ext === extensionOf(name)) && !name.startsWith('__MACOSX/')

/** The invoices in an archive; its other files are skipped. */
async function unpacked(zip: Sent, skipped: Skipped[], room: { files: number; bytes: number }): Promise<Sent[]> {
  const skip = (words: Words) => (skipped.push({ name: zip.name, words }), [])
  try {
    const { files, cut } = await listZip(zip.path)
    const wanted = files.filter(({ name }) => isVatFile(name))
    if (wanted.length === 0) return skip(NOTHING)
    if (wanted.some(({ locked }) => locked)) return skip(LOCKED)
    if (cut || wanted.length > room.files || sizeOf(wanted) > Math.min(MAX_UNPACKED, room.bytes) || wanted.some((one) => one.size > MAX_BYTES))
      return skip(BIG_ZIP)
    const found: Sent[] = []
    for (const { at, name } of wanted) {
      const path = `${zip.path}-${at}`
      await unpackFromZip(zip.path, at, path)
      found.push(await measuredFile(path, nameOf(name)))
    }
    return found.filter(({ size: bytes }) => bytes > 0)
  } catch {
    return skip(BROKEN_ZIP)
  }
}

async function measuredFile(path: string, name: string): Promise<Sent> {
  const measure = measured()
  await pipeline(createReadStream(path), measure.stream, async (stream) => void (await drained(stream)))
  return { path, name, size: measure.size(), hash: measure.hash() }
}

async function drained(stream: AsyncIterable<unknown>) {
  for await (const _ of stream);
}

/** One invoice is often sent as XML, OFD and PDF at once: files of one number belong together. */
async function invoicesIn(files: readonly Sent[], skipped: Skipped[]): Promise<Found[]> {
  const found = new Map<string, Found>()
  const end = performance.now() + MAX_MS
  for (const file of files) {
    if (performance.now() > end) {
      skipped.push({ name: file.name, words: TOO_LATE })
      continue
    }
    const read = await readVatFile(file.path, file.name)
    if ('words' in read) {
      skipped.push({ name: file.name, words: read.words })
      continue
    }
    const key = vatKey(read.invoice.number, read.invoice.code) ?? ''
    const same = found.get(key)
    const isCopy = same?.files.some(({ hash }) => hash === file.hash)
    if (!same) found.set(key, { invoice: read.invoice, files: [file] })
    else if (isCopy) skipped.push({ name: file.name, words: [`与 ${same.files[0]?.name} 内容相同`, `it is the same file as ${same.files[0]?.name}`] })
    else if (same.invoice.total !== read.invoice.total || same.invoice.date !== read.invoice.date)
      skipped.push({ name: file.name, words: [`与 ${same.files[0]?.name} 发票号码相同而内容不同`, `it has the number of ${same.files[0]?.name}, but states something else`] }) // oxfmt-ignore
    else same.files.push(file)
  }
  return [...found.values()]
}

/** An invoice of which no file can be kept with a bill is not answered. */
async function answered(ctx: Context, { invoice, files }: Found, skipped: Skipped[]): Promise<ReadVatInvoice[]> {
  const kept = []
  for (const file of files)
    try {
      kept.push(await attachFile(ctx, 'invoice.attachments', file))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      skipped.push({ name: file.name, words: [error.words('zh'), error.words('en')] })
    }
  if (kept.length === 0) return []
  return [{ ...invoice, files: kept.map(({ sid, name }) => ({ sid, name })), ...(await knownAbout(ctx, invoice)) }]
}
