import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { groupOf, iqlOfGroup, opsOf } from './conditions.ts'

const field = (code: string, type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  ...{
    code,
    type,
    label: code,
    zh: code,
    en: code,
    required: false,
    searchable: true,
    sortable: true,
    editable: true,
    settable: true,
    list: true,
    unique: false,
    importable: true,
    exportable: true,
  },
  ...more,
})
const FIELDS = [
  ...[field('title', 'string'), field('status', 'option'), field('filing_date', 'date'), field('claims_count', 'integer')],
  ...[field('open_license', 'boolean'), field('owner_sid', 'reference', { to: 'user_info' })],
]
const schema = { fields: FIELDS } as WireSchema // the rest of a schema is not read

for (const iql of [
  'title CONTAINS "hinge"',
  'title CONTAINS "say ""when""" AND status IN ("OA", "SE")',
  'status NOT IN ("GRANTED") AND (claims_count >= 10 OR title IS NOT EMPTY)',
  'filing_date BETWEEN "2020-01-01" AND "2020-12-31"',
  'filing_date BETWEEN today() AND today("30d") ORDER BY filing_date DESC',
  'filing_date BETWEEN today("-12m") AND today()',
  'owner_sid = me() AND open_license = TRUE',
  'claims_count != 3 OR claims_count BETWEEN 5 AND 7',
]) {
  test(`rows and text are equivalent: ${iql}`, () => {
    const group = groupOf(iql, schema)
    assert.ok(group)
    assert.equal(iqlOfGroup(group, schema, iql), iql)
  })
}

for (const iql of [
  'NOT title = "x"',
  'owner_sid.name = "x"',
  'filing_date >= today("-1d")',
  'title = ',
  'nothing = 1',
  'filing_date BETWEEN today("1d") AND today("2d")',
])
  test(`a query that rows cannot express stays text: ${iql}`, () => assert.equal(groupOf(iql, schema), null))

test('a single choice is a list of one', () =>
  assert.deepEqual(groupOf("status = 'OA'", schema), { join: 'and', of: [{ field: 'status', op: 'in', values: ['OA'] }] }))

test('an incomplete row has no condition', () =>
  assert.equal(
    iqlOfGroup(
      {
        join: 'and',
        of: [
          { field: 'title', op: 'has', values: [''] },
          { field: 'status', op: 'empty', values: [] },
        ],
      },
      schema,
      '',
    ),
    'status IS EMPTY',
  ))

test('each kind of field has its operators; a person field starts with the user', () => {
  assert.equal(opsOf(FIELDS.at(-1))[0], 'me')
  assert.deepEqual(opsOf(field('x', 'json')), [])
})
