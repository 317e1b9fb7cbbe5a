import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from './fill.ts'

for (const [facts, said] of [
  [{ count: 1 }, '1 row is left out'],
  [{ count: 2 }, '2 rows are left out'],
  [{ count: 0 }, '0 rows are left out'],
  [{ count: '1' }, '1 row is left out'],
  [{ count: '1,000' }, '1,000 rows are left out'],
] as const)
  test(`a count of ${facts.count} gives: ${said}`, () => assert.equal(fill('{{count}} {{count|row is|rows are}} left out', facts), said))

test('a placeholder without a value stays visible', () => assert.equal(fill('{{name}}', {}), '{{name}}'))

test('counts have thousands separators, years have none', () => {
  assert.equal(fill('{{count}} of {{total}} in {{year}}', { count: 1200, total: 1098204, year: 2026 }), '1,200 of 1,098,204 in 2026')
})
