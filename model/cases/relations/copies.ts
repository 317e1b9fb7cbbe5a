// Values copied from an earlier case of the family are corrected with it, unless a person has recorded another value.
import type { CaseKind } from '../case-kind.ts'
import { isPrepared } from './family-facts.ts'
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
  const copied = pairs.map(([code, old]) => [code, old ?? null, now[code]] as const) // an empty field is entered, as when the relation was made
  const all = [...copied, ...filing.filter(([, old]) => old)]
  const isCopy = (code: string, old: unknown) => (later[code] ?? null) === old && mayCopy(kind, later, code)
  return Object.fromEntries(all.flatMap(([code, old, value]) => (value && old !== value && isCopy(code, old) ? [[code, value]] : [])))
}

/** A date of grant makes a case granted: where the case is still in preparation, a person records it. */
export const mayCopy = (kind: CaseKind, row: Row, code: string) => code !== kind.roles.grant_date || !isPrepared({ kind, row })

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
