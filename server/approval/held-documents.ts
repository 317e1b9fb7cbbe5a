import { sql } from 'kysely'
import type { Context, Draft, RowValues, Write } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { isHandingOver } from '../records/acting/handing-over.ts'
import { type Holding, ownNodes, refuseHeld } from './hold.ts'
import { writing } from './world.ts'

/**
 * While a case is being approved, the documents that it had when the approval began keep their main version and their case, so that the
 * people who vote and the result are about the same papers. Other documents may be added. A starter who got the approval back, and the
 * people of an open node that handles the case, may exchange documents.
 */
export const heldDocuments: Part = {
  hooks: [
    {
      model: 'document',
      updating: async (ctx: Context, drafts: readonly Draft[], write: Write) => {
        const moved = drafts.filter(({ before, changed }) => before && changed.has('case_sid'))
        // An office may send a notice again: its next version is no change of the papers that are approved.
        const replaced = drafts.filter(({ before, changed, row }) => before && changed.has('is_main') && row.direction !== 'IN')
        await refuseIfApproved(ctx, [...moved, ...replaced].map(({ sid }) => sid)) // oxfmt-ignore
        await write(ctx)
      },
      deleting: async (ctx: Context, rows: readonly RowValues[], write: Write) => {
        await refuseIfApproved(ctx, rows.map(({ sid }) => String(sid))) // oxfmt-ignore
        await write(ctx)
      },
    },
  ],
}

async function refuseIfApproved(ctx: Context, sids: readonly string[]) {
  if (sids.length === 0 || ctx.actor.sid === null || writing.of(ctx) || isHandingOver(ctx)) return
  const approvals = (await ctx.db
    .selectFrom('document as d')
    .innerJoin('approval as a', (join) => join.on(sql<boolean>`a.record_sid = d.case_sid::text`))
    .select(['a.sid', 'a.record_sid', 'a.record_name', 'a.transition_name', 'a.transition_name_en', 'a.progress', 'a.process_sid'])
    .distinctOn('a.sid')
    .where('d.sid', 'in', [...new Set(sids)])
    .where('d.deleted_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('a.state', 'in', ['RUNNING', 'WAITING_FOR_ADMIN'])
    .whereRef('d.created_at', '<', 'a.started_at')
    .execute()) as Holding[] // columns of these very tables
  for (const approval of approvals)
    if (!(await ownNodes(ctx, approval)).some(({ type }) => type === 'START' || type === 'HANDLE')) refuseHeld(approval)
}
