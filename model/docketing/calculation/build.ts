// Each trigger makes one deadline, with every step that led to its dates.
import { officeWords } from '../../cases/offices.ts'
import { addWorkingDays, roll } from '../calendar/calendar.ts'
import { extend, freeze, graceFor, opening } from './suspension.ts'
import { answerTo, isAnswered } from './answered.ts'
import { holds } from './condition.ts'
import { dayOf } from '../calendar/day.ts'
import { computeDue, type Due, type Ground } from './due-date.ts'
import type { CaseFacts } from './facts.ts'
import { latestEvent, textOf, unnumberedPriority } from './facts.ts'
import { leadOf, type Law } from '../rules/law.ts'
import type { Candidate, Elsewhere, Explanation, ComputedDeadline } from './computed-deadline.ts'
import type { Occasion } from './triggers.ts'
import { occurrenceKey, type Occurrence, yearOf } from './recurrence.ts'
import { restorationFor } from './restoration.ts'
import type { Rule } from '../rules/rule.ts'
import type { Situation } from './situation.ts'
import { receivedOn, type Received } from './deemed-receipt.ts'
import { judge } from './judge.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'

export function officeOf({ office }: Rule, facts: CaseFacts, country?: string): string {
  if (office === '*') return country ?? facts.country
  return office.startsWith('@') ? textOf(facts, office.slice(1)) || 'WO' : office
}

/** A role of the international application that is recorded names the office; a first filing names none. */
const knowsOffice = ({ office }: Rule, facts: CaseFacts) => office.startsWith('@') && textOf(facts, office.slice(1)) !== undefined

export function receiptOf({ rule, event, date }: Occasion, law: Law): Received {
  return event ? receivedOn(event, rule.service, law.services) : { basis: date, lateDays: 0 }
}

export function build(occasion: Occasion, situation: Situation, occurrence?: Occurrence): ComputedDeadline | undefined {
  const { rule, event } = occasion
  const { facts, law } = situation
  const key = occurrence ? occurrenceKey(rule, occurrence.number) : occasion.key
  const received = receiptOf(occasion, law)
  const ground = groundOf(occasion, received, situation)
  const computed = rule.notice_date === 'REQUIRED' ? undefined : computeDue(rule, ground, occurrence?.index)
  const named = rule.notice_date ? event?.set_due : undefined
  if (!computed && !named && rule.notice_date !== 'REQUIRED') return undefined
  const due = named ? namedDue(rule, named, received, ground) : computed
  const explanation = explain(occasion, { received, due, office: ground.office, facts })
  explanation.candidates = explanation.candidates.map((candidate) => withEvent(candidate, occasion, situation))
  const unnumbered = fromPriority(rule) ? unnumberedPriority(facts) : undefined
  if (unnumbered) explanation.unnumbered_priority = unnumbered
  if (named) explanation.set_due = { date: named, ...(computed && { computed: isoOf(computed.raw) }) }
  const computedDeadline = outline(occasion, key, received, explanation, occurrence)
  if (due) date(computedDeadline, due, occasion, ground.office, situation)
  tellFamily(computedDeadline, rule, situation)
  tellUnsure(computedDeadline, rule, situation)
  judge(computedDeadline, rule, occasion, due, situation)
  if (due && computedDeadline.status === 'MISSED') restorationFor(computedDeadline, rule, due.basis, facts, law)
  return computedDeadline
}

function groundOf({ rule, country, event }: Occasion, received: Received, { facts, law, made }: Situation): Ground {
  // A rule triggered by a notice follows the deadline that the same notice opened.
  const earlier = (id: string) => made.get(event ? `${id}:${event.sid}` : id)
  const office = officeOf(rule, facts, country)
  return {
    office,
    knowsOffice: knowsOffice(rule, facts),
    calendars: law.calendars,
    country: country ?? facts.country,
    lateDays: received.lateDays,
    dayOf: (from, term) => {
      if (from === 'trigger') return received.basis
      if (from.startsWith('event:')) {
        const found = term?.answered ? answerTo(from, event, facts) : latestEvent(facts, from.slice(6).split('|'))
        return found && receivedOn(found, rule.service, law.services).basis
      }
      if (from.startsWith('deadline:')) return earlier(from.slice(9))?.raw_due ?? undefined
      if (from.startsWith('due:')) return earlier(from.slice(4))?.official_due ?? undefined
      return textOf(facts, from)
    },
    daysIn: (field) => (typeof facts[field] === 'number' ? facts[field] : 0),
    counts: (term) => holds(term.when, facts, law) && isAnswered(term, event, facts, office, law.calendars),
  }
}

/** The notice sets the date; the date is only rolled. */
function namedDue(rule: Rule, day: string, received: Received, ground: Ground): Due | undefined {
  const named = { terms: [{ from: 'notice', period: '0d' }], roll: rule.roll }
  const due = computeDue(named, { ...ground, dayOf: () => day, counts: () => true })
  return due && { ...due, basis: received.basis, candidates: [], period: '' }
}

type Explained = { received: Received; due: Due | undefined; office: string; facts: CaseFacts }

/** A field of a right is named by its label. */
const labelOf = (field: string, { labels }: CaseFacts) => (labels?.[field] ? { name: labels[field] } : {})

function explain({ rule, event, date, overrides }: Occasion, { received, due, office, facts }: Explained): Explanation {
  const { id, version, zh, en, legal_basis, source, certainty, note } = rule
  return {
    rule: { id, version, name: { zh, en }, legal_basis, source, certainty, ...(note && { note }) },
    office,
    trigger: event
      ? { event: event.code, sid: event.sid, ...(event.name && { name: event.name }), date }
      : { ...(rule.trigger.field && { field: rule.trigger.field, ...labelOf(rule.trigger.field, facts) }), date },
    ...(received.service && { service: received.service }),
    ...(received.override && { basis_override: received.override }),
    candidates: due?.candidates ?? [],
    ...(rule.choose && { choose: rule.choose }),
    raw: due ? isoOf(due.raw) : null,
    not_rolled: rule.roll === 'N',
    provisional: due?.provisional ?? false,
    ...(overrides.length && { overrides: [...overrides] }),
  }
}

/** A candidate counted from a document other than the trigger names that document and its deemed receipt. */
function withEvent(candidate: Candidate, { rule: { service, terms }, event: notice }: Occasion, { facts, law }: Situation): Candidate {
  if (!candidate.from.startsWith('event:')) return candidate
  const isAnswer = terms.some(({ from, answered }) => answered && from === candidate.from)
  const event = isAnswer ? answerTo(candidate.from, notice, facts) : latestEvent(facts, candidate.from.slice(6).split('|'))
  if (!event) return candidate
  const { code, name, date } = event
  const { service: receipt } = receivedOn(event, service, law.services)
  return { ...candidate, event: { code, ...(name && { name }), date }, ...(receipt && { service: receipt }) }
}

const PRIORITY = 'earliest_priority_date'
const fromPriority = ({ trigger, terms }: Rule) => trigger.field === PRIORITY || terms.some(({ from }) => from === PRIORITY)

function outline(
  { rule, event, date, country }: Occasion,
  key: string,
  received: Received,
  explanation: Explanation,
  occurrence?: Occurrence,
): ComputedDeadline {
  const trigger = event?.code ?? rule.trigger.field ?? ''
  return {
    key,
    rule_id: rule.id,
    rule_version: rule.version,
    kind: rule.kind,
    name: nameOf(rule, country, occurrence),
    basis_date: event ? received.basis : date,
    trigger,
    ...(event && { trigger_event: event.sid }),
    ...(country && { country }),
    period: rule.terms[0]?.period ?? '',
    raw_due: null,
    official_due: null,
    internal_due: null,
    ...(occurrence && rule.kind === 'ANNUITY' && { annuity_year: yearOf(rule.recurring, occurrence) }),
    status: 'OPEN',
    overdue: false,
    suspended: false,
    ...(rule.if_missed && { if_missed: rule.if_missed }),
    certainty: explanation.unnumbered_priority || isReceiptDoubtful(received, date, explanation) ? 'CHECK' : rule.certainty,
    provisional: false,
    explanation,
  }
}

/** The day of receipt decides the date, and is itself to be checked. */
function isReceiptDoubtful({ service, basis }: Received, date: string, { candidates }: Explanation): boolean {
  if (service?.received_late || (service?.certainty === 'CHECK' && basis !== date)) return true
  return candidates.some(({ wins, service: own }) => wins && own?.received_late !== undefined)
}

/** A fee that falls due within a year is named by its years, as the office does: 3.5, 7.5 and 11.5 years; one for several years by all of them. */
function nameOf(rule: Rule, country: string | undefined, occurrence: Occurrence | undefined) {
  if (country) return nameThere(rule, country)
  const { zh, en, kind, recurring } = rule
  if (!occurrence || !recurring || kind !== 'ANNUITY') return { zh, en }
  const year = yearOf(recurring, occurrence)
  if (!Number.isInteger(year)) return { zh: `${zh}（${year}年）`, en: `${en}, ${year} years` }
  const { number_from: from, number_to: to, number_step: step } = recurring
  if (step > 1 && from !== to) return { zh: `${zh}（第${year}–${year + step - 1}年）`, en: `${en}, years ${year}–${year + step - 1}` }
  return { zh: `第${year}年${zh}`, en: `${en}, year ${year}` }
}

/** A rule of one state names it already. */
function nameThere({ zh, en, terms }: Rule, country: string) {
  const states = Object.keys(terms.find(({ by_country }) => by_country)?.by_country ?? {})
  if (states.length === 1 && states[0] === country) return { zh, en }
  const [place, placeEn] = officeWords(country)
  return { zh: `${zh}：${place}`, en: `${en}: ${placeEn}` }
}

/** A date that rests on a disputed fact is to be checked; the earlier of the two records is used. */
function tellFamily(computedDeadline: ComputedDeadline, { trigger }: Rule, { facts, made }: Situation) {
  if (!facts.disagreements && !facts.inherited) return
  const { explanation } = computedDeadline
  const sources = explanation.candidates.flatMap(({ from, date }) => (date ? [from] : []))
  const fields = new Set([trigger.field, ...sources])
  const before = sources.flatMap((from) => made.get(from.replace(/^(deadline|due):/, ''))?.explanation ?? [])
  const disagreements = facts.disagreements?.filter(
    ({ field }) => fields.has(field) || before.some((one) => one.disagreements?.some((d) => d.field === field)),
  )
  const inherited = facts.inherited?.filter((field) => fields.has(field))
  if (inherited?.length) explanation.inherited = inherited
  if (!disagreements?.length) return
  // Without the other case, which not all who read this may see.
  explanation.disagreements = disagreements.map(({ field, own, family, above }) => ({ field, own, family, ...(above && { above }) }))
  computedDeadline.certainty = 'CHECK'
}

/** A date that runs from a day in doubt is to be checked, and so is one that follows another such date. */
function tellUnsure(computedDeadline: ComputedDeadline, { trigger }: Rule, { facts: { unsure }, made }: Situation) {
  if (!unsure) return
  const { explanation } = computedDeadline
  const sources = explanation.candidates.map(({ from }) => from)
  const before = sources.flatMap((from) => made.get(from.replace(/^(deadline|due):/, ''))?.explanation.unsure ?? [])
  const own = unsure.filter(({ field }) => field === trigger.field || sources.includes(field) || before.some((one) => one.field === field))
  if (own.length === 0) return
  explanation.unsure = own
  computedDeadline.certainty = 'CHECK'
}

/** Sets the dates of a deadline: suspension first, then rolling, extension, grace, window and the internal date. */
function date(computedDeadline: ComputedDeadline, due: Due, { rule }: Occasion, office: string, { facts, law, today }: Situation) {
  const { explanation } = computedDeadline
  const frozen = freeze(rule, due, facts, today)
  const moved = frozen.intervals.length ? rolledAgain(rule, due, frozen.raw, office, law) : due
  if (frozen.intervals.length) explanation.suspension = frozen.intervals
  computedDeadline.basis_date = due.basis
  computedDeadline.period = due.period || computedDeadline.period
  computedDeadline.suspended = frozen.running
  computedDeadline.raw_due = isoOf(moved.raw)
  computedDeadline.official_due = isoOf(moved.date)
  computedDeadline.provisional = explanation.provisional = moved.provisional
  if (moved.rolled?.skipped.length && rule.roll_certainty) computedDeadline.certainty = rule.roll_certainty
  if (moved.rolled?.skipped.length)
    explanation.rolled = { from: computedDeadline.raw_due, to: computedDeadline.official_due, skipped: moved.rolled.skipped }
  if (rule.roll === 'L' && !knowsOffice(rule, facts)) explanation.elsewhere = rolledElsewhere(moved.raw, law)
  const extension = extend(rule, computedDeadline.key, due, moved.raw, office, facts, law)
  if (extension) {
    explanation.extension = extension.explained
    computedDeadline.extended_due = extension.explained.due
    if (extension.provisional) computedDeadline.provisional = explanation.provisional = true
  }
  const grace = graceFor(rule, due, moved.raw, office, facts, law)
  if (grace) {
    explanation.grace = grace.explained
    computedDeadline.grace_end = grace.explained.end
    if (grace.explained.doubt) computedDeadline.certainty = 'CHECK'
    const free = rule.kind === 'ANNUITY' ? freeUntil(grace.explained.steps) : undefined
    if (free && free > computedDeadline.official_due) computedDeadline.free_to = free
  }
  const opens = opening(rule, due, moved.raw)
  if (opens && rule.opens) {
    explanation.window = { opens: rule.opens, from: opens }
    computedDeadline.window_from = opens
  }
  internalDate(computedDeadline, rule, office, law)
}

/** An office may ask for a surcharge only some months after the due date. */
function freeUntil(steps: NonNullable<Explanation['grace']>['steps']): string | undefined {
  const paid = steps.findIndex(({ surcharge, fee }) => fee !== undefined || !surcharge || Number.parseFloat(surcharge) > 0)
  return steps[(paid < 0 ? steps.length : paid) - 1]?.until
}

/** The last day at each office whose calendar is known, were the later application filed there. */
function rolledElsewhere(raw: Temporal.PlainDate, { calendars }: Law): Elsewhere {
  const rolled = [...calendars.keys()].toSorted().map((office) => ({ office, ...roll(raw, office, calendars) }))
  const provisional = rolled.filter((one) => one.provisional).map(({ office }) => office)
  return { days: Object.fromEntries(rolled.map(({ office, date }) => [office, isoOf(date)])), ...(provisional.length > 0 && { provisional }) }
}

function rolledAgain(rule: Rule, due: Due, raw: Temporal.PlainDate, office: string, law: Law): Due {
  const again = computeDue({ terms: [{ from: 'end', period: '0d' }], roll: rule.roll }, { office, calendars: law.calendars, dayOf: () => isoOf(raw) })
  return again ?? due
}

function internalDate(computedDeadline: ComputedDeadline, rule: Rule, office: string, { leads, calendars }: Law) {
  const official = computedDeadline.extended_due ?? computedDeadline.official_due
  if (!official) return
  const lead = leadOf(rule)
  if (lead === 'NONE') {
    computedDeadline.internal_due = official
    return
  }
  const text = leads[lead]
  const working = text.endsWith('wd') ? addWorkingDays(dayOf(official), -Number.parseInt(text, 10), office, calendars) : undefined
  const internal = working?.date ?? addDuration(dayOf(official), `-${text}`)
  computedDeadline.internal_due = isoOf(internal)
  computedDeadline.explanation.lead = { text, date: isoOf(internal), provisional: working?.provisional ?? false }
}
