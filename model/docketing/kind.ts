import type { FamilyFacts } from '../cases/relations/family.ts'
import type { CaseFacts } from './calculation/facts.ts'
import type { OwnCompleteness } from './findings/completeness.ts'

export type Row = Readonly<Record<string, unknown>>

/**
 * The related rows of a case: `earlier` and `later` are the relations in which it is the later and the earlier case, each with
 * the record of the other; `claimants` are the cases whose priorities name it.
 */
export type Related = {
  priorities: readonly Row[]
  events: readonly Row[]
  earlier: readonly Row[]
  later: readonly Row[]
  claimants: readonly Row[]
  deadlines: readonly Row[]
  fees: readonly Row[]
  /** The rights that a contract names, with their kind and country. */
  dealt: readonly Row[]
  /** Countries of the applicants, by sid. */
  countries: ReadonlyMap<string, string>
  /** Facts that the case takes from its family; absent before they are resolved. */
  family?: FamilyFacts
}

export const NOTHING_RELATED: Related = {
  priorities: [],
  events: [],
  earlier: [],
  later: [],
  claimants: [],
  deadlines: [],
  fees: [],
  dealt: [],
  countries: new Map(),
}

/** Facts that only this kind has and that are no fields of it, by the name that rules use. Undefined: the case does not have the fact. */
export type OwnFacts = Readonly<Record<string, (row: Row, related: Related, common: CaseFacts) => unknown>>

/** The parts of a kind of case that docketing cannot read from its fields, roles and states. All are pure and optional. */
export type DocketingOfKind = {
  /** Facts of every case that this kind reads otherwise, from its record and related rows; `common` are the facts before that. */
  facts?: (row: Row, related: Related, common: CaseFacts) => Partial<CaseFacts>
  own_facts?: OwnFacts
  /** The completeness check of this kind. */
  completeness?: OwnCompleteness
  /** Transitions without a record that a later event proves, in the order in which they are tried. */
  catch_up?: readonly string[]
  /** Events by which an office extends a deadline to the date that it names. */
  extends?: readonly string[]
  /** The loss that a restoration undoes: one of these notices reported it, or the office revives every miss. */
  restores?: { notices: readonly string[]; offices: readonly string[] }
}
