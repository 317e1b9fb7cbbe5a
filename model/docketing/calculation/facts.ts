// The known facts of a case, as plain snake_case fields, and the facts derived from them.
import type { Disagreement, Unclaimed } from '../../cases/relations/family.ts'
import type { StateFacts } from '../../kit/model.ts'
import type { Bilingual } from '../rules/rule.ts'

/** `unnumbered`: its number or office is not on record. */
export type Priority = { priority_date: string; priority_country?: string; restored?: boolean; unnumbered?: boolean }

/** An official event or document of the case. */
export type CaseEvent = {
  sid: string
  code: string
  /** The name on screen; explanations use it instead of the code. */
  name?: Bilingual
  date: string
  receive_date?: string
  delivery_way?: string
  /** The first day of the period, set by a person instead of the presumed receipt. */
  basis_date?: string
  basis_reason?: string
  /** The date named in the notice. */
  set_due?: string
  round?: number
  /** Created by a transition of the case on that day: it answers no later event. */
  by_step?: boolean
  /** OWNER or PETITIONER in invalidation, OBSTACLE, and similar sides. */
  side?: string
  /** INTERNAL: a fact that may be known ahead, neither from an office nor to one. */
  direction?: string
}

export type Unsure = Bilingual & { field: string }
export type Extension = { key: string; period: string; date?: string }
export type HandledStatus = 'DONE' | 'WAIVED' | 'MISSED' | 'RESTORED' | 'CANCELLED'
export type Handled = { key: string; status: HandledStatus; date: string; reason?: string }
export type Suspension = { from: string; to?: string }

/** A state with its facts, as declared by the kind of case, and its name. */
export type CaseState = StateFacts & Bilingual

export type CaseFacts = {
  sid: string
  /** The kind of case; a rule that names another kind does not apply. */
  kind?: string
  country: string
  route?: string
  /** The type within the kind, such as an invention among patents. */
  subtype?: string
  status?: string
  /** The facts of the status. */
  state?: CaseState | undefined
  legal_status?: string
  /** The facts of the office's own status, where it is kept beside the status. */
  official_state?: StateFacts | undefined
  filing_date?: string
  submission_date?: string
  entry_date?: string
  translation_date?: string
  earliest_priority_date?: string
  /** The earliest priority date before a correction that made it later. */
  former_priority_date?: string
  publication_date?: string
  grant_date?: string
  register_date?: string
  expiry_date?: string
  pct_filing_date?: string
  pct_pub_date?: string
  hague_pub_date?: string
  sub_exam_requested?: boolean
  sub_exam_date?: string
  se_entered_date?: string
  close_date?: string
  claims_count?: number
  pages?: number
  fee_reduction?: string
  /** LARGE, SMALL, MICRO. */
  entity?: string
  /** The applicant lives outside the country of the office. */
  abroad?: boolean
  divisional?: boolean
  /** It continues an earlier application, which made its claims of priority. */
  continues?: boolean
  /** Fields whose value may not be the day that the rules mean, and why. */
  unsure?: readonly Unsure[]
  /** Fields whose value comes from the family, and those in which record and family disagree. */
  inherited?: readonly string[]
  disagreements?: readonly Disagreement[]
  /** Differences recorded by later cases of the family; the dates of the case do not depend on them. */
  disputed?: readonly Disagreement[]
  /** Related first filings that its priorities do not name. */
  unclaimed?: readonly Unclaimed[]
  pta_days?: number
  pte_days?: number
  priorities?: readonly Priority[]
  designated?: readonly string[]
  /** Designated countries for which a national case already exists. */
  entered_countries?: readonly string[]
  /** The days of those entries that no grant has confirmed. */
  entries?: readonly { country: string; date: string }[]
  events?: readonly CaseEvent[]
  suspensions?: readonly Suspension[]
  extensions?: readonly Extension[]
  handled?: readonly Handled[]
  /** Keys of deadlines that a state of the case had proved to be settled. */
  proved?: readonly string[]
  /** Keys of annuities that were open within their payment window. */
  watched?: readonly string[]
  /** First day of the year that the registration notice called the grant year, where the announcement fell into a later one. */
  grant_year_begin?: string
  /** Filing date from which the term runs, where it differs from the case's own. */
  term_start?: string
  paid_annuities?: readonly { year: number; date: string }[]
  /** The labels of the fields of its kind that docketing itself has no name for. */
  labels?: Readonly<Record<string, Bilingual>>
  [field: string]: unknown
}

// Dates that are recorded only where they differ from another date.
const ORDINARILY: Readonly<Record<string, string>> = { grant_year_begin: 'grant_date', term_start: 'filing_date' }

/** Dates that a rule may name besides the fields of a case: worked out by `textOf`, or by the kind of case. */
export const DATED_FACTS = [...Object.keys(ORDINARILY), 'earliest_priority_date', 'first_priority_date', 'hague_date', 'expiry_date'] as const

/** Lists that a rule may name as a proof. */
export const LISTED_FACTS = ['entered_countries'] as const satisfies readonly (keyof CaseFacts)[]

/** The text of a field; empty counts as absent. */
export function textOf(facts: CaseFacts, field: string): string | undefined {
  if (field === 'earliest_priority_date') return earliestPriority(facts)
  if (field === 'first_priority_date') return [facts.former_priority_date, earliestPriority(facts)].filter(Boolean).toSorted()[0]
  // An international registration of designs bears the filing date unless it was corrected later.
  if (field === 'hague_date') return facts.register_date || facts.filing_date || undefined
  const value = facts[field] || facts[ORDINARILY[field] ?? '']
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The filing date when there is no priority. */
export function earliestPriority(facts: CaseFacts): string | undefined {
  let earliest = facts.earliest_priority_date || undefined
  for (const { priority_date } of facts.priorities ?? []) {
    if (priority_date && (!earliest || priority_date < earliest)) earliest = priority_date
  }
  return earliest || facts.pct_filing_date || facts.filing_date || undefined
}

/** The earliest priority, where its number or office is still to be completed. */
export function unnumberedPriority(facts: CaseFacts): string | undefined {
  const earliest = earliestPriority(facts)
  return facts.priorities?.find((one) => one.unnumbered && one.priority_date === earliest)?.priority_date
}

export function hasPriority(facts: CaseFacts): boolean {
  if (facts.priorities?.length) return true
  const { earliest_priority_date: earliest, filing_date: filing } = facts
  return Boolean(earliest && (!filing || earliest < filing))
}

export function priorityCountries(facts: CaseFacts): string[] {
  return (facts.priorities ?? []).flatMap(({ priority_country }) => priority_country ?? [])
}

/** The latest event with one of these codes, not before `since`. */
export function latestEvent(facts: CaseFacts, codes: readonly string[], since = ''): CaseEvent | undefined {
  let latest: CaseEvent | undefined
  for (const event of facts.events ?? []) {
    if (event.date >= since && codes.includes(event.code) && (!latest || event.date > latest.date)) latest = event
  }
  return latest
}

/** `notice`: the event that asked for the answer; it does not answer itself. Identifiers order events recorded on one day. */
export function earliestEvent(facts: CaseFacts, codes: readonly string[], since: string, notice?: string): CaseEvent | undefined {
  let earliest: CaseEvent | undefined
  for (const event of facts.events ?? []) {
    if (event.by_step && notice && notice > event.sid) continue
    if (event.sid !== notice && event.date >= since && codes.includes(event.code) && (!earliest || event.date < earliest.date)) earliest = event
  }
  return earliest
}
