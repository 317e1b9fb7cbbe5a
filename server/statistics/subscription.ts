import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import { deliverAll, dropOldDeliveries } from './deliver.ts'
import { nextOf, statisticOf } from './planned.ts'

export const subscriptions: Part = {
  hooks: [{ model: 'statistic_subscription', prepare, check, deleted: forgetWaiting }],
  everyFiveMinutes: { 'send statistics': deliverAll },
  nightly: { 'clear old deliveries of statistics': dropOldDeliveries },
}

const SCHEDULE = ['frequency', 'weekday', 'month_day', 'hour'] as const

function prepare(_: Context, drafts: readonly DraftOf<'statistic_subscription'>[]) {
  for (const draft of drafts) {
    const { row } = draft
    if (draft.before && !SCHEDULE.some((code) => draft.changed.has(code))) continue
    const isInRange = [row.hour, row.month_day].every((number) => number === null || number === undefined || Number.isInteger(number))
    if (isInRange && isHour(row.hour)) setValue(draft, 'next_at', nextOf(row, new Date().toISOString()))
  }
}

const isHour = (hour: unknown): hour is number => typeof hour === 'number' && hour >= 0 && hour <= 23

/** The statistic must be one that its maker sees; what they keep for themselves is sent to nobody else. */
async function check(ctx: Context, drafts: readonly DraftOf<'statistic_subscription'>[]) {
  const model = modelNamed(ctx.tenant.models, 'statistic_subscription')
  for (const draft of drafts) {
    const { statistic_sid, user_sids } = draft.row
    if (!statistic_sid || !(draft.changed.has('statistic_sid') || draft.changed.has('user_sids'))) continue
    const statistic = await statisticOf(ctx, statistic_sid)
    if (!statistic) faultAt(ctx, model, draft, 'statistic_sid', ['没有该统计，或您无权查看', 'There is no such statistic, or you may not see it'])
    else if (statistic.share === 'OWN' && user_sids?.some((sid) => sid !== statistic.created_by))
      faultAt(ctx, model, draft, 'user_sids', ['该统计仅自己可用，请先共享再发给他人', 'The statistic is only for its maker: share it first'])
  }
}

/** What was not sent yet is not sent any more. */
async function forgetWaiting({ db }: Context, rows: readonly { sid: string }[]) {
  await db
    .deleteFrom('statistic_delivery')
    .where(
      'subscription_sid',
      'in',
      rows.map(({ sid }) => sid),
    ) // oxfmt-ignore
    .execute()
}
