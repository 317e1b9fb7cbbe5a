import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import type { Field } from '../../model/kit/fields.ts'
import { fileDocument } from '../documents/file-document.ts'
import { kindOf } from '../documents/file-kind.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import type { CarriedFile } from './carry.ts'

/** `stored` collects the keys, so that a rollback can delete the files. */
type Files = { files: ReadonlyMap<string, Buffer>; stored: string[] }

/** A file of the pack becomes a document of its own, as if the person had uploaded it; its type is that of its content. */
export async function keepAttachment(ctx: Context, field: Field, { name, sha256 }: CarriedFile, { files, stored }: Files) {
  const bytes = files.get(sha256) ?? refuse('rule', both('summary', ['配置包缺少文件', 'A file is missing in the pack']))
  const document = modelNamed(ctx.tenant.models, 'document')
  authorize(ctx, document, 'create')
  const safe = cutName(safeName(name.replace(/^.*[\\/]/, ''))) || 'file'
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, bytes, { mode: 0o600 })
    const kind = await kindOf(ctx, path, safe)
    const key = `document/${ctx.today.slice(0, 7)}/${randomUUID()}`
    stored.push(key)
    await storageOf(ctx.tenant).put(key, Readable.from([bytes]), kind.content_type)
    const visibility = field.type === 'attachment' ? field.document_class : undefined
    const sid = await fileDocument(
      ctx,
      document,
      { ...(visibility && { visibility }) },
      { key, name: safe, size: bytes.length, hash: sha256, ...kind },
    )
    return { sid, name: safe, size: bytes.length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
