// Applies a rule to one day, on an example case: its conditions are presumed to hold, and no act is recorded.
import type { CaseKind } from '../../cases/case-kind.ts'
import type { CaseRole } from '../../kit/fields.ts'
import type { CaseEvent, CaseFacts } from '../calculation/facts.ts'
import type { Law } from './law.ts'
import type { Bilingual, Rule } from './rule.ts'
import type { ComputedDeadline } from '../calculation/computed-deadline.ts'
import { computeDeadlines } from '../calculation/docket.ts'

const MAX_EXAMPLES = 6

export type CallEvent = (code: string) => Bilingual | undefined

type Shown = { kind: CaseKind | undefined; named: CallEvent }

export function exampleOf(rule: Rule, law: Law, date: string, shown: Shown): ComputedDeadline[] {
  const rules = [rule, ...basesOf(rule, law, date)].map(bare)
  const graces = law.rules.filter(({ grace_of, id }) => grace_of && id !== rule.id)
  const facts = factsFor(rule, rules, date, shown)
  return computeDeadlines(facts, { ...law, rules: [...rules, ...graces] }, date)
    .filter(({ rule_id }) => rule_id === rule.id)
    .slice(0, MAX_EXAMPLES)
}

/** The event codes that an example needs names for. */
export const codesIn = (rule: Rule, law: Law): string[] => [rule, ...basesOf(rule, law)].flatMap(eventsOf)

/** The rules from whose end it is counted: of each, the version of that day. */
function basesOf(rule: Rule, law: Law, date = ''): Rule[] {
  const ids = rule.terms.flatMap(({ from }) => /^(?:deadline|due):(\w+)$/.exec(from)?.[1] ?? [])
  return [...new Set(ids)].flatMap((id) => {
    const versions = law.rules.filter((one) => one.id === id)
    return versions.find(({ valid_from: from = '', valid_to: to = '9' }) => from <= date && date <= to) ?? versions.at(-1) ?? []
  })
}

function bare(rule: Rule): Rule {
  const { when: _when, unless: _unless, closes: _closes, proves: _proves, overrides: _overrides, ...rest } = rule
  const open = rest.terms.filter((term) => !term.when?.length)
  // If all alternatives have a condition, the example shows the first.
  return { ...rest, terms: open.length > 0 ? open : rest.terms.slice(0, 1).map(({ when: _own, ...term }) => term) }
}

function factsFor(rule: Rule, rules: readonly Rule[], date: string, { kind, named }: Shown): CaseFacts {
  const fields = rules.flatMap(({ trigger, terms }) => [trigger.field ?? '', ...terms.map(({ from }) => from)])
  const codes = [...new Set(rules.flatMap(eventsOf))]
  const named_country = Object.keys(rule.terms.find(({ by_country }) => by_country)?.by_country ?? {}).find((code) => code !== '*')
  return {
    sid: 'example',
    country: rule.countries?.[0] ?? (/^[A-Z]{2}$/.test(rule.office) ? rule.office : 'CN'),
    ...(kind && { kind: kind.name }),
    subtype: rule.right_types?.[0] ?? codesOf(kind, 'subtype')[0] ?? '',
    route: rule.routes?.[0] ?? codesOf(kind, 'route').find((route) => !rule.not_routes?.includes(route)) ?? '',
    ...Object.fromEntries(fields.filter((field) => /^[a-z_]+$/.test(field) && field !== 'trigger').map((field) => [field, date])),
    ...(rule.each_country && { designated: [named_country ?? 'US'] }),
    events: codes.map((code): CaseEvent => {
      const name = named(code)
      return { sid: code, code, date, ...(name && { name }) }
    }),
  }
}

/** The options of the kind for its field of this role. */
function codesOf(kind: CaseKind | undefined, role: CaseRole): string[] {
  const field = kind && kind.model.fields[kind.roles[role] ?? '']
  return field?.type === 'option' ? Object.keys(field.options) : []
}

/** One of each choice is enough to trigger it. */
const eventsOf = ({ trigger, terms }: Rule): string[] => [
  ...(trigger.events?.slice(0, 1) ?? []),
  ...terms.flatMap(({ from }) => (from.startsWith('event:') ? from.slice(6).split('|').slice(0, 1) : [])),
]
