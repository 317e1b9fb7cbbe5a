import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pictureOfPage } from '../documents/text/text.ts'
import { alreadyRecorded, audit } from '../auth/audit/audit.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { disposition } from '../storage/disposition.ts'
import { storageOf } from '../storage/tenant-storage.ts'

const SAFE = { 'cache-control': 'private, no-store', 'content-security-policy': "default-src 'none'; sandbox" }

/** A page as a picture, drawn once. People who may see the notice may see it. */
export async function sendPage(ctx: Context, request: FastifyRequest, reply: FastifyReply, { sid, page }: { sid: string; page: number }) {
  const row = await fileOf(ctx, sid)
  const etag = `"${row.hash}-${page}"`
  reply.headers({ ...SAFE, 'content-type': 'image/webp', etag })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const storage = storageOf(ctx.tenant)
  const key = `${row.file_key}.page-${page}`
  if (page > 1) alreadyRecorded(request)
  if ((await storage.size(key)) === undefined) await storage.put(key, Readable.from([await drawn(ctx, row, page)]), 'image/webp')
  return reply.send(await storage.get(key))
}

export async function sendFile(ctx: Context, request: FastifyRequest, reply: FastifyReply, sid: string) {
  const { file_key, original_name, content_type } = await fileOf(ctx, sid)
  await audit(request, 'DOWNLOADED', { user: ctx.actor.user_sid, entity: 'notice_intake', record_sid: sid })
  reply.headers({ ...SAFE, 'content-type': content_type, 'content-disposition': disposition(original_name) })
  return reply.send(await storageOf(ctx.tenant).get(file_key))
}

type File = { file_key: string; original_name: string; content_type: string; hash: string }

async function fileOf(ctx: Context, sid: string): Promise<File> {
  await get(ctx, modelNamed(ctx.tenant.models, 'notice_intake'), sid)
  const row = await ctx.db
    .selectFrom('notice_intake')
    .select(['file_key', 'original_name', 'content_type', 'hash'])
    .where('sid', '=', sid)
    .executeTakeFirst()
  if (!row?.file_key || (await storageOf(ctx.tenant).size(row.file_key)) === undefined) return refuse('not_found')
  return {
    file_key: row.file_key,
    original_name: row.original_name ?? 'file',
    content_type: row.content_type ?? 'application/octet-stream',
    hash: row.hash ?? '',
  }
}

async function drawn(ctx: Context, { file_key, content_type }: File, page: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await storageOf(ctx.tenant).get(file_key), createWriteStream(path, { mode: 0o600 }))
    return await pictureOfPage(path, content_type, page)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
