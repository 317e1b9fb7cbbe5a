/** The facts of a case for the fee rules. */
export type FeeFacts = {
  /** The kind of case; a price of another kind does not apply. */
  kind?: string
  country: string
  /** The type within the kind, such as an invention among patents. */
  subtype?: string | null
  /** The type in the fee schedules, where it differs from the subtype. */
  price_type?: string
  route?: string | null
  filing_date?: string | null
  grant_date?: string | null
  register_date?: string | null
  earliest_priority_date?: string | null
  entry_date?: string | null
  /** The day on which a divisional application was filed. */
  divided_on?: string | null
  /** The patent year named in the registration notice, when it differs from that of the grant announcement. */
  grant_year?: number | null
  claims_count?: number | null
  independent_claims?: number | null
  pages?: number | null
  drawings_count?: number | null
  designs_count?: number | null
  priorities_count?: number | null
  applicants_count?: number | null
  fee_reduction?: string | null
  open_license?: boolean | null
  sub_exam_requested?: boolean | null
  pta_days?: number | null
  pte_days?: number | null
  /** Full years of term compensation. */
  compensation_years?: number | null
  ro?: string | null
  isa?: string | null
  ipea?: string | null
  annuity_year?: number | null
  /** Months of an extension. */
  months?: number | null
  classes?: number | null
  /** The price of the next renewal as the case states it, where no schedule has one. */
  stated_price?: { amount: string; currency: string } | null
  /** A mark is reproduced in colour; absent: unknown. */
  in_colour?: boolean
  /** The office of the basic mark of an international registration; absent: unknown. */
  origin?: string
  /** The parties that an international application names. */
  designated?: readonly string[] | null
  /** Goods or services in each class of a trademark. */
  goods_per_class?: readonly number[] | null
}

export type Entity = 'LARGE' | 'SMALL' | 'MICRO'

export function entityOf({ fee_reduction }: FeeFacts): Entity {
  return fee_reduction === 'SMALL' || fee_reduction === 'MICRO' ? fee_reduction : 'LARGE'
}

/** Earlier rows of a case may have a time after the date; PostgreSQL also knows "infinity" and years of five digits, which are no days here. */
export const isoDay = (text: string | null | undefined): string | undefined => /^\d{4}-\d\d-\d\d(?!\d)/.exec(text ?? '')?.[0]
