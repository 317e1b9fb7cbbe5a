import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allResults } from './all-results.ts'

for (const [iql, asked] of [['', 'ORDER BY created_at'], [undefined, 'ORDER BY created_at'], ["country = 'CN'", "country = 'CN'"]] as const)
  test(`the check of a batch edit of all results of the list ${JSON.stringify(iql) ?? 'without a query'} asks for ${asked}`, () =>
    assert.equal(allResults(iql), asked)) // oxfmt-ignore
