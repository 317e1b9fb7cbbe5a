import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { pictureOfPage } from './text/text.ts'

/** A page of the stored file of a document that the caller was found to have, as WebP. */
export async function pictureOfStored(ctx: Context, sid: string, page: number): Promise<Buffer> {
  const row = await ctx.db.selectFrom('document').select(['file_key', 'content_type']).where('sid', '=', sid).executeTakeFirst()
  const storage = storageOf(ctx.tenant)
  if (!row?.file_key || (await storage.size(row.file_key)) === undefined) return refuse('not_found')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await storage.get(row.file_key), createWriteStream(path, { mode: 0o600 }))
    return await pictureOfPage(path, row.content_type ?? 'application/octet-stream', page)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
