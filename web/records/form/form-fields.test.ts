import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField } from '../../../model/kit/wire.ts'
import { changesOf, fieldOfFault, hasPlace, isSame } from './form-fields.ts'

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

const secret: WireField = {
  ...{ code: 'client_secret', label: 'S', zh: 'S', en: 'S', type: 'string', required: false, searchable: false, sortable: false, editable: true },
  ...{ settable: true, list: false, unique: false, importable: false, exportable: false, secret: true, applies_to: { protocol: ['OIDC'] } },
}

for (const [protocol, is_set, expected] of [
  ['OIDC', false, true],
  ['SAML', false, false],
  ['SAML', true, true],
] as const) {
  test(`a secret of OIDC ${is_set ? 'that is kept' : 'that is not kept'} ${expected ? 'has' : 'has no'} place in a record of ${protocol}`, () =>
    assert.equal(hasPlace(secret, { protocol }, { client_secret: { is_set } }), expected))
}

for (const [said, expected] of [
  [null, false],
  ['CN 202510123456.4 2025-01-10', true],
] as const)
  test(`what only imports fill ${expected ? 'has a place where it has a value' : 'has none in an empty form'}`, () => {
    const { secret: _, applies_to: __, ...plain } = secret
    assert.equal(hasPlace({ ...plain, code: 'said', only_filled: true }, { said }, { said }), expected)
  })
