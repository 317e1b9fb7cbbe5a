import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoOf } from '../../kit/days/duration.ts'
import { dayOf, lastOfMonth, lastOfYear, sumOf } from './day.ts'

for (const [day, month, year] of [
  ['2026-01-15', '2026-01-31', '2026-12-31'],
  ['2026-02-01', '2026-02-28', '2026-12-31'],
  ['2024-02-29', '2024-02-29', '2024-12-31'],
  ['2100-02-28', '2100-02-28', '2100-12-31'],
  ['2026-04-30', '2026-04-30', '2026-12-31'],
  ['2026-12-31', '2026-12-31', '2026-12-31'],
] as const)
  test(`the month of ${day} ends on ${month}, its year on ${year}`, () =>
    assert.deepEqual([isoOf(lastOfMonth(dayOf(day))), isoOf(lastOfYear(dayOf(day)))], [month, year]))

for (const [texts, sum] of [
  [['3y,6m', '4y'], '7y,6m'],
  [['7m', '7m'], '1y,2m'],
  [['1y', '-3m'], '9m'],
  [['-5m', '-10m'], '-1y,-3m'],
  [['12m'], '1y'],
  [['15d', '4m', '-15d'], '4m'],
  [['6m', '-6m'], '0d'],
] as const)
  test(`${texts.join(' and ')} together are ${sum}`, () => assert.equal(sumOf(texts.map((text) => ({ text, times: 1 }))), sum))

test('a period is multiplied by its count', () =>
  assert.equal(sumOf([{ text: '1y', times: 1 }, { text: '6m,1d', times: 3 }]), '2y,6m,3d')) // oxfmt-ignore
