import { isMoney } from '../../kit/money/money.ts'
import { PERCENT, UNITS } from './schedule.ts'
import type { FeeRow } from './schedule.ts'

export type ScheduleFault = { row: number; fee_code: string; zh: string; en: string }
export type ReadSchedules = { rows: FeeRow[]; faults: ScheduleFault[] }

type Raw = Record<string, unknown>
type NumberedRow = FeeRow & { number: number }
type Words = [zh: string, en: string]

/** Reads rows from a file or a table and lists every fault, so that all can be corrected at once. */
export function readFeeRows(raw: readonly unknown[]): ReadSchedules {
  const sound: NumberedRow[] = []
  const faults: ScheduleFault[] = []
  raw.forEach((item, index) => {
    const entry: Raw = typeof item === 'object' && item !== null ? { ...item } : {}
    const row = { ...rowOf(entry), number: index + 1 }
    const found = faultsIn(entry, row)
    for (const [zh, en] of found) faults.push({ row: row.number, fee_code: row.fee_code, zh, en })
    if (found.length === 0) sound.push(row)
  })
  return { rows: sound.map(({ number: _, ...row }) => row), faults: [...faults, ...overlaps(sound)] }
}

function rowOf(raw: Raw): FeeRow {
  const kind = text(raw.case_kind)
  return {
    ...(kind && { case_kind: kind }),
    fee_code: text(raw.fee_code),
    office: text(raw.office),
    right_type: text(raw.right_type),
    zh: text(raw.zh),
    en: text(raw.en),
    from_date: text(raw.from_date).slice(0, 10),
    to_date: text(raw.to_date).slice(0, 10) || null,
    currency: text(raw.currency),
    base: text(raw.base),
    per_unit: text(raw.per_unit) || '0',
    unit: text(raw.unit),
    free_units: count(raw.free_units) ?? 0,
    unit_to: count(raw.unit_to),
    year_from: count(raw.year_from),
    year_to: count(raw.year_to),
    entity: text(raw.entity),
    reducible: raw.reducible === true || raw.reducible === 1 || raw.reducible === '1',
    source: text(raw.source),
    legal_basis: text(raw.legal_basis),
    certainty: raw.certainty === 'SURE' ? 'SURE' : 'CHECK',
    version: text(raw.version),
  }
}

function faultsIn(raw: Raw, row: FeeRow): Words[] {
  const faults: (Words | undefined | false)[] = [
    ...(['fee_code', 'office', 'zh', 'en', 'source', 'version'] as const).map((field) => row[field] === '' && missing(field)),
    !/^[A-Z][A-Z0-9_]*(\.[A-Z0-9_]+)+$/.test(row.fee_code) && wrong('fee_code', row.fee_code),
    !isType(row) && wrong('right_type', row.right_type),
    !['', 'LARGE', 'SMALL', 'MICRO'].includes(row.entity) && wrong('entity', row.entity),
    raw.certainty !== 'SURE' && raw.certainty !== 'CHECK' && wrong('certainty', `${raw.certainty}`),
    row.currency !== PERCENT && !/^[A-Z]{3}$/.test(row.currency) && wrong('currency', row.currency),
    !isAmount(row.base, row.currency) && wrong('base', row.base),
    !isAmount(row.per_unit, row.currency) && wrong('per_unit', row.per_unit),
    row.unit !== '' && !UNITS.some((unit) => unit === row.unit) && wrong('unit', row.unit),
    row.unit === '' && Number(row.per_unit) !== 0 && missing('unit'),
    ...(['free_units', 'unit_to', 'year_from', 'year_to'] as const).map((field) => isBadCount(raw[field]) && wrong(field, `${raw[field]}`)),
    !isDay(row.from_date) && wrong('from_date', row.from_date),
    row.to_date !== null && (!isDay(row.to_date) || row.to_date < row.from_date) && wrong('to_date', row.to_date),
    row.year_from !== null && row.year_to !== null && row.year_to < row.year_from && wrong('year_to', `${row.year_to}`),
    row.unit_to !== null && row.unit_to <= row.free_units && wrong('unit_to', `${row.unit_to}`),
  ]
  return faults.filter((fault) => Array.isArray(fault))
}

/** Each kind of case names its own types; prices without a kind know those of patents. */
const isType = ({ case_kind, right_type }: FeeRow) =>
  case_kind ? /^[A-Z][A-Z0-9_]*$/.test(right_type) : ['INVENTION', 'UTILITY', 'DESIGN', 'ALL'].includes(right_type)

/** Two prices for the same fee on the same day are a fault: the amount owed would be ambiguous. */
function overlaps(rows: readonly NumberedRow[]): ScheduleFault[] {
  return rows.flatMap((row, index) => {
    const other = rows.slice(0, index).find((earlier) => collide(earlier, row))
    if (!other) return []
    const zh = `与第${other.number}行（自 ${other.from_date} 起）在同一时期内重复定价`
    const en = `Prices the same thing at the same time as row ${other.number}, in force from ${other.from_date}`
    return [{ row: row.number, fee_code: row.fee_code, zh, en }]
  })
}

const collide = (one: FeeRow, other: FeeRow) =>
  one.fee_code === other.fee_code &&
  meets(one.case_kind ?? '', other.case_kind ?? '', '') &&
  meets(one.right_type, other.right_type, 'ALL') &&
  meets(one.entity, other.entity, '') &&
  one.from_date <= (other.to_date ?? '9999') &&
  other.from_date <= (one.to_date ?? '9999') &&
  (one.year_from ?? 0) <= (other.year_to ?? Infinity) &&
  (other.year_from ?? 0) <= (one.year_to ?? Infinity) &&
  one.unit === other.unit &&
  one.free_units < (other.unit_to ?? Infinity) &&
  other.free_units < (one.unit_to ?? Infinity)

const meets = (one: string, other: string, any: string) => one === other || one === any || other === any
const missing = (field: string): Words => [`缺少 ${field}`, `${field} is missing`]
const wrong = (field: string, value: string): Words => [`${field} 的值“${value}”无效`, `${field} cannot be “${value}”`]
const isAmount = (amount: string, currency: string) => isMoney(amount, currency) && !amount.startsWith('-')
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? `${value}` : '')
const isBadCount = (value: unknown) => value !== undefined && value !== null && value !== '' && count(value) === null

function count(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null
}

function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
