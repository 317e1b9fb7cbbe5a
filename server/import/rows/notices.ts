import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'
import type { Item } from './item.ts'
import { mayMake } from './permission.ts'

/** The official documents that rows of new cases name by their day; without the right to record them, the completeness check asks for them. */
export async function addNotices(ctx: Context, items: readonly Item[]) {
  const model = modelNamed(ctx.tenant.models, 'official_event')
  const inputs = items.flatMap(({ became, read: { notice } }) =>
    became && notice ? [{ case_sid: became, code: notice.code, event_date: notice.date }] : [],
  )
  if (inputs.length === 0 || !mayMake(ctx, model)) return
  const drafts = await draftNew(ctx, model, inputs)
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
}
