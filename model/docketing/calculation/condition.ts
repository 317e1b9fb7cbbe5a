import { addDuration } from '../../kit/days/duration.ts'
import type { CaseEvent, CaseFacts } from './facts.ts'
import { earliestEvent, earliestPriority, hasPriority, latestEvent, priorityCountries } from './facts.ts'
import { lateClaims } from './priority-period.ts'
import type { Calendars } from '../calendar/calendar.ts'
import type { Condition } from '../rules/rule.ts'

/** `event`: the event that triggers the rule. */
type Ground = { calendars: Calendars; event?: CaseEvent | undefined }

export function holds(conditions: readonly Condition[] | undefined, facts: CaseFacts, ground: Ground): boolean {
  return !conditions || conditions.every((condition) => holdsOne(condition, factOf(condition.fact, facts, ground)))
}

export function holdsAny(conditions: readonly Condition[] | undefined, facts: CaseFacts, ground: Ground): boolean {
  return Boolean(conditions?.some((condition) => holdsOne(condition, factOf(condition.fact, facts, ground))))
}

const DERIVED: Readonly<Record<string, (facts: CaseFacts, calendars: Calendars) => unknown>> = {
  has_priority: hasPriority,
  earliest_priority_date: earliestPriority,
  has_foreign_priority: (facts) => priorityCountries(facts).some((country) => country !== facts.country),
  has_domestic_priority: (facts) => priorityCountries(facts).includes(facts.country),
  only_domestic_priority: ({ country, priorities = [] }) => priorities.length > 0 && priorities.every((one) => one.priority_country === country),
  priority_count: (facts) => facts.priorities?.length ?? 0,
  designated_count: (facts) => facts.designated?.length ?? 0,
  has_restored_priority: (facts) => Boolean(facts.priorities?.some(({ restored }) => restored)),
  /** Filed after the twelve months of a patent or utility model, while the priority could still be restored. */
  priority_year_missed: (facts, calendars) =>
    latestEvent(facts, ['PRIORITY_PERIOD_MISSED']) !== undefined || lateClaims(facts, 12, calendars).some(({ restorable }) => restorable),
  /** A demand within 19 months of the priority date moves the deadline of the few offices that distinguish Chapter I from II (PCT art. 39(1)(a)). */
  chapter_two: (facts) => {
    const [demand, first] = [earliestEvent(facts, ['DEMAND'], '')?.date, earliestPriority(facts)]
    return demand !== undefined && first !== undefined && demand <= addDuration(Temporal.PlainDate.from(first), '19m').toString()
  },
  bio_deposit: ({ bio_deposit: deposits }) => Array.isArray(deposits) && deposits.length > 0,
  compensation_days: (facts) => (facts.pta_days ?? 0) + (facts.pte_days ?? 0),
}

/** Names that a condition may use besides the fields of a case and `event:CODE`. */
export const derivedFacts = Object.keys(DERIVED)

function factOf(name: string, facts: CaseFacts, { calendars, event }: Ground): unknown {
  const derive = DERIVED[name]
  if (derive) return derive(facts, calendars)
  if (name.startsWith('event:')) return latestEvent(facts, name.slice(6).split('|'))?.date
  if (name.startsWith('event.')) return event?.[name.slice(6) as keyof CaseEvent] // an unknown name reads as absent
  return facts[name]
}

function holdsOne({ is, value }: Condition, found: unknown): boolean {
  return TESTS[is](found === '' || found === null ? undefined : found, value)
}

const TESTS: Readonly<Record<Condition['is'], (found: unknown, value: Condition['value']) => boolean>> = {
  present: (found) => found !== undefined && found !== false,
  absent: (found) => found === undefined || found === false,
  eq: (found, value) => found === value,
  ne: (found, value) => found !== value,
  in: (found, value) => listOf(value).includes(found),
  not_in: (found, value) => !listOf(value).includes(found),
  gt: (found, value) => compare(found, value, (order) => order > 0),
  gte: (found, value) => compare(found, value, (order) => order >= 0),
  lt: (found, value) => compare(found, value, (order) => order < 0),
  lte: (found, value) => compare(found, value, (order) => order <= 0),
}

const listOf = (value: Condition['value']): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Numbers compare with numbers, dates compare as text; unknown or mixed values do not match. */
function compare(found: unknown, value: Condition['value'], answer: (order: number) => boolean): boolean {
  if (typeof found === 'number' && typeof value === 'number') return answer(found - value)
  if (typeof found === 'string' && typeof value === 'string') return answer(found < value ? -1 : found > value ? 1 : 0)
  return false
}
