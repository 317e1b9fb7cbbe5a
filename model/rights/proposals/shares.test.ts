import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBy } from './shares.ts'

const of = (...shares: [string, string | null][]) => shares.map(([inventor_sid, contribution_pct]) => ({ inventor_sid, contribution_pct }))
const shown = (...proposals: ReturnType<typeof of>[]) =>
  sharedBy(proposals).map(({ inventor_sid, contribution_pct }) => `${inventor_sid} ${contribution_pct}`)

for (const [why, proposals, expected] of [
  ['one proposal keeps its shares', [of(['a', '70.00'], ['b', '30.00'])], ['a 70.00', 'b 30.00']],
  ['two proposals count the same', [of(['a', '100.00']), of(['b', '60.00'], ['c', '40.00'])], ['a 50.00', 'b 30.00', 'c 20.00']],
  ['a person of both is named once', [of(['a', '50.00'], ['b', '50.00']), of(['a', '100.00'])], ['a 75.00', 'b 25.00']],
  ['three proposals leave no rest', [of(['a', '100.00']), of(['b', '100.00']), of(['c', '100.00'])], ['a 33.34', 'b 33.33', 'c 33.33']],
  ['unstated shares are equal', [of(['a', null], ['b', null], ['c', null])], ['a 33.34', 'b 33.33', 'c 33.33']],
  ['nobody has nothing', [of()], []],
] as const)
  test(`[5.20] shares of inventors: ${why}`, () => assert.deepEqual(shown(...proposals), expected))
