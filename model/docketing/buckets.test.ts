import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../kit/iql/parse.ts'
import { BUCKETS, bucketIql, byUrgency } from './buckets.ts'

for (const bucket of BUCKETS)
  for (const due of ['official', 'internal'] as const)
    test(`the ${due} bucket “${bucket}” is a query`, () => assert.ok(parseIql(bucketIql(bucket, due)).where))

test('the extension decides whether an extended deadline is overdue', () => {
  assert.match(bucketIql('overdue', 'official'), /\(extended_due < today\(\) OR extended_due IS EMPTY AND official_due < today\(\)\) AND NOT /)
})

test('each row of a query is either a deadline that soon loses a right or one of the others', () => {
  const { first, iql } = byUrgency(bucketIql('all', 'official'))
  const losing = /AND (kind IN .+) ORDER BY/.exec(first)?.[1]
  assert.ok(losing && iql.includes(`AND NOT (${losing}) ORDER BY`), `${first} | ${iql}`)
  for (const query of [first, iql]) assert.ok(parseIql(query).where)
})

test('a deadline whose last day has passed is missed, and in no other bucket of open deadlines', () => {
  assert.match(bucketIql('missed', 'official'), /status = 'OPEN' AND kind != 'MONITOR' AND manual = false AND final_due < today\(\)/)
  for (const bucket of ['overdue', 'week', 'all'] as const) assert.match(bucketIql(bucket, 'official'), /live_until >= today\(\)/)
})

test('a deadline missed too long ago to be restored is in no bucket', () => {
  assert.match(bucketIql('missed', 'official'), /status = 'MISSED' AND final_due BETWEEN today\("-2y"\)/)
})
