/** The years of a term: ten (Singapore Treaty, art. 13(7); Madrid Protocol, art. 6), in Macao seven (Industrial Property Code, arts. 197–232). */
export const yearsOfTerm = ({ country }: Termed): number => (country === 'MO' ? 7 : 10)

/** No mark is older. */
const MAX_YEARS = 300

/** The facts of a trademark by which its term is counted. */
export type Termed = Readonly<Record<string, unknown>>

/** The offices whose term ends on the day before its anniversary; elsewhere the anniversary is its last day. */
const DAY_BEFORE: ReadonlySet<unknown> = new Set(['CN', 'HK', 'MO', 'TW'])

const endsBefore = ({ country, route }: Termed) => DAY_BEFORE.has(country) && route !== 'MADRID_DESIGNATION'

/**
 * The last day of the term that begins on this day: the anniversary, or in China the day before it; where the month has no
 * such day, its last day (Trademark Regulations of China, art. 12).
 */
export function endOfTerm(from: string, mark: Termed, years = yearsOfTerm(mark)): string {
  const begin = Temporal.PlainDate.from(from)
  const anniversary = begin.add({ years })
  return `${anniversary.day === begin.day && endsBefore(mark) ? anniversary.subtract({ days: 1 }) : anniversary}`
}

/** The last day of the next term; it is counted from the beginning of the first, so that a leap day is not lost. */
export function nextEnd(from: string | null, to: string, mark: Termed): string {
  const ends = from ? endsOfTerms(from, mark) : []
  return ends.find((end) => end > to) ?? endOfTerm(endsBefore(mark) ? `${Temporal.PlainDate.from(to).add({ days: 1 })}` : to, mark)
}

/** The last days of all terms of a mark whose first term begins on this day. */
export const endsOfTerms = (from: string, mark: Termed): string[] =>
  Array.from({ length: MAX_YEARS / yearsOfTerm(mark) }, (_, at) => endOfTerm(from, mark, (at + 1) * yearsOfTerm(mark)))

/** The last day of the term for which this renewal was filed: offices take it in the last year of a term and in its grace. */
export function endRenewedOn(filed: string, from: string, mark: Termed): string | undefined {
  const ends = endsOfTerms(from, mark)
  return ends[ends.findIndex((end) => endOfGrace(end) >= filed) + 1]
}

/** Offices take a renewal in the last twelve months of a term, or in the last six. */
const OPEN_FOR: Readonly<Record<string, number>> = { WO: 6, EM: 6, JP: 6 }

/** The first day on which the office takes the renewal. */
export const openingOf = (end: string, country: string): string => `${Temporal.PlainDate.from(end).subtract({ months: OPEN_FOR[country] ?? 12 })}`

/** The last day on which offices take it with a surcharge: six months (Trademark Law of China, art. 40; Madrid Protocol, art. 7(4); Paris Convention, art. 5bis(1)). */
export const endOfGrace = (end: string): string => `${Temporal.PlainDate.from(end).add(GRACE)}`

const GRACE = { months: 6 }

/**
 * The offices whose term runs from the registration. Elsewhere it runs from the filing, which is also the safe reading of an
 * office whose law is not known here: a term counted from the later registration would be renewed too late.
 */
const FROM_REGISTRATION: ReadonlySet<string> = new Set(
  ['CN', 'TW', 'MO', 'JP', 'KR', 'PH', 'US', 'CA', 'BR', 'AR', 'CL', 'CO', 'PE', 'EC', 'BO', 'UY', 'PY', 'VE', 'WO'],
) // oxfmt-ignore

/** The day on which the first term begins, as far as the dates of the case tell it. */
export function beginOfTerm({ country, route, filing_date, reg_date, intl_reg_date }: Termed): string | undefined {
  const day = route === 'MADRID_DESIGNATION' ? intl_reg_date : FROM_REGISTRATION.has(String(country)) ? reg_date : (filing_date ?? reg_date)
  return reg_date && typeof day === 'string' ? day : undefined
}
