import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import { updateRow } from '../../records/write/update.ts'

export const invalidations: Part = { hooks: [{ model: 'official_event', written: markContested }] }

/** The notice that a request for invalidation was accepted. */
const ACCEPTED = 'CN34'

/** A pending invalidation is not a state: the right is in force until the decision. */
async function markContested(ctx: Context, drafts: readonly DraftOf<'official_event'>[]) {
  for (const { row, before } of drafts) {
    if (before || row.code !== ACCEPTED || !row.case_sid) continue
    const patent = modelNamed(ctx.tenant.models, 'patent')
    const now = await ctx.db.selectFrom('patent').select('invalidation_status').where('sid', '=', row.case_sid).executeTakeFirst()
    if (!now || (now.invalidation_status ?? 'NONE') !== 'NONE') continue
    await updateRow(ctx, patent, row.case_sid, { invalidation_status: 'PENDING' })
  }
}
