import { addDuration, isoOf } from '../../kit/duration.ts'
import { dayOf } from '../calendar/day.ts'
import type { CaseFacts, Handled } from './facts.ts'
import { earliestEvent, textOf } from './facts.ts'
import type { DoneBy, ComputedStatus } from './computed-deadline.ts'
import type { Closing, Rule } from '../rules/rule.ts'
import { stateOf } from './state.ts'

export type Settlement = { status?: ComputedStatus; by: DoneBy; what: string; date: string; reason?: string }

export type Settled = Settlement & { late: boolean }

/** A person's decision comes first, then the act itself if it was in time, then proof that the deadline must have been settled. */
export function settlementOf(
  rule: Rule,
  key: string,
  since: string,
  eventSid: string | undefined,
  facts: CaseFacts,
  end?: string,
): Settled | undefined {
  const handled = facts.handled?.find((one) => one.key === key)
  if (handled) return { ...byPerson(handled), late: false }
  const done = act(rule.closes, since, eventSid, facts)
  const late = done !== undefined && end !== undefined && done.date > end
  if (done && !late) return { ...done, late }
  const proved = outcome(rule.proves, since, eventSid, facts)
  if (proved) return { ...proved, late: false }
  return done && { ...done, late }
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
  if (event && (!field || event.date <= field.date)) return { by: 'EVENT', what: event.code, date: event.date }
  return field && { by: 'FIELD', what: field.name, date: field.date }
}

/** A later fact proves that the deadline must have been settled. */
export function isProved({ proves }: Rule, since: string, eventSid: string | undefined, facts: CaseFacts): boolean {
  return outcome(proves, since, eventSid, facts) !== undefined
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

/** A ticked box without a date counts, with no day to judge. */
function earliestField(names: readonly string[], facts: CaseFacts, since: string): { name: string; date: string } | undefined {
  let earliest: { name: string; date: string } | undefined
  for (const name of names) {
    if (facts[name] === true) return { name, date: '' }
    const date = textOf(facts, name)
    if (date && date >= since && (!earliest || date < earliest.date)) earliest = { name, date }
  }
  return earliest
}
