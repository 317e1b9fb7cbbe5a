import { waysToSharePlan } from '../../model/planning/plan-actions.ts'
import { perform } from '../records/actions.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { checkShare, ownOnly, SHARED, waysToShare } from '../records/sharing.ts'
import { setValue } from '../records/write/checks/validate.ts'

/** Plans are visible to their maker, and to people with whom they are shared. */
export const plans: Part = {
  hooks: [
    { model: 'filing_plan', prepare, check, deleted: ownOnly('filing_plan', ['删除他人的布局方案', 'delete a filing plan of another person']) },
  ],
  rowVisibility: { filing_plan: SHARED },
  actions: perform(waysToSharePlan, async ({ ctx }) => waysToShare(ctx, 'filing_plan')),
}

function prepare(_: Context, drafts: readonly DraftOf<'filing_plan'>[]) {
  for (const draft of drafts) if (draft.row.share !== 'ROLES' && draft.row.role_sids) setValue(draft, 'role_sids', null)
}

function check(ctx: Context, drafts: readonly DraftOf<'filing_plan'>[]) {
  const model = modelNamed(ctx.tenant.models, 'filing_plan')
  for (const draft of drafts)
    checkShare(ctx, model, draft, {
      of_another: ['是他人的布局方案，只能由其本人或管理员修改', 'belongs to another person; only that person or an administrator may change it'],
      to_everyone: ['只有管理员可提供给全部用户', 'only administrators can share a filing plan with everyone'],
    })
}
