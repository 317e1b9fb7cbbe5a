import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { XLSX } from '../../model/documents/media-types.ts'
import type { Words } from '../../model/kit/fields.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import type { Part } from '../records/modules.ts'
import type { Context } from '../records/context.ts'
import { limitsOf } from '../records/settings/limits.ts'
import { UUID } from '../records/write/values.ts'
import { both, refuse } from '../errors.ts'
import { inTurn } from '../turns.ts'
import { convertTable } from './workbook/convert.ts'
import { checkWorkbook, refuseLargeFile, refuseTable } from './workbook/workbook-guard.ts'

/** An uploaded table, kept until it has been imported. */
export type Uploaded = {
  file_sid: string
  name: string
  sheets: string[]
  hidden_sheets?: string[]
  /** Content of the file that its tables omit */
  notes?: Words[]
}
type Meta = Omit<Uploaded, 'file_sid'> & { owner: string | null }

/** Reads the file of a multipart request and the fields before it. */
export async function takeUpload(ctx: Context, request: FastifyRequest): Promise<{ file: Uploaded; fields: Record<string, string> }> {
  const fields: Record<string, string> = {}
  let file: Uploaded | undefined
  const largest = (await limitsOf(ctx)).imported_mb << 20
  for await (const part of request.parts({ limits: { fileSize: largest, files: 1 } })) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (!file) file = await keepUpload(ctx, part.filename, part.file)
  }
  return { file: file ?? refuse('bad_request', both('why', ['缺少文件', 'the file is missing'])), fields }
}

/** Workbooks and text tables; other formats are converted to .xlsx, so that later steps read one format. */
export async function keepUpload(ctx: Context, filename: string, content: Readable & { truncated?: boolean }): Promise<Uploaded> {
  const name = cutName(safeName(filename.replace(/^.*[\\/]/, '')), 200)
  if (!/\.(xlsx|xls|csv|tsv|txt|sql|xml|zip)$/i.test(name)) {
    content.resume()
    refuse('file_format')
  }
  return inTemporaryFile(async (path) => {
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    if (content.truncated) refuseLargeFile(ctx.lang, (await limitsOf(ctx)).imported_mb << 20)
    const out = `${path}.xlsx`
    const read = await inTurn(() => convertTable(path, out))
    const table = read.kind === 'converted' ? out : path
    if (read.kind === 'unreadable') refuseTable(ctx.lang, read.words, read.what)
    const found = await checkWorkbook(table, ctx.lang)
    const sheets = found.map((sheet) => sheet.name)
    const hidden_sheets = found.flatMap((sheet) => (sheet.hidden ? sheet.name : []))
    const file_sid = randomUUID()
    const storage = storageOf(ctx.tenant)
    await storage.put(`import/${file_sid}.xlsx`, createReadStream(table), XLSX)
    const kept = { name, sheets, hidden_sheets, ...(read.notes && { notes: read.notes }) }
    const meta: Meta = { ...kept, owner: ctx.actor.sid }
    await storage.put(`import/${file_sid}.json`, Readable.from([JSON.stringify(meta)]), 'application/json')
    return { file_sid, ...kept }
  })
}

/** An upload of this same person; other users' uploads are not found. */
export async function uploaded(ctx: Context, file_sid: unknown): Promise<Uploaded> {
  const storage = storageOf(ctx.tenant)
  if (file_sid === undefined || file_sid === null || file_sid === '') refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
  if (typeof file_sid !== 'string' || !UUID.test(file_sid) || !(await storage.size(`import/${file_sid}.json`))) return refuse('not_found')
  const { owner, ...meta } = (await json(await storage.get(`import/${file_sid}.json`))) as Meta // written above
  return owner === ctx.actor.sid ? { file_sid, ...meta } : refuse('not_found')
}

const KEPT_HOURS = 24

/** Deletes uploads a day after a preview or an import. */
export const uploadsClearing: Part = {
  nightly: { 'clear old uploads': (ctx) => clearUploads(ctx, new Date(Date.now() - KEPT_HOURS * 3_600_000)) },
}

export async function clearUploads({ db, tenant }: Context, before: Date): Promise<number> {
  const storage = storageOf(tenant)
  const old = (await storage.list('import')).filter(({ at }) => at < before)
  const running = await db.selectFrom('job').select('input').where('kind', '=', 'IMPORT').where('state', 'in', ['WAITING', 'RUNNING']).execute()
  const needed = running.map(({ input }) => `import/${(input as { file_sid: string }).file_sid}.`) // as startImport gives it
  const idle = old.filter(({ key }) => !needed.some((start) => key.startsWith(start)))
  for (const { key } of idle) await storage.remove(key)
  return idle.length
}

/** The file on the local disk while `act` runs. */
export async function withUploaded<T>(ctx: Context, file_sid: string, act: (path: string) => Promise<T>): Promise<T> {
  return inTemporaryFile(async (path) => {
    await pipeline(await storageOf(ctx.tenant).get(`import/${file_sid}.xlsx`), createWriteStream(path, { mode: 0o600 }))
    return act(path)
  })
}

export async function inTemporaryFile<T>(act: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    return await act(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
