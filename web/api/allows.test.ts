import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { allows, allowsOn, isBuiltIn, isFixed } from './allows.ts'

const schemaWith = (fixed: string[] | '*', ...allowed: string[]): WireSchema => ({
  model: 'role', label: '', zh: '', en: '', display: [], display_first: false, fields: [], groups: [], system: { flag: 'is_system', fixed },
  actions: ['update', 'delete', 'copy'].map((verb) => ({ verb, allowed: allowed.includes(verb) })),
}) // oxfmt-ignore
const schema = schemaWith(['code'], 'update', 'delete', 'copy')

for (const [title, of, record, expected] of [
  ['a record read whole says itself what may be done', schema, { abilities: { verbs: ['update'], actions: [] } }, ['update']],
  ['an action of the record is told with it', schema, { abilities: { verbs: [], actions: ['copy'] } }, ['copy']],
  ['a row of a list follows the model', schema, {}, ['update', 'delete', 'copy']],
  ['a built-in row is not deleted', schema, { is_system: true }, ['update', 'copy']],
  ['a built-in row of which all is fixed is not changed either', schemaWith('*', 'update', 'delete'), { is_system: true }, []],
  ['what the model refuses is refused for its rows', schemaWith(['code'], 'copy'), {}, ['copy']],
  ['abilities of another shape are none', schema, { abilities: 'all' }, ['update', 'delete', 'copy']],
] as const)
  test(title, () =>
    assert.deepEqual(
      ['update', 'delete', 'copy'].filter((verb) => allowsOn(of, record, verb)),
      expected,
    ),
  )

test('an unknown verb is refused; only the flag of the model makes a record built in', () => {
  assert.equal(allows(schema, 'fly'), false)
  assert.deepEqual([isBuiltIn(schema, { is_system: true }), isFixed(schema, { is_system: true })], [true, false])
  const { system: _, ...plain } = schema
  assert.equal(isBuiltIn(plain, { is_system: true }), false)
})
