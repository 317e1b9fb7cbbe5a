// Changes to the end of a period after its computation: suspension, extension, grace.
import { cached } from '../../kit/cached.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { roll } from '../calendar/calendar.ts'
import { dayOf, lastOfMonth, sumOf } from '../calendar/day.ts'
import { type Due, limitFrom } from './due-date.ts'
import type { CaseFacts } from './facts.ts'
import { textOf } from './facts.ts'
import { graceOf, type Law } from '../rules/law.ts'
import type { Explanation } from './computed-deadline.ts'
import type { Rule, Term } from '../rules/rule.ts'

export type Frozen = { raw: Temporal.PlainDate; intervals: { from: string; to?: string; days: number }[]; running: boolean }

/** Time does not run while proceedings are suspended; the rest of the period runs afterwards. */
export function freeze(rule: Rule, { basis, raw }: Due, facts: CaseFacts, today: string): Frozen {
  const intervals: Frozen['intervals'] = []
  let end = raw
  if (!(rule.freezes ?? rule.kind === 'ACTION')) return { raw, intervals, running: false }
  const suspensions = [...(facts.suspensions ?? [])].sort((a, b) => (a.from < b.from ? -1 : 1))
  let running = false
  for (const { from, to } of suspensions) {
    if (from > isoOf(end) || (to && to <= basis)) continue
    const start = from > basis ? from : basis
    const until = to ?? (today > start ? today : start)
    const days = dayOf(start).until(dayOf(until)).days
    end = end.add({ days })
    running ||= !to || to > today
    intervals.push({ from, ...(to && { to }), days })
  }
  return { raw: end, intervals, running }
}

/** Counts from the unrolled end of the period, within the limit of the law. */
export function extend(
  rule: Rule,
  key: string,
  due: Pick<Due, 'basis' | 'period' | 'candidates'>,
  raw: Temporal.PlainDate,
  office: string,
  facts: CaseFacts,
  law: Law,
) {
  const taken = facts.extensions?.filter((one) => one.key === key) ?? []
  if (!taken.length) return undefined
  const periods = taken.map(({ period }) => period)
  const wanted = extendedEnd(rule, due, raw, periods)
  const limit = rule.extensions?.limit ? addDuration(dayOf(limitFrom(due)), rule.extensions.limit) : undefined
  const limited = limit && isoOf(limit) < `${wanted}` ? limit : undefined
  const end = limited ?? wanted
  const rolled = rule.roll === 'W' ? roll(end, office, law.calendars) : { date: end, provisional: false }
  const explained = {
    periods,
    raw: isoOf(end),
    due: isoOf(rolled.date),
    ...(limited && { limited_to: isoOf(limited) }),
    ...(rule.extensions?.from_start && due.period && { from_start: true as const }),
  } satisfies Explanation['extension']
  return { explained, provisional: rolled.provisional }
}

/** The unrolled end of the extended period. A date named in the notice has no period of its own: its extension counts from that date. */
export function extendedEnd(
  { extensions }: Rule,
  { basis, period }: Pick<Due, 'basis' | 'period'>,
  raw: Temporal.PlainDate,
  periods: readonly string[],
) {
  if (!extensions?.from_start || !period) return addDuration(raw, total(periods))
  const late = addDuration(dayOf(basis), period).until(raw) // a notice that came late, or a suspension, adds its days to both
  return addDuration(dayOf(basis), total([period, ...periods])).add(late)
}

const total = (texts: readonly string[]) => sumOf(texts.map((text) => ({ text, times: 1 })))

/** The terms of a grace period after the first are for deadlines that those days have put off, as the filing of a division does. */
function graceTerm({ terms }: Rule, { candidates, basis }: Due): { term: Term | undefined; from?: string } {
  const decided = candidates.find(({ wins }) => wins)?.from
  const term = terms.slice(1).find(({ from }) => from === decided)
  if (!term) return { term: terms[0] }
  // Annuities due after that day have a grace period from their own due date.
  const own = candidates[0]?.date ?? ''
  return own > basis ? { term: terms[0], from: own } : { term }
}

export function graceFor(rule: Rule, due: Due, raw: Temporal.PlainDate, office: string, facts: CaseFacts, law: Law): Grace | undefined {
  const grace = graceOf(rule, facts, isoOf(raw), law)
  const { term, from: fell } = grace ? graceTerm(grace, due) : {}
  if (!grace || !term) return undefined
  const own = textOf(facts, term.from) ?? (term.from.startsWith('event:') ? due.basis : undefined)
  const period = grace.from_basis ? due.period : ''
  // Months run from the end of one month to the end of another; a period that ends on its own day has its grace to the same day.
  const monthEnd = term.month_end === true && (due.isMonthEnd || own !== undefined || fell !== undefined)
  const start = own ?? fell ?? (grace.from_basis ? due.basis : isoOf(raw))
  const key = `${grace.id}|${grace.version}|${term.from}|${office}|${start}|${period}|${monthEnd}`
  const known = cached(graces, law, () => new Map<string, Grace>())
  const made = cached(known, key, () => countGrace(grace, { ...term, month_end: monthEnd }, dayOf(start), period, office, law))
  return made.end > isoOf(due.date) ? made : undefined
}

type Grace = { end: string; explained: NonNullable<Explanation['grace']> }

/** Many cases share a day; the grace period that follows from it is the same for all of them. */
const graces = new WeakMap<Law, Map<string, Grace>>()

function countGrace(grace: Rule, term: Term, from: Temporal.PlainDate, duePeriod: string, office: string, { calendars }: Law): Grace {
  const reach = (period: string) => {
    const end = addDuration(from, duePeriod ? total([duePeriod, period]) : period)
    const day = term.month_end ? lastOfMonth(end) : end
    return { day, ...(grace.roll === 'W' ? roll(day, office, calendars) : { date: day, provisional: false }) }
  }
  const last = reach(term.period)
  const [end, raw] = [isoOf(last.date), isoOf(last.day)]
  const steps = (grace.steps ?? []).map(({ period, surcharge, fee, zh, en }) => ({
    until: isoOf(reach(period).date),
    ...(surcharge && { surcharge }),
    ...(fee && { fee }),
    ...(zh && en && { text: { zh, en } }),
  }))
  const doubt = doubtAtMonthEnd(grace, from, last.day)
  const later = doubt && isoOf(grace.roll === 'W' ? roll(lastOfMonth(last.day), office, calendars).date : lastOfMonth(last.day))
  return {
    end,
    explained: {
      ...{ rule: grace.id, period: term.period, end, ...(raw !== end && { raw }), steps },
      ...(last.provisional && { provisional: true }),
      ...(doubt && later && later > end && { doubt: { later, text: doubt } }),
    },
  }
}

/** A period that ends with its month leaves open whether the grace ends with a longer month as well. */
function doubtAtMonthEnd({ month_end_doubt: doubt }: Rule, from: Temporal.PlainDate, end: Temporal.PlainDate) {
  return from.equals(lastOfMonth(from)) && !end.equals(lastOfMonth(end)) ? doubt : undefined
}

/** The first day of a window, for acts that may be done only from a certain day. */
export function opening(rule: Rule, due: Due, raw: Temporal.PlainDate): string | undefined {
  if (!rule.opens) return undefined
  return isoOf(rule.from_basis ? addDuration(dayOf(due.basis), total([due.period, rule.opens])) : addDuration(raw, rule.opens))
}
