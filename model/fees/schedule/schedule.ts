import { cached } from '../../kit/cached.ts'
import { minorOf, moneyText } from '../../kit/money/money.ts'
import { entityOf } from '../facts.ts'
import type { FeeFacts } from '../facts.ts'

export type Certainty = 'SURE' | 'CHECK'
export const UNITS = [
  'CLAIM', 'INDEPENDENT_CLAIM', 'PAGE', 'PRIORITY', 'MONTH', 'CLASS', 'GOOD', 'DESIGN', 'PICTURE', 'COMPENSATION_YEAR',
] as const // oxfmt-ignore
export type Unit = (typeof UNITS)[number]

/** A rate in the currency `%` is a percentage of another fee, as for late surcharges and reductions. */
export const PERCENT = '%'

/** One line of a fee schedule. Matching rows of one code are bands of the units and are added up. */
export type FeeRow = {
  /** The kind of case of the price; absent: any kind that uses the code. */
  case_kind?: string
  fee_code: string
  office: string
  right_type: string
  zh: string
  en: string
  from_date: string
  to_date: string | null
  currency: string
  base: string
  per_unit: string
  unit: string
  free_units: number
  /** The last unit charged at this rate; null is unlimited. */
  unit_to: number | null
  year_from: number | null
  year_to: number | null
  entity: string
  reducible: boolean
  source: string
  legal_basis: string
  certainty: Certainty
  version: string
}

/** The part of a row shown in an explanation; plain, so that it can be stored. */
export type ShownRow = Omit<FeeRow, 'case_kind' | 'office' | 'right_type' | 'to_date' | 'unit_to' | 'reducible'>
export type PricedRow = FeeRow & { readonly baseMinor: bigint; readonly perUnitMinor: bigint; readonly shown: ShownRow }
/** Keyed by fee code. */
export type FeeSchedules = ReadonlyMap<string, readonly PricedRow[]>
export type Choice = { facts: FeeFacts; day: string; year?: number | undefined }
export type Chosen = { rows: readonly PricedRow[]; estimated: boolean }

export function schedulesOf(rows: readonly FeeRow[]): FeeSchedules {
  const byCode = new Map<string, PricedRow[]>()
  for (const row of rows) {
    const { case_kind: _kind, office: _office, right_type: _type, to_date: _to, unit_to: _band, reducible: _reducible, ...shown } = row
    const priced = {
      ...row,
      shown,
      baseMinor: minorOf(row.base, row.currency),
      perUnitMinor: minorOf(row.per_unit, row.currency),
    }
    const known = byCode.get(row.fee_code)
    if (known) known.push(priced)
    else byCode.set(row.fee_code, [priced])
  }
  return byCode
}

/**
 * The rows in force on that day. For a day without a version, it returns the nearest version, marked as an estimate:
 * an estimate to check is more useful than none.
 */
export function chooseRows(schedules: FeeSchedules, code: string, { facts, day, year }: Choice): Chosen {
  const fitting = fittingRows(schedules, code, facts, year)
  const rows = fitting.filter((row) => row.from_date <= day && (row.to_date === null || day <= row.to_date))
  return rows.length > 0 || fitting.length === 0 ? { rows, estimated: false } : { rows: nearest(fitting, day), estimated: true }
}

// Schedules are immutable; the same few queries come for thousands of cases.
const fitted = new WeakMap<FeeSchedules, Map<string, readonly PricedRow[]>>()

function fittingRows(schedules: FeeSchedules, code: string, facts: FeeFacts, year: number | undefined): readonly PricedRow[] {
  const type = facts.price_type ?? facts.subtype ?? ''
  const entity = entityOf(facts)
  const { kind } = facts
  const key = `${kind ?? ''}|${code}|${type}|${entity}|${year ?? ''}`
  const isFitting = (row: PricedRow) =>
    (row.case_kind === undefined || kind === undefined || row.case_kind === kind) &&
    (row.right_type === 'ALL' || row.right_type === type) &&
    (row.entity === '' || row.entity === entity) &&
    (year === undefined || isWithinYears(year, row))
  const known = cached(fitted, schedules, () => new Map<string, readonly PricedRow[]>())
  return cached(known, key, () => (schedules.get(code) ?? []).filter(isFitting), 10_000)
}

/** A fee due 3.5 years after the basis falls in year 4. */
export const isWithinYears = (year: number, { year_from: from, year_to: to }: { year_from: number | null; year_to: number | null }) =>
  (from === null || from <= Math.ceil(year)) && (to === null || year <= to)

/** The version that began last before the day, or the first one after it. */
function nearest(rows: readonly PricedRow[], day: string): PricedRow[] {
  const begins = rows.map((row) => row.from_date).toSorted()
  const begin = begins.findLast((from) => from <= day) ?? begins[0]
  return rows.filter((row) => row.from_date === begin)
}

export const worst = (...certainties: readonly Certainty[]): Certainty => (certainties.includes('CHECK') ? 'CHECK' : 'SURE')

/** Distinguishes the row from every other version, band and entity of its fee. */
export const feeRowKey = (row: FeeRow): string =>
  [row.fee_code, row.right_type, row.entity, row.year_from ?? '', row.unit, row.free_units, row.from_date].join('|')

/** Hundredths of a percent, without trailing zeros. */
export const percentText = (minor: bigint) => moneyText(minor, PERCENT).replace(/\.?0+$/, '') || '0'
