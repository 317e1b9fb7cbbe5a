import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfficeFile } from '../../../model/documents/office-files.ts'
import type { Preview } from '../../../model/documents/preview.ts'
import { pictureTypeOf } from '../../../model/kit/pictures.ts'
import { alreadyRecorded, audit } from '../../auth/audit/audit.ts'
import type { Context } from '../../records/context.ts'
import { refuse, Refusal } from '../../errors.ts'
import { inTurn } from '../../turns.ts'
import { disposition } from '../../storage/disposition.ts'
import { ENCRYPTED_OFFICE, isProgram } from '../file-kind.ts'
import { officeProgram } from '../office-pdf.ts'
import { sendAsPdf } from '../send-pdf.ts'
import { MAX_IN_MEMORY } from './limits.ts'
import { type LocalFile, storedFile, streamOf, withFile } from './local-file.ts'
import { isMail, previewMail } from './mail.ts'
import { pagePicture, previewPicture } from './pages.ts'
import { previewCsv, previewText } from './plain-text.ts'
import { isRar, listRar } from './rar.ts'
import { previewWorkbook } from './workbook.ts'
import { isZip, listZip } from './zip.ts'
import { wordFault } from './word.ts'

type Asked = { sid: string; packed?: number | undefined; sheet?: number | undefined }

/** Preview of a document, or of a file within it */
export async function preview(ctx: Context, request: FastifyRequest, { sid, packed, sheet }: Asked): Promise<{ preview: Preview }> {
  const isFetched = packed === undefined && kindFetched(await storedFile(ctx, sid))
  const shown = isFetched || (await withFile(ctx, sid, packed, (file, folder) => previewOf(file, folder, sheet)))
  if (!FETCHED.has(shown.kind)) await viewed(ctx, request, sid)
  return { preview: shown }
}

/** Their content is fetched by itself, and recorded then. */
const FETCHED: ReadonlySet<Preview['kind']> = new Set(['pdf', 'word', 'picture', 'sound', 'video', 'pages', 'none'])

const viewed = (ctx: Context, request: FastifyRequest, sid: string) =>
  audit(request, 'VIEWED', { user: ctx.actor.user_sid, entity: 'document', record_sid: sid })

/** A file that the viewer fetches whole is not read here. */
function kindFetched({ name, content_type }: { name: string; content_type: string }): Preview | undefined {
  const kind = content_type === 'application/pdf' ? 'pdf' : PLAYED[content_type]
  return kind && !isProgram(name) ? { kind } : undefined
}

async function previewOf(file: LocalFile, folder: string, sheet?: number): Promise<Preview> {
  const { path, name, ext, content_type, size } = file
  if (isProgram(name)) return { kind: 'none', why: 'program' }
  const fetched = kindFetched(file)
  if (fetched) return fetched
  if (content_type === ENCRYPTED_OFFICE) return { kind: 'none', why: 'locked' }
  if (pictureTypeOf(content_type)) return previewPicture(path, content_type)
  if (ext === 'docx' || ext === 'docm') return (await wordFault(path)) ?? { kind: 'word' }
  if (ext === 'xlsx' || ext === 'xlsm' || ext === 'xls') return previewWorkbook(file, folder, sheet)
  if (isMail(file)) return size > MAX_IN_MEMORY ? { kind: 'none', why: 'large' } : whole(() => previewMail(path))
  if (isZip(file)) return whole(async () => ({ kind: 'archive', ...(await listZip(path)) }))
  if (isRar(file))
    return size > MAX_IN_MEMORY ? { kind: 'none', why: 'large' } : whole(() => inTurn(async () => ({ kind: 'archive', ...(await listRar(path)) })))
  if (ext === 'csv' || ext === 'tsv') return previewCsv(path)
  if (isOfficeFile(ext)) return (await officeProgram()) ? { kind: 'pdf', converted: true } : { kind: 'none', why: 'office' }
  return TEXTS.has(ext) || content_type.startsWith('text/') ? previewText(path) : { kind: 'none', why: 'type' }
}

const PLAYED: Readonly<Record<string, 'sound' | 'video'>> = {
  'audio/mpeg': 'sound',
  'audio/wav': 'sound',
  'audio/mp4': 'sound',
  'audio/x-m4a': 'sound',
  'video/mp4': 'video',
  'video/webm': 'video',
}

/** Mark-up is shown as it is written. */
const TEXTS = new Set(['txt', 'log', 'md', 'xml', 'html', 'htm', 'svg', 'json', 'ini', 'yaml', 'yml', 'tex', 'seq'])

/** A file that its reader cannot read is damaged; a refusal states its own reason. */
async function whole(read: () => Promise<Preview>): Promise<Preview> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) throw error
    return { kind: 'none', why: 'damaged' }
  }
}

/** The bytes for the viewer. They are never opened as a page of their own. */
export async function view(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { sid, packed, as_pdf }: Asked & { as_pdf?: boolean | undefined },
) {
  if (as_pdf) return sendAsPdf(ctx, { request, reply }, { sid, packed, event: 'VIEWED' })
  const { name, content_type, size, stream } = await opened(ctx, sid, packed)
  await viewed(ctx, request, sid)
  return reply
    .headers({
      'content-type': content_type || 'application/octet-stream',
      'content-disposition': disposition(name),
      'content-length': size,
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(stream)
}

async function opened(ctx: Context, sid: string, packed: number | undefined) {
  if (packed !== undefined) return withFile(ctx, sid, packed, async (file) => ({ ...file, stream: await streamOf(file) }))
  const stored = await storedFile(ctx, sid)
  return { ...stored, stream: await stored.open() }
}

export async function viewPage(ctx: Context, request: FastifyRequest, reply: FastifyReply, { sid, packed, page }: Asked & { page: number }) {
  const picture = await withFile(ctx, sid, packed, (file) =>
    file.content_type === 'image/tiff' ? inTurn(() => pagePicture(file.path, page)) : refuse('not_found'),
  )
  if (page === 1) await viewed(ctx, request, sid)
  else alreadyRecorded(request)
  return reply.headers({ 'content-type': 'image/png', 'cache-control': 'private, no-cache' }).send(picture)
}
