import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField, WireSchema, WireTransition } from '../../../model/kit/wire/wire.ts'
import { changesOf, fieldOfFault, fieldsAt, hasPlace, isSame, mustFillForAll } from './form-fields.ts'

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

const field = (code: string, applies_to?: WireField['applies_to']): WireField => {
  const { secret: _, applies_to: __, ...plain } = secret
  return { ...plain, code, ...(applies_to && { applies_to }) }
}
const schema = {
  fields: [field('day'), field('paper', { export_needed: ['true'] }), field('amount', { status: ['REQUESTED'] }), field('export_needed')],
  states: { field: 'status' },
} as unknown as WireSchema // what the step reads of it
const step = (more: Partial<WireTransition> = {}): WireTransition => ({ code: 'x', label: 'X', from: [], to: 'REQUESTED', fields: ['day', 'paper', 'amount'], required: ['day', 'paper'], ...more }) // oxfmt-ignore

for (const [what, record, transition, expected] of [
  ['without export papers', { status: 'OPEN', export_needed: false }, step(), ['day', 'amount']],
  ['with export papers', { status: 'OPEN', export_needed: true }, step(), ['day', 'paper', 'amount']],
  ['to another state', { status: 'OPEN', export_needed: false }, step({ to: 'OTHER' }), ['day']],
  ['to one of two states', { status: 'OPEN', export_needed: false }, step({ to: 'OTHER', until: 'REQUESTED' }), ['day', 'amount']],
  ['that asks whether papers are needed', { status: 'OPEN' }, step({ fields: ['export_needed'], required: ['paper'] }), ['paper', 'export_needed']],
  ['for which the day is known', { status: 'OPEN', day: '2026-01-01' }, step({ fields: [], required: ['day'] }), []],
] as const) // oxfmt-ignore
  test(`a step ${what} asks for ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(fieldsAt(schema, transition, record).map(({ code }) => code), [...expected])) // oxfmt-ignore

test('a step of many records requires of all what applies to all', () => {
  assert.deepEqual(schema.fields.filter((one) => mustFillForAll(step(), one, 'status')).map(({ code }) => code), ['day']) // oxfmt-ignore
})
