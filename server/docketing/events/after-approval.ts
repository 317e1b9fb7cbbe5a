import { Refusal } from '../../errors.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import type { Part } from '../../records/modules.ts'
import type { Context } from '../../records/context.ts'
import { tentatively } from '../../records/tentative.ts'
import { moveBy, toldStays } from './event-transitions.ts'

/** What an office said while the case was being approved takes its step when the approval has ended, however it ended. */
export const afterApproval: Part = {
  freed: async (ctx, { sid, since }) => {
    const events = await ctx.db
      .selectFrom('official_event as e')
      .innerJoin('document_type as t', 't.code', 'e.code')
      .select(['e.case_sid', 'e.code', 'e.event_date'])
      .where('e.case_sid', '=', sid)
      .where('e.created_at', '>=', since)
      .where('e.deleted_at', 'is', null)
      .where('t.direction', '=', 'IN')
      .where('t.transition', 'is not', null)
      .where('t.deleted_at', 'is', null)
      .orderBy('e.event_date')
      .orderBy('e.created_at')
      .execute()
    for (const event of events) await tentatively(ctx, (own) => takes(own, event), (taken) => taken) // oxfmt-ignore
  },
}

/** A step that is refused waits on: the end of an approval is never refused for it. */
async function takes(ctx: Context, event: Record<string, unknown>): Promise<boolean> {
  try {
    await toldStays.during(ctx, [], () => moveBy(onBehalfOf(ctx), [event]))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
