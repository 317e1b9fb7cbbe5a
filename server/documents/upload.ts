import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { MultipartFile } from '@fastify/multipart'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { type AttachmentField, labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { type AttachedFile, fileFault, pictureTypeOf, withPrintedSize } from '../../model/kit/pictures.ts'
import type { RowOf } from '../database/tables.ts'
import { accessOf } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { limitsOf } from '../records/settings/limits.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { fieldOf, modelNamed, type Named } from '../records/registry.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { EMPTY, fileFaults, kindOf } from './file-kind.ts'
import { measured } from '../storage/measured.ts'
import { fileDocument, type StoredFile } from './file-document.ts'
import { readPicture } from './picture.ts'
import { refuseInfected } from './scan.ts'
import { thumbnailKey } from '../storage/keys.ts'
import { storageOf } from '../storage/tenant-storage.ts'

/** [5.18] Larger ones are taken, with a warning, up to the limit of the tenant. */
const LARGE = 50 << 20

const LARGE_WARNING: Words = ['文件超过 50M，上传和下载可能较慢', 'The file is larger than 50 MB; upload and download may be slow']

/** The file and its fields, in any order, become a document, or the next version of one. */
export async function upload(ctx: Context, model: Named<'document'>, request: FastifyRequest) {
  if (!request.isMultipart()) refuse('media_type')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const fields: Record<string, string> = {}
    let sent: Sent | undefined
    const { document_mb } = await limitsOf(ctx)
    for await (const part of request.parts({ limits: { fileSize: document_mb << 20, files: 1 } }))
      if (part.type === 'file') sent = await receive(ctx, part, { path: join(folder, 'file'), document_mb })
      else fields[part.fieldname] = String(part.value)
    if (!sent) return refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
    return await keepFile(ctx, model, fields, sent)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores the file of an attachment field that this person may fill; only they can use it until a record takes it. */
export async function attach(ctx: Context, model: Model, field: string, request: FastifyRequest) {
  if (!request.isMultipart()) refuse('media_type')
  if (!accessOf(ctx, model).mayWrite(field) || fieldOf(model, field)?.type !== 'attachment') refuse('not_found')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    let sent: Sent | undefined
    const { document_mb } = await limitsOf(ctx)
    for await (const part of request.parts({ limits: { fileSize: document_mb << 20, files: 1, fields: 0 } }))
      if (part.type === 'file') sent = await receive(ctx, part, { path: join(folder, 'file'), document_mb })
    if (!sent) return refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
    return { file: await attachFile(ctx, `${model.name}.${field}`, sent) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps a file on the disk for an attachment field, `<model>.<field>`; the caller has checked that this person may fill it. */
export async function attachFile(ctx: Context, attach_to: string, sent: Sent): Promise<AttachedFile> {
  const own = onBehalfOf(ctx)
  const alone = { ...own, actor: { ...own.actor, company_sid: null } }
  const kept = await keepFile(alone, modelNamed(ctx.tenant.models, 'document'), { attach_to }, sent)
  return attachedFile(kept as unknown as RowOf<'document'>) // the system reads every field
}

const attachedFile = ({ sid, file_name, original_name, size, picture_width, picture_height, picture_dpi }: RowOf<'document'>): AttachedFile => ({
  sid,
  name: original_name ?? file_name ?? '',
  size: size ?? 0,
  ...(picture_width && picture_height && { picture: withPrintedSize(picture_width, picture_height, picture_dpi) }),
})

export type Sent = { path: string; name: string; size: number; hash: string }

type Target = { path: string; document_mb: number }

async function receive({ lang }: Context, part: MultipartFile, { path, document_mb }: Target): Promise<Sent> {
  const measure = measured()
  await pipeline(part.file, measure.stream, createWriteStream(path, { mode: 0o600 }))
  if (part.file.truncated) refuse('file_upload', {}, fileFaults(lang, [`大于 ${document_mb} MB`, `is larger than ${document_mb} MB`]))
  if (measure.size() === 0) refuse('file_upload', {}, fileFaults(lang, EMPTY))
  await refuseInfected(path)
  return { path, name: cutName(safeName(part.filename.replace(/^.*[\\/]/, ''))) || 'file', size: measure.size(), hash: measure.hash() }
}

async function keepFile(ctx: Context, model: Named<'document'>, { attach_to, ...fields }: Record<string, string>, { path, ...sent }: Sent) {
  const storage = storageOf(ctx.tenant)
  const key = `document/${ctx.today.slice(0, 7)}/${randomUUID()}`
  const kind = await kindOf(ctx, path, sent.name)
  const file: StoredFile = { key, ...sent, ...kind, picture: await readPicture(path, kind.content_type) }
  const visibility = attach_to && takenBy(ctx, attach_to, file).document_class
  try {
    await storage.put(key, createReadStream(path), file.content_type)
    if (file.picture) await storage.put(thumbnailKey(key), Readable.from([file.picture.thumbnail]), 'image/webp')
    // A document that its sender may not see is not filed.
    const warnings = file.size > LARGE ? [wordIn(LARGE_WARNING, ctx.lang)] : []
    const filed = await inTransaction({ ...ctx, warnings }, async (tx) =>
      get(tx, model, await fileDocument(tx, model, { ...(visibility && { visibility }), ...fields }, file)),
    )
    return { ...filed, ...(warnings.length && { warnings }) }
  } catch (error) {
    await storage.remove(key)
    if (file.picture) await storage.remove(thumbnailKey(key))
    throw error
  }
}

/** The field `<model>.<field>`: refuses an unsuitable file before it is stored. */
function takenBy(ctx: Context, attachTo: string, file: StoredFile): AttachmentField {
  const [name = '', code = ''] = attachTo.split('.')
  const model = ctx.tenant.models.all.get(name)
  const field = model && accessOf(ctx, model).mayRead(code) ? fieldOf(model, code) : undefined
  if (field?.type !== 'attachment') return refuse('bad_request', both('why', ['attach_to 应为附件字段', 'attach_to must be an attachment field']))
  const reason = fileFault(field, file.name, uploadedFile(file))
  if (reason) refuseFaults([{ field: code, label: labelOf(field, ctx.lang), reason: wordIn(reason, ctx.lang) }])
  return field
}

const uploadedFile = ({ ext, size, content_type, picture }: StoredFile) => ({
  ext,
  size,
  type: pictureTypeOf(content_type),
  picture: picture && withPrintedSize(picture.width, picture.height, picture.dpi),
})
