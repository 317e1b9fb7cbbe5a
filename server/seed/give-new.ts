import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'

/**
 * Creates what the product ships and this tenant has not been given yet. Which were given is remembered by their codes under `key`:
 * one that an administrator deleted does not come back, and one that a later release ships comes.
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
