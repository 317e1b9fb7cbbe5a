import type { NoticeOffice } from './notice-forms.ts'

/** A date in a text: its ISO form, and where it stands. */
export type PrintedDate = { iso: string; at: number; end: number }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
// The first year of each era less one.
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }

type Form = { pattern: RegExp; iso(groups: readonly string[], office: NoticeOffice): string | undefined }

const FORMS: readonly Form[] = [
  { pattern: /((?:19|20)\d{2})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/g, iso: ([y, m, d]) => isoOf(y, m, d) },
  {
    pattern: /(令和|平成|昭和)\s*(\d{1,2}|元)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/g,
    iso: ([era = '', y = '', m, d]) => isoOf(`${(ERAS[era] ?? 0) + (y === '元' ? 1 : Number(y))}`, m, d),
  },
  { pattern: /(?<!\d)((?:19|20)\d{2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{1,2})(?!\d)/g, iso: ([y, m, d]) => isoOf(y, m, d) },
  { pattern: /(?<!\d)((?:19|20)\d{2})(0\d|1[0-2])([0-2]\d|3[01])(?!\d)/g, iso: ([y, m, d]) => isoOf(y, m, d) },
  // The United States write the month first, the others the day.
  {
    pattern: /(?<!\d)(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?((?:19|20)\d{2})(?!\d)/g,
    iso: ([a, b, y], office) => (office === 'US' ? isoOf(y, a, b) : isoOf(y, b, a)),
  },
  { pattern: /(?<!\d)(\d{1,2})\s+([A-Z][a-z]{2})[a-z]*\.?,?\s+((?:19|20)\d{2})/g, iso: ([d, m, y]) => isoOf(y, monthOf(m), d) },
  { pattern: /([A-Z][a-z]{2})[a-z]*\.?\s+(\d{1,2}),?\s+((?:19|20)\d{2})/g, iso: ([m, d, y]) => isoOf(y, monthOf(m), d) },
]

/** Every date of the text, as the office writes it. */
export function datesIn(text: string, office: NoticeOffice): PrintedDate[] {
  const found = FORMS.flatMap(({ pattern, iso }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const day = iso(match.slice(1), office)
      return day ? [{ iso: day, at: match.index, end: match.index + match[0].length }] : []
    }),
  )
  return found.toSorted((a, b) => a.at - b.at)
}

const monthOf = (name = '') => String(MONTHS.indexOf(name.toLowerCase()) + 1)

function isoOf(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  try {
    return `${Temporal.PlainDate.from(iso)}`
  } catch {
    return undefined
  }
}
