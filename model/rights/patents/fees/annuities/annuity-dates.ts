import { roll } from '../../../../docketing/calendar/calendar.ts'
import { cached } from '../../../../kit/cached.ts'
import { addDuration } from '../../../../kit/days/duration.ts'
import { basisOf } from './annuity-rules.ts'
import { FeeFault } from '../../../../fees/fault.ts'
import { grantDay } from './patent-year.ts'
import { isoDay } from '../../../../fees/facts.ts'
import type { Calendars } from '../../../../docketing/calendar/calendar.ts'
import type { AnnuityRule } from './annuity-rules.ts'
import type { Explanation } from '../../../../fees/wording/explain.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'

export type AnnuityDates = {
  due: string
  graceEnd: string
  windowFrom?: string
  /** The last day of month n after the due date. */
  monthEnds: (month: number) => string
  /** A requested date lies beyond the loaded calendar. */
  isProvisional: () => boolean
  explanation: Explanation
}

type Asked = { rule: AnnuityRule; facts: FeeFacts; year: number; calendars: Calendars }
type Start = { day: Temporal.PlainDate; graceEnd: Temporal.PlainDate; windowFrom?: string; explanation: Explanation }

// Many cases share a day, and each is requested repeatedly.
const remembered = new WeakMap<Calendars, Map<string, AnnuityDates>>()

/** Months run from the unrolled due date; each deadline that falls on a closed day is rolled by itself. */
export function annuityDates(asked: Asked): AnnuityDates {
  const { rule, facts, year, calendars } = asked
  const waits = WAITS_FOR_GRANT[rule.code] !== undefined ? grantDay(facts) : facts.route === 'PCT_NATIONAL' ? facts.earliest_priority_date : ''
  const key = `${rule.code}|${basisOf(rule, facts)}|${year}|${facts.route ?? ''}|${waits ?? ''}|${facts.divided_on ?? ''}`
  const known = cached(remembered, calendars, () => new Map<string, AnnuityDates>())
  return cached(known, key, () => reckon(asked), 20_000)
}

function reckon(asked: Asked): AnnuityDates {
  const { rule, calendars } = asked
  const { day, graceEnd, windowFrom, explanation } = startOf(asked)
  const ends: string[] = []
  let provisional = false
  const open = (date: Temporal.PlainDate) => {
    const rolled = roll(date, rule.office, calendars)
    provisional ||= rolled.provisional
    return rolled
  }
  const due = open(day)
  const first = explanation[0]
  if (first?.kind === 'due' && first.raw === `${day}`) {
    explanation[0] = { ...first, due: `${due.date}`, skipped: due.skipped[0]?.why ?? '' }
  }
  return {
    due: `${due.date}`,
    graceEnd: `${open(graceEnd).date}`,
    ...(windowFrom && { windowFrom }),
    monthEnds: (month) => (ends[month] ??= `${open(month < 6 ? ended(addDuration(day, `${month}m`), rule) : graceEnd).date}`),
    isProvisional: () => provisional,
    explanation,
  }
}

function startOf({ rule, facts, year }: Asked): Start {
  const from = basisOf(rule, facts)
  if (!from) throw new FeeFault('no_basis_date', `${facts.country} ${year}`)
  const basis = Temporal.PlainDate.from(from)
  const ordinary = ended(addDuration(basis, rule.due(year)), rule)
  const raw = `${ordinary}`
  const explanation: Explanation = [
    { kind: 'due', year, basis: rule.basis, from, period: rule.due(year), month_end: rule.monthEnd, raw, due: raw, skipped: '' },
  ]
  const later = laterStart(rule, facts, raw)
  if (later) explanation.push(later.step)
  return {
    day: later?.day ?? ordinary,
    graceEnd: later?.graceEnd ?? ended(addDuration(basis, rule.grace(year)), rule),
    ...(rule.opens && { windowFrom: `${ended(addDuration(basis, rule.opens(year)), rule)}` }),
    explanation,
  }
}

/** No fee falls due earlier than this after the grant: a British patent, a German utility model or design that is registered late. */
const WAITS_FOR_GRANT: Readonly<Record<string, string | undefined>> = { 'GB.ANN': '3m', 'DE.MAINT': '0d' }

/** A first fee due before the grant, or before the deadline of a European phase, waits for it, and one of a European divisional for the four months after its filing. */
function laterStart(rule: AnnuityRule, facts: FeeFacts, raw: string) {
  const granted = grantDay(facts)
  const wait = WAITS_FOR_GRANT[rule.code]
  if (wait && granted) {
    const day = ended(addDuration(Temporal.PlainDate.from(granted), wait), rule)
    const graceEnd = ended(addDuration(day, '6m'), rule)
    if (`${day}` > raw) return { day, graceEnd, step: { kind: 'due_follows_grant', raw, granted } as const }
  }
  const priority = isoDay(facts.earliest_priority_date) ?? isoDay(facts.filing_date)
  if (rule.code === 'EP.RENEW' && facts.route === 'PCT_NATIONAL' && priority) {
    const day = addDuration(Temporal.PlainDate.from(priority), '31m')
    if (`${day}` > raw) return { day, graceEnd: addDuration(day, '6m'), step: { kind: 'due_follows_entry', raw, entry: `${day}` } as const }
  }
  const divided = isoDay(facts.divided_on)
  if (rule.code === 'EP.RENEW' && divided) return ofDivisional(rule, divided, raw)
  return undefined
}

/** EPC Rule 51(3): what had fallen due is due on the filing of the divisional; that, and what falls due within four months, is paid until then without a surcharge. */
function ofDivisional(rule: AnnuityRule, divided: string, raw: string) {
  const filed = Temporal.PlainDate.from(divided)
  const day = addDuration(filed, '4m')
  if (`${day}` <= raw) return undefined
  const graceEnd = raw <= divided ? addDuration(filed, '6m') : ended(addDuration(Temporal.PlainDate.from(raw), '6m'), rule)
  return { day, graceEnd, step: { kind: 'due_follows_division', raw, divided } as const }
}

function ended(day: Temporal.PlainDate, { monthEnd }: AnnuityRule): Temporal.PlainDate {
  return monthEnd ? day.with({ day: day.daysInMonth }) : day
}
