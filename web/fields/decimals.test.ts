import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareDecimals, groupDigits, splitEqually, sumOf } from './decimals.ts'

for (const [total, count, digits, shares] of [
  [100, 3, 2, ['33.34', '33.33', '33.33']],
  [100, 4, 2, ['25.00', '25.00', '25.00', '25.00']],
  [100, 7, 0, ['15', '15', '14', '14', '14', '14', '14']],
  [100, 0, 2, []],
] as const) {
  test(`[5.20] ${total} split between ${count}`, () => assert.deepEqual(splitEqually(total, count, digits), shares))
}

test('[5.20] shares always total exactly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 4 }),
      (count, digits) => compareDecimals(sumOf(splitEqually(100, count, digits), digits), '100') === 0,
    ),
  )
})

for (const [texts, digits, sum] of [
  [['0.1', '0.2'], 2, '0.30'],
  [['-1.5', '1'], 2, '-0.50'],
  [['12345678901234567.89', '0.11'], 2, '12345678901234568.00'],
  [['3', '4'], 0, '7'],
  [[], 2, '0.00'],
] as const) {
  test(`${texts.join(' + ') || 'nothing'} is ${sum}`, () => assert.equal(sumOf(texts, digits), sum))
}

test('thousands are grouped, decimals are not', () => assert.equal(groupDigits('-1234567.12345'), '-1,234,567.12345'))
