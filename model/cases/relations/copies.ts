// What a case copied from an earlier one of its family is corrected with it, unless a person has recorded another value.
import type { CaseKind } from '../case-kind.ts'
import type { RelatedEnd } from './relation-rules.ts'

type Row = Readonly<Record<string, unknown>>

/** The earlier case of a relation before and after a change. */
export type Corrected = { kind: CaseKind; before: RelatedEnd; after: RelatedEnd }

/** The values of the later case that follow a correction of the earlier one. */
export function copiesFrom({ kind, before, after }: Corrected, later: RelatedEnd, type: string): Row {
  const { relations: rules, roles } = kind
  const filed = roles.filing_date ?? ''
  const pairs = Object.entries(rules?.tells?.(before, later, type).later ?? {}).map(([code, value]) => [code, value] as const)
  const now = rules?.tells?.(after, later, type).later ?? {}
  const filing = rules?.gives?.(after, later, type) === 'FILING' ? [[filed, before[filed], after[filed]] as const] : []
  const all = [...pairs.map(([code, old]) => [code, old, now[code]] as const), ...filing]
  return Object.fromEntries(all.flatMap(([code, old, value]) => (old && value && old !== value && later[code] === old ? [[code, value]] : [])))
}

/** The same for a priority that names the case. */
export function claimFrom({ kind: { roles }, before, after }: Corrected, claim: Row): Row {
  const pairs = [
    ['priority_date', roles.filing_date],
    ['priority_no', roles.application_no],
    ['priority_country', roles.country],
  ] as const
  return Object.fromEntries(
    pairs.flatMap(([code, own]) => {
      const [old, value] = [before[own ?? ''], after[own ?? '']]
      return old && value && old !== value && claim[code] === old ? [[code, value]] : []
    }),
  )
}
