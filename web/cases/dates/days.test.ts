import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysUntil, spanText } from './days.ts'

for (const [date, now, zone, days] of [
  ['2026-03-01', '2026-02-27T12:00:00Z', 'Asia/Shanghai', 2],
  ['2026-02-28', '2026-02-27T17:00:00Z', 'Asia/Shanghai', 0],
  ['2026-02-28', '2026-02-27T17:00:00Z', 'America/New_York', 1],
  ['2026-02-20', '2026-02-27T01:00:00Z', 'Asia/Shanghai', -7],
  ['2028-03-01', '2028-02-28T04:00:00Z', 'Asia/Shanghai', 2],
] as const)
  test(`${date} seen at ${now} from ${zone} is ${days} days away`, () => assert.equal(daysUntil(date, new Date(now), zone), days))

for (const [days, zh, en] of [
  [1, '1 天', '1 day'],
  [-30, '30 天', '30 days'],
  [99, '99 天', '99 days'],
  [100, '3 个月', '3 months'],
  [366, '1 年', '1 year'],
  [396, '1 年 1 个月', '1 year 1 month'],
  [4037, '11 年', '11 years'],
  [-4037, '11 年', '11 years'],
  [4050, '11 年 1 个月', '11 years 1 month'],
] as const)
  test(`${days} days are shown as ${en}`, () => {
    assert.equal(spanText(days, 'zh', '2026-03-01'), zh)
    assert.equal(spanText(days, 'en', '2026-03-01'), en)
  })
