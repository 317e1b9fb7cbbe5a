import { divideHalfUp } from '../../../../kit/money/money.ts'
import { chooseRows, PERCENT, worst } from '../../../../fees/schedule/schedule.ts'
import type { AnnuityDates } from './annuity-dates.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'
import type { FeeSchedules, PricedRow } from '../../../../fees/schedule/schedule.ts'

export type Surcharge = { from: string; surcharge: bigint }

const LAST_MONTH = 6

export function lateRow(schedules: FeeSchedules, code: string, facts: FeeFacts, day: string) {
  const { rows, estimated } = chooseRows(schedules, code, { facts, day })
  return { row: rows[0], certainty: worst(rows[0]?.certainty ?? 'CHECK', estimated ? 'CHECK' : 'SURE') }
}

/** The last day on which the fee is accepted without surcharge. */
export function freeTo(row: PricedRow | undefined, dates: AnnuityDates): string {
  return row?.unit === 'MONTH' && row.free_units > 0 ? dates.monthEnds(row.free_units) : dates.due
}

/** The started month after the due date that contains the day; 0 is in time. A flat surcharge has one long month. */
export function monthsLate(row: PricedRow | undefined, dates: AnnuityDates, day: string): number {
  if (day <= dates.due) return 0
  if (row?.unit !== 'MONTH') return LAST_MONTH
  for (let month = 1; month < LAST_MONTH; month += 1) if (day <= dates.monthEnds(month)) return month
  return LAST_MONTH
}

/** The base of a percentage is the full fee, whatever the reduction. */
export function surchargeIn(row: PricedRow | undefined, month: number, full: bigint): bigint {
  const rate = rateIn(row, month)
  return row?.currency === PERCENT ? divideHalfUp(full * rate, 10_000n) : rate
}

export function rateIn(row: PricedRow | undefined, month: number): bigint {
  if (!row || month === 0 || month <= row.free_units) return 0n
  return row.baseMinor + row.perUnitMinor * BigInt(row.unit === 'MONTH' ? month - row.free_units : 0)
}

/** The next day on which the surcharge changes; undefined when only the loss of the right remains. */
export function nextBand(row: PricedRow | undefined, dates: AnnuityDates, month: number, full: bigint): Surcharge | undefined {
  const now = rateIn(row, month)
  const begins = (last: string, surcharge: bigint) => ({ from: `${Temporal.PlainDate.from(last).add({ days: 1 })}`, surcharge })
  if (row?.unit !== 'MONTH') return month === 0 && row ? begins(dates.due, surchargeIn(row, LAST_MONTH, full)) : undefined
  for (let next = month + 1; next <= LAST_MONTH; next += 1) {
    if (rateIn(row, next) === now) continue
    return begins(next === 1 ? dates.due : dates.monthEnds(next - 1), surchargeIn(row, next, full))
  }
  return undefined
}
