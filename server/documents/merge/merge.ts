import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cutName, safeName } from '../../../model/documents/archive-name.ts'
import { type mergeDocuments, MERGED, type MergedPart, takenAs } from '../../../model/documents/merge.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import { refuse, Refusal } from '../../errors.ts'
import { drawPdf } from '../../pdf/draw.ts'
import { startJob } from '../../jobs/job-row.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { defineJob } from '../../records/jobs.ts'
import { get, getMany } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { lockRows } from '../../records/write/write.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { fileDocument } from '../file-document.ts'
import { NO_OFFICE, officePdf, officeProgram } from '../office-pdf.ts'
import { withFile } from '../preview/local-file.ts'
import { refuseViewOnly } from '../view-only.ts'
import { mergeFiles, type MergeWish } from './merge-files.ts'

type Asked = Omit<ReadFrom<typeof mergeDocuments>, 'cover' | 'visibility'> & { cover?: boolean; visibility?: string }
type Found = Record<string, unknown> & { sid: string }

/** The documents in the asked order; one that this person does not see ends all. */
async function partsOf(ctx: Context, sids: string): Promise<Found[]> {
  const asked = [...new Set(sids.split(',').map((sid) => sid.trim()))].filter((sid) => sid !== '')
  if (asked.length > MERGED.files) refuse('rule', TOO_MANY)
  const found = new Map(((await getMany(ctx, modelNamed(ctx.tenant.models, 'document'), asked)) as Found[]).map((one) => [one.sid, one]))
  return asked.map((sid) => found.get(sid) ?? refuse('not_found'))
}

/** Visibility and share level of the parts, also without permission to read these fields: they limit the merged file. */
async function withReach({ db }: Context, parts: readonly Found[]): Promise<Found[]> {
  if (parts.length === 0) return []
  const rows = await db.selectFrom('document').select(['sid', 'visibility', 'share_level']).where('sid', 'in', parts.map(({ sid }) => sid)).execute() // oxfmt-ignore
  const reach = new Map(rows.map((row) => [row.sid, row]))
  return parts.map((one) => ({ ...one, ...reach.get(one.sid) }))
}

const TOO_MANY = { summary_zh: `一次最多合并 ${MERGED.files} 个文件`, summary_en: `At most ${MERGED.files} documents are merged into one PDF` }

export async function listParts(ctx: Context, sids: string) {
  const hasOffice = (await officeProgram()) !== undefined
  return {
    record: (await partsOf(ctx, sids)).map((one): MergedPart => {
      const as = takenAs(text(one.ext))
      const why = as === undefined ? 'type' : as === 'office' && !hasOffice ? 'office' : undefined
      return { sid: one.sid, file_name: text(one.file_name), size: Number(one.size ?? 0), visibility: text(one.visibility), ...(why && { why }) }
    }),
  }
}

/** All possible refusals precede the job, which reads the files. */
export async function startMerge(ctx: Context, asked: Asked) {
  const sids = (await examined(ctx, asked)).map(({ sid }) => sid)
  // The permission to file documents must cover these records.
  const fileable = await inTransaction(ctx, (tx) => lockRows(tx, modelNamed(tx.tenant.models, 'document'), sids, { verb: 'create' }))
  if (fileable.length < sids.length) refuse('not_found')
  const name = fileName(asked.file_name)
  return { job_sid: await startJob(ctx, { kind: 'MERGE', title: [name, name], entity: 'document', input: asked, total: sids.length }) }
}

async function examined(ctx: Context, { sids, case_sid, visibility }: Asked): Promise<Found[]> {
  const parts = await withReach(ctx, await partsOf(ctx, sids))
  if (parts.length < 2) refuse('rule', TOO_FEW)
  if (parts.some((one) => linked(one.case_sid) !== case_sid)) refuse('rule', OTHER_CASE)
  await refuseViewOnly(ctx, parts.map(({ sid }) => sid)) // oxfmt-ignore
  const [other, office] = [undefined, 'office'].map((as) => parts.find((one) => takenAs(text(one.ext)) === as))
  if (other) refuse('rule', said(other, '不是 PDF、图片或 Office 文件，不能合并', 'is no PDF, picture or office file and cannot be merged'))
  if (office && !(await officeProgram())) refuse('rule', NO_OFFICE)
  if (parts.reduce((sum, { size }) => sum + Number(size ?? 0), 0) > MERGED.bytes) refuse('rule', TOO_LARGE)
  if (!visibility && new Set(parts.map((one) => one.visibility)).size > 1) refuse('rule', SEVERAL_CLASSES)
  return parts
}

const TOO_FEW = { summary_zh: '请选择至少两个文件', summary_en: 'Choose at least two documents' }
const OTHER_CASE = { summary_zh: '只能合并同一案件的文件', summary_en: 'Only documents of one case are merged' }
const TOO_LARGE = {
  summary_zh: '所选文件合计超过 100 MB，请分几次合并',
  summary_en: 'The chosen documents exceed 100 MB together; merge them in several steps',
}
const SEVERAL_CLASSES = {
  summary_zh: '所选文件的可见范围不同，请选择合并后文件的可见范围',
  summary_en: 'The chosen documents have different visibilities: choose that of the merged document',
}

const said = (one: Found, zh: string, en: string) => ({ summary_zh: `“${text(one.file_name)}”${zh}`, summary_en: `“${text(one.file_name)}” ${en}` })
const fileName = (name: string) => cutName(`${safeName(name.replace(/\.pdf$/i, '')) || 'PDF'}.pdf`)

/** The permissions are those that its owner has when it runs. */
export const mergeJob = defineJob<Asked, { parts: number; filed?: true }>('MERGE', async ({ ctx, input, progress, step }) => {
  if (progress?.filed) return
  const before = progress?.parts ?? 0
  const parts = await examined(ctx, input)
  const folder = await mkdtemp(join(tmpdir(), 'innoe-merge-'))
  try {
    const files = await filesOf(ctx, { asked: input, parts, folder }, (read) =>
      step(async () => ({ progress: { parts: Math.max(before, read) }, ...(read > before && { done: 1, ok: 1 }) })),
    )
    const wish: MergeWish = { parts: files, output: join(folder, 'merged.pdf') }
    const answer = await mergeFiles(wish)
    if ('why' in answer) return refuseMerge(answer, input.cover ? [undefined, ...parts] : parts)
    await keep(ctx, { asked: input, parts, path: wish.output }, async (file) => {
      await step(async (tx) => {
        await file(tx)
        return { progress: { parts: parts.length, filed: true } }
      })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

type Wanted = { asked: Asked; parts: readonly Found[]; folder: string }

/** Each part as a PDF or picture on the disk, after the list of them where it is wanted. Between two parts a cancelled job ends. */
async function filesOf(ctx: Context, { asked, parts, folder }: Wanted, done: (read: number) => Promise<void>) {
  const files: { path: string; as: 'pdf' | 'picture' }[] = []
  const add = async (bytes: Buffer, as: 'pdf' | 'picture') => {
    const path = join(folder, String(files.length))
    await writeFile(path, bytes, { mode: 0o600 })
    files.push({ path, as })
  }
  if (asked.cover) await add(await coverOf(ctx, asked, parts), 'pdf')
  for (const [at, part] of parts.entries()) {
    await withFile(ctx, part.sid, undefined, async ({ path, ext }) => {
      const as = takenAs(ext)
      if (as === 'office') await add(await officePart(part, path, ext), 'pdf')
      else await add(await readFile(path), as ?? 'pdf')
    })
    await done(at + 1)
  }
  return files
}

/** The refusal contains the name of the part. */
const officePart = (part: Found, path: string, ext: string) =>
  officePdf(path, ext).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return refuse('rule', said(part, `不能合并。${error.words('zh')}`, `cannot be merged. ${error.words('en')}`))
  })

async function coverOf(ctx: Context, { case_sid, file_name }: Asked, parts: readonly Found[]): Promise<Buffer> {
  const head = await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  const isChinese = ctx.lang === 'zh'
  const columns = (isChinese ? ['序号', '文件名', '文件类型', '发文日'] : ['No.', 'File name', 'Document type', 'Issue date']).map((heading, at) => ({ heading, width: [1, 7, 4, 2][at] ?? 1 })) // oxfmt-ignore
  const rows = parts.map((one, at) => [at + 1, text(one.file_name), text((one.doc_type as { name?: unknown } | null)?.name), text(one.issue_date)]) // a link
  return drawPdf({
    title: file_name.replace(/\.pdf$/i, ''),
    lang: ctx.lang,
    blocks: [`${text(head.case_no)} ${text(head.title)}`.trim(), { table: { columns, rows } }],
  })
}

function refuseMerge(answer: { why: string; at?: number }, parts: readonly (Found | undefined)[]): never {
  if (answer.why === 'slow') return refuse('rule', TOO_SLOW)
  if (answer.why === 'many') return refuse('rule', TOO_LONG)
  const part = parts[answer.at ?? -1]
  if (!part) return refuse('unforeseen')
  return refuse(
    'rule',
    answer.why === 'locked'
      ? said(part, '加了密码，不能合并', 'is protected by a password and cannot be merged')
      : said(part, '已损坏，不能合并', 'is damaged and cannot be merged'),
  )
}

const TOO_SLOW = {
  summary_zh: '合并未能在规定的时间和内存内完成，请减少文件',
  summary_en: 'The merging exceeded its limits of time or memory; choose fewer documents',
}
const TOO_LONG = {
  summary_zh: `合并后最多 ${MERGED.pages} 页，请减少文件`,
  summary_en: `A merged PDF has at most ${MERGED.pages} pages; choose fewer documents`,
}

type Kept = { asked: Asked; parts: readonly Found[]; path: string }

/** Stored first; where it is not filed, it is removed again. */
async function keep(ctx: Context, { asked, parts, path }: Kept, filing: (file: (tx: Context) => Promise<void>) => Promise<void>) {
  const storage = storageOf(ctx.tenant)
  const key = `document/${ctx.today.slice(0, 7)}/${randomUUID()}`
  const name = fileName(asked.file_name)
  const hash = createHash('sha256').update(await readFile(path)).digest('hex') // oxfmt-ignore
  const file = { key, name, size: (await stat(path)).size, hash, ext: 'pdf', content_type: PDF }
  const level = narrowest(parts)
  const fields = {
    case_sid: asked.case_sid,
    file_name: name,
    source: 'MERGED',
    visibility: asked.visibility ?? parts[0]?.visibility,
    ...(level && { share_level: level }),
  }
  try {
    await storage.put(key, createReadStream(path), PDF)
    await filing(async (tx) => {
      const model = modelNamed(tx.tenant.models, 'document')
      const sid = await fileDocument(tx, model, fields, file)
      // The permission to file documents must cover the new record.
      if ((await lockRows(tx, model, [sid], { verb: 'create' })).length === 0) refuse('not_found')
    })
  } catch (error) {
    await storage.remove(key)
    throw error
  }
}

const PDF = 'application/pdf'
const LEVELS = ['NO', 'SYSTEM', 'OPEN'] as const

/** It is shared no further than its parts; the lock of a part is that of an administrator alone. */
function narrowest(parts: readonly Found[]): string | undefined {
  const levels = new Set(parts.map((one) => (one.share_level === 'SYSTEM_NO' ? 'NO' : one.share_level)))
  return LEVELS.find((level) => levels.has(level))
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const linked = (value: unknown) => text((value as { sid?: unknown } | null)?.sid) // a link
