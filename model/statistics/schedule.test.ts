import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfPeriod } from './report-parts.ts'
import { nextMoment } from './schedule.ts'

const ZONE = 'Asia/Shanghai'
const weekly = { frequency: 'WEEKLY', weekday: 1, month_day: 1, hour: 8 } as const
const monthly = { frequency: 'MONTHLY', weekday: 1, month_day: 31, hour: 9 } as const

for (const [schedule, after, next] of [
  [weekly, '2026-11-25T12:00:00Z', '2026-11-30T00:00:00Z'],
  [weekly, '2026-11-29T23:59:59Z', '2026-11-30T00:00:00Z'],
  [weekly, '2026-11-30T00:00:00Z', '2026-12-07T00:00:00Z'],
  [monthly, '2026-01-31T00:59:59Z', '2026-01-31T01:00:00Z'],
  [monthly, '2026-01-31T01:00:00Z', '2026-02-28T01:00:00Z'],
  [monthly, '2026-12-31T02:00:00Z', '2027-01-31T01:00:00Z'],
  [{ ...monthly, month_day: 1 }, '2026-12-31T02:00:00Z', '2027-01-01T01:00:00Z'],
] as const)
  test(`${schedule.frequency} after ${after} is ${next}`, () => assert.equal(nextMoment(schedule, after, ZONE), next))

for (const [period, today, days] of [
  ['ALL', '2026-11-26', undefined],
  ['LAST_MONTH', '2026-03-31', { first: '2026-02-01', last: '2026-02-28' }],
  ['LAST_QUARTER', '2026-02-10', { first: '2025-10-01', last: '2025-12-31' }],
  ['LAST_QUARTER', '2026-12-31', { first: '2026-07-01', last: '2026-09-30' }],
  ['THIS_YEAR', '2026-11-26', { first: '2026-01-01', last: '2026-12-31' }],
  ['LAST_YEAR', '2024-02-29', { first: '2023-01-01', last: '2023-12-31' }],
  ['LAST_12_MONTHS', '2024-02-29', { first: '2023-03-01', last: '2024-02-29' }],
] as const)
  test(`of ${today}, ${period} is ${days?.first} to ${days?.last}`, () => assert.deepEqual(daysOfPeriod(period, today), days))
