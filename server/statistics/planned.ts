import { ZONE } from '../../model/kit/days/clock.ts'
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

/** A record that this person may see; refused otherwise. */
export const recordOf = (ctx: Context, model: Mailed | 'saved_view', sid: string | null | undefined): Promise<Record<string, unknown>> =>
  get(ctx, modelNamed(ctx.tenant.models, model), sid ?? '', { flat: true })

/** Kinds of mailed content */
export type Mailed = 'statistic' | 'report'

/** The same, undefined where they may not see it. */
export async function visibleOf(ctx: Context, model: Mailed | 'saved_view', sid: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await recordOf(ctx, model, sid)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
