import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { modelNamed } from '../../records/registry.ts'
import { get } from '../../records/query/get.ts'
import type { Context } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { recognise, type FileKind } from '../file-kind.ts'
import { isMail, unpackFromMail } from './mail.ts'
import { isRar, unpackFromRar } from './rar.ts'
import { isZip, unpackFromZip } from './zip.ts'

/** A file on this machine, for as long as a call reads it. */
export type LocalFile = FileKind & { path: string; name: string; size: number }

/** Those who may not see the record may not see its content. */
export async function storedFile(ctx: Context, sid: string) {
  const record = await get(ctx, modelNamed(ctx.tenant.models, 'document'), sid)
  const row = await ctx.db.selectFrom('document').select(['file_key', 'content_type', 'ext']).where('sid', '=', sid).executeTakeFirst()
  const storage = storageOf(ctx.tenant)
  const key = row?.file_key ?? undefined
  const size = key ? await storage.size(key) : undefined
  if (!key || size === undefined) return refuse('not_found')
  return { key, size, name: String(record.file_name), ext: row?.ext ?? '', content_type: row?.content_type ?? '', open: () => storage.get(key) }
}

/** `packed`: a file within it. */
export async function withFile<T>(
  ctx: Context,
  sid: string,
  packed: number | undefined,
  act: (file: LocalFile, folder: string) => Promise<T>,
): Promise<T> {
  const { open: openStored, ...stored } = await storedFile(ctx, sid)
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await openStored(), createWriteStream(path, { mode: 0o600 }))
    const file = { ...stored, path }
    return await act(packed === undefined ? file : await packedIn(file, packed, join(folder, 'packed')), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A packed program is refused. A packed file with content that contradicts its name is of unknown type. */
async function packedIn(file: LocalFile, at: number, path: string): Promise<LocalFile> {
  const unpack = isZip(file) ? unpackFromZip : isRar(file) ? unpackFromRar : isMail(file) ? unpackFromMail : undefined
  const name = (await unpack?.(file.path, at, path)) ?? refuse('not_found')
  const kind = await recognise(path, name)
  if (kind === 'program') return refuse('rule', PROGRAM)
  const known = kind === 'odd' ? { ext: '', content_type: 'application/octet-stream' } : kind
  return { path, name, size: (await stat(path)).size, ...known }
}

const PROGRAM = { summary_zh: '可执行文件不能打开', summary_en: 'Executable files cannot be opened' }

/** A stream that outlives the file's name. */
export async function streamOf({ path }: LocalFile) {
  const file = await open(path, 'r')
  return createReadStream('', { fd: file })
}
