import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { feesIql, isMonth, lastOf, yearFrom } from './query.ts'

for (const [month, last] of [
  ['2024-02', '2024-02-29'],
  ['2026-02', '2026-02-28'],
  ['2026-12', '2026-12-31'],
] as const)
  test(`the last day of ${month} is ${last}`, () => assert.equal(lastOf(month), last))

const all = { month: '', decision: '', which: '', from: '2026-11-01', to: '2027-10-31' }
for (const more of [{}, { month: 'late' }, { month: '2026-12' }, { decision: 'ABANDON' }, { which: 'all', decision: 'PAY' }])
  test(`${JSON.stringify(more)} is a query`, () => assert.ok(parseIql(feesIql({ ...all, ...more })).where))

test('an invalid month in an address is ignored', () => assert.deepEqual(['2026-13', "2026-1' OR", '2026-01'].map(isMonth), [false, false, true]))

for (const [today, from, to] of [
  ['2026-11-21', '2026-11-01', '2027-10-31'],
  ['2026-01-31', '2026-01-01', '2026-12-31'],
  ['2027-03-01', '2027-03-01', '2028-02-29'],
] as const)
  test(`on ${today} the list covers ${from} to ${to}`, () => assert.deepEqual(yearFrom(today), { from, to }))
