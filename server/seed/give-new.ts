import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'

/**
 * Creates records of the product that this tenant has not got yet. `key` stores the codes of those it got:
 * one that an administrator deleted is not created again, and one of a later release is created.
 */
export async function giveNew<T extends { code: string }>(
  ctx: Context,
  key: string,
  shipped: readonly T[],
  create: (fresh: readonly T[]) => Promise<void>,
) {
  const kept = await readSetting(ctx, key)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const fresh = shipped.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  await create(fresh)
  await keepSetting(ctx, key, [...given, ...fresh.map(({ code }) => code)])
}
