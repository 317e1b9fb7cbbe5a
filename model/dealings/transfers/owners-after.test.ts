import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Owner, ownersAfter } from './owners-after.ts'

const owners = (text: string): Owner[] =>
  text === '' ? [] : text.split(' ').map((one) => ({ applicant_sid: one.split(':')[0] ?? '', share_pct: one.split(':')[1] ?? null }))
const written = (list: readonly Owner[]) =>
  list.map(({ applicant_sid, share_pct }) => (share_pct ? `${applicant_sid}:${share_pct}` : applicant_sid)).join(' ')

for (const [why, before, from, to, after] of [
  ['a single owner gives all', 'a', 'a', 'x', 'x'],
  ['shares of the assignees are kept', 'a', 'a', 'x:60.00 y:40.00', 'x:60.00 y:40.00'],
  ['a co-owner who assigns nothing stays', 'a b', 'a', 'x', 'b x'],
  ['a share is divided among the assignees', 'a:60.00 b:40.00', 'a', 'x:50.00 y:50.00', 'b:40.00 x:30.00 y:30.00'],
  ['what rounding leaves goes to the last', 'a:10.01 b:89.99', 'a', 'x:33.33 y:33.33 z:33.34', 'b:89.99 x:3.33 y:3.33 z:3.35'],
  ['without all shares none is known', 'a:60.00 b', 'a', 'x:100.00', 'b x'],
  ['a co-owner acquires the share of the other', 'a:60.00 b:40.00', 'a', 'b:100.00', 'b:100.00'],
  ['a right without owners on record', '', 'a', 'x', 'x'],
] as const)
  test(`[1.09] after a transfer, ${why}`, () => assert.equal(written(ownersAfter(owners(before), from.split(' '), owners(to))), after))
