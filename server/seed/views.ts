import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** The views that everyone finds, one after the other, so that they stand in this order. */
export const seedViews = (ctx: Context) =>
  giveNew(ctx, 'seed.views', VIEWS, async (fresh) => {
    for (const { code: _, columns, ...view } of fresh)
      await add(ctx, 'saved_view', [{ ...view, share: 'SYSTEM', ...(columns && { columns: columns.map((code) => ({ code })) }) }])
  })
