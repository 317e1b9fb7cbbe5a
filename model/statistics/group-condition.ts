// The condition of the records of a group, as the list behind a figure asks it.
import type { FieldType } from '../kit/fields.ts'
import { printText } from '../kit/iql/print.ts'
import type { Figures, Heading } from './definition.ts'

export const PERIODS = ['year', 'quarter', 'month'] as const
export type Period = (typeof PERIODS)[number]

const NUMBERS: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'money'])

type Grouped = { path: string; type: FieldType }

/** `value`: as text; null is the group without a value. Of a list field, the records that have the value among others. */
export function groupIql({ path, type }: Grouped, value: string | null): string {
  const [code = '', period] = path.split(':')
  if (value === null) return `${code} IS EMPTY`
  if (period !== undefined) return between(code, value)
  if (type === 'boolean') return `${code} = ${value === 'true' ? 'TRUE' : 'FALSE'}`
  if (NUMBERS.has(type)) return `${code} = ${value}`
  return `${code} IN (${printText(value)})`
}

/** The records of any of these groups. */
export function groupsIql(of: Grouped, values: readonly (string | null)[]): string {
  const named = values.filter((value) => value !== null)
  const isListed = !of.path.includes(':') && of.type !== 'boolean' && !NUMBERS.has(of.type)
  const [code = ''] = of.path.split(':')
  const filled = isListed ? (named.length > 0 ? [`${code} IN (${named.map(printText).join(', ')})`] : []) : named.map((value) => groupIql(of, value))
  return [...filled, ...(named.length < values.length ? [groupIql(of, null)] : [])].join(' OR ')
}

/** Conditions that all hold; empty ones do not count. */
export const allIql = (...parts: readonly (string | null | undefined)[]) => {
  const given = parts.filter((part): part is string => Boolean(part))
  return given.length > 1 ? given.map((part) => `(${part})`).join(' AND ') : (given[0] ?? '')
}

type Of = { row?: Heading | undefined; column?: Heading | undefined; currency: string | null }

/** The records behind a figure, or behind a total; null where no list shows exactly them, as of those of a past day. */
export function figureIql({ base, measured, currency_by, past }: Figures, { row, column, currency }: Of): string | null {
  if (past || row?.iql === null || column?.iql === null) return null
  const amounts = currency_by && groupIql({ path: currency_by, type: 'option' }, currency)
  return allIql(base, row?.iql, column?.iql, measured, amounts)
}

function between(code: string, period: string): string {
  const { first, last } = daysOf(period)
  return `${code} BETWEEN '${first}' AND '${last}'`
}

/** The days of a period: `2024`, `2024-Q2` or `2024-05`. */
export function daysOf(period: string): { first: string; last: string } {
  const [year = '', part] = period.split('-')
  const quarter = part?.startsWith('Q') ? Number(part.slice(1)) : undefined
  const from = quarter ? quarter * 3 - 2 : part === undefined ? 1 : Number(part)
  const to = quarter ? quarter * 3 : part === undefined ? 12 : from
  const month = (number: number) => `${year.padStart(4, '0')}-${String(number).padStart(2, '0')}`
  return { first: `${month(from)}-01`, last: `${month(to)}-${lastDay(Number(year), to)}` }
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
