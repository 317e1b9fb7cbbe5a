import { STATISTICS } from '../../seed/statistics.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** The statistics that everyone of the enterprise finds. */
export const seedStatistics = (ctx: Context) =>
  giveNew(ctx, 'seed.statistics', STATISTICS, async (fresh) => {
    await add(
      ctx,
      'statistic',
      fresh.map((one) => ({ measure: 'COUNT', ...one, share: 'SYSTEM' })),
    )
  })
