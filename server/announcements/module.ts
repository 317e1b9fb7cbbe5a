import type { Context, DraftOf } from '../records/context.ts'
import type { ServerModule } from '../module.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'

/** Announcements are shown from one day until another. */
export const announcementsModule: ServerModule = { name: 'announcements', hooks: [{ model: 'announcement', check }] }

function check(ctx: Context, drafts: readonly DraftOf<'announcement'>[]) {
  const model = modelNamed(ctx.tenant.models, 'announcement')
  for (const draft of drafts) {
    const { publish_from: from, publish_until: until } = draft.row
    if (from && until && until < from) faultAt(ctx, model, draft, 'publish_until', ['不能早于发布日', 'must not be before the first day'])
    if (draft.transition === 'publish' && until && until < ctx.today) faultAt(ctx, model, draft, 'publish_until', ['已经过去', 'is in the past'])
  }
}
