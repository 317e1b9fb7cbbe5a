import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, fieldOfFault, isSame } from './form-fields.ts'

for (const [a, b, expected] of [
  [null, '', true],
  [undefined, [], true],
  [{ sid: '1', name: 'A' }, '1', true],
  [{ sid: '1', name: 'A' }, { sid: '1', name: 'renamed' }, true],
  [{ sid: '1', name: 'A' }, { sid: '2', name: 'A' }, false],
  ['10.00', '10', false],
  [false, null, false],
  [0, null, false],
  [[{ inventor: { sid: '1', name: 'A' }, ratio: '50' }], [{ inventor: '1', ratio: '50' }], true],
  [['a', 'b'], ['b', 'a'], false],
] as const) {
  test(`${JSON.stringify(a)} and ${JSON.stringify(b)} are ${expected ? 'the same' : 'different'}`, () => assert.equal(isSame(a, b), expected))
}

test('a save contains only the changes', () => {
  assert.deepEqual(changesOf({ a: 1, b: null, c: 'x' }, { a: 1, b: '', c: 'y' }), { c: 'y' })
})

test('a fault in a row is shown at the field that contains the rows', () => {
  assert.deepEqual(['inventors[0].ratio', 'inventors.0.ratio', 'title'].map(fieldOfFault), ['inventors', 'inventors', 'title'])
})
