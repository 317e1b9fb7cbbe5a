import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { cancelJob } from '../../model/settings/setting-actions.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Part } from '../records/modules.ts'
import { authorizeAbility } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { tellOwner } from './job-row.ts'

export const jobActions: Part = { actions: perform(cancelJob, cancel) }

/** Completed work is kept; the runner stops before its next step. */
async function cancel({ ctx, model, body: { sid } }: Call<typeof cancelJob>) {
  const { created_by } = await get(ctx, model, sid, { flat: true })
  if (created_by !== ctx.actor.sid) authorizeAbility(ctx, model, ABILITIES.job.cancel_any)
  const now = new Date().toISOString()
  const row = await ctx.db
    .updateTable('job')
    .set({ state: 'CANCELLED', finished_at: now, updated_at: now })
    .where('sid', '=', sid)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returningAll()
    .executeTakeFirst()
  if (row) tellOwner(ctx, row)
  return get(ctx, model, sid)
}
