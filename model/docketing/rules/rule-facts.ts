import type { CaseKind } from '../../cases/case-kind.ts'
import { derivedFacts } from '../calculation/condition.ts'
import { FACTS_BY_ROLE } from '../facts-of-case.ts'
import type { Rule } from './rule.ts'

/** Facts that every case has besides its fields. */
const OF_EVERY_CASE = ['kind', 'country', 'status', 'abroad', 'continues', 'paid_annuities'] as const
/** Dates that docketing reads under another name. */
const OTHER_NAMES = ['earliest_priority_date', 'first_priority_date', 'hague_date'] as const

/** The facts that a rule for this kind of case may name, besides `event:CODE`, `event.side` and other deadlines. */
export const knownFacts = ({ drives, roles, docketing }: CaseKind): ReadonlySet<string> =>
  new Set([
    ...drives,
    ...FACTS_BY_ROLE.filter((role) => roles[role] !== undefined),
    ...OF_EVERY_CASE,
    ...OTHER_NAMES,
    ...derivedFacts,
    ...Object.keys(docketing?.own_facts ?? {}),
  ])

/** The facts of the rule that no case of this kind has: it would never apply, or apply to every case. */
export function unknownFacts(rule: Partial<Rule>, kind: CaseKind): string[] {
  const known = knownFacts(kind)
  return [...new Set(factsNamedBy(rule))].filter((name) => !known.has(name))
}

/** Every fact that a rule names. */
export function factsNamedBy({ trigger, terms = [], recurring, closes, proves, when = [], unless = [], office = '' }: Partial<Rule>): string[] {
  const conditions = [...when, ...unless, ...terms.flatMap((term) => term.when ?? [])]
  const named = [
    ...conditions.map(({ fact }) => fact),
    ...terms.flatMap(({ from, plus_days = [] }) => [from, ...plus_days]),
    ...[trigger?.field, recurring?.after, recurring?.until].filter((name) => name !== undefined),
    ...(closes?.fields ?? []),
    ...(proves?.fields ?? []),
    ...(office.startsWith('@') ? [office.slice(1)] : []),
  ]
  return named.filter((name) => name !== 'trigger' && !/^(event|deadline|due)[:.]/.test(name))
}
