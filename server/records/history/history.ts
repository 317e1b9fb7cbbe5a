import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import { getMany } from '../query/get.ts'
import { maskOf } from '../permission/masks.ts'
import { type Change, withNames } from './named-changes.ts'
import { sidOf } from '../write/values.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'

/** POST do/history {sid}: the changes of a record for a user who may see it, without unreadable fields; references are named. */
export async function readHistory(ctx: Context, model: Model, body: RowValues) {
  authorize(ctx, model, 'get')
  const sid = sidOf(body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
  if ((await getMany(ctx, model, [sid])).length === 0) refuse('not_found')
  const access = accessOf(ctx, model)
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .selectFrom('change_log as c')
      .leftJoin('user_info as u', 'u.sid', 'c.created_by')
      .select([
        'c.sid',
        'c.action',
        'c.changes',
        'c.source',
        'c.reason',
        'c.created_at',
        'c.created_by',
        'u.name as by_name',
        'u.name_en as by_name_en',
      ])
      .where('c.record_sid', '=', sid)
      .where('c.entity', '=', model.name)
      .orderBy('c.created_at', 'desc')
      .orderBy('c.sid', 'desc')
      .limit(500)
      .execute()
    const readable = (changes: unknown) =>
      ((changes as Change[] | null) ?? []).filter(({ field }) => access.mayRead(field) || access.mayKnowSet(field)) // written by writeHistory
    const lines = rows.map((row) => ({ row, changes: readable(row.changes) }))
    const named = await withNames(tx, model, lines.flatMap(({ changes }) => changes)) // oxfmt-ignore
    const record = lines.map(({ row: { created_by, by_name, by_name_en, ...row }, changes }) => ({
      ...row,
      created_by: created_by === null ? null : { sid: created_by, name: (ctx.lang === 'en' && by_name_en) || (by_name ?? '') },
      changes: changes
        .map((change) => named.get(change) ?? change)
        .map((change) => (access.masks(change.field) ? { ...change, old: maskOf(change.old), new: maskOf(change.new) } : change)),
    }))
    return { record }
  })
}
