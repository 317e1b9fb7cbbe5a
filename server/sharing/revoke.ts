import type { revokeAnyShare, revokeShare } from '../../model/sharing/share-actions.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { forgetActors } from '../auth/session/actor.ts'
import type { RowOf } from '../database/tables.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import { type Context, later } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows, updateRows } from '../records/write/write.ts'

export async function revoke({ ctx, model, body: { sid } }: Call<typeof revokeShare>) {
  const [row] = await lockRows(ctx, model, [sid])
  if (row && row.sharer_sid !== ctx.actor.sid) refuse('forbidden', { what_zh: '撤销他人的共享', what_en: 'revoke shares of others' })
  return end(ctx, row)
}

export async function revokeAny({ ctx, model, body: { sid } }: Call<typeof revokeAnyShare>) {
  const [row] = await lockRows(ctx, model, [sid])
  return end(ctx, row)
}

/** Ends a share at once, in every process; also the passes of those who have it open. */
async function end(ctx: Context, row: RowOf<'share'> | undefined) {
  if (!row) return refuse('not_found')
  if (row.revoked_at) return { revoked: true }
  const now = new Date().toISOString()
  const values = { sid: row.sid, revoked_at: now, revoked_by: ctx.actor.sid, updated_at: now, updated_by: ctx.actor.sid }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'share'), [values], ['revoked_at', 'revoked_by', 'updated_at', 'updated_by'])
  await auditIn(ctx, [
    { event: 'SHARE_REVOKED', entity: 'case', record_sid: row.case_sid ?? undefined, about: row.to_name, details: { share: row.sid } },
  ])
  later(ctx, forgetActors)
  return { revoked: true }
}
