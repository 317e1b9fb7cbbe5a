import type { Calendars } from '../calendar/calendar.ts'
import type { CaseFacts } from '../calculation/facts.ts'
import type { Lead, Rule, RuleKind, Service } from './rule.ts'

export type Leads = Readonly<Record<Exclude<Lead, 'NONE'>, string>>

/** The law of a tenant. It is immutable: derived values are cached by it. */
export type Law = { rules: readonly Rule[]; calendars: Calendars; services: readonly Service[]; leads: Leads }

export const ordinaryLeads: Leads = { REPLY: '10wd', ANNUITY: '30d', PRIORITY: '60d' }

const LEADS: Readonly<Record<RuleKind, Lead>> = { ACTION: 'REPLY', ANNUITY: 'ANNUITY', MONITOR: 'NONE', TERM: 'NONE' }

/** The lead that sets the internal date of a rule. */
export const leadOf = ({ lead, kind }: Rule): Lead => lead ?? LEADS[kind]

type Index = { byCase: Map<string, readonly Rule[]>; byId: Map<string, Rule[]>; graceOf: Map<string, Rule[]> }

const indexes = new WeakMap<Law, Index>()

/** The rules that can apply to a case of this country, type and route: the term first, rules based on another deadline last. */
export function rulesFor({ kind, country, subtype = '', route }: CaseFacts, law: Law): readonly Rule[] {
  const { byCase } = indexOf(law)
  const key = `${kind ?? ''}|${country}|${subtype}|${route ?? ''}`
  const known = byCase.get(key)
  if (known) return known
  const governing = law.rules.filter((rule) => !rule.grace_of && governs(rule, { kind, country, subtype, route: route ?? '' }))
  const rules = [...governing.filter(isTerm), ...governing.filter((rule) => !isTerm(rule) && !follows(rule)), ...governing.filter(follows)]
  byCase.set(key, rules)
  return rules
}

/** Every version and variant of a rule. */
export const rulesNamed = (id: string, law: Law): readonly Rule[] => indexOf(law).byId.get(id) ?? []

/** The grace period of a rule on a day; an annuity without its own has that of the Paris Convention. */
export function graceOf(rule: Rule, facts: CaseFacts, on: string, law: Law): Rule | undefined {
  const { graceOf: graces } = indexOf(law)
  const governing = (grace: Rule) => governs(grace, { ...facts, subtype: facts.subtype ?? '', route: facts.route ?? '' }) && isInForce(grace, on)
  const own = graces.get(rule.id)
  if (own) return own.find(governing)
  return rule.kind === 'ANNUITY' ? graces.get('*')?.find(governing) : undefined
}

export const isInForce = ({ valid_from, valid_to }: Rule, on: string) => (!valid_from || valid_from <= on) && (!valid_to || on <= valid_to)

const isTerm = ({ kind }: Rule) => kind === 'TERM'
const follows = (rule: Rule) => rule.terms.some(({ from }) => from.startsWith('deadline:') || from.startsWith('due:'))

type Governed = { kind?: string | undefined; country: string; subtype: string; route: string }

/** Facts without a kind, such as those of an example, match rules of any kind. */
function governs(rule: Rule, { kind, country, subtype, route }: Governed): boolean {
  const countries = rule.countries ?? (rule.office === '*' ? undefined : [rule.office])
  return (
    (kind === undefined || rule.case_kind === kind) &&
    (!countries || countries.includes(country)) &&
    (!rule.right_types || rule.right_types.includes(subtype)) &&
    (!rule.routes || rule.routes.includes(route)) &&
    !rule.not_routes?.includes(route)
  )
}

function indexOf(law: Law): Index {
  const known = indexes.get(law)
  if (known) return known
  const index: Index = { byCase: new Map(), byId: new Map(), graceOf: new Map() }
  for (const rule of law.rules) {
    push(index.byId, rule.id, rule)
    if (rule.grace_of) push(index.graceOf, rule.grace_of, rule)
  }
  indexes.set(law, index)
  return index
}

function push(map: Map<string, Rule[]>, key: string, rule: Rule) {
  const list = map.get(key)
  if (list) list.push(rule)
  else map.set(key, [rule])
}
