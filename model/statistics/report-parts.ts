import type { Options } from '../kit/fields.ts'

export const REPORT_PARTS = {
  STATISTIC: ['统计', 'Statistic'],
  LIST: ['列表', 'List'],
  BUDGETS: ['费用与预算对比', 'Costs against budget'],
  TEXT: ['文字', 'Text'],
} as const satisfies Options
export type ReportPartKind = keyof typeof REPORT_PARTS

export const REPORT_PERIODS = {
  ALL: ['不限', 'All time'],
  LAST_MONTH: ['上月', 'Last month'],
  LAST_QUARTER: ['上季度', 'Last quarter'],
  THIS_YEAR: ['本年', 'This year'],
  LAST_YEAR: ['上年', 'Last year'],
  LAST_12_MONTHS: ['最近 12 个月', 'Last 12 months'],
} as const satisfies Options
export type ReportPeriod = keyof typeof REPORT_PERIODS

const MONTHS_OF_QUARTER = 3

/** The first and the last day of a period, seen from a day; undefined where it has no bounds. */
export function daysOfPeriod(period: ReportPeriod, today: string): { first: string; last: string } | undefined {
  const day = Temporal.PlainDate.from(today)
  const month = day.with({ day: 1 })
  const quarter = month.subtract({ months: (day.month - 1) % MONTHS_OF_QUARTER })
  const year = month.with({ month: 1 })
  const until = (first: Temporal.PlainDate, next: Temporal.PlainDate) => ({ first: `${first}`, last: `${next.subtract({ days: 1 })}` })
  const bounds: Record<ReportPeriod, { first: string; last: string } | undefined> = {
    ALL: undefined,
    LAST_MONTH: until(month.subtract({ months: 1 }), month),
    LAST_QUARTER: until(quarter.subtract({ months: MONTHS_OF_QUARTER }), quarter),
    THIS_YEAR: until(year, year.add({ years: 1 })),
    LAST_YEAR: until(year.subtract({ years: 1 }), year),
    LAST_12_MONTHS: { first: `${day.subtract({ years: 1 }).add({ days: 1 })}`, last: today },
  }
  return bounds[period]
}
