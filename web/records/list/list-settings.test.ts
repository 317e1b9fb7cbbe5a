import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { MAX_COLUMNS } from '../../../model/settings/layouts/list-layout.ts'
import { inOrder, moveColumn, settingsOf, toggleColumn, widthWithin } from './list-settings.ts'

const fields = Array.from({ length: 30 }, (_, at): WireField => {
  const code = `f${at}`
  return {
    ...{ code, label: code, zh: code, en: code, type: 'string', required: false, searchable: true, sortable: true, editable: true },
    ...{ settable: true, list: at < 25, unique: false, importable: true, exportable: true },
  }
})
const schema: WireSchema = { model: 'm', label: 'M', zh: 'M', en: 'M', display: ['f3'], display_first: false, fields, groups: [], actions: [] }
const codes = (columns: readonly { code: string }[]) => columns.map(({ code }) => code)

test('a list shows at most 20 columns, the display name first', () => {
  const { columns } = settingsOf(null, schema, 'zh')
  assert.equal(columns.length, MAX_COLUMNS)
  assert.equal(columns[0]?.code, 'f3')
})

test('a 21st column is refused', () => {
  const { columns } = settingsOf(null, schema, 'zh')
  assert.equal(toggleColumn(columns, 'f29').length, MAX_COLUMNS)
})

test('the last column cannot be removed', () => assert.deepEqual(codes(toggleColumn([{ code: 'f1' }], 'f1')), ['f1']))

test('unknown and duplicate columns are left out of saved settings', () => {
  const { columns } = settingsOf({ columns: [{ code: 'gone' }, { code: 'f2', width: 9 }, { code: 'f2' }] }, schema, 'zh')
  assert.deepEqual(columns, [{ code: 'f2', width: 64 }])
})

test('settings without a valid column fall back to the default', () => {
  assert.equal(settingsOf({ columns: [{ code: 'gone' }] }, schema, 'zh').columns.length, MAX_COLUMNS)
})

test('pinned columns come first', () => {
  assert.deepEqual(codes(inOrder([{ code: 'a' }, { code: 'b', pinned: true }, { code: 'c' }])), ['b', 'a', 'c'])
})

test('a column moves to its new place', () => {
  assert.deepEqual(codes(moveColumn([{ code: 'a' }, { code: 'b' }, { code: 'c' }], 'a', 2)), ['b', 'c', 'a'])
})

test('widths stay within limits', () => assert.deepEqual([widthWithin(1), widthWithin(100.4), widthWithin(9999)], [64, 100, 720]))

test('a list starts with the name in the language of the reader', () => {
  const named = { ...schema, display: ['no'], fields: ['no', 'name', 'name_en'].map((code) => ({ ...fields[0], code, list: true }) as WireField) } // as above
  assert.deepEqual(codes(settingsOf(null, named, 'zh').columns), ['no', 'name'])
  assert.deepEqual(codes(settingsOf(null, named, 'en').columns), ['no', 'name_en'])
})

test('a name with a code is shown in the language of the reader', () => {
  const listed = ['no', 'name', 'name_en', 'office'].map((code) => ({ ...fields[0], code, list: true }) as WireField) // as above
  const named = { ...schema, display: ['no', 'name'], fields: listed }
  assert.deepEqual(codes(settingsOf(null, named, 'zh').columns), ['no', 'name', 'office'])
  assert.deepEqual(codes(settingsOf(null, named, 'en').columns), ['no', 'name_en', 'office'])
})

test('a record with only a name is listed once, in the language of the reader', () => {
  const listed = ['name', 'name_en', 'code'].map((code) => ({ ...fields[0], code, list: true }) as WireField) // as above
  const named = { ...schema, display: ['name'], fields: listed }
  assert.deepEqual(codes(settingsOf(null, named, 'zh').columns), ['name', 'code'])
  assert.deepEqual(codes(settingsOf(null, named, 'en').columns), ['name', 'code'])
})
