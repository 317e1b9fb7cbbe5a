import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../kit/iql/parse.ts'
import { addDecimals, divideDecimal } from './decimals.ts'
import { allIql, daysOf, groupIql, groupsIql } from './group-condition.ts'

for (const [period, first, last] of [
  ['2024', '2024-01-01', '2024-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2023-Q1', '2023-01-01', '2023-03-31'],
  ['2023-Q4', '2023-10-01', '2023-12-31'],
] as const)
  test(`${period} is ${first} to ${last}`, () => assert.deepEqual(daysOf(period), { first, last }))

for (const [path, type, value, iql] of [
  ['country', 'option', 'CN', 'country IN ("CN")'],
  ['title', 'string', 'a "b" \\', 'title IN ("a ""b"" \\\\")'],
  ['country', 'option', null, 'country IS EMPTY'],
  ['valid', 'boolean', 'false', 'valid = FALSE'],
  ['claims_count', 'integer', '12', 'claims_count = 12'],
  ['filing_date:month', 'date', '2024-02', "filing_date BETWEEN '2024-02-01' AND '2024-02-29'"],
  ['filing_date:year', 'date', null, 'filing_date IS EMPTY'],
] as const)
  test(`the records of ${path} ${value}`, () => {
    assert.equal(groupIql({ path, type }, value), iql)
    parseIql(iql)
  })

test('several groups are one condition, which parses as a part of another', () => {
  assert.equal(groupsIql({ path: 'country', type: 'option' }, ['CN', null, 'US']), 'country IN ("CN", "US") OR country IS EMPTY')
  const iql = allIql("title = 'a' OR title = 'b'", `NOT (${groupsIql({ path: 'd:year', type: 'date' }, ['2020', '2021'])})`, '', null)
  assert.equal(parseIql(iql).where?.kind, 'and')
})

for (const [texts, sum] of [
  [[], '0'],
  [['0.1', '0.2'], '0.3'],
  [['-1.50', '1'], '-0.50'],
  [['99999999999999999999.01', '0.99'], '100000000000000000000.00'],
] as const)
  test(`the sum of ${texts.join(', ') || 'nothing'} is ${sum}`, () => assert.equal(addDecimals(texts), sum))

for (const [text, by, decimals, quotient] of [
  ['300.35', 3, 2, '100.12'],
  ['1', 3, 2, '0.33'],
  ['2', 3, 0, '1'],
  ['-1', 2, 0, '-1'],
  ['0.05', 2, 2, '0.03'],
] as const)
  test(`${text} by ${by} is ${quotient}`, () => assert.equal(divideDecimal(text, by, decimals), quotient))
