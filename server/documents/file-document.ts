import { randomUUID } from 'node:crypto'
import { archiveName, freeName, receiptName } from '../../model/documents/archive-name.ts'
import { VOUCHERS } from '../../model/documents/vouchers.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import type { Named } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { sidOf } from '../records/write/values.ts'
import { limitsOf } from '../records/settings/limits.ts'
import { inTransaction, lockKey, type Context, type DraftOf } from '../records/context.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'
import { refuseUnlessFree } from './check-out.ts'
import { HIDDEN_VERSIONS } from './versions.ts'
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
export function fileDocument(ctx: Context, model: Named<'document'>, { document_key, sid, ...fields }: Fields, file: StoredFile): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const named = await versionsNamed(tx, model, document_key, sid)
    const type = await typeOf(tx, fields.doc_type)
    const given = plain({
      ...fields,
      doc_type: type?.sid,
      file_name: typeof fields.file_name === 'string' && fields.file_name ? fields.file_name : file.name,
    })
    const ofType = type && { direction: type.direction, visibility: type.default_visibility }
    const [draft] = await draftNew(tx, model, [{ ...ofType, ...inheritedFrom(named?.[0]), ...given }])
    if (!draft) return refuse('unforeseen')
    if (fields.doc_type && !type) faultAt(tx, model, draft, 'doc_type', ['没有这个文件类型', 'must be an existing document type'])
    if (named?.[0] && draft.row.case_sid !== named[0].case_sid) faultAt(tx, model, draft, 'case_sid', OTHER_CASE)
    const fee = await feeOf(tx, draft)
    refuseFaulty([draft])
    await lockKey(tx, `documents of ${draft.row.case_sid ?? ''}`)
    const earlier = named ?? (await sameDocument(tx, model, draft.row))
    if (!named) for (const [code, value] of Object.entries(inheritedFrom(earlier[0]))) if (!(code in given)) setValue(draft, code, value)
    setValue(
      draft,
      'file_name',
      earlier[0] ? earlier[0].file_name : await nameFor(tx, draft.row, { asked: fields.file_name, type: type?.name, fee, file }),
    )
    for (const [code, value] of Object.entries(ownOf(file, earlier))) setValue(draft, code, value)
    const given_to = [...(draft.row.given_to_sids ?? []), ...(earlier[0]?.given_to_sids ?? [])]
    if (given_to.length > 0) setValue(draft, 'given_to_sids', [...new Set(given_to)])
    await stepDown(tx, model, earlier)
    await insertDrafts(tx, model, [draft])
    return draft.sid
  })
}

const OTHER_CASE = ['新版本应属于原文件的案件', 'must be the case of the original document'] as const

/** Values of a version that follow from its file and its position among the versions. */
function ownOf({ picture, ...file }: StoredFile, earlier: readonly RowOf<'document'>[]) {
  return {
    document_key: earlier[0]?.document_key ?? randomUUID(),
    version_no: Math.max(0, ...earlier.map((row) => row.version_no ?? 0)) + 1,
    is_main: true,
    file_key: file.key,
    original_name: file.name,
    size: file.size,
    ext: file.ext,
    hash: file.hash,
    content_type: file.content_type,
    ...(picture && { picture_width: picture.width, picture_height: picture.height, picture_dpi: picture.dpi }),
  }
}

/** A version is of the same case and kind as those before it, and seen by the same people, unless it is said otherwise. */
const INHERITED = [
  'case_sid',
  'company_sid',
  'doc_type',
  'direction',
  'issue_date',
  'receive_date',
  'delivery_way',
  'set_due',
  'serial_no',
  'fee_sid',
  'voucher',
  'round_no',
  'visibility',
  'source',
] as const

const inheritedFrom = (row: RowOf<'document'> | undefined): Fields =>
  row ? plain(Object.fromEntries(INHERITED.map((code) => [code, row[code]]))) : {}

/** All versions of the document named by its key or by one of its versions, the newest first. */
async function versionsNamed(ctx: Context, model: Named<'document'>, document_key: unknown, given: unknown) {
  if ((document_key ?? '') === '' && (given ?? '') === '') return undefined
  const sid = (given ?? '') === '' ? undefined : (sidOf(given) ?? refuse('not_found'))
  const [one] = sid ? await lockRows(ctx, model, [sid]) : []
  if (sid && !one) refuse('not_found')
  const key = one ? one.document_key : String(document_key)
  if (one && (document_key ?? '') !== '' && document_key !== key) refuse('not_found')
  if (one && !key) return [one]
  const query = ctx.db.selectFrom('document').select('sid').where('deleted_at', 'is', null).where('document_key', '=', key)
  const sids = await sidsIn(query)
  const rows = await lockRows(ctx, model, sids)
  if (rows.length === 0) refuse('not_found')
  if (rows.length < sids.length) refuse('rule', HIDDEN_VERSIONS)
  return sorted(rows)
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

/** The same owner, type, issue date and serial number are the same document; receipts of two fees are two documents. */
async function sameDocument(
  ctx: Context,
  model: Named<'document'>,
  { case_sid, doc_type, issue_date, serial_no, fee_sid, voucher }: RowOf<'document'>,
) {
  if (!case_sid || !doc_type || !issue_date) return []
  const serial = serial_no || null
  const same = ctx.db
    .selectFrom('document')
    .select('sid')
    .where('deleted_at', 'is', null)
    .where('case_sid', '=', case_sid)
    .where('doc_type', '=', doc_type)
    .where('issue_date', '=', issue_date)
    .where('serial_no', serial ? '=' : 'is', serial)
    .where('fee_sid', 'is not distinct from', fee_sid)
    .where('voucher', 'is not distinct from', voucher)
  return sorted(await lockRows(ctx, model, await sidsIn(same)))
}

const sidsIn = async (query: { execute(): Promise<{ sid: string }[]> }) => (await query.execute()).map(({ sid }) => sid)
const sorted = (rows: RowOf<'document'>[]) => rows.toSorted((a, b) => (b.version_no ?? 0) - (a.version_no ?? 0))

/** A new version returns the document for the person who had it checked out. */
async function stepDown(ctx: Context, model: Named<'document'>, earlier: readonly RowOf<'document'>[]) {
  await refuseUnlessFree(ctx, earlier)
  const drafts = earlier.filter((row) => row.is_main || row.checked_out_by).map(draftFrom)
  for (const draft of drafts) for (const [code, value] of [['is_main', false], ['checked_out_by', null], ['checked_out_at', null]] as const) setValue(draft, code, value) // oxfmt-ignore
  await updateDrafts(ctx, model, drafts)
}

/** The name of the fee that the document is a receipt or an invoice of; a receipt unless it is said otherwise. */
async function feeOf(ctx: Context, draft: DraftOf<'document'>): Promise<string | undefined> {
  const { fee_sid } = draft.row
  if (!fee_sid) return undefined
  const fee = await ctx.db.selectFrom('fee').select(['name', 'name_en']).where('sid', '=', fee_sid).executeTakeFirst()
  if (!fee) return undefined // refused as a reference
  if (!draft.row.voucher) setValue(draft, 'voucher', 'RECEIPT')
  return (ctx.lang === 'zh' ? fee.name : (fee.name_en ?? fee.name)) ?? ''
}

type NamedBy = { asked: unknown; type: string | undefined; fee: string | undefined; file: StoredFile }

/** A receipt and an official document of a case are named by the rules of the archive, another keeps its own name; no two documents of a case share one. */
async function nameFor(
  ctx: Context,
  { case_sid: owner, issue_date, voucher }: RowOf<'document'>,
  { asked, type, fee, file }: NamedBy,
): Promise<string> {
  const { db } = ctx
  const found = owner ? await db.selectFrom('case').select('case_no').where('sid', '=', owner).executeTakeFirst() : undefined
  const named = { case_no: found?.case_no ?? '', ext: file.ext, connector: (await limitsOf(ctx)).name_connector }
  const receipt = fee === undefined || !voucher ? undefined : receiptName({ ...named, fee, voucher: wordIn(VOUCHERS[voucher], ctx.lang) })
  const ruled = !found ? file.name : (receipt ?? (type ? archiveName({ ...named, type, issue_date }) : file.name))
  const wanted = typeof asked === 'string' && asked !== '' ? asked : ruled
  if (!owner) return wanted
  const names = await db.selectFrom('document').select('file_name').where('case_sid', '=', owner).where('deleted_at', 'is', null).execute()
  return freeName(wanted, new Set(names.map((row) => row.file_name ?? '')))
}
