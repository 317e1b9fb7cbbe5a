type Row = Readonly<Record<string, unknown>>

/**
 * Two records of one date: the earlier of them is used, because it is the safe one. `with`: the case with the other record, where it is one case.
 * `above`: both are records of earlier cases, whose date this case has inherited; the finding is theirs.
 */
export type Disagreement = { field: string; own: string; family: string; with?: string; above?: true }

/** A disagreement with the record of one other case, which has the value in the field `there`. */
export type Dispute = Required<Omit<Disagreement, 'above'>> & { there: string }

/** A first filing that is related to the case, while its own priorities do not name it. */
export type Unclaimed = { date: string; country: string }

export type FamilyFacts = {
  /** Values by field, in place of those of the record. */
  values: Row
  /** The own claims and those of the family: `through` is the related case that gives one, by `relation_type`. */
  claims: readonly Row[]
  /** Fields without a record of the case itself. */
  inherited: readonly string[]
  disagreements: readonly Disagreement[]
  /** The earlier cases with whose records it disagrees. */
  disputes: readonly Dispute[]
  /** The disagreements of later cases with its own record. */
  disputed: readonly Disagreement[]
  unclaimed: readonly Unclaimed[]
  /** It continues an earlier application, which made the claims: a national phase, a division or a continuation. */
  continues: boolean
}
