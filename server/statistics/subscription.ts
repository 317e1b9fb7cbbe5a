import type { Words } from '../../model/kit/fields.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { deliverAll, dropOldDeliveries } from './deliver.ts'
import { type Mailed, nextOf, visibleOf } from './planned.ts'

export const subscriptions: Part = {
  hooks: [{ model: 'statistic_subscription', prepare, check, deleted: forgetWaiting }],
  everyFiveMinutes: { 'send statistics': deliverAll },
  nightly: { 'clear old deliveries of statistics': dropOldDeliveries },
}

const SCHEDULE = ['frequency', 'weekday', 'month_day', 'hour'] as const

function prepare(_: Context, drafts: readonly DraftOf<'statistic_subscription'>[]) {
  for (const draft of drafts) {
    const { row } = draft
    if (row.report_sid && row.file === 'XLSX') setValue(draft, 'file', 'PDF')
    if (draft.before && !SCHEDULE.some((code) => draft.changed.has(code))) continue
    const isInRange = [row.hour, row.month_day].every((number) => number === null || number === undefined || Number.isInteger(number))
    if (isInRange && isHour(row.hour)) setValue(draft, 'next_at', nextOf(row, new Date().toISOString()))
  }
}

const isHour = (hour: unknown): hour is number => typeof hour === 'number' && hour >= 0 && hour <= 23

/** The maker of a subscription must see its content; private content is sent only to its maker. */
async function check(ctx: Context, drafts: readonly DraftOf<'statistic_subscription'>[]) {
  const model = modelNamed(ctx.tenant.models, 'statistic_subscription')
  for (const draft of drafts) {
    const { statistic_sid, report_sid, user_sids } = draft.row
    if (!['statistic_sid', 'report_sid', 'user_sids'].some((code) => draft.changed.has(code))) continue
    const [name, code, sid] = report_sid ? (['report', 'report_sid', report_sid] as const) : (['statistic', 'statistic_sid', statistic_sid] as const)
    if (!sid || (statistic_sid && report_sid)) {
      faultAt(ctx, model, draft, code, ['请选择一个统计或一份报告', 'Choose a statistic or a report'])
      continue
    }
    const sent = await visibleOf(ctx, name, sid)
    if (!sent) faultAt(ctx, model, draft, code, NOT_SEEN[name])
    else if (sent.share === 'OWN' && user_sids?.some((one) => one !== sent.created_by)) faultAt(ctx, model, draft, 'user_sids', NOT_SHARED[name])
  }
}

const NOT_SEEN: Record<Mailed, Words> = {
  statistic: ['没有该统计，或您无权查看', 'There is no such statistic, or you may not see it'],
  report: ['没有该报告，或您无权查看', 'There is no such report, or you may not see it'],
}
const NOT_SHARED: Record<Mailed, Words> = {
  statistic: ['该统计仅自己可用，请先共享再发给他人', 'The statistic is only for its maker: share it first'],
  report: ['该报告仅自己可用，请先共享再发给他人', 'The report is only for its maker: share it first'],
}

/** Deletes deliveries that were not sent yet. */
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
