import { addDuration } from '../../../../kit/days/duration.ts'
import { isoDay } from '../../../../fees/facts.ts'
import { rightTypeOf } from '../price-type.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'

// The third reform of the Patent Law; designs filed before it keep ten years.
const LONG_DESIGNS_FROM = '2021-06-01'

/** Year n runs from n − 1 years after filing to the day before n years after it; a day before filing is in no year (0). */
export function patentYear(filing: string, day: string): number {
  if (day < filing) return 0
  const passed = Number(day.slice(0, 4)) - Number(filing.slice(0, 4))
  return passed + (day >= yearBegin(filing, passed + 1) ? 1 : 0)
}

export function patentYearSpan(filing: string, year: number): { from: string; to: string } {
  const next = Temporal.PlainDate.from(yearBegin(filing, year + 1))
  return { from: yearBegin(filing, year), to: `${next.subtract({ days: 1 })}` }
}

/** The registration notice decides when the announcement falls into the next patent year. */
export function grantYear(facts: FeeFacts): number | undefined {
  if (facts.grant_year) return facts.grant_year
  const filing = isoDay(facts.filing_date)
  const granted = grantDay(facts)
  return filing && granted ? patentYear(filing, granted) : undefined
}

export const grantDay = (facts: FeeFacts): string | undefined => isoDay(facts.grant_date) ?? isoDay(facts.register_date)

/** The term without compensation. */
export function chineseTerm(facts: FeeFacts): number {
  const type = rightTypeOf(facts)
  if (type === 'INVENTION') return 20
  return type === 'DESIGN' && (isoDay(facts.filing_date) ?? '') >= LONG_DESIGNS_FROM ? 15 : 10
}

/** Only full years of term compensation are paid for. */
export function compensationYears(facts: FeeFacts): number {
  const filing = isoDay(facts.filing_date)
  const days = (facts.pta_days ?? 0) + (facts.pte_days ?? 0)
  if (!filing || days < 365) return 0
  const end = addDuration(Temporal.PlainDate.from(filing), `${chineseTerm(facts)}y`)
  return end.until(end.add({ days }), { largestUnit: 'years' }).years
}

/** A year from 29 February begins on the 28th where there is no 29th, as deadlines do. */
function yearBegin(filing: string, year: number): string {
  const [calendarYear, monthDay] = [Number(filing.slice(0, 4)) + year - 1, filing.slice(4)]
  const leap = calendarYear % 4 === 0 && (calendarYear % 100 !== 0 || calendarYear % 400 === 0)
  return `${calendarYear}${monthDay === '-02-29' && !leap ? '-02-28' : monthDay}`
}
