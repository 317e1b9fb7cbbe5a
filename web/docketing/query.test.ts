import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { BUCKETS } from '../../model/docketing/buckets.ts'
import { bucketOf, dueOf, inOrder, narrowing, onDay } from './query.ts'

test('an invalid bucket, date or office in an address falls back to the default', () => {
  assert.deepEqual([bucketOf('nonsense', []), bucketOf('overdue', []), dueOf('x'), narrowing("X' OR 1=1", "C'")], ['week', 'overdue', 'official', ''])
})

for (const [there, first] of [
  ['missed overdue week', 'overdue'],
  ['missed month', 'month'],
  ['missed all', 'week'],
] as const) {
  test(`with rows in ${there}, the list opens with ${first}`, () => {
    const buckets = BUCKETS.map((code) => ({ code, total: there.split(' ').includes(code) ? 3 : 0 }))
    assert.equal(bucketOf('', buckets), first)
  })
}

test('kind and office both limit the rows', () => assert.equal(narrowing('ANNUITY', 'CN'), "kind = 'ANNUITY' AND case_sid.country = 'CN'"))

test('the calendar of some kinds of case has their deadlines alone', () =>
  assert.equal(narrowing('', '', "dispute,risk,X' OR"), "case_sid.kind IN ('dispute', 'risk')"))

for (const due of ['official', 'internal'] as const)
  test(`the ${due} deadlines of one day are a query`, () =>
    assert.ok(parseIql(inOrder(onDay("status = 'OPEN'", '2026-02-24', due), 'all', due).iql).where))

test('of the missed deadlines, the latest stands first', () =>
  assert.match(inOrder("status = 'MISSED'", 'missed', 'official').iql, /ORDER BY final_due DESC/))
