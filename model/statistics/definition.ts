// The definition of a statistic, and its answer.
import type { Options } from '../kit/fields.ts'

export const MEASURES = { COUNT: ['记录数', 'Number of records'], SUM: ['合计', 'Sum'], AVERAGE: ['平均值', 'Average'] } as const satisfies Options
export type Measure = keyof typeof MEASURES

export const DRAWINGS = {
  TABLE: ['表格', 'Table'],
  PIVOT: ['透视表', 'Pivot table'],
  BAR: ['柱形图', 'Bars'],
  STACKED: ['堆积柱形图', 'Stacked bars'],
  LINE: ['折线图', 'Lines'],
  PIE: ['饼图', 'Pie'],
  MAP: ['世界各地', 'World by region'],
} as const satisfies Options
export type Drawing = keyof typeof DRAWINGS

/** Limits of a table; a chart draws fewer. */
export const MAX_ROWS = 100
export const MAX_COLUMNS = 30

/** The code of a statistic, distinct from those of product widgets and components. */
export const STATISTIC_CODE = /^s_[a-z0-9]{6,40}$/

/** Between the two dates of a measured field: the days from one to the other. */
export const BETWEEN = '..'

/** `row_by`, `column_by`: field paths, a date also as `field:year`, `field:quarter` or `field:month`. */
export type Definition = {
  entity: string
  iql: string
  row_by: string
  column_by: string | null
  measure: Measure
  measure_field: string | null
  most: number | null
  as_of: string | null
}

/** A group of rows or columns. `iql`: the condition of its records; null where a list cannot show exactly them. */
export type Heading = { value: string | null; label: string; iql: string | null; others: boolean }
/**
 * A figure of a cell: its records, and their number, sum or average as exact text. Amounts of different currencies are figures of their own;
 * `currency` is null unless the value is an amount.
 */
export type Figure = { currency: string | null; count: number; value: string }

/**
 * `base`: the condition of all records. `measured`: the condition of the records that an average is made of.
 * `as_of`: today, or the past day of which the records are counted as they stood: no list shows those.
 */
export type Figures = {
  as_of: string
  past: boolean
  entity: string
  base: string
  row_label: string
  column_label: string | null
  measure_label: string
  measured: string | null
  /** The field that holds the currency, where amounts are split by it. */
  currency_by: string | null
  currencies: string[]
  rows: Heading[]
  /** Without a second dimension there is one column, without a label. */
  columns: Heading[]
  cells: Figure[][][]
  row_totals: Figure[][]
  column_totals: Figure[][]
  total: Figure[]
  /** A record with several values is in several groups, so that totals are less than the sum of the groups. */
  several: boolean
  /** Further groups are left out. */
  cut: boolean
}
