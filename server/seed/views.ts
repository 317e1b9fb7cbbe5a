import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { add } from './rows.ts'

const KEY = 'seed.views'

/** The views that everyone finds. Which were given is remembered: one that an administrator deleted does not come back, a new one does. */
export async function seedViews(ctx: Context) {
  const row = await ctx.db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst()
  const given = Array.isArray(row?.value) ? row.value.map(String) : []
  const fresh = VIEWS.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  // One after the other, so that they stand in this order.
  for (const { code: _, columns, ...view } of fresh)
    await add(ctx, 'saved_view', [{ ...view, share: 'SYSTEM', ...(columns && { columns: columns.map((code) => ({ code })) }) }])
  const value = JSON.stringify([...given, ...fresh.map(({ code }) => code)])
  await ctx.db
    .insertInto('setting')
    .values({ key: KEY, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
