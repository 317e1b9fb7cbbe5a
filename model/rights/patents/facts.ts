// Facts of a patent for docketing and fees, beyond its fields and the facts of every case.
import type { CaseEvent, CaseFacts } from '../../docketing/calculation/facts.ts'
import type { OwnFacts, Related, Row } from '../../docketing/kind.ts'
import { compensationYears, patentYear, patentYearSpan } from './fees/annuities/patent-year.ts'
import { isDay } from '../../docketing/calendar/calendar-pack.ts'
import { dayOf } from '../../docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../kit/days/duration.ts'
import type { FeeFacts } from '../../fees/facts.ts'
import { rightTypeOf } from './fees/price-type.ts'
import { unsureDates } from './unsure-dates.ts'
import { monthsOfPriority } from './types-and-routes.ts'
import { LEGAL_STATUS_FACTS, type LegalStatus } from './lifecycle/states.ts'

export const patentFacts = (row: Row, { earlier, later, claimants }: Related, common: CaseFacts): Partial<CaseFacts> => ({
  ...officialState(row),
  ...unsureDates({ ...common, divisional: isDivision(earlier) }),
  patent_type: String(row.patent_type),
  entries: later.flatMap((one) =>
    one.relation_type === 'PCT' && one.entry_date && !isGranted(one) ? [{ country: String(one.country), date: String(one.entry_date) }] : [],
  ),
  events: [...(common.events ?? []), ...validationsOf(row, later), ...conversionOf(row, [...later, ...claimants]), ...recordOf(row, later)],
})

/** The facts of a patent that are no fields of it; rules may name them. */
export const PATENT_FACTS: OwnFacts = {
  entity: ({ fee_reduction: size }) => (size === 'SMALL' || size === 'MICRO' ? size : 'LARGE'),
  divisional: (_, { earlier }) => isDivision(earlier),
  entered_countries: (_, { later }) => later.filter((one) => one.relation_type === 'PCT' && hasEntered(one)).map((one) => String(one.country)),
  grant_year_begin: (row, { fees }) => {
    const noticed = noticedGrantYear(row, fees)
    return noticed && patentYearSpan(String(row.filing_date), noticed).from
  },
  claimed_on: (row, related) => claimedOn(row, related),
  base_grant_date: (_, { earlier }) => baseGrantOf(earlier),
  /** Without the day of its submission, a record in Hong Kong is only a presumption of the request. */
  hong_kong_record: (_, { later }) => later.some(isRecord) || undefined,
  term_start: (row, { earlier }) => termStart(row, earlier),
  hong_kong_maintained_after: ({ country, publication_date }) => (country === 'HK' ? yearsAfter(publication_date, 5) : undefined),
  hong_kong_renewed_after: ({ country, grant_date }) => (country === 'HK' ? yearsAfter(grant_date, 3) : undefined),
  entered_early: (_, __, common) => isEnteredEarly(common) || undefined,
  search_report_awaited: (row, _, common) => isSearchAwaited(row, common) || undefined,
}

const isDivision = (earlier: readonly Row[]) => earlier.some((one) => one.relation_type === 'DIV')

const CLAIMING: ReadonlySet<unknown> = new Set(['PARIS', 'PCTA'])

/** The first filing elsewhere, within the priority period, of an own case that claims this one (Paris Convention, art. 4C). */
function claimedOn({ country, patent_type, filing_date: filed }: Row, { later, claimants }: Related): string | undefined {
  if (!isDay(filed)) return undefined
  const end = isoOf(addDuration(dayOf(filed), `${monthsOfPriority(String(patent_type))}m`))
  const claims = [...claimants, ...later.filter((one) => CLAIMING.has(one.relation_type) && one.claimed !== false)]
  const days = claims.flatMap((one) => (one.country !== country && one.phase !== 'PREPARATION' && isDay(one.filing_date) ? one.filing_date : []))
  return days.filter((day) => day >= filed && day <= end).toSorted()[0]
}

/** The years of Hong Kong run from the first anniversary of the filing after this day: the anniversaries later than so many years after it (Cap. 514 ss. 33, 39(3)). */
const yearsAfter = (day: unknown, years: number) => (isDay(day) ? isoOf(addDuration(dayOf(day), `${years}y`)) : undefined)

/** A European application published without its search report (A2): the report is published later (A3), and EPC Rule 70(1) counts from the mention of that. */
function isSearchAwaited({ country, publication_no, publication_date: published }: Row, { events = [] }: CaseFacts): boolean {
  if (country !== 'EP' || !published || events.some(({ code }) => code === 'SEARCH_PUBLISHED')) return false
  const kind = /A([123])\s*$/i.exec(String(publication_no ?? ''))?.[1]
  const report = events.find(({ code }) => code === 'EP1')
  return kind === undefined ? report === undefined || report.date > String(published) : kind === '2'
}

/** Entered in Europe before the renewal fee of year 3 is due: if early processing was requested, EPC Rule 159(1)(g) gives no longer time for it. */
function isEnteredEarly({ country, filing_date: filed, entry_date: entered }: CaseFacts): boolean {
  if (country !== 'EP' || !isDay(filed) || !isDay(entered)) return false
  return entered.slice(0, MONTH) <= isoOf(addDuration(dayOf(filed), '2y')).slice(0, MONTH)
}

const MONTH = 'YYYY-MM'.length

/** The facts of the office's status; kept separate from the own status, which it may contradict. */
export const officialState = (row: Row): Pick<CaseFacts, 'official_state'> => ({
  official_state: LEGAL_STATUS_FACTS[row.legal_status as LegalStatus], // undefined for another text
})

export function patentFeeFacts(row: Row, { fees }: Related, { divisional }: CaseFacts): Partial<FeeFacts> {
  const noticed = noticedGrantYear(row, fees)
  const facts = { subtype: String(row.patent_type), country: String(row.country) }
  const term = { filing_date: day(row.filing_date), pta_days: days(row.pta_days), pte_days: days(row.pte_days) }
  const divided_on = divisional === true ? day(row.submission_date) : null
  return {
    ...patentPriceType(facts),
    compensation_years: compensationYears({ ...facts, ...term }),
    ...(noticed && { grant_year: noticed }),
    ...(divided_on && { divided_on }),
  }
}

const day = (value: unknown) => (value ? String(value) : null)
const days = (value: unknown) => (typeof value === 'number' ? value : null)

/** The fee schedules have inventions, utility models and designs. */
export const patentPriceType = (facts: Pick<FeeFacts, 'subtype' | 'country'>) => ({ price_type: rightTypeOf(facts) })

/** A national case proves the validation of a European patent, a unitary one the request for unitary effect; one in preparation proves neither. */
function validationsOf({ sid, grant_date }: Row, later: readonly Row[]): CaseEvent[] {
  const date = String(grant_date)
  const isThere = (type: string) => Boolean(grant_date) && later.some((one) => one.relation_type === type && one.phase !== 'PREPARATION')
  return [
    ...(isThere('EPVAL') ? [{ sid: `${sid}:validated`, code: 'VALIDATION_DONE', date }] : []),
    ...(isThere('UPREG') ? [{ sid: `${sid}:unitary`, code: 'UNITARY_REQUEST', date }] : []),
  ]
}

const isRecord = (one: Row) => one.relation_type === 'HKREC' && one.phase !== 'PREPARATION'

/**
 * A case in Hong Kong with the day of its submission proves the request to record the application there;
 * a day before the publication is not that of the request.
 */
function recordOf({ sid, publication_date: published }: Row, later: readonly Row[]): CaseEvent[] {
  const days = later.flatMap((one) => (isRecord(one) && one.submission_date ? String(one.submission_date) : []))
  const date = published ? days.find((day) => day >= String(published)) : undefined
  return date ? [{ sid: `recorded:${sid}`, code: 'HK_RECORD_REQUEST', date }] : []
}

/** The grant of the designated patent, from which the registration in Hong Kong is requested (Cap. 514 s. 23). */
function baseGrantOf(earlier: readonly Row[]) {
  const base = earlier.find((one) => one.relation_type === 'HKREC' && one.grant_date)
  return base && String(base.grant_date)
}

/** The entry is recorded, or the office has granted; a number alone is no proof, since some offices give it before the entry. */
const hasEntered = (one: Row) => one.phase !== 'PREPARATION' && (Boolean(one.entry_date) || isGranted(one))

const isGranted = ({ phase, grant_date }: Row) => Boolean(grant_date) || IN_FORCE.has(phase)

const IN_FORCE: ReadonlySet<unknown> = new Set(['GRANTED', 'GRACE'])

/** A regular American application that claims a provisional one converts it (35 U.S.C. 119(e)). */
function conversionOf({ sid, country, patent_type }: Row, later: readonly Row[]): CaseEvent[] {
  if (country !== 'US' || patent_type !== 'PROVISIONAL') return []
  const regular = later.filter((one) => one.country === 'US' && one.phase !== 'PREPARATION' && one.filing_date)
  const first = regular.map((one) => String(one.filing_date)).toSorted()[0]
  return first ? [{ sid: `${sid}:regular`, code: 'REGULAR_FILED', date: first }] : []
}

const CONTINUES: ReadonlySet<unknown> = new Set(['CA', 'CIP', 'DIV', 'PCT', 'PCTA'])

/** The term of an American patent runs from the earliest application of which it claims the benefit (35 U.S.C. 154(a)(2)). */
function termStart({ country, filing_date }: Row, earlier: readonly Row[]) {
  if (country !== 'US' || !filing_date) return undefined
  const dates = earlier.filter((one) => CONTINUES.has(one.relation_type) && one.filing_date).map((one) => String(one.filing_date))
  const first = dates.toSorted()[0]
  return first && first < String(filing_date) ? first : undefined
}

/** The year of the registration notice, when the announcement fell into a later one (fees.md 4.2). */
function noticedGrantYear({ country, filing_date, grant_date }: Row, fees: readonly Row[]): number | undefined {
  if (country !== 'CN' || !filing_date || !grant_date) return undefined
  const fee = fees.find((one) => one.fee_type === 'CN.ANN' && String(one.deadline_key ?? '').startsWith('CNP25') && one.status !== 'CANCELLED')
  const year = Number(fee?.annuity_year ?? 0)
  return year > 0 && year < patentYear(String(filing_date), String(grant_date)) ? year : undefined
}
