import type { Words } from '../kit/fields.ts'
import type { DayOrder, Reading } from './values/days.ts'

export type RowFault = { field: string; words: Words }

/** A priority that a row claims. */
export type PriorityRow = { priority_no: string; priority_date: string; priority_country: string }

/** What is known of a file from its headings alone. */
export type Source = { name: string; country?: string; order?: DayOrder }

/** What one row gives: values as records take them, references still by name. */
export type RowRead = {
  values: Record<string, unknown>
  faults: RowFault[]
  notes: Words[]
  priorities: PriorityRow[]
  /** Annuities are paid up to this year. */
  annuity_paid?: number
}

/** What is the same for all rows of a file, and which row this is. */
export type RowSetting = {
  source: Source | undefined
  orders: ReadonlyMap<string, DayOrder>
  date1904: boolean
  today: string
  file: string
  row: number
}

/** How the dates of a column are read. */
export const readingOf = ({ orders, source, date1904 }: RowSetting, code: string): Reading => ({
  order: orders.get(code) ?? source?.order ?? 'unknown',
  date1904,
})
