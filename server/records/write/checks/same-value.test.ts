import { test } from 'node:test'
import assert from 'node:assert/strict'
import { date, rows, string } from '../../../../model/kit/fields.ts'
import { sameValue } from './same-value.ts'
import { comingDay } from '../values.ts'

const ROWS: readonly (readonly [unknown, unknown, boolean])[] = [
  ['a', 'a', true],
  [1, '1', false],
  [null, {}, false],
  [{ a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: undefined, b: 1 }, { a: 1, b: undefined }, false],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[{ a: 1 }], [{ a: 1 }], true],
  [[], {}, false],
  [[1], [1, 2], false],
  [Temporal.PlainDate.from('2026-01-02'), Temporal.PlainDate.from('2026-01-02'), true],
  [Temporal.PlainDate.from('2026-01-02'), Temporal.PlainDate.from('2026-01-03'), false],
]

for (const [one, other, same] of ROWS)
  test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are ${same ? 'the same' : 'different'} values`, () =>
    assert.deepEqual([sameValue(one, other), sameValue(other, one)], [same, same]))

const hearings = rows('庭审', 'Hearings', { held_on: date('日期', 'Held on', { past: true }), place: string('地点', 'Place', { max: 30 }) })
const old = { held_on: '2030-01-01', place: 'A' }
const done = { held_on: '2025-01-01', place: 'B' }
const TODAY = '2026-01-01'

for (const [what, now, before, words] of [
  ['a new row with a coming day is refused', [done, old], [done], 'row 2: Held on 2030-01-01 is in the future'],
  ['a row of a new record is refused', [old], undefined, 'row 1: Held on 2030-01-01 is in the future'],
  ['a row that was there before does not block another', [{ place: 'A', held_on: '2030-01-01' }, done], [old], undefined],
  ['a row keeps its place in the list or not', [done, old], [old], undefined],
  ['a row that changes is judged', [{ ...old, held_on: '2031-01-01' }], [old], 'row 1: Held on 2031-01-01 is in the future'],
] as const)
  test(`days of the past in rows: ${what}`, () => {
    assert.equal(comingDay(hearings, now, TODAY, before)?.[1], words)
  })
