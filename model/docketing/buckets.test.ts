import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../kit/iql/parse.ts'
import { BUCKETS, bucketIql } from './buckets.ts'

for (const bucket of BUCKETS)
  for (const due of ['official', 'internal'] as const)
    test(`the ${due} bucket “${bucket}” is a query`, () => assert.ok(parseIql(bucketIql(bucket, due)).where))

test('the extension decides whether an extended deadline is overdue', () => {
  assert.equal(
    bucketIql('overdue', 'official'),
    "status = 'OPEN' AND kind != 'MONITOR' AND (extended_due < today() OR extended_due IS EMPTY AND official_due < today())",
  )
})

test('a deadline missed too long ago to be restored is in no bucket', () => {
  assert.equal(bucketIql('missed', 'official'), `status = 'MISSED' AND official_due >= today("-2y")`)
})
