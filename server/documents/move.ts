import { archiveName, freeName } from '../../model/documents/archive-name.ts'
import { refuse } from '../errors.ts'
import type { RowOf } from '../database/tables.ts'
import { type Context, lockKey } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed, type Named } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { refuseUnlessFree } from './check-out.ts'
import { lockVersions } from './versions.ts'

/** All versions go to the other case, where the person must be able to file documents, too. */
export async function moveToCase(ctx: Context, model: Named<'document'>, sid: string, case_sid: string) {
  const head = await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  const rows = await lockVersions(ctx, model, sid)
  const sids = rows.map((row) => row.sid)
  await refuseUnlessFree(ctx, rows)
  await refuseRecorded(ctx, sids)
  if (rows.every((row) => row.case_sid === case_sid)) return get(ctx, model, sid)
  await lockKey(ctx, `documents of ${case_sid}`)
  const file_name = await nameThere(ctx, rows[0], { sid: case_sid, case_no: String(head.case_no ?? '') })
  const company = await ctx.db.selectFrom('case').select('company_sid').where('sid', '=', case_sid).executeTakeFirst()
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) {
    setValue(draft, 'case_sid', case_sid)
    setValue(draft, 'fee_sid', null) // a fee of the other case
    setValue(draft, 'voucher', null)
    setValue(draft, 'company_sid', company?.company_sid ?? null)
    if (file_name) setValue(draft, 'file_name', file_name)
  }
  await updateDrafts(ctx, model, drafts)
  const kept = await lockRows(ctx, model, sids, { verb: 'create' })
  if (kept.length < sids.length) refuse('forbidden', { what_zh: '在该案件中归档文件', what_en: 'file documents of that case' })
  return get(ctx, model, sid)
}

/** Deadlines of the case follow from its events. */
async function refuseRecorded({ db }: Context, sids: readonly string[]) {
  const event = await db
    .selectFrom('official_event')
    .select('sid')
    .where('document_sid', 'in', [...sids])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (event) refuse('rule', RECORDED)
}

const RECORDED = {
  summary_zh: '该文件已作为官方事件计入原案件的期限，请先删除该事件',
  summary_en: 'The document is recorded as an official event, on which deadlines of its case depend; delete that event first',
}

/** A name by the rule of the archive begins with the number of the new case; no two documents there share one. */
async function nameThere({ db }: Context, row: RowOf<'document'> | undefined, to: { sid: string; case_no: string }) {
  if (!row) return undefined
  const name = row.file_name ?? ''
  const from = row.case_sid ? await db.selectFrom('case').select('case_no').where('sid', '=', row.case_sid).executeTakeFirst() : undefined
  const [before, after] = [from?.case_no, to.case_no].map((case_no) => archiveName({ case_no: case_no ?? '', ext: '' }))
  const ruled = before && after && (row.doc_type || row.fee_sid) && name.startsWith(before) ? after + name.slice(before.length) : name
  const taken = await db.selectFrom('document').select('file_name').where('case_sid', '=', to.sid).where('deleted_at', 'is', null).execute()
  return freeName(ruled, new Set(taken.map((one) => one.file_name ?? '')))
}
