import { STATISTICS } from '../../seed/statistics.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import { add } from './rows.ts'

const KEY = 'seed.statistics'

/** The statistics that everyone finds. Which were given is remembered: one that an administrator deleted does not come back, a new one does. */
export async function seedStatistics(ctx: Context) {
  const kept = await readSetting(ctx, KEY)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const fresh = STATISTICS.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  await add(
    ctx,
    'statistic',
    fresh.map((one) => ({ measure: 'COUNT', ...one, share: 'SYSTEM' })),
  )
  await keepSetting(ctx, KEY, [...given, ...fresh.map(({ code }) => code)])
}
