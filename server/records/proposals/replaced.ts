import { anyTable } from '../../database/pool.ts'
import { onBehalfOf } from '../acting/on-behalf-of.ts'
import type { Context } from '../context.ts'
import { modelNamed } from '../registry.ts'
import { setValue } from '../write/checks/validate.ts'
import { takeTransition } from '../write/transition.ts'
import { draftFrom, lockRows, updateDrafts } from '../write/write.ts'
import type { HeldWrite, Holding } from './holding.ts'

const WHY = '已由新的提议取代 / replaced by a newer proposal'

/**
 * Withdraws what this person proposed before, where all of it is proposed anew: the same fields of the same records, or the same new
 * records. What others proposed stays, as does a proposal of which only a part is proposed anew.
 */
export async function withdrawReplaced(ctx: Context, { proposal }: Holding, newer: { sid: string; writes: readonly HeldWrite[] }) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, proposal)
  const open = await anyTable(ctx.db)
    .selectFrom(proposal)
    .select('sid')
    .where('proposed_by', '=', ctx.actor.sid)
    .where('status', '=', 'PROPOSED')
    .where('deleted_at', 'is', null)
    .where('sid', '!=', newer.sid)
    .execute()
  if (open.length === 0) return
  const rows = await lockRows(own, model, open.map(({ sid }) => String(sid)).toSorted())
  for (const row of rows) {
    if (row.status !== 'PROPOSED' || !isReplaced((row.writes as HeldWrite[] | null) ?? [], newer.writes)) continue // as keepProposal wrote them
    const draft = draftFrom(row)
    setValue(draft, 'decided_reason', WHY)
    await updateDrafts(own, model, [draft])
    await takeTransition(own, model, String(row.sid), 'withdraw', {})
  }
}

/** Whether the newer writes contain everything that the older ones would do. */
export function isReplaced(older: readonly HeldWrite[], newer: readonly HeldWrite[]): boolean {
  const keys = new Set(newer.flatMap((write) => keysOf(write, newer)))
  return older.length > 0 && older.flatMap((write) => keysOf(write, older)).every((key) => keys.has(key))
}

/** What a write decides: each field of a record, its removal, or a new record, which is the same whatever keys the new ones have. */
function keysOf({ entity, record_sid, action, proposed }: HeldWrite, all: readonly HeldWrite[]): string[] {
  if (action === 'UPDATE') return ['', ...Object.keys(proposed)].map((code) => `${entity} ${record_sid} ${code}`)
  if (action !== 'CREATE') return [`${entity} ${record_sid} removed or restored`]
  const made = all.flatMap((one) => (one.action === 'CREATE' ? [one.record_sid] : []))
  return [made.reduce((text, sid, at) => text.replaceAll(sid, `new ${at}`), `${entity} ${JSON.stringify(proposed)}`)]
}
