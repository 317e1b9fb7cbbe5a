import { accessOf } from '../records/permission/permission.ts'
import { action } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { sidOf } from '../records/write/values.ts'
import { refuse } from '../errors.ts'
import { type JobRow, tellOwner } from './job-row.ts'

/** POST job/do/cancel {sid}: what was done so far stays; the runner stops before its next step. */
export const jobActions: Part = {
  actions: [
    action(
      'job',
      'cancel',
      async ({ ctx, body, rest }) => {
        const model = modelNamed(ctx.tenant.models, 'job')
        const sid = sidOf(rest || body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
        const { created_by } = await get(ctx, model, sid, { flat: true })
        if (created_by !== ctx.actor.sid && !accessOf(ctx, model).verbs.has('*'))
          refuse('forbidden', { what_zh: '取消他人的任务', what_en: 'to cancel somebody else’s job' })
        const now = new Date().toISOString()
        const row = await ctx.db
          .updateTable('job')
          .set({ state: 'CANCELLED', finished_at: now, updated_at: now })
          .where('sid', '=', sid)
          .where('state', 'in', ['WAITING', 'RUNNING'])
          .returningAll()
          .executeTakeFirst()
        if (row) tellOwner(ctx, row as JobRow & Record<string, unknown>) // the columns of model/settings/job.ts
        return get(ctx, model, sid)
      },
      'POST',
      ['sid'],
    ),
  ],
}
