import { VIEWS } from '../../seed/views.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import { add } from './rows.ts'

const KEY = 'seed.views'

/** The views that everyone finds. Which were given is remembered: one that an administrator deleted does not come back, a new one does. */
export async function seedViews(ctx: Context) {
  const kept = await readSetting(ctx, KEY)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const fresh = VIEWS.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  // One after the other, so that they stand in this order.
  for (const { code: _, columns, ...view } of fresh)
    await add(ctx, 'saved_view', [{ ...view, share: 'SYSTEM', ...(columns && { columns: columns.map((code) => ({ code })) }) }])
  await keepSetting(ctx, KEY, [...given, ...fresh.map(({ code }) => code)])
}
