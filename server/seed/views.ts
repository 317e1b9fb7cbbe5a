import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** Views for everyone, created one by one to keep this order. */
export async function seedViews(ctx: Context) {
  await giveNew(ctx, 'seed.views', VIEWS, async (fresh) => {
    for (const { code: _, columns, ...view } of fresh)
      await add(ctx, 'saved_view', [{ ...view, share: 'SYSTEM', ...(columns && { columns: columns.map((code) => ({ code })) }) }])
  })
  await giveCodes(ctx)
}

/** Also to views of former releases that still have the product's name: a renamed one is the tenant's own. */
async function giveCodes({ db }: Context) {
  const uncoded = await db
    .selectFrom('saved_view')
    .select(['sid', 'entity', 'name'])
    .where('share', '=', 'SYSTEM')
    .where('code', 'is', null)
    .execute()
  for (const { sid, entity, name } of uncoded) {
    const code = VIEWS.find((one) => one.entity === entity && one.name === name)?.code
    if (code) await db.updateTable('saved_view').set({ code }).where('sid', '=', sid).execute()
  }
}
