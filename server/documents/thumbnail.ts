import type { FastifyReply, FastifyRequest } from 'fastify'
import { modelNamed } from '../records/registry.ts'
import { get } from '../records/query/get.ts'
import type { Context } from '../records/context.ts'
import { refuse } from '../errors.ts'
import { thumbnailKey } from '../storage/keys.ts'
import { storageOf } from '../storage/tenant-storage.ts'

/** A small WebP of a picture, for people who may see the document. */
export async function sendThumbnail(ctx: Context, request: FastifyRequest, reply: FastifyReply, sid: string) {
  await get(ctx, modelNamed(ctx.tenant.models, 'document'), sid) // refuses people who may not see the record
  const row = await ctx.db.selectFrom('document').select(['file_key', 'hash', 'picture_width']).where('sid', '=', sid).executeTakeFirst()
  const storage = storageOf(ctx.tenant)
  const key = row?.file_key && row.picture_width ? thumbnailKey(row.file_key) : undefined
  if (!key || (await storage.size(key)) === undefined) return refuse('not_found')
  const etag = `"${row?.hash}-thumbnail"`
  reply.headers({ 'content-type': 'image/webp', etag, 'cache-control': 'private, no-store' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.send(await storage.get(key))
}
