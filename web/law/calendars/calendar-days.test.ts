import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOfMonth, isWeekend, weekdaysIn } from './calendar-days.ts'

for (const [year, month, before, many] of [
  [2026, 2, 6, 28],
  [2028, 2, 1, 29],
  [2026, 6, 0, 30],
  [2026, 12, 1, 31],
] as const) {
  test(`${year}-${month} has ${many} days and starts after ${before} days of the previous month`, () => {
    const page = daysOfMonth(year, month)
    assert.deepEqual([page.before, page.dates.length, page.dates.at(-1)?.slice(8)], [before, many, String(many)])
  })
}

test('a weekend is Saturday and Sunday, and weeks begin on Monday in either language', () => {
  assert.deepEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend), [false, true, true, false])
  assert.equal(weekdaysIn('zh-CN')[0], '一')
  assert.equal(weekdaysIn('en-GB')[6], 'Sun')
})
