import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchWay, modesOf, valueAfter } from './batch-modes.ts'

const A = { sid: 'a', name: 'A' }
const B = { sid: 'b', name: 'B' }

for (const [way, before, given, after] of [
  [{ mode: 'SET' }, 'old', 'new', 'new'],
  [{ mode: 'CLEAR' }, 'old', 'new', null],
  [{ mode: 'APPEND' }, 'old', ' new', 'old new'],
  [{ mode: 'APPEND' }, null, 'new', 'new'],
  [{ mode: 'REPLACE', find: 'o' }, 'foo', 'a', 'faa'],
  [{ mode: 'REPLACE', find: '.' }, 'a.b', '-', 'a-b'],
  [{ mode: 'REPLACE', find: 'foo' }, 'foo', null, null],
  [{ mode: 'REPLACE', find: 'x' }, 'foo', 'a', 'foo'],
  [{ mode: 'APPEND' }, ['x'], ['y', 'x'], ['x', 'y']],
  [{ mode: 'APPEND' }, null, ['y'], ['y']],
  [{ mode: 'REPLACE', find: 'x' }, ['x', 'z'], ['y'], ['y', 'z']],
  [{ mode: 'REPLACE', find: 'x' }, ['x', 'y'], ['y'], ['y']],
  [{ mode: 'REPLACE', find: ['x'] }, ['x', 'y'], null, ['y']],
  [{ mode: 'APPEND' }, ['a'], [B], ['a', B]],
  [{ mode: 'APPEND' }, [A], [A, B], [A, B]],
  [{ mode: 'REPLACE', find: A }, ['a', 'c'], [B], [B, 'c']],
] as readonly [BatchWay, unknown, unknown, unknown][])
  test(`${JSON.stringify(way)} of ${JSON.stringify(before)} with ${JSON.stringify(given)}`, () =>
    assert.deepEqual(valueAfter(way, before, given), after))

test('only texts and lists are appended to', () => {
  assert.deepEqual([modesOf('text').length, modesOf('references').length, modesOf('date')], [4, 4, ['SET', 'CLEAR']])
})
