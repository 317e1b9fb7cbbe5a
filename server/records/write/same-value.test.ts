import { test } from 'node:test'
import assert from 'node:assert/strict'
import { sameValue } from './same-value.ts'

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
