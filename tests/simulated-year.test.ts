// A year of a made-up company. `npm run simulate` lives ten.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS, simulate } from './simulation/simulate.ts'

const SHORT = 14

test('the completeness check is quiet at the end of each month, and finds every omission', async () => {
  const kinds = KINDS.filter((_, at) => at % 3 === 0)
  const { silences, cases, ...result } = await simulate({ months: SHORT, silences: kinds.length, kinds })
  assert.deepEqual(result.false, [])
  assert.deepEqual(silences.filter(({ found }) => !found).map(({ kind }) => kind), []) // oxfmt-ignore
  assert.deepEqual(silences.map(({ kind }) => kind).toSorted(), kinds.toSorted())
  assert.ok(cases > 40)
})
