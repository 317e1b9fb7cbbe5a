import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import type { RowValues } from '../hooks.ts'
import { getMany } from '../query/get.ts'
import { maskOf } from '../permission/masks.ts'
import { sidOf } from '../write/values.ts'
import { inTransaction, type Context } from '../context.ts'

type Change = { field: string; old: unknown; new: unknown }

/** POST do/history {sid}: the changes of a record to whoever may see it, without the fields that they may not read. */
export async function readHistory(ctx: Context, model: Model, body: RowValues) {
  authorize(ctx, model, 'get')
  const sid = sidOf(body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
  if ((await getMany(ctx, model, [sid])).length === 0) refuse('not_found')
  const access = accessOf(ctx, model)
  return inTransaction(ctx, async ({ db }) => {
    const rows = await db
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
    const record = rows.map(({ created_by, by_name, by_name_en, ...row }) => ({
      ...row,
      created_by: created_by === null ? null : { sid: created_by, name: (ctx.lang === 'en' && by_name_en) || (by_name ?? '') },
      changes: ((row.changes as Change[] | null) ?? []) // written by writeHistory
        .filter((change) => access.mayRead(change.field) || access.mayKnowSet(change.field))
        .map((change) => (access.masks(change.field) ? { ...change, old: maskOf(change.old), new: maskOf(change.new) } : change)),
    }))
    return { record }
  })
}
