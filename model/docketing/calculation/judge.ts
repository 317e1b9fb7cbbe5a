// Whether a duty is open, done, missed or gone, given what is known of the case today.
import { addDuration, isoOf } from '../../kit/duration.ts'
import type { Situation } from './situation.ts'
import { roll } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/day.ts'
import type { Due } from './due-date.ts'
import type { DoneBy, Obligation, ObligationStatus } from './computed-deadline.ts'
import type { Occasion } from './triggers.ts'
import type { Rule } from '../rules/rule.ts'
import { settlementOf, type Settled } from './settle.ts'
import { standingOf, stateOf } from './state.ts'

export function judge(obligation: Obligation, rule: Rule, { date, event }: Occasion, due: Due | undefined, situation: Situation) {
  const { facts, law, today, seenOn } = situation
  const end = cureEnd(obligation, rule, due, obligation.explanation.office, law)
  if (end && end !== obligation.official_due) obligation.cure_until = end
  if (!due) obligation.needs = 'SET_DUE'
  const settled =
    settlementOf(rule, obligation.key, date, event?.sid, facts, end) ??
    paid(obligation, facts, end) ??
    entered(obligation, facts) ??
    proved(obligation, facts)
  if (settled) {
    const { by, what, date: on, late, reason } = settled
    settle(obligation, settled.status ?? (late ? 'MISSED' : 'DONE'), by, on)
    obligation.explanation.settled = { by, what, date: on, late, ...(reason && { reason }) }
    return
  }
  const survives = rule.survives?.includes(stateOf(facts)) ?? false
  const standing = survives ? 'LIVE' : standingOf(facts)
  const over = end !== undefined && end < (survives ? today : seenOn) && !obligation.suspended
  if (standing === 'OVER' && endedBeforeClosing(rule, end, facts)) {
    ended(obligation, rule, end ?? '', situation)
    return
  }
  if (standing === 'OVER' || (standing === 'LOST' && (!over || isAwaited(rule)))) {
    settle(obligation, 'CANCELLED', 'STATE', facts.close_date ?? '')
    obligation.explanation.settled = { by: 'STATE', what: stateOf(facts), date: facts.close_date ?? '', late: false }
    return
  }
  const official = obligation.extended_due ?? obligation.official_due
  obligation.overdue = official !== null && official < today && !obligation.suspended
  if (over) ended(obligation, rule, end, situation)
}

/** What was over before the case was closed stays as it was; only what was still to come falls away. A term that ran out has ended. */
function endedBeforeClosing(rule: Rule, end: string | undefined, { close_date: closed, status }: Situation['facts']): boolean {
  const { kind, optional } = rule
  if (!end || !closed || (kind === 'ACTION' && !optional) || isAwaited(rule)) return false
  return end < closed || (kind === 'TERM' && status === 'EXPIRED' && end <= closed)
}

/** Nothing recorded and the last day to cure is over. */
function ended(obligation: Obligation, rule: Rule, end: string, { facts: { watched }, today }: Situation) {
  if (rule.kind === 'ANNUITY' && !watched?.includes(obligation.key)) {
    obligation.status = 'PRESUMED'
    obligation.overdue = false
    return
  }
  if (isAwaited(rule) && !(rule.awaits && isoOf(addDuration(dayOf(end), rule.awaits)) < today)) return
  if (rule.optional || (rule.kind !== 'ACTION' && rule.kind !== 'ANNUITY')) {
    settle(obligation, 'DONE', 'PERIOD_ENDED', end)
    obligation.explanation.settled = { by: 'PERIOD_ENDED', what: '', date: end, late: false }
    return
  }
  obligation.status = 'MISSED'
  obligation.overdue = false
}

/** What an office is expected to do stays open until it has done it. */
const isAwaited = ({ kind, closes, proves }: Rule) => kind === 'MONITOR' && Boolean(closes ?? proves)

function settle(obligation: Obligation, status: ObligationStatus, by: DoneBy, date: string) {
  obligation.status = status
  obligation.overdue = false
  obligation.done_by = by
  if (date) obligation.done_date = date
}

function paid({ annuity_year: year }: Obligation, facts: Situation['facts'], end: string | undefined): Settled | undefined {
  const payment = year === undefined ? undefined : facts.paid_annuities?.find((one) => one.year === year)
  return payment && { by: 'FIELD', what: 'paid_annuities', date: payment.date, late: end !== undefined && payment.date > end }
}

function entered({ country }: Obligation, facts: Situation['facts']): Settled | undefined {
  return country && facts.entered_countries?.includes(country) ? { by: 'OUTCOME', what: 'entered_countries', date: '', late: false } : undefined
}

/** What a state had proved stays proved when the case is lost and leaves that state. */
function proved({ key }: Obligation, facts: Situation['facts']): Settled | undefined {
  const stays = standingOf(facts) !== 'LIVE' && facts.proved?.includes(key)
  return stays ? { by: 'OUTCOME', what: stateOf(facts), date: '', late: false } : undefined
}

/** The last day on which it can still be done: its own, the extended, that of the grace, or of an extension bought afterwards. */
function cureEnd(obligation: Obligation, rule: Rule, due: Due | undefined, office: string, { calendars }: Situation['law']): string | undefined {
  if (!obligation.official_due) return undefined
  let end = obligation.extended_due ?? obligation.official_due
  if (obligation.grace_end && obligation.grace_end > end) end = obligation.grace_end
  if (due && rule.extensions?.after_the_end && rule.extensions.limit) {
    const limit = isoOf(roll(addDuration(dayOf(due.basis), rule.extensions.limit), office, calendars).date)
    if (limit > end) end = limit
  }
  return end
}
