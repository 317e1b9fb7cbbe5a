import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse } from '../errors.ts'
import { turnsOf } from '../turns.ts'
import type { Context } from '../records/context.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { pictureOfPage } from './text/text.ts'

// Each copies its whole file to the disk first; those who wait have no copy yet.
const inTurn = turnsOf(2)

/** A page of the stored file of a document that the caller was found to have, as WebP. */
export async function pictureOfStored(ctx: Context, sid: string, page: number): Promise<Buffer> {
  const row = await ctx.db.selectFrom('document').select(['file_key', 'content_type']).where('sid', '=', sid).executeTakeFirst()
  const storage = storageOf(ctx.tenant)
  if (!row?.file_key || (await storage.size(row.file_key)) === undefined) return refuse('not_found')
  const read = () => storage.get(String(row.file_key))
  return inTurn(() => drawn(read, row.content_type ?? 'application/octet-stream', page))
}

async function drawn(read: () => Promise<Readable>, mediaType: string, page: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await read(), createWriteStream(path, { mode: 0o600 }))
    return await pictureOfPage(path, mediaType, page)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
