import { addDuration, addSteps, isoOf } from '../../kit/days/duration.ts'
import { addWorkingDays, roll, type Calendars, type Rolled } from '../calendar/calendar.ts'
import { dayOf, lastOfMonth, lastOfYear, sumOf } from '../calendar/day.ts'
import type { Candidate } from './computed-deadline.ts'
import type { Rule, Source, Term } from '../rules/rule.ts'

export type DueRule = Pick<Rule, 'terms' | 'choose' | 'roll' | 'recurring'>

export type Ground = {
  office: string
  calendars: Calendars
  /** The office of the later filing is on record. */
  knowsOffice?: boolean
  /** The day that a source gives; undefined while it is not known. */
  dayOf: (from: Source, term?: Term) => string | undefined
  /** Days read from a field of the case. */
  daysIn?: (field: string) => number
  /** The candidate of a term counts (its conditions hold). */
  counts?: (term: Term) => boolean
  country?: string
  /** Days by which a notice came late, added to periods that count from the trigger. */
  lateDays?: number
}

export type Due = {
  basis: string
  period: string
  raw: Temporal.PlainDate
  date: Temporal.PlainDate
  candidates: Candidate[]
  rolled: Rolled | undefined
  provisional: boolean
  /** The rule sets the last day of a month. */
  isMonthEnd: boolean
}

/** The day from which the limit of extensions counts: the notice, also where a later document decides the end of the period. */
export const limitFrom = ({ basis, candidates }: Pick<Due, 'basis' | 'candidates'>): string =>
  candidates.find(({ from, date }) => from === 'trigger' && date)?.basis ?? basis

/** The only place where a period becomes a date. `occurrence` counts from 0 for recurring deadlines. */
export function computeDue(rule: DueRule, ground: Ground, occurrence = 0): Due | undefined {
  const candidates: Candidate[] = []
  let winner: { candidate: Candidate; raw: Temporal.PlainDate; period: string; provisional: boolean } | undefined
  for (const [index, term] of rule.terms.entries()) {
    if (ground.counts && !ground.counts(term)) continue
    const period = periodOf(rule, term, index, occurrence, ground.country)
    const basis = ground.dayOf(term.from, term)
    const reached = basis === undefined ? undefined : reach(basis, period, term, ground)
    const candidate: Candidate = { from: term.from, basis: basis ?? '', wins: false, steps: reached?.steps ?? [] }
    candidates.push(candidate)
    if (!reached) continue
    candidate.date = isoOf(reached.raw)
    if (!winner || wins(candidate.date, winner.candidate.date ?? '', rule.choose)) winner = { candidate, ...reached, period }
  }
  if (!winner) return undefined
  winner.candidate.wins = true
  return finish(rule, ground, winner, candidates)
}

function finish(
  rule: DueRule,
  { office, calendars, knowsOffice = false }: Ground,
  { candidate, raw, period, provisional }: { candidate: Candidate; raw: Temporal.PlainDate; period: string; provisional: boolean },
  candidates: Candidate[],
): Due {
  const rolled = rule.roll === 'W' || (rule.roll === 'L' && knowsOffice) ? roll(raw, office, calendars) : undefined
  return {
    basis: candidate.basis,
    period,
    raw,
    date: rolled?.date ?? raw,
    candidates,
    rolled,
    provisional: provisional || (rolled?.provisional ?? false),
    isMonthEnd: candidate.steps.some(({ step }) => step === 'month_end'),
  }
}

/** Each occurrence counts from the same basis, so that months without a 31st do not add up. */
function periodOf(rule: DueRule, term: Term, index: number, occurrence: number, country: string | undefined): string {
  if (rule.recurring && index === 0) {
    return sumOf([
      { text: rule.recurring.first, times: 1 },
      { text: rule.recurring.every, times: occurrence },
    ])
  }
  if (!term.by_country) return term.period
  return (country && term.by_country[country]) || term.by_country['*'] || term.period
}

const wins = (date: string, best: string, choose: Rule['choose']) => (choose === 'LATER' ? date > best : choose === 'EARLIER' ? date < best : false)

function reach(basis: string, period: string, term: Term, ground: Ground) {
  const steps = addSteps(dayOf(basis), period)
  let raw = dayOf(steps.at(-1)?.date ?? basis)
  let provisional = false
  const step = (name: string, date: Temporal.PlainDate) => {
    raw = date
    steps.push({ step: name, date: isoOf(date) })
  }
  if (term.day_before && raw.day === dayOf(basis).day) step('-1d', raw.subtract({ days: 1 }))
  if (term.working_days !== undefined) {
    const walked = addWorkingDays(raw, term.working_days, ground.office, ground.calendars)
    provisional = walked.provisional
    step(`${term.working_days}wd`, walked.date)
  }
  if (term.month_end || (term.month_end_until && isoOf(raw) <= term.month_end_until)) step('month_end', lastOfMonth(raw))
  if (term.year_end) step('year_end', lastOfYear(raw))
  for (const field of term.plus_days ?? []) {
    const days = ground.daysIn?.(field) ?? 0
    if (days) step(`${days}d ${field}`, raw.add({ days }))
  }
  const start = term.at_most && ground.dayOf('trigger')
  const last = start && term.at_most ? addDuration(dayOf(start), term.at_most) : undefined
  if (last && isoOf(raw) > isoOf(last)) step('at_most', last)
  if (ground.lateDays && term.from === 'trigger') step(`${ground.lateDays}d late`, raw.add({ days: ground.lateDays }))
  return { raw, steps, provisional }
}
