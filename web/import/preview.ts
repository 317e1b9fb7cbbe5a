import type { Column } from './wizard.ts'

export type Problem = { row: number; field: string; label: string; reason: string }
export type Preview = {
  file_sid: string
  file_name: string
  sheets: string[]
  sheet: string
  other_sheets: string[]
  hidden_sheets: string[]
  header_row: number
  source: string | null
  columns: Column[]
  asks_day_order: string[]
  targets: { code: string; label: string; required: boolean }[]
  sample: { row: number; cells: string[] }[]
  total: number
  ok: number
  faulty: number
  with_notes: number
  hidden_rows: number
  /** The number of rows compared with existing records, and how many of them exist already or are duplicates in the table. */
  tried: number
  there: number
  again: number
  problems: Problem[]
  remarks: Problem[]
  reasons: { reason: string; count: number }[]
}
