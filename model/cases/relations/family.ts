type Row = Readonly<Record<string, unknown>>

/** Two records of one date: the earlier of them is used, because it is the safe one. */
export type Disagreement = { field: string; own: string; family: string }

/** A first filing that is related to the case, while its own priorities do not name it. */
export type Unclaimed = { date: string; country: string }

export type FamilyFacts = {
  /** Values by field, in place of those of the record. */
  values: Row
  /** The own claims and those of the family. */
  claims: readonly Row[]
  /** Fields without a record of the case itself. */
  inherited: readonly string[]
  disagreements: readonly Disagreement[]
  unclaimed: readonly Unclaimed[]
  /** It continues an earlier application, which made the claims: a national phase, a division or a continuation. */
  continues: boolean
}
