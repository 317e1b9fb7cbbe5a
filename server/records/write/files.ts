import type { AttachmentField, Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { type AttachedFile, fileFault, pictureTypeOf, type UploadedFile, withPrintedSize } from '../../../model/kit/pictures.ts'
import { fieldsOf } from '../registry.ts'
import type { Context, Draft } from '../context.ts'

type Fault = (draft: Draft, code: string, words: Words) => void
type SetValue = (draft: Draft, code: string, value: unknown) => void

/** An attachment has the size and picture facts of its upload, not those of the caller; a new one must satisfy its field. */
export async function checkFiles({ db }: Context, model: Model, drafts: readonly Draft[], { fault, set }: { fault: Fault; set: SetValue }) {
  const codes = fieldsOf(model).flatMap(([code, field]) => (field.type === 'attachment' ? [{ code, field }] : []))
  const asked = drafts.flatMap((draft) => codes.flatMap((one) => (draft.changed.has(one.code) ? [{ draft, ...one }] : [])))
  const uploads = await uploadsOf(db, asked)
  if (uploads.size === 0) return
  for (const { draft, code, field } of asked) {
    for (const words of faultsOf(draft, code, field, uploads)) fault(draft, code, words)
    if (draft.row[code] !== null) set(draft, code, filesOf(draft.row[code]).map((file) => attached(file, uploads.get(file.sid)))) // oxfmt-ignore
  }
}

async function uploadsOf(db: Context['db'], asked: readonly { draft: Draft; code: string }[]): Promise<Map<string, UploadedFile>> {
  const sids = [...new Set(asked.flatMap(({ draft, code }) => filesOf(draft.row[code]).map(({ sid }) => sid)))]
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .select(['sid', 'ext', 'size', 'content_type', 'picture_width', 'picture_height', 'picture_dpi'])
    .where('sid', 'in', sids)
    .execute()
  return new Map(
    rows.map(({ sid, ext, size, content_type, picture_width, picture_height, picture_dpi }) => [
      sid,
      {
        ext: (ext ?? '').toLowerCase(),
        size: size ?? 0,
        type: pictureTypeOf(content_type ?? ''),
        picture: picture_width && picture_height ? withPrintedSize(picture_width, picture_height, picture_dpi) : undefined,
      },
    ]),
  )
}

const filesOf = (value: unknown) => (value as AttachedFile[] | null | undefined) ?? [] // parsed as files

const attached = ({ sid, name, size }: AttachedFile, upload: UploadedFile | undefined): AttachedFile => ({
  sid,
  name,
  size: upload?.size ?? size,
  ...(upload?.picture && { picture: upload.picture }),
})

/** A missing file is reported like any missing reference. */
function faultsOf({ row, before }: Draft, code: string, field: AttachmentField, uploads: ReadonlyMap<string, UploadedFile>): Words[] {
  const old = new Set(filesOf(before?.[code]).map(({ sid }) => sid))
  return filesOf(row[code]).flatMap(({ sid, name }) => {
    const upload = old.has(sid) ? undefined : uploads.get(sid)
    const words = upload && fileFault(field, name, upload)
    return words ? [words] : []
  })
}
