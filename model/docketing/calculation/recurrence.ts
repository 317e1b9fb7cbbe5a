import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { holds } from './condition.ts'
import { dayOf, sumOf } from '../calendar/day.ts'
import type { CaseFacts } from './facts.ts'
import { textOf } from './facts.ts'
import type { Law } from '../rules/law.ts'
import type { Recurring, Rule, Term } from '../rules/rule.ts'
import type { Situation } from './situation.ts'

/** The range in which occurrences are shown; the next future occurrence that is not paid yet is always shown. */
const BACK = '-36m'
const AHEAD = '24m'

export type Occurrence = { index: number; number: number }
/** `passed`: earlier occurrences that are not shown. */
export type Occurrences = { shown: Occurrence[]; passed?: { from: number; to: number } }

export function occurrencesOf(
  rule: Rule,
  recurring: Recurring,
  basis: string,
  { facts, law, seenOn: today, expiry }: Pick<Situation, 'facts' | 'law' | 'seenOn' | 'expiry'>,
): Occurrences {
  const from = isoOf(addDuration(dayOf(today), BACK))
  const to = isoOf(addDuration(dayOf(today), AHEAD))
  const bounds = { after: bound(recurring.after, facts), until: bound(recurring.until, facts), expiry }
  const latest = rule.choose === 'LATER' ? latestOf(rule.terms.slice(1), facts, law) : undefined
  const occurrences: Occurrences = { shown: [] }
  let future = false
  for (let index = 0; index < MAX_OCCURRENCES; index += 1) {
    const number = recurring.number_from + index * recurring.number_step
    if (recurring.number_to !== undefined && number > recurring.number_to) break
    const raw = isoOf(addDuration(dayOf(basis), offset(recurring, index)))
    if (bounds.expiry && raw >= bounds.expiry) break
    if (bounds.until && raw > bounds.until) break
    if (bounds.after && raw <= bounds.after) continue
    if (raw > to && future) break
    future ||= raw >= today && !isPaid(yearOf(recurring, { index, number }), facts)
    if (raw < from && (!latest || latest < from) && !isKept(rule, number, facts))
      occurrences.passed = { from: occurrences.passed?.from ?? number, to: number }
    else occurrences.shown.push({ index, number })
  }
  return occurrences
}

export const occurrenceKey = (rule: Rule, number: number) => `${rule.id}:${number}`

/** No occurrence falls due before this day, even if its own date is earlier (fees that wait for the grant). */
function latestOf(terms: readonly Term[], facts: CaseFacts, law: Law): string | undefined {
  const days = terms.flatMap(({ from, period, when }) => {
    const basis = holds(when, facts, law) ? textOf(facts, from) : undefined
    return basis ? [isoOf(addDuration(dayOf(basis), period))] : []
  })
  return days.toSorted().at(-1)
}

/** More occurrences than any right has. */
const MAX_OCCURRENCES = 200

const bound = (field: string | undefined, facts: CaseFacts) => (field ? textOf(facts, field) : undefined)
const isKept = (rule: Rule, number: number, facts: CaseFacts) =>
  Boolean(facts.handled?.length && facts.handled.some(({ key }) => key === occurrenceKey(rule, number)))

const isPaid = (year: number, { paid_annuities: paid }: CaseFacts) => Boolean(paid?.some((one) => one.year === year))

const offsets = new WeakMap<Recurring, string[]>()

function offset(recurring: Recurring, index: number): string {
  let known = offsets.get(recurring)
  if (!known) offsets.set(recurring, (known = []))
  return (known[index] ??= sumOf([
    { text: recurring.first, times: 1 },
    { text: recurring.every, times: index },
  ]))
}

/** The number of an occurrence; one within a year has the years from the basis, as the office counts them: 3.5, 7.5 and 11.5. */
export function yearOf(recurring: Recurring | undefined, { index, number }: Occurrence): number {
  const years = recurring ? yearsIn(recurring.first) + index * yearsIn(recurring.every) : number
  return Number.isInteger(years) ? number : Math.round(years * 10) / 10
}

const yearsIn = (duration: string) =>
  duration
    .split(',')
    .reduce((sum, part) => sum + (part.endsWith('y') ? Number.parseInt(part, 10) : part.endsWith('m') ? Number.parseInt(part, 10) / 12 : 0), 0)
