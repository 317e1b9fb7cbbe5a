import type { Words } from '../kit/fields.ts'
import type { DayOrder } from './values/days.ts'
import type { PriorityRow } from '../rights/patents/import/priorities.ts'
import type { Source } from '../rights/patents/import/source.ts'

export type RowFault = { field: string; words: Words }

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
