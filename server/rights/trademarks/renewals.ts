import type { Model } from '../../../model/kit/model.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { RENEWED_BY_STEP } from '../../../model/rights/trademarks/facts.ts'
import { OWN_RENEWALS, RENEWALS } from '../../../model/rights/trademarks/lifecycle/transitions.ts'
import { endOfGrace, openingOf } from '../../../model/rights/trademarks/term.ts'
import { dayOfEvent } from '../../docketing/events/event-transitions.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { isAsBefore } from '../../records/write/batch/as-before.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../../records/write/write.ts'

const isRenewal = ({ transition }: Draft) => transition !== undefined && OWN_RENEWALS.includes(transition)

/** Whether an event reports a renewal by which the present term was added: its step was taken when the renewal was filed, the certificate came later. */
export function isOfPresentTerm(ctx: Context, { before }: Draft): boolean {
  const day = dayOfEvent.of(ctx)
  return day !== undefined && typeof before?.valid_to === 'string' && day < openingOf(before.valid_to, String(before.country))
}

/** The case stays as it is. */
function warnOfPresentTerm(ctx: Context, model: Model, draft: Draft) {
  if (!isOfPresentTerm(ctx, draft)) return
  const [day, opens] = [String(dayOfEvent.of(ctx)), openingOf(String(draft.before?.valid_to), String(draft.row.country))]
  const words = [
    `保持不变：${day} 的续展早于下一次可续展的首日 ${opens}`,
    `stays: the renewal of ${dayIn(day, 'en')} is before ${dayIn(opens, 'en')}, the first day on which the office takes the next one`,
  ] as const
  warnAt(model, draft, { code: 'renewed_already', field: 'valid_to', words })
}

const ONLY_BY_STEP = ['由“续展”一步记录；有误请改正其“已续展”事件的日期', 'is recorded by the step “Renewed”; correct the day of its event'] as const

/** A renewal without its day would be presumed paid on no day. The certificate of an office is an event, which has one. */
export function checkRenewal(ctx: Context, model: Model, draft: Draft) {
  const { row, before, changed, given, transition = '' } = draft
  if (RENEWALS.includes(transition) && !row.valid_to)
    return faultAt(ctx, model, draft, 'valid_to', [
      '为空：请先填写当前专用期的截止日，续展才能接续',
      'is missing: enter the end of the present term, which the renewal extends',
    ])
  if (!isRenewal(draft)) {
    if (before && changed.has('renewed_on') && !isAsBefore(ctx)) faultAt(ctx, model, draft, 'renewed_on', ONLY_BY_STEP)
    return
  }
  if (dayOfEvent.of(ctx)) return warnOfPresentTerm(ctx, model, draft)
  const end = typeof before?.valid_to === 'string' ? before.valid_to : undefined
  const [day, opens] = [String(row.renewed_on ?? ''), end ? openingOf(end, String(row.country)) : '']
  const isOfEarlier = !changed.has('renewed_on') && day < opens // as a form shows it from the renewal before
  if (!given?.has('renewed_on') || !day || isOfEarlier)
    return faultAt(ctx, model, draft, 'renewed_on', ['请填写本次续展的办理日', 'needs the day of this renewal'])
  if (!end) return
  const ends = endOfGrace(end)
  const late = [`晚于宽展期的最后一日 ${ends}`, `is after ${dayIn(ends, 'en')}, the last day of the period of grace`] as const
  if (day > ends) warnAt(model, draft, { code: 'renewed_late', field: 'renewed_on', words: late, asks: true })
  if (day >= opens) return
  const words = [`早于可续展的首日 ${opens}`, `is before ${dayIn(opens, 'en')}, the first day on which the office takes it`] as const
  warnAt(model, draft, { code: 'renewed_early', field: 'renewed_on', words, asks: true })
}

/** A certificate does not tell on which day the renewal was filed; the day of an earlier renewal is not that of the last. */
export function forgetEarlierDay(ctx: Context, draft: Draft) {
  if (isRenewal(draft) && dayOfEvent.of(ctx)) setValue(draft, 'renewed_on', null)
}

/** The day of a renewal settles its deadline and fee as an event of the case, which stays when the mark is renewed again. */
export async function recordRenewals(ctx: Context, drafts: readonly Draft[]) {
  const renewed = drafts.filter((draft) => isRenewal(draft) && !dayOfEvent.of(ctx))
  if (renewed.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'official_event')
  const code = RENEWED_BY_STEP
  const events = await draftNew(own, model, renewed.map(({ sid, row }) => ({ case_sid: sid, code, event_date: row.renewed_on, company_sid: row.company_sid }))) // oxfmt-ignore
  for (const [at, event] of events.entries()) setValue(event, 'by_transition', renewed[at]?.transition ?? null)
  refuseFaulty(events)
  await insertDrafts(own, model, events)
}

const isOfStep = (event: RowValues) => event.code === RENEWED_BY_STEP && Boolean(event.by_transition)

/** The day of a renewal is corrected at its event; the mark states the same day. */
export const followDays = (ctx: Context, events: readonly Draft[]) =>
  moveDays(ctx, events.flatMap(({ before, row, changed }) => (before && changed.has('event_date') && isOfStep(row) ? [{ before, day: row.event_date }] : []))) // oxfmt-ignore

export const forgetDays = (ctx: Context, gone: readonly RowValues[]) =>
  moveDays(ctx, gone.filter(isOfStep).map((before) => ({ before, day: null }))) // oxfmt-ignore

async function moveDays(ctx: Context, moved: readonly { before: RowValues; day: unknown }[]) {
  if (moved.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'trademark')
  const marks = await lockRows(own, model, moved.map(({ before }) => String(before.case_sid))) // oxfmt-ignore
  const drafts = marks.map((mark) => draftFrom<RowValues>(mark))
  for (const draft of drafts) {
    const event = moved.find(({ before }) => before.case_sid === draft.sid && before.event_date === draft.row.renewed_on)
    if (event) setValue(draft, 'renewed_on', event.day)
  }
  await updateDrafts(own, model, drafts)
}
