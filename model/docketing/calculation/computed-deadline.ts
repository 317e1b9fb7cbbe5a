import type { Disagreement } from '../../cases/relations/family.ts'
import type { Skipped } from '../calendar/calendar.ts'
import type { Bilingual, Certainty, RuleKind } from '../rules/rule.ts'
import type { Unsure } from './facts.ts'

export type ComputedStatus = 'OPEN' | 'DONE' | 'WAIVED' | 'MISSED' | 'RESTORED' | 'CANCELLED' | 'PRESUMED' | 'NO_RECORD'

/** `PERIOD_ENDED`: the period has ended without a record. `OUTCOME`: a later fact shows that the deadline was settled. */
export type DoneBy = 'EVENT' | 'FIELD' | 'OUTCOME' | 'PERIOD_ENDED' | 'PERSON' | 'STATE'

export type ComputedDeadline = {
  /** Rule and event, year, country or occurrence: the same for the same deadline, whatever its dates. */
  key: string
  rule_id: string
  rule_version: number
  kind: RuleKind
  name: Bilingual
  basis_date: string
  /** The field or the event code that triggered it, and the event. */
  trigger: string
  trigger_event?: string
  country?: string
  period: string
  /** Null only while the date named in a notice has not been entered. */
  raw_due: string | null
  official_due: string | null
  internal_due: string | null
  window_from?: string
  grace_end?: string
  extended_due?: string
  /** The last day of the grace period without a surcharge, of an annuity. */
  free_to?: string
  restoration_end?: string
  annuity_year?: number
  status: ComputedStatus
  done_date?: string
  done_by?: DoneBy
  /** Open, and its due date has passed: it can still be cured until `cure_until`. */
  overdue: boolean
  cure_until?: string
  /** The last day on which the right can still be saved. */
  final_due?: string
  suspended: boolean
  /** The notice names the date and it has not been entered. */
  needs?: 'SET_DUE'
  if_missed?: Bilingual
  certainty: Certainty
  provisional: boolean
  explanation: Explanation
}

export type Candidate = {
  from: string
  basis: string
  /** Absent while the candidate is not known. */
  date?: string
  wins: boolean
  steps: { step: string; date: string }[]
  /** The document or event from which it is counted, when it is not the trigger of the rule. */
  event?: { code: string; name?: Bilingual; date: string }
  service?: ExplainedReceipt
}

export type ExplainedReceipt = {
  way: string
  assumed: boolean
  issued: string
  basis: string
  presumed?: string
  text: Bilingual
  legal_basis: Bilingual
  certainty: Certainty
  late_days?: number
  /** Received later than is ordinary, by this many days after its date. */
  received_late?: number
}

/** The last day by office; `provisional`: offices whose calendar is not fully loaded. */
export type Elsewhere = { days: Readonly<Record<string, string>>; provisional?: readonly string[] }

export type Explanation = {
  rule: { id: string; version: number; name: Bilingual; legal_basis: Bilingual; source: string; certainty: Certainty; note?: Bilingual }
  office: string
  trigger: { field?: string; event?: string; sid?: string; name?: Bilingual; date: string }
  /** Fields of its computation that come from the family, and those in which record and family disagree. */
  inherited?: string[]
  disagreements?: Disagreement[]
  /** It runs from a field whose value is in doubt, for this reason. */
  unsure?: Unsure[]
  service?: ExplainedReceipt
  basis_override?: { date: string; instead_of: string; reason: string }
  set_due?: { date: string; computed?: string }
  /** The deadline runs from a priority whose number or office is not on record. */
  unnumbered_priority?: string
  candidates: Candidate[]
  choose?: 'LATER' | 'EARLIER'
  raw: string | null
  rolled?: { from: string; to: string; skipped: Skipped[] }
  not_rolled: boolean
  /** While the office of the later filing is unknown: the rolled last day at each office. */
  elsewhere?: Elsewhere
  provisional: boolean
  lead?: { text: string; date: string; provisional: boolean }
  window?: { opens: string; from: string }
  extension?: { periods: string[]; raw: string; due: string; limited_to?: string; from_start?: true }
  grace?: {
    rule: string
    period: string
    end: string
    /** The end before it was rolled. */
    raw?: string
    provisional?: boolean
    /** A later day to which it may also be read, with the reason. */
    doubt?: { later: string; text: Bilingual }
    steps: { until: string; surcharge?: string; fee?: string; text?: Bilingual }[]
  }
  suspension?: { from: string; to?: string; days: number }[]
  overrides?: string[]
  restoration?: {
    text: Bilingual
    end?: string
    from: string
    counted_from?: string
    certainty: Certainty
    estimated: boolean
    provisional?: boolean
  }
  presumed?: { from: number; to: number }
  /** No reply is on record; the office sent this notice before the last day, possibly without a reply. */
  early_notice?: { date: string; name?: Bilingual }
  settled?: { by: DoneBy; what: string; date: string; late: boolean; reason?: string }
  follows?: string
}
