import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Preview } from '../../model/documents/preview.ts'
import type { StoredMailFile } from '../../model/mail/archived_mail.ts'
import { audit } from '../auth/audit/audit.ts'
import type { RowOf } from '../database/tables.ts'
import { MAX_IN_MEMORY } from '../documents/preview/limits.ts'
import { previewMail } from '../documents/preview/mail.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { disposition } from '../storage/disposition.ts'
import { storageOf } from '../storage/tenant-storage.ts'

/** The text of the mail; its files are those that were kept, numbered as downloadMailFile knows them. */
export async function previewOfMail(ctx: Context, row: RowOf<'archived_mail'>): Promise<Preview> {
  const [whole, ...attachments] = filesOf(row)
  if (!whole) return { kind: 'none', why: 'type' }
  if (whole.size > MAX_IN_MEMORY) return { kind: 'none', why: 'large' }
  const shown = await read(ctx, whole)
  return shown.kind === 'mail' ? { ...shown, files: attachments.map(({ name, size }, at) => ({ at: at + 1, name, size })) } : shown
}

async function read(ctx: Context, { key }: StoredMailFile): Promise<Preview> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-mail-'))
  try {
    const path = join(folder, 'mail')
    await pipeline(await storageOf(ctx.tenant).get(key), createWriteStream(path, { mode: 0o600 }))
    return await previewMail(path).catch((): Preview => ({ kind: 'none', why: 'damaged' }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function sendMailFile(ctx: Context, request: FastifyRequest, reply: FastifyReply, { sid, at }: { sid: string; at: number }) {
  await get(ctx, modelNamed(ctx.tenant.models, 'archived_mail'), sid)
  const row = await ctx.db.selectFrom('archived_mail').select(['files']).where('sid', '=', sid).executeTakeFirst()
  const file = row && filesOf(row)[at]
  const storage = storageOf(ctx.tenant)
  if (!file || (await storage.size(file.key)) === undefined) return refuse('not_found')
  await audit(request, 'DOWNLOADED', { user: ctx.actor.user_sid, entity: 'archived_mail', record_sid: sid })
  reply.headers({
    'content-type': file.content_type,
    'content-disposition': disposition(at === 0 ? 'mail.eml' : file.name),
    'content-length': file.size,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  return reply.send(await storage.get(file.key))
}

const filesOf = ({ files }: Pick<RowOf<'archived_mail'>, 'files'>) => (files ?? []) as StoredMailFile[] // take-mail.ts stored them
