// A rule of law as plain data: a row of the table deadline_rule. An absent part has its default.

export type Bilingual = { zh: string; en: string }
export type Certainty = 'SURE' | 'CHECK'
/** The value of `awaits` of a period that ends by itself. */
export const BY_ITSELF = '0d'

export type Lead = 'REPLY' | 'ANNUITY' | 'PRIORITY' | 'NONE'
export type RuleKind = 'ACTION' | 'MONITOR' | 'ANNUITY' | 'TERM'

/**
 * The start of a period: a dated field of the case (`filing_date`), `trigger` (the day of the trigger),
 * `event:CN01|CN02` (the latest such event), `deadline:CNP38` (the unrolled end of another period of the case)
 * or `due:CNP38` (its rolled end).
 */
export type Source = string

export type Condition = {
  /** A field of the case, `event:CODE`, `event.side` (a property of the triggering event), or a derived fact (facts.ts). */
  fact: string
  is: 'present' | 'absent' | 'eq' | 'ne' | 'in' | 'not_in' | 'gt' | 'gte' | 'lt' | 'lte'
  value?: string | number | boolean | readonly (string | number)[]
}

export type Term = {
  from: Source
  period: string
  /** Moves to the last day of the month reached. */
  month_end?: boolean
  /** The same, where the day reached is not after this one: the law of former days. */
  month_end_until?: string
  /** Ends on the day before the one that the years or months reach; where the month has no such day, on its last day. */
  day_before?: boolean
  /** Working days of the office, added after the period. */
  working_days?: number
  /** Fields of the case that hold days to add (compensation of term). */
  plus_days?: readonly string[]
  /** Keyed by designated country; '*' for those not named. */
  by_country?: Readonly<Record<string, string>>
  /** The candidate counts only when these hold. */
  when?: readonly Condition[]
  /** The year ends on 31 December. */
  year_end?: boolean
  /** The candidate counts only when the first of these acts came within this time of the triggering notice, and from the first answer to it. */
  answered?: { events: readonly string[]; within: string }
  /** It reaches no further than this after the trigger. */
  at_most?: string
}

/** If both are named, the field only replaces a notice that is not on record. */
export type Trigger = { field?: string; events?: readonly string[] }

export type Recurring = {
  /** From the basis to the first occurrence, and between occurrences. */
  first: string
  every: string
  /** The number of the first occurrence (the patent year it pays for), and the step to the next. */
  number_from: number
  number_step: number
  /** The last occurrence; absent: no end. */
  number_to?: number
  /** Only occurrences whose unrolled date lies after / not after this field of the case. */
  after?: string
  until?: string
}

export type Step = Partial<Bilingual> & { period: string; fee?: string; surcharge?: string }

export type Extensions = {
  steps: readonly Step[]
  times: number
  /** No extension reaches beyond this period from the basis. */
  limit?: string
  /** May still be bought after the end of the period (US 37 CFR 1.136(a)). */
  after_the_end?: boolean
  /** The whole period, with the extension, counts from the start of the original period (EPO Guidelines E-VIII, 1.6; MPEP 710.01(a)); absent: from its unrolled end. */
  from_start?: boolean
}

export type Restoration = Bilingual & {
  /** The rule of the restoration, when it has a row of its own. */
  rule?: string
  /** It runs from receipt of the notice of loss, from the end of the missed period or of its grace period, from its basis, or has no fixed end. */
  from: 'NOTICE' | 'EXPIRY' | 'GRACE' | 'BASIS' | 'OPEN'
  period?: string
  /** Extended to the last day of the month reached. */
  month_end?: boolean
  /** Notices of loss. */
  notices?: readonly string[]
  certainty?: Certainty
}

/** Documents and events, dated fields of the case, or (as proof) states that it reaches only afterwards. */
export type Closing = { events?: readonly string[]; fields?: readonly string[]; states?: readonly string[] }

/** `later`: proofs that count only after the last day has passed, because the office may come to them before. */
export type Proof = Closing & { later?: readonly string[] }

export type Rule = Bilingual & {
  id: string
  version: number
  kind: RuleKind
  /** The kind of case to which it applies, by the name of its model; a stored rule always names one. */
  case_kind?: string
  /** The office whose calendar rolls the date; '*' is the office of the case. */
  office: string
  /** The countries of the cases to which it applies; absent: the office. */
  countries?: readonly string[]
  right_types?: readonly string[]
  routes?: readonly string[]
  not_routes?: readonly string[]
  trigger: Trigger
  terms: readonly Term[]
  choose?: 'LATER' | 'EARLIER'
  when?: readonly Condition[]
  unless?: readonly Condition[]
  /** One deadline for each designated country (of `by_country`). */
  each_country?: boolean
  /** Designated countries that '*' leaves to other rules. */
  unless_named?: readonly string[]
  /** Several notices give one deadline, counted from the latest. */
  once?: boolean
  recurring?: Recurring
  /** Presumed receipt of the triggering notice (deemed-receipt.ts). */
  service?: string
  /** The notice names the date: required, or preferred to the period when given. */
  notice_date?: 'REQUIRED' | 'PREFERRED'
  /** `W`: to the next working day of the office. `L`: by the office of a later filing; unrolled while that office is unknown. */
  roll: 'W' | 'N' | 'L'
  /** The office whose closed days count is unknown: a rolled date must be checked. */
  roll_certainty?: 'CHECK'
  /** It opens this long before its end (`-12m`). */
  opens?: string
  extensions?: Extensions
  /** Grace period of that rule ('*': of any annuity without its own); it makes no deadline of its own. */
  grace_of?: string
  /** The reason why a grace after a term that ends with its month may also be read to the end of its own month. The earlier day is kept. */
  month_end_doubt?: Bilingual
  /** Bands of surcharge within the grace. */
  steps?: readonly Step[]
  /** Grace and windows are counted from the basis, not from the end of the period. */
  from_basis?: boolean
  overrides?: readonly string[]
  if_missed?: Bilingual
  restoration?: Restoration
  /** Fees that fall due with it (fee_schedule.fee_code); of a recurring deadline, the first is that of each occurrence. */
  fees?: readonly string[]
  /** Acts that fulfil it, judged by their date. */
  closes?: Closing
  /** Facts that prove it settled; a notice dated before the end of a reply period leaves a finding (settle.ts). */
  proves?: Proof
  /** An expected office action is cancelled this long after its date; absent: never; `0d`: the period in which it may come ends by itself. */
  awaits?: string
  /** States in which it stays open although the case is refused or lapsed. */
  survives?: readonly string[]
  /** An optional act: the end of its period loses no right. */
  optional?: boolean
  /** Time does not run while proceedings are suspended; absent: true for actions. */
  freezes?: boolean
  /** The lead of the tenant that sets the internal date; absent: by kind. */
  lead?: Lead
  legal_basis: Bilingual
  note?: Bilingual
  valid_from?: string
  valid_to?: string
  certainty: Certainty
  source: string
}

/** The ending of the name of a scheme whose periods run from the date of the notice itself, whenever it was received. */
const DISPATCH = '_DISPATCH'

export const runsFromDispatch = (scheme: string) => scheme.endsWith(DISPATCH)

/** The time after its date at which a notice counts as received. */
export type Service = Bilingual & {
  scheme: string
  ways: readonly string[]
  issued_from?: string
  issued_to?: string
  /** Presumed receipt: date of the notice plus this. */
  presumed?: string
  /** The recorded day of receipt counts instead, also of the presumed one. */
  received?: boolean
  /** The recorded day counts no later than this after the date of the notice. */
  within?: string
  /** Received more than this many days late: the days beyond are added to the period. */
  late_after?: number
  /** A later day of receipt that is proven counts instead of the presumed one. */
  proven?: true
  /** Usual days between the date of a notice and its receipt; a later receipt needs a reason and a second person, and is to be checked. */
  ordinary?: number
  legal_basis: Bilingual
  certainty: Certainty
}
