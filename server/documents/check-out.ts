import { refuse } from '../errors.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import type { Named } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { lockVersions } from './versions.ts'

/** The main version carries the mark, for all of them. */
export async function checkOutDocument(ctx: Context, model: Named<'document'>, sid: string) {
  const rows = await lockVersions(ctx, model, sid)
  await refuseUnlessFree(ctx, rows)
  if (!rows.some(({ checked_out_by }) => checked_out_by)) await mark(ctx, model, rows.find(({ is_main }) => is_main) ?? rows[0], ctx.actor.sid)
  return get(ctx, model, sid)
}

/** Another person's is returned by those who could also delete the document. */
export async function returnDocument(ctx: Context, model: Named<'document'>, sid: string) {
  const held = (await lockVersions(ctx, model, sid)).find(({ checked_out_by }) => checked_out_by)
  if (!held) return refuse('rule', NOT_OUT)
  const isOwn = held.checked_out_by === ctx.actor.sid
  if (!isOwn && (await lockRows(ctx, model, [held.sid], { verb: 'delete' })).length === 0) await refuseUnlessFree(ctx, [held])
  await mark(ctx, model, held, null)
  return get(ctx, model, sid)
}

const NOT_OUT = { summary_zh: '该文件没有签出', summary_en: 'The document is not checked out' }

/** Refuses changes of a document that another person has checked out. */
export async function refuseUnlessFree(ctx: Context, rows: readonly RowOf<'document'>[]) {
  const held = rows.find(({ checked_out_by }) => checked_out_by && checked_out_by !== ctx.actor.sid)
  if (!held?.checked_out_by) return
  const person = await ctx.db.selectFrom('user_info').select(['name', 'name_en']).where('sid', '=', held.checked_out_by).executeTakeFirst()
  refuse('rule', {
    summary_zh: `文件已由${person?.name ?? ''}签出，归还后才能更改`,
    summary_en: `The document is checked out by ${person?.name_en || (person?.name ?? '')} and can be changed after it is returned`,
  })
}

async function mark(ctx: Context, model: Named<'document'>, row: RowOf<'document'> | undefined, by: string | null) {
  if (!row) return
  const draft = draftFrom(row)
  setValue(draft, 'checked_out_by', by)
  setValue(draft, 'checked_out_at', by && new Date().toISOString())
  await updateDrafts(ctx, model, [draft])
}
