import { randomUUID } from 'node:crypto'
import { archiveName, freeName } from '../../model/documents/archive-name.ts'
import type { RowOf } from '../database/tables.ts'
import type { Named } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import { sidOf } from '../records/write/values.ts'
import { inTransaction, lockKey, type Context } from '../records/context.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'
import type { ReadPicture } from './picture.ts'

export type StoredFile = {
  key: string
  name: string
  size: number
  hash: string
  ext: string
  content_type: string
  picture?: ReadPicture | undefined
}
type Fields = Record<string, unknown>

/** Makes the record of a stored file: a new document, or the next version of the one it is of. */
export function fileDocument(
  ctx: Context,
  model: Named<'document'>,
  { document_key: key_given, sid, ...fields }: Fields,
  file: StoredFile,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const document_key = key_given || (await keyOf(tx, model, sid))
    const type = await typeOf(tx, fields.doc_type)
    const given = {
      ...fields,
      doc_type: undefined,
      ...(type && { doc_type: type.sid, direction: fields.direction || type.direction, visibility: fields.visibility || type.default_visibility }),
    }
    const [draft] = await draftNew(tx, model, [
      { ...plain(given), file_name: typeof fields.file_name === 'string' && fields.file_name ? fields.file_name : file.name },
    ])
    if (!draft) return refuse('unforeseen')
    if (fields.doc_type && !type) faultAt(tx, model, draft, 'doc_type', ['没有这个文件类型', 'is not a document type'])
    refuseFaulty([draft])
    await lockKey(tx, `documents of ${draft.row.case_sid ?? ''}`)
    const earlier = await earlierVersions(tx, model, draft.row, document_key)
    setValue(draft, 'file_name', earlier[0] ? earlier[0].file_name : await nameFor(tx, draft.row, fields.file_name, type?.name, file))
    const key = earlier[0]?.document_key ?? randomUUID()
    const version = Math.max(0, ...earlier.map((row) => row.version_no ?? 0)) + 1
    const own = {
      document_key: key,
      version_no: version,
      is_main: true,
      file_key: file.key,
      original_name: file.name,
      size: file.size,
      ext: file.ext,
      hash: file.hash,
      content_type: file.content_type,
      ...(file.picture && { picture_width: file.picture.width, picture_height: file.picture.height, picture_dpi: file.picture.dpi }),
    }
    for (const [code, value] of Object.entries(own)) setValue(draft, code, value)
    await stepDown(tx, model, earlier)
    await insertDrafts(tx, model, [draft])
    return draft.sid
  })
}

/** The document that a version is of, named by any of its versions. */
async function keyOf(ctx: Context, model: Named<'document'>, given: unknown) {
  if ((given ?? '') === '') return undefined
  const sid = sidOf(given)
  const [row] = sid ? await lockRows(ctx, model, [sid]) : []
  return row ? row.document_key : refuse('not_found')
}

const plain = (given: Fields) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined && value !== null))

/** By sid or by code. */
async function typeOf({ db, lang }: Context, asked: unknown) {
  if (typeof asked !== 'string' || asked === '') return undefined
  const sid = sidOf(asked)
  const row = await db
    .selectFrom('document_type')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(sid ? 'sid' : 'code', '=', sid ?? asked.toUpperCase())
    .executeTakeFirst()
  return (
    row && {
      sid: row.sid,
      name: (lang === 'zh' ? row.name : (row.name_en ?? row.name)) ?? '',
      direction: row.direction,
      default_visibility: row.default_visibility,
    }
  )
}

/** The same owner, type, issue date and serial number are the same document; so is the one named. */
async function earlierVersions(
  ctx: Context,
  model: Named<'document'>,
  { case_sid, doc_type, issue_date, serial_no }: RowOf<'document'>,
  document_key: unknown,
) {
  const query = ctx.db.selectFrom('document').select('sid').where('deleted_at', 'is', null)
  if (document_key) {
    const rows = await lockRows(ctx, model, await sidsIn(query.where('document_key', '=', String(document_key))))
    return rows.length ? sorted(rows) : refuse('not_found')
  }
  if (!case_sid || !doc_type || !issue_date) return []
  const serial = serial_no || null
  const same = query
    .where('case_sid', '=', case_sid)
    .where('doc_type', '=', doc_type)
    .where('issue_date', '=', issue_date)
    .where('serial_no', serial ? '=' : 'is', serial)
  return sorted(await lockRows(ctx, model, await sidsIn(same)))
}

const sidsIn = async (query: { execute(): Promise<{ sid: string }[]> }) => (await query.execute()).map(({ sid }) => sid)
const sorted = (rows: RowOf<'document'>[]) => rows.toSorted((a, b) => (b.version_no ?? 0) - (a.version_no ?? 0))

async function stepDown(ctx: Context, model: Named<'document'>, earlier: readonly RowOf<'document'>[]) {
  const drafts = earlier.filter((row) => row.is_main).map(draftFrom)
  for (const draft of drafts) setValue(draft, 'is_main', false)
  await updateDrafts(ctx, model, drafts)
}

/** An official document of a case is named by the archive's rule, another keeps its own name; no two documents of a case share one. */
async function nameFor(
  { db }: Context,
  { case_sid: owner, issue_date }: RowOf<'document'>,
  asked: unknown,
  type: string | undefined,
  file: StoredFile,
): Promise<string> {
  const found = owner ? await db.selectFrom('case').select('case_no').where('sid', '=', owner).executeTakeFirst() : undefined
  const ruled = type && found ? archiveName({ case_no: found.case_no ?? '', type, issue_date, ext: file.ext }) : file.name
  const wanted = typeof asked === 'string' && asked !== '' ? asked : ruled
  if (!owner) return wanted
  const names = await db.selectFrom('document').select('file_name').where('case_sid', '=', owner).where('deleted_at', 'is', null).execute()
  return freeName(wanted, new Set(names.map((row) => row.file_name ?? '')))
}
