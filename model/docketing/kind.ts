import type { CaseFacts } from './calculation/facts.ts'
import type { OwnGaps } from './completeness.ts'

export type Row = Readonly<Record<string, unknown>>

/** What hangs on a case, as rows: `earlier` and `later` are the relations in which it is the later and the earlier case. */
export type Related = {
  priorities: readonly Row[]
  events: readonly Row[]
  earlier: readonly Row[]
  later: readonly Row[]
  deadlines: readonly Row[]
  fees: readonly Row[]
  /** Of the applicants, by sid. */
  countries: ReadonlyMap<string, string>
}

export const NOTHING_RELATED: Related = { priorities: [], events: [], earlier: [], later: [], deadlines: [], fees: [], countries: new Map() }

/** What docketing asks of a kind of case that its fields, roles and states do not say. All of it is pure; all of it may be absent. */
export type DocketingOfKind = {
  /** The facts that only this kind knows, made of its record and what hangs on it; `common` are those that every case has. */
  facts?: (row: Row, related: Related, common: CaseFacts) => Partial<CaseFacts>
  /** What may be missing in such a case, or cannot be true of it. */
  gaps?: OwnGaps
  /** Transitions that nobody recorded and that a later event shows to have been taken, in the order in which they are tried. */
  catch_up?: readonly string[]
  /** Events by which an office extends a time limit to the date that it names. */
  extends?: readonly string[]
  /** What a restored right had lost: it was told by one of these notices, or lies at an office that revives whatever was missed. */
  restores?: { notices: readonly string[]; offices: readonly string[] }
}
