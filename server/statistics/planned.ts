import { ZONE } from '../../model/kit/clock.ts'
import { nextMoment } from '../../model/statistics/schedule.ts'
import type { StatisticSubscription } from '../../model/statistics/statistic_subscription.ts'
import { Refusal } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'

type Planned = Pick<StatisticSubscription, 'frequency' | 'weekday' | 'month_day' | 'hour'>

/** The next moment of a mailing after another one. */
export const nextOf = ({ frequency, weekday, month_day, hour }: Planned, after: string) =>
  nextMoment({ frequency: frequency ?? 'WEEKLY', weekday: Number(weekday ?? 1), month_day: month_day ?? 1, hour: hour ?? 0 }, after, ZONE)

/** The statistic, if this person may see it. */
export async function statisticOf(ctx: Context, sid: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await get(ctx, modelNamed(ctx.tenant.models, 'statistic'), sid, { flat: true })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
