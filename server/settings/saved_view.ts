import { waysToShareView } from '../../model/settings/setting-actions.ts'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { perform } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { checkShare, ownOnly, SHARED, waysToShare } from '../records/sharing.ts'
import { forgetFurtherNames } from '../records/words/further-names.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import type { Part } from '../records/modules.ts'
import type { Context, Draft } from '../records/context.ts'

export const savedViews: Part = {
  hooks: [
    {
      model: 'saved_view',
      check: (ctx, drafts) => drafts.forEach((draft) => checkView(ctx, draft)),
      written: (ctx, drafts) => forgetFurtherNames(ctx, 'view', drafts),
      deleted: ownOnly('saved_view', ['删除他人的视图', 'delete a view of another person']),
    },
  ],
  rowVisibility: { saved_view: SHARED },
  actions: perform(waysToShareView, async ({ ctx }) => waysToShare(ctx, 'saved_view')),
}

const MAX_COLUMNS = 20

function checkView(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'saved_view')
  const { entity, iql, columns } = draft.row
  checkShare(ctx, model, draft, {
    of_another: ['是他人的视图，只能由其本人或管理员修改', 'belongs to another person; only that person or an administrator may change it'],
    to_everyone: ['只有管理员可提供给全部用户', 'only administrators can share a view with everyone'],
  })
  if (!ctx.tenant.models.all.has(String(entity))) faultAt(ctx, model, draft, 'entity', ['没有这个列表', 'There is no such list'])
  if (Array.isArray(columns) && columns.length > MAX_COLUMNS)
    faultAt(ctx, model, draft, 'columns', [`最多 ${MAX_COLUMNS} 列`, `takes at most ${MAX_COLUMNS} columns`])
  if (iql && draft.changed.has('iql')) checkIql(ctx, draft, String(iql))
}

/** Fields are not checked here: the list reports a field that its reader may not read. */
function checkIql(ctx: Context, draft: Draft, iql: string) {
  try {
    parseIql(iql)
  } catch (error) {
    const known = error instanceof Error && 'zh' in error && 'en' in error
    if (!known) throw error
    faultAt(ctx, modelNamed(ctx.tenant.models, 'saved_view'), draft, 'iql', [String(error.zh), String(error.en)])
  }
}
