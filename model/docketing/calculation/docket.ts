import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { build, receiptOf } from './build.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseEvent, CaseFacts } from './facts.ts'
import { textOf } from './facts.ts'
import type { Law } from '../rules/law.ts'
import type { ComputedDeadline } from './computed-deadline.ts'
import { occasionsOf, type Occasion } from './triggers.ts'
import { occurrencesOf } from './recurrence.ts'
import { restorationFor, restorationOf } from './restoration.ts'
import type { Rule } from '../rules/rule.ts'
import type { Situation } from './situation.ts'
import { finalDueOf } from './final-due.ts'
import { isInGrace, isLostForFee, standingOf } from './state.ts'

/**
 * Computes every deadline of a case that its facts trigger, with dates, status and reasons.
 * The same facts and law always give the same keys, so a caller can compare results to find changes.
 */
export function computeDeadlines(facts: CaseFacts, law: Law, today: string): ComputedDeadline[] {
  const known = kept.get(facts)
  if (known?.law === law && known.today === today) return [...known.all]
  const all = compute(happened(facts, today), law, today)
  kept.set(facts, { law, today, all })
  return [...all]
}

/** A write dockets a case and then checks it: the same facts are computed once. */
const kept = new WeakMap<CaseFacts, { law: Law; today: string; all: readonly ComputedDeadline[] }>()

function compute(facts: CaseFacts, law: Law, today: string): ComputedDeadline[] {
  const situation: Situation = {
    facts,
    law,
    today,
    seenOn: seenOn(facts, today),
    made: new Map(),
    ...(facts.expiry_date && { expiry: facts.expiry_date }),
  }
  const all: ComputedDeadline[] = []
  for (const occasion of occasionsOf(facts, law)) {
    for (const computedDeadline of occasion.rule.recurring ? recur(occasion, occasion.rule, situation) : once(occasion, situation)) {
      all.push(computedDeadline)
      remember(computedDeadline, situation)
      if (computedDeadline.status !== 'MISSED') continue
      const restoration = restorationOf(computedDeadline, occasion.rule, facts, law, today)
      if (restoration) all.push(restoration)
    }
  }
  for (const one of all) {
    const final = finalDueOf(one, all)
    if (final) one.final_due = final
  }
  return all
}

/** An event of a coming day has no effect until that day. */
function happened(facts: CaseFacts, today: string): CaseFacts {
  const isComing = ({ date }: CaseEvent) => date > today
  return facts.events?.some(isComing) ? { ...facts, events: facts.events.filter((event) => !isComing(event)) } : facts
}

/** The day after: a deadline that ended on that day was missed. */
function seenOn(facts: CaseFacts, today: string): string {
  const lost = standingOf(facts) === 'LOST' ? facts.close_date : undefined
  return lost && lost < today ? isoOf(addDuration(dayOf(lost), '1d')) : today
}

function remember(computedDeadline: ComputedDeadline, situation: Situation) {
  const { rule_id: id, trigger_event: event, kind, raw_due: end } = computedDeadline
  situation.made.set(id, computedDeadline)
  if (event) situation.made.set(`${id}:${event}`, computedDeadline)
  if (kind === 'TERM' && end) situation.expiry ??= end
}

function once(occasion: Occasion, situation: Situation): ComputedDeadline[] {
  const computedDeadline = build(occasion, situation)
  return computedDeadline ? [computedDeadline] : []
}

function recur(occasion: Occasion, rule: Rule, situation: Situation): ComputedDeadline[] {
  const { recurring } = rule
  const first = rule.terms[0]
  if (!recurring || !first) return []
  const { facts, law } = situation
  const basis = first.from === 'trigger' ? receiptOf(occasion, law).basis : textOf(facts, first.from)
  if (!basis) return []
  const { shown, passed } = occurrencesOf(rule, recurring, basis, situation)
  const series = shown.flatMap((occurrence) => build(occasion, situation, occurrence) ?? [])
  if (recurring.after === 'grant_year_begin') doubtBeforeGrant(series, facts)
  if (rule.kind === 'ANNUITY' && isLostForFee(facts)) loseLast(series, rule, situation)
  if (rule.kind === 'ANNUITY' && isInGrace(facts)) doubtLast(series, rule, situation)
  const [oldest] = series
  if (passed && oldest) oldest.explanation.presumed = passed
  return series
}

/** The notice of grant states whether the registration payment covered the year of the grant announcement. */
function doubtBeforeGrant(series: readonly ComputedDeadline[], { grant_date }: CaseFacts) {
  for (const one of series) if (grant_date && one.raw_due && one.raw_due <= grant_date) one.certainty = 'CHECK'
}

/** A case in its grace period owes the last fee that fell due: that fee is not presumed paid. */
function doubtLast(series: ComputedDeadline[], rule: Rule, { facts, law, today }: Situation) {
  const last = series.findLast(({ official_due: due }) => due !== null && due < today)
  if (last?.status === 'PRESUMED') miss(last, rule, facts, law)
}

/**
 * The right was lost for the last fee not paid by then; the earlier fees were paid.
 * A fee that is known as missed or given up is the reason itself.
 */
function loseLast(series: ComputedDeadline[], rule: Rule, { facts, law, today }: Situation) {
  const closed = facts.close_date
  const isDue = ({ raw_due: due, official_due: rolled }: ComputedDeadline) => closed !== undefined && (due === closed || rolled === closed)
  const wasDue = ({ raw_due: due }: ComputedDeadline) => closed !== undefined && due !== null && due <= closed
  const wasOver = ({ raw_due: due, grace_end: end }: ComputedDeadline) => (closed ? (end ?? due ?? '9') <= closed : (end ?? due ?? '9') < today)
  // A right ends on the day on which its fee was due; any other closing date is the day on which the loss became known, after the grace period.
  const unpaid = series.filter(isUnpaid)
  const last = unpaid.findLast(isDue) ?? unpaid.findLast(wasOver) ?? unpaid.findLast(wasDue)
  if (last?.raw_due && isUnexplained(last)) miss(last, rule, facts, law)
}

const isUnexplained = ({ status, done_by: by }: ComputedDeadline) => status === 'PRESUMED' || (status === 'CANCELLED' && by === 'STATE')
const isUnpaid = (one: ComputedDeadline) => isUnexplained(one) || one.status === 'MISSED' || one.status === 'WAIVED'

function miss(last: ComputedDeadline, rule: Rule, facts: CaseFacts, law: Law) {
  last.status = 'MISSED'
  delete last.done_by
  delete last.done_date
  delete last.explanation.settled
  restorationFor(last, rule, last.basis_date, facts, law)
}
