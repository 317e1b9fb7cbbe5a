import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** Views for everyone, created one by one to keep this order. */
export const seedViews = (ctx: Context) =>
  giveNew(ctx, 'seed.views', VIEWS, async (fresh) => {
    for (const { code: _, columns, ...view } of fresh)
      await add(ctx, 'saved_view', [{ ...view, share: 'SYSTEM', ...(columns && { columns: columns.map((code) => ({ code })) }) }])
  })
