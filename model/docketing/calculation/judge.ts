// Decides whether a deadline is open, done, missed or cancelled, given the facts of the case today.
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import type { Situation } from './situation.ts'
import { roll } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/day.ts'
import { type Due, limitFrom } from './due-date.ts'
import type { DoneBy, ComputedDeadline, ComputedStatus } from './computed-deadline.ts'
import type { Occasion } from './triggers.ts'
import { BY_ITSELF, type Rule } from '../rules/rule.ts'
import { settlementOf, type Settled } from './settle.ts'
import { extendedEnd } from './suspension.ts'
import { standingOf, stateOf } from './state.ts'

export function judge(computedDeadline: ComputedDeadline, rule: Rule, { date, event }: Occasion, due: Due | undefined, situation: Situation) {
  const { facts, law, today, seenOn } = situation
  const end = cureEnd(computedDeadline, rule, due, computedDeadline.explanation.office, law)
  if (end && end !== computedDeadline.official_due) computedDeadline.cure_until = end
  if (!due) computedDeadline.needs = 'SET_DUE'
  const runs = end !== undefined && (end >= today || computedDeadline.suspended)
  const found = settlementOf(rule, { key: computedDeadline.key, since: date, notice: event?.sid, end, runs }, facts)
  const { early } = found
  if (early) computedDeadline.explanation.early_notice = { date: early.date, ...(early.name && { name: early.name }) }
  const settled =
    found.settled ?? paid(computedDeadline, facts, end) ?? entered(rule, computedDeadline, situation, end) ?? proved(computedDeadline, facts)
  if (settled) {
    const { by, what, date: on, late, reason } = settled
    settle(computedDeadline, settled.status ?? (late ? 'MISSED' : 'DONE'), by, on)
    computedDeadline.explanation.settled = { by, what, date: on, late, ...(reason && { reason }) }
    return
  }
  const survives = rule.survives?.includes(stateOf(facts)) ?? false
  const standing = survives ? 'LIVE' : standingOf(facts)
  const over = end !== undefined && end < (survives ? today : seenOn) && !computedDeadline.suspended
  if (standing === 'OVER' && endedBeforeClosing(rule, end, facts)) {
    ended(computedDeadline, rule, end ?? '', situation)
    return
  }
  if (standing === 'OVER' || (standing === 'LOST' && (!over || isAwaited(rule)))) {
    settle(computedDeadline, 'CANCELLED', 'STATE', facts.close_date ?? '')
    computedDeadline.explanation.settled = { by: 'STATE', what: stateOf(facts), date: facts.close_date ?? '', late: false }
    return
  }
  const official = computedDeadline.extended_due ?? computedDeadline.official_due
  computedDeadline.overdue = official !== null && official < today && !computedDeadline.suspended
  if (over) ended(computedDeadline, rule, end, situation)
}

/** Deadlines that ended before the case was closed stay as they were; only later ones are cancelled. A term that ran out has ended. */
function endedBeforeClosing(rule: Rule, end: string | undefined, { close_date: closed, state }: Situation['facts']): boolean {
  const { kind, optional } = rule
  if (!end || !closed || (kind === 'ACTION' && !optional) || isAwaited(rule)) return false
  return end < closed || (kind === 'TERM' && state?.phase === 'EXPIRED' && end <= closed)
}

/** Decides a deadline without a recorded act once its last day to cure has passed. */
function ended(computedDeadline: ComputedDeadline, rule: Rule, end: string, { facts: { watched }, today }: Situation) {
  if (rule.kind === 'ANNUITY' && !watched?.includes(computedDeadline.key)) {
    computedDeadline.status = 'PRESUMED'
    computedDeadline.overdue = false
    return
  }
  if (isAwaited(rule) && !(rule.awaits && isoOf(addDuration(dayOf(end), rule.awaits)) < today)) return
  if (rule.optional || (rule.kind !== 'ACTION' && rule.kind !== 'ANNUITY')) {
    // An act without a record, ours or the office's, is not known to be done; a watch or a term ends by itself.
    settle(computedDeadline, rule.kind === 'ACTION' || isAwaited(rule) ? 'NO_RECORD' : 'DONE', 'PERIOD_ENDED', end)
    computedDeadline.explanation.settled = { by: 'PERIOD_ENDED', what: '', date: end, late: false }
    return
  }
  computedDeadline.status = 'MISSED'
  computedDeadline.overdue = false
}

/** An expected office action stays open until the office has acted, unless the period in which it may act ends by itself. */
const isAwaited = ({ kind, closes, proves, awaits }: Rule) => kind === 'MONITOR' && awaits !== BY_ITSELF && Boolean(closes ?? proves)

function settle(computedDeadline: ComputedDeadline, status: ComputedStatus, by: DoneBy, date: string) {
  computedDeadline.status = status
  computedDeadline.overdue = false
  computedDeadline.done_by = by
  if (date) computedDeadline.done_date = date
}

function paid({ annuity_year: year }: ComputedDeadline, facts: Situation['facts'], end: string | undefined): Settled | undefined {
  const payment = year === undefined ? undefined : facts.paid_annuities?.find((one) => one.year === year)
  return payment && { by: 'FIELD', what: 'paid_annuities', date: payment.date, late: end !== undefined && payment.date > end }
}

/** An entry recorded for a coming day is not made yet; one after the last day has not kept the period. */
function entered({ proves }: Rule, { country }: ComputedDeadline, { facts, today }: Situation, end: string | undefined): Settled | undefined {
  const { entered_countries: all = [], entries = [] } = facts
  const dateOf = (of: string) => entries.find((one) => one.country === of)?.date ?? ''
  if (!country && proves?.fields?.includes('entered_countries') && all.some((of) => dateOf(of) <= today)) {
    return { by: 'OUTCOME', what: 'entered_countries', date: '', late: false } // the choice is made when the first country is entered
  }
  if (!country || !all.includes(country)) return undefined
  const date = dateOf(country)
  if (date > today) return undefined
  const late = end !== undefined && date > end
  return { by: 'OUTCOME', what: 'entered_countries', date: late ? date : '', late }
}

/** A deadline proved by a state stays proved when the case is lost and leaves that state. */
function proved({ key }: ComputedDeadline, facts: Situation['facts']): Settled | undefined {
  const stays = standingOf(facts) !== 'LIVE' && facts.proved?.includes(key)
  return stays ? { by: 'OUTCOME', what: stateOf(facts), date: '', late: false } : undefined
}

/**
 * The last day to act: the due date, the extended date, the end of grace,
 * the last of the days at several offices, or the end of an extension bought afterwards.
 */
function cureEnd(
  computedDeadline: ComputedDeadline,
  rule: Rule,
  due: Due | undefined,
  office: string,
  { calendars }: Situation['law'],
): string | undefined {
  if (!computedDeadline.official_due) return undefined
  let end = computedDeadline.extended_due ?? computedDeadline.official_due
  if (computedDeadline.grace_end && computedDeadline.grace_end > end) end = computedDeadline.grace_end
  for (const date of Object.values(computedDeadline.explanation.elsewhere?.days ?? {})) if (date > end) end = date
  if (due && rule.extensions?.after_the_end) {
    const { limit, steps } = rule.extensions
    const last = limit ? addDuration(dayOf(limitFrom(due)), limit) : extendedEnd(rule, due, due.raw, [steps.at(-1)?.period ?? '0d'])
    const bought = isoOf(roll(last, office, calendars).date)
    if (bought > end) end = bought
  }
  return end
}
