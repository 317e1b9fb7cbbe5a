import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedAt, NO_MARK, toggled } from './marking.ts'
import { readable } from './readable.ts'

const rows = [...'abc'].map((sid) => ({ sid }))

for (const [what, mark, at] of [
  ['no mark', NO_MARK, -1],
  ['a record that moved up', { sid: 'a', at: 2 }, 0],
  ['a record that left the list', { sid: 'gone', at: 1 }, 1],
  ['a record that left from the end of the list', { sid: 'gone', at: 3 }, -1],
] as const)
  test(`the mark of ${what} is on row ${at}`, () => assert.equal(markedAt(mark, rows), at))

test('the same action selects and deselects a row', () => {
  assert.deepEqual(toggled(['a'], 'b'), ['a', 'b'])
  assert.deepEqual(toggled(['a', 'b'], 'a'), ['b'])
})

test('a hidden field is not asked for, nor what is read through it', () => {
  const schema = { fields: [{ code: 'name' }, { code: 'case_sid' }] }
  assert.deepEqual(readable(schema, ['sid', 'name', 'internal_due', 'case_sid.country', 'owner_sid.name']), ['sid', 'name', 'case_sid.country'])
  assert.deepEqual(readable(undefined, ['sid', 'internal_due']), ['sid', 'internal_due'])
})
