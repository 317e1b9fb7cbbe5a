import assert from 'node:assert/strict'
import { test } from 'node:test'
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
