import type { AttachmentField, Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Draft } from '../hooks.ts'
import { fieldsOf } from '../registry.ts'
import type { Context } from '../context.ts'

type Fault = (draft: Draft, code: string, words: Words) => void

type File = { sid: string; name: string; size: number }

/** What is newly attached is of the kind and size that its field takes, by what was uploaded and not by what the caller says of it. */
export async function checkFiles({ db }: Context, model: Model, drafts: readonly Draft[], fault: Fault) {
  const limited = fieldsOf(model).flatMap(([code, field]) =>
    field.type === 'attachment' && (field.extensions || field.max_bytes) ? [{ code, field }] : [],
  )
  const asked = drafts.flatMap((draft) =>
    limited.flatMap(({ code, field }) => (draft.changed.has(code) ? [{ draft, code, field, files: newFiles(draft, code) }] : [])),
  )
  const sids = [...new Set(asked.flatMap(({ files }) => files.map(({ sid }) => sid)))]
  if (sids.length === 0) return
  const rows = await db.selectFrom('document').select(['sid', 'ext', 'size']).where('sid', 'in', sids).execute()
  const kept = new Map(rows.map((row) => [String(row.sid), { ext: String(row.ext ?? '').toLowerCase(), size: Number(row.size ?? 0) }]))
  for (const { draft, code, field, files } of asked)
    for (const file of files) {
      const words = faultOf(field, file.name, kept.get(file.sid))
      if (words) fault(draft, code, words)
    }
}

const filesOf = (value: unknown) => (value as File[] | null | undefined) ?? [] // parsed as files

function newFiles({ row, before }: Draft, code: string): File[] {
  const old = new Set(filesOf(before?.[code]).map(({ sid }) => sid))
  return filesOf(row[code]).filter(({ sid }) => !old.has(sid))
}

/** A file that is not there is told as any missing reference is. */
function faultOf({ extensions, max_bytes }: AttachmentField, name: string, kept: { ext: string; size: number } | undefined): Words | undefined {
  if (!kept) return undefined
  if (extensions && !extensions.includes(kept.ext))
    return [`“${name}”格式不正确，应为 ${extensions.join('、')}`, `takes ${extensions.join(', ')} files only; “${name}” is none`]
  if (max_bytes && kept.size > max_bytes)
    return [`“${name}”超过 ${sizeOf(max_bytes)}`, `takes files of up to ${sizeOf(max_bytes)}; “${name}” is larger`]
  return undefined
}

const sizeOf = (bytes: number) => (bytes < 1 << 20 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / (1 << 20))} MB`)
