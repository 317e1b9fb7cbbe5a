// A price is a base and its units; each is tested at its limits, with rows written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeeFacts } from '../facts.ts'
import { priceOf } from './price.ts'
import { type FeeRow, isWithinYears, schedulesOf } from './schedule.ts'

const ROW: FeeRow = {
  fee_code: 'X', office: 'CN', right_type: 'ALL', zh: '费', en: 'Fee', from_date: '2020-01-01', to_date: null, currency: 'CNY', base: '900', per_unit: '150', unit: 'CLAIM', free_units: 10,
  unit_to: null, year_from: null, year_to: null, entity: '', reducible: false, source: 'test', legal_basis: 'test', certainty: 'SURE', version: '1',
} // oxfmt-ignore

const priced = (facts: Partial<FeeFacts>, ...rows: Partial<FeeRow>[]) => {
  const { amount, certainty } = priceOf('X', { ...facts, country: 'CN' }, '2026-03-10', {
    schedules: schedulesOf(rows.map((row) => ({ ...ROW, ...row }))),
  })
  return [amount, certainty]
}

for (const [claims_count, amount] of [
  [1, '900.00'],
  [10, '900.00'],
  [11, '1050.00'],
  [12, '1200.00'],
] as const)
  test(`${claims_count} claims, ten of them free, cost ${amount}`, () => assert.deepEqual(priced({ claims_count }, {}), [amount, 'SURE']))

for (const [claims_count, amount] of [
  [15, '1150.00'],
  [16, '1250.00'],
  [17, '1350.00'],
] as const)
  test(`${claims_count} claims in two bands, the first to the fifteenth, cost ${amount}`, () =>
    assert.deepEqual(priced({ claims_count }, { per_unit: '50', unit_to: 15 }, { base: '0', per_unit: '100', free_units: 15 }), [amount, 'SURE']))

test('a number of units that is not known leaves the base alone, to be checked', () => {
  assert.deepEqual(priced({}, {}), ['900.00', 'CHECK'])
  assert.deepEqual(priced({}, { unit: '' }), ['900.00', 'SURE'])
})

test('a price of another time is to be checked', () =>
  assert.deepEqual(priced({ claims_count: 1 }, { from_date: '2027-01-01' }), ['900.00', 'CHECK']))

for (const [year, isWithin] of [
  [3, false],
  [3.5, true],
  [4, true],
  [6, true],
  [6.5, false],
] as const)
  test(`year ${year} is ${isWithin ? '' : 'not '}within the years 4 to 6`, () =>
    assert.equal(isWithinYears(year, { year_from: 4, year_to: 6 }), isWithin))
