import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessesOf, accessIn, withAccess } from './field-access.ts'

const grant = (verbs: string[], hidden_fields: string[] = [], read_only_fields: string[] = []) => ({ verbs, hidden_fields, read_only_fields })
const [title, total] = [
  { code: 'title', label: 'Title', masked: false, changeable: true },
  { code: 'total', label: 'Total', masked: false, changeable: false },
]
const [seeing, writing, all] = [['get', 'search', 'count'], ['get', 'update'], ['*']]

for (const [what, given, field, expected] of [
  ['a role without a writing verb', grant(seeing), title, 'read'],
  ['a role that changes records', grant(writing), title, 'write'],
  ['a role with every verb', grant(all), title, 'write'],
  ['a computed field', grant(all), total, 'read'],
  ['a hidden field', grant(writing, ['title']), title, 'hidden'],
  ['a read-only field', grant(writing, [], ['title']), title, 'read'],
] as const)
  test(`[6.03] the editor shows the access of ${what} as “${expected}”`, () => {
    assert.equal(accessIn(given, field), expected)
    assert.equal(accessesOf(given, field).includes('write'), expected !== 'read' || given.read_only_fields.length > 0)
  })

test('[6.03] a field is hidden, read or changed by exactly one list', () => {
  assert.deepEqual(withAccess(grant(writing, ['title']), title, 'read'), { hidden_fields: [], read_only_fields: ['title'] })
  assert.deepEqual(withAccess(grant(writing, [], ['title']), title, 'write'), { hidden_fields: [], read_only_fields: [] })
  assert.deepEqual(withAccess(grant(writing, [], ['title']), title, 'hidden'), { hidden_fields: ['title'], read_only_fields: [] })
  assert.deepEqual(withAccess(grant(seeing, ['title']), title, 'read'), { hidden_fields: [], read_only_fields: [] })
})
