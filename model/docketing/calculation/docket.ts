import { addDuration, isoOf } from '../../kit/duration.ts'
import { build, receiptOf } from './build.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseFacts } from './facts.ts'
import { textOf } from './facts.ts'
import type { Law } from '../rules/law.ts'
import type { ComputedDeadline } from './computed-deadline.ts'
import { occasionsOf, type Occasion } from './triggers.ts'
import { occurrencesOf } from './recurrence.ts'
import { restorationFor, restorationOf } from './restoration.ts'
import type { Rule } from '../rules/rule.ts'
import type { Situation } from './situation.ts'
import { isInGrace, isLostForFee, standingOf } from './state.ts'

/**
 * Computes every deadline of a case that its facts trigger, with dates, status and reasons.
 * The same facts and law always give the same keys, so a caller can compare results to find changes.
 */
export function computeDeadlines(facts: CaseFacts, law: Law, today: string): ComputedDeadline[] {
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
  return all
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

/** The notice of grant says whether the registration payment covered the year of the grant announcement. */
function doubtBeforeGrant(series: readonly ComputedDeadline[], { grant_date }: CaseFacts) {
  for (const one of series) if (grant_date && one.raw_due && one.raw_due <= grant_date) one.certainty = 'CHECK'
}

/** A case in its grace period owes the last fee that fell due: that fee is not presumed paid. */
function doubtLast(series: ComputedDeadline[], rule: Rule, { facts, law, today }: Situation) {
  const last = series.findLast(({ official_due: due }) => due !== null && due < today)
  if (last?.status === 'PRESUMED') miss(last, rule, facts, law)
}

/** The right was lost for the last fee due by then; the earlier fees were paid. */
function loseLast(series: ComputedDeadline[], rule: Rule, { facts, law, today }: Situation) {
  const lostOn = facts.close_date ?? today
  const isUnpaid = ({ status, done_by: by }: ComputedDeadline) => status === 'PRESUMED' || (status === 'CANCELLED' && by === 'STATE')
  const wasDue = ({ raw_due: due, grace_end: end }: ComputedDeadline) =>
    facts.close_date ? due !== null && due <= lostOn : (end ?? due ?? '9') < lostOn
  const last = series.findLast((one) => isUnpaid(one) && wasDue(one))
  if (last?.raw_due) miss(last, rule, facts, law)
}

function miss(last: ComputedDeadline, rule: Rule, facts: CaseFacts, law: Law) {
  last.status = 'MISSED'
  delete last.done_by
  delete last.done_date
  delete last.explanation.settled
  restorationFor(last, rule, last.basis_date, facts, law)
}
