import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseEvent, CaseFacts, Handled } from './facts.ts'
import { earliestEvent, textOf } from './facts.ts'
import type { DoneBy, ComputedStatus } from './computed-deadline.ts'
import type { Closing, Proof, Rule } from '../rules/rule.ts'
import { stateOf } from './state.ts'

export type Settlement = { status?: ComputedStatus; by: DoneBy; what: string; date: string; reason?: string }

export type Settled = Settlement & { late: boolean }

/** `early`: the notice dated before the last day that would prove it settled. */
export type Found = { settled?: Settled | undefined; early?: CaseEvent | undefined }

/** The day from which facts count, the notice that opened the deadline, and its last day; `runs`: that day is known and has not passed. */
export type Span = { key: string; since: string; notice: string | undefined; end: string | undefined; runs: boolean }

/** A person's decision comes first, then the act itself if it was in time, then proof that the deadline must have been settled. */
export function settlementOf(rule: Rule, span: Span, facts: CaseFacts): Found {
  const { key, since, notice, end } = span
  const handled = facts.handled?.find((one) => one.key === key)
  if (handled) return { settled: { ...byPerson(handled), late: false } }
  const done = act(rule.closes, since, notice, facts)
  const late = done !== undefined && end !== undefined && done.date > end
  if (done?.date && !late) return { settled: { ...done, late } }
  const proved = outcome(proofOf(rule, span), since, notice, facts)
  const early = proved && earlyNotice(rule, proved, span, facts)
  if (proved && (!early || !span.runs)) return { settled: { ...proved, late: false }, early }
  return { settled: done && { ...done, late }, early }
}

const byPerson = ({ status, date, reason }: Handled): Settlement => ({
  status,
  by: 'PERSON',
  what: status,
  date,
  ...(reason && { reason }),
})

function act(closing: Closing | undefined, since: string, eventSid: string | undefined, facts: CaseFacts): Settlement | undefined {
  const event = eventAfter(closing, since, eventSid, facts)
  const field = closing?.fields && earliestField(closing.fields, facts, since)
  if (event && (!field?.date || event.date <= field.date)) return { by: 'EVENT', what: event.code, date: event.date }
  return field && { by: 'FIELD', what: field.name, date: field.date }
}

/** A later fact proves that the deadline must have been settled. */
export function isProved({ proves }: Rule, since: string, eventSid: string | undefined, facts: CaseFacts): boolean {
  return outcome(proves, since, eventSid, facts) !== undefined
}

/**
 * The notice after which a reply is only presumed: the office may send one within the period whether or not there was a reply. While the
 * period runs, the deadline stays open.
 */
function earlyNotice({ proves, kind, optional }: Rule, proved: Settlement, { notice, end }: Span, facts: CaseFacts): CaseEvent | undefined {
  if (!notice || kind !== 'ACTION' || optional || !proves?.events?.includes(proved.what)) return undefined
  if (end && (proved.date > end || eventAfter(proves, dayAfter(end), notice, facts))) return undefined
  return facts.events?.find(({ code, date, sid }) => sid !== notice && code === proved.what && date === proved.date)
}

/** A fact in `later` proves the act only after the last day, because the office may come to the state earlier. */
function proofOf({ proves }: Rule, { runs }: Span): Proof | undefined {
  if (!proves?.later || !runs) return proves
  const { later, events = [], fields = [], states = [] } = proves
  const isCertain = (one: string) => !later.includes(one)
  return { events: events.filter(isCertain), fields: fields.filter(isCertain), states: states.filter(isCertain) }
}

function outcome(proof: Closing | undefined, since: string, eventSid: string | undefined, facts: CaseFacts): Settlement | undefined {
  const field = proof?.fields && earliestField(proof.fields, facts, since)
  if (field) return { by: 'OUTCOME', what: field.name, date: field.date }
  const event = eventAfter(proof, eventSid ? dayAfter(since) : since, eventSid, facts)
  if (event) return { by: 'OUTCOME', what: event.code, date: event.date }
  const state = stateOf(facts)
  return proof?.states?.includes(state) ? { by: 'OUTCOME', what: state, date: '' } : undefined
}

/** A notice of the same day does not prove that another one was answered. */
const dayAfter = (day: string) => isoOf(addDuration(dayOf(day), '1d'))

function eventAfter(closing: Closing | undefined, since: string, eventSid: string | undefined, facts: CaseFacts) {
  return closing?.events && earliestEvent(facts, closing.events, since, eventSid)
}

/** A ticked box without a date has no day to judge: it ranks after dated proofs, and the act is only presumed. */
function earliestField(names: readonly string[], facts: CaseFacts, since: string): { name: string; date: string } | undefined {
  let earliest: { name: string; date: string } | undefined
  for (const name of names) {
    const date = textOf(facts, name)
    if (date && date >= since && (!earliest || date < earliest.date)) earliest = { name, date }
  }
  const ticked = names.find((name) => facts[name] === true)
  return earliest ?? (ticked === undefined ? undefined : { name: ticked, date: '' })
}
