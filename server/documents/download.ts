import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../auth/audit/audit.ts'
import { modelNamed } from '../records/registry.ts'
import { get } from '../records/query/get.ts'
import { sendAsPdf } from './send-pdf.ts'
import { refuseViewOnly } from './view-only.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import { disposition } from '../storage/disposition.ts'
import type { Range } from '../storage/storage.ts'
import { storageOf } from '../storage/tenant-storage.ts'

/** The whole file, or the part that is asked for; or all of an office file as a PDF. */
export async function download(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { sid, as_pdf }: { sid: string; as_pdf?: boolean | undefined },
) {
  const record = await get(ctx, modelNamed(ctx.tenant.models, 'document'), sid) // who may not see the record may not have the file
  await refuseViewOnly(ctx, [sid])
  if (as_pdf) return sendAsPdf(ctx, { request, reply }, { sid, event: 'DOWNLOADED' })
  return sendStored(ctx, { request, reply }, { sid, name: String(record.file_name) })
}

type Call = { request: FastifyRequest; reply: FastifyReply }

/** `share`: the caller has a link, not an account. */
type Stored = { sid: string; name: string; share?: string }

/** The stored file of a document that the caller was found to have: to be saved, and never opened as a page. */
export async function sendStored(ctx: Context, { request, reply }: Call, { sid, name, share }: Stored) {
  const row = await ctx.db.selectFrom('document').select(['file_key', 'content_type', 'hash']).where('sid', '=', sid).executeTakeFirst()
  const storage = storageOf(ctx.tenant)
  const key = row?.file_key ?? undefined
  const size = key ? await storage.size(key) : undefined
  if (!key || size === undefined) return refuse('not_found')
  const etag = `"${row?.hash ?? ''}"`
  reply.headers({
    'content-type': row?.content_type ?? 'application/octet-stream',
    'content-disposition': disposition(name),
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const range = rangeOf(request.headers.range, size)
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send()
  const who = share ? { details: { share } } : { user: ctx.actor.user_sid }
  if (!range || range.start === 0) await audit(request, 'DOWNLOADED', { ...who, entity: 'document', record_sid: sid })
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.header('content-length', range ? range.end - range.start + 1 : size).send(await storage.get(key, range))
}

/** One range only; a list of them is answered with the whole. */
function rangeOf(header: string | undefined, size: number): Range | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(size - Number(match[2]), 0) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end || start >= size ? 'outside' : { start, end }
}
