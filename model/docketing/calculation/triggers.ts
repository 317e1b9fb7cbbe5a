import { holds, holdsAny } from './condition.ts'
import type { CaseEvent, CaseFacts } from './facts.ts'
import { latestEvent, textOf } from './facts.ts'
import { isInForce, rulesFor, type Law } from '../rules/law.ts'
import type { Rule } from '../rules/rule.ts'

/** A fact that triggers a rule. */
export type Occasion = { rule: Rule; key: string; date: string; event?: CaseEvent; country?: string; overrides: readonly string[] }

/** A rule is dropped if another rule that applies to the case names it as overridden. */
export function occasionsOf(facts: CaseFacts, law: Law): Occasion[] {
  const met: Occasion[] = []
  const overridden = new Set<string>()
  for (const rule of rulesFor(facts, law)) {
    const before = met.length
    const { field, events } = rule.trigger
    if (events) meetEvents(rule, events, facts, law, met)
    if (field && !(events && latestEvent(facts, events))) meetField(rule, field, facts, law, met)
    if (rule.overrides) for (const { country } of met.slice(before)) for (const id of rule.overrides) overridden.add(named(id, country))
  }
  if (!overridden.size) return met
  return met.filter(({ rule: { id }, country }) => !overridden.has(id) && !overridden.has(named(id, country)))
}

/** An override for one designated country leaves the rule for the others. */
const named = (id: string, country: string | undefined) => (country ? `${id}:${country}` : id)

function meetField(rule: Rule, field: string, facts: CaseFacts, law: Law, met: Occasion[]) {
  const date = textOf(facts, field)
  if (!date || !isInForce(rule, date)) return
  if (!holds(rule.when, facts, law) || holdsAny(rule.unless, facts, law)) return
  const occasion = { rule, key: rule.id, date, overrides: rule.overrides ?? [] }
  if (!rule.each_country) met.push(occasion)
  else for (const country of countriesOf(rule, facts)) met.push({ ...occasion, key: `${rule.id}:${country}`, country })
}

function meetEvents(rule: Rule, codes: readonly string[], facts: CaseFacts, { calendars }: Law, met: Occasion[]) {
  const latest = rule.once ? latestEvent(facts, codes) : undefined
  for (const event of latest ? [latest] : (facts.events ?? [])) {
    if (!codes.includes(event.code) || !isInForce(rule, event.date)) continue
    if (!holds(rule.when, facts, { calendars, event }) || holdsAny(rule.unless, facts, { calendars, event })) continue
    met.push({ rule, key: rule.once ? rule.id : `${rule.id}:${event.sid}`, date: event.date, event, overrides: rule.overrides ?? [] })
  }
}

/** A designated country missing from the table falls under '*', where the rule has it. */
function countriesOf(rule: Rule, facts: CaseFacts): readonly string[] {
  const table = rule.terms.find(({ by_country }) => by_country)?.by_country ?? {}
  const named = new Set(Object.keys(table))
  const others = named.has('*')
  return (facts.designated ?? []).filter((country) => named.has(country) || (others && !rule.unless_named?.includes(country)))
}
