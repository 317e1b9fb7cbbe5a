import { CLOSE, OUTCOMES } from '../../model/dealings/disputes/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { rightsOf } from './rights.ts'

type Dispute = DraftOf<'dispute'>

/** The outcome of a dispute changes no right. Each resulting act is a row with a day, and is settled before the dispute is closed. */
export const disputes: Part = { hooks: [{ model: 'dispute', check }] }

async function check(ctx: Context, drafts: readonly Dispute[]) {
  for (const draft of drafts) {
    await checkFollowUps(ctx, draft)
    if (draft.transition === CLOSE) refuseOpen(ctx, draft)
    else if (OUTCOMES.has(draft.transition)) await warnOfNone(ctx, draft)
  }
}

/** A follow-up concerns a right that the dispute names. */
async function checkFollowUps(ctx: Context, draft: Dispute) {
  const named = (draft.row.follow_ups ?? []).flatMap(({ case_sid }) => case_sid ?? [])
  if (!draft.changed.has('follow_ups') || named.length === 0) return
  const known = new Set((await rightsOf(ctx, [draft.sid])).map(({ case_sid }) => case_sid))
  if (named.every((sid) => known.has(sid))) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'dispute'), draft, 'follow_ups', [
    '只能选择本纠纷涉及的权利',
    'may only name rights that this dispute concerns',
  ])
}

function refuseOpen(ctx: Context, draft: Dispute) {
  const open = (draft.row.follow_ups ?? []).filter(({ done_date }) => !done_date).map(({ what }) => what)
  if (open.length === 0) return
  const shown = open.slice(0, 3)
  faultAt(ctx, modelNamed(ctx.tenant.models, 'dispute'), draft, 'follow_ups', [`尚有未办结的事项：${shown.join('、')}`, `still has open items: ${shown.join(', ')}`]) // oxfmt-ignore
}

async function warnOfNone(ctx: Context, draft: Dispute) {
  if ((draft.row.follow_ups ?? []).length > 0 || draft.row.outcome === 'WON') return
  if ((await rightsOf(ctx, [draft.sid])).length === 0) return
  const words = ['没有列出对所涉权利的后续处理', 'name nothing to be done about the rights concerned'] as const
  warnAt(modelNamed(ctx.tenant.models, 'dispute'), draft, { code: 'dispute_without_follow_up', field: 'follow_ups', words, asks: true })
}
