import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differing } from './differing.ts'

const row = (key: string, ...cells: string[][]) => ({ key, label: key, group: '', cells })

test('rows in which one role differs from another remain, an empty cell included', () =>
  assert.deepEqual(
    differing([
      row('same', ['View'], ['View']),
      row('more', ['View'], ['View', 'All']),
      row('none', [], ['View']),
      row('third', ['a'], ['a'], ['b']),
    ]).map(({ key }) => key),
    ['more', 'none', 'third'],
  ))

test('a single role differs from none', () => assert.deepEqual(differing([row('one', ['View'])]), []))
