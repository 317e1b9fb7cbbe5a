import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BesideGap, isBesideFacts } from './beside-facts.ts'

test('a finding that needs more than the facts of its case must be listed, or it does not compile', () => {
  const listed: BesideGap = { code: 'NO_PRICE', zh: '没有费用标准', en: 'No fee schedule' }
  // @ts-expect-error not among them
  const other: BesideGap = { code: 'NOT_LISTED', zh: '其他', en: 'Another' }
  assert.deepEqual([isBesideFacts(listed.code), isBesideFacts(other.code), isBesideFacts('MISSING_GRANT_DATE')], [true, false, false])
})
