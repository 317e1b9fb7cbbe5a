import type { Words } from '../kit/fields.ts'
import type { DayOrder, Reading } from './values/days.ts'
import type { Between } from './values/people.ts'

export type RowFault = { field: string; words: Words }

/**
 * A priority that a row claims; a missing number or office is to be completed. `subtype`: of the earlier application, by its
 * number. `relation`: what the file calls the relation to it, in its own words. `is_refused`: the file has a number, which is kept as text.
 */
export type PriorityRow = {
  priority_no: string | null
  priority_date: string
  priority_country: string | null
  subtype?: string
  relation?: string
  is_refused?: true
}

/** The source of a file, as recognised by its headings. `between`: what it writes between people. `soft`: references that stay empty, with a remark, if the named record does not exist. */
export type Source = { name: string; country?: string; order?: DayOrder; between?: Between; soft?: readonly string[] }

/** The result of one row: values in record format, references still by name. */
export type RowRead = {
  values: Record<string, unknown>
  faults: RowFault[]
  notes: Words[]
  priorities: PriorityRow[]
  /** Text in the priority columns that is not recognised as a priority. */
  said: string[]
  /** The one of these lines that says that the file names no parent: it is of no use where the case has one on record. */
  parentless?: string
  /** Fields of which the file says nothing: their values are for a new record, and change none that exists. */
  assumed?: Set<string>
  /** Remarks on values derived from the row alone: for a new record, or a state that advances. */
  derived?: Words[]
  /** The file names the state; otherwise it follows from dates and numbers. */
  is_state_stated?: boolean
  /** An official document that the row names by its day. */
  notice?: { code: string; date: string }
  /** Annuities are paid up to this year. */
  annuity_paid?: number
}

/** The common settings of a file's rows, and the number of this row. */
export type RowSetting = {
  source: Source | undefined
  orders: ReadonlyMap<string, DayOrder>
  date1904: boolean
  today: string
  file: string
  row: number
  /** The language of the importing person, in which the remarks are kept with the record. */
  lang?: 'zh' | 'en'
}

/** The date settings of a column. */
export const readingOf = ({ orders, source, date1904 }: RowSetting, code: string): Reading => ({
  order: orders.get(code) ?? source?.order ?? 'unknown',
  date1904,
  ...(source?.between && { between: source.between }),
})

/** Sets a value that the file lacks, for a new record only. */
export function assume(read: RowRead, code: string, value: unknown) {
  if (read.values[code] !== undefined) return
  read.values[code] = value
  read.assumed = new Set(read.assumed).add(code)
}

/** The source of a row (file and row number), with the remarks on it. */
export const sourceOfRow = ({ notes, derived = [] }: RowRead, { file, row, lang }: RowSetting) =>
  [`${file} #${row}`, ...[...notes, ...derived].map(([zh, en]) => (lang === 'en' ? en : zh))].join(lang === 'en' ? '; ' : '；').slice(0, 255)
