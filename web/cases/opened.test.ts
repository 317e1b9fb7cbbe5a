import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOpened, MAX_OPENED, withOpened } from './opened.ts'

const sid = (n: number) => `01a1fdad-e926-7e1c-bc72-${String(n).padStart(12, '0')}`

test('the last opened case comes first, and occurs once', () => assert.deepEqual(withOpened([sid(1), sid(2)], sid(2)), [sid(2), sid(1)]))

test('the oldest case is dropped', () => {
  const all = Array.from({ length: 30 }, (_, n) => n).reduce<string[]>((before, n) => withOpened(before, sid(n)), [])
  assert.deepEqual([all.length, all[0], all.at(-1)], [MAX_OPENED, sid(29), sid(20)])
})

test('an entry that is not a case is left out of the query', () => {
  assert.deepEqual(asOpened([sid(1), "x') OR 1=1", 7, null]), [sid(1)])
  assert.deepEqual(asOpened({ length: 3 }), [])
})
