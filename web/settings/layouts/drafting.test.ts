import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { draftOf, mayHide, mayRequire, moveField, moveGroup, removeGroup, startOf } from './drafting.ts'

const field = (code: string, more: Partial<WireField> = {}) => ({ code, label: code, type: 'string', required: false, editable: true, settable: true, ...more }) as WireField // oxfmt-ignore
const schema = {
  groups: [{ code: 'base', label: 'Base' }],
  fields: [
    field('sid'),
    field('title', { group: 'base', required: true }),
    field('note', { group: 'base' }),
    field('remark'),
    field('facts', { type: 'json' }),
  ],
} as unknown as WireSchema // as far as the designer reads it
const LAST = { zh: '记录', en: 'Record' }
const codes = (layout: ReturnType<typeof startOf>) => layout.groups.map(({ fields }) => fields.map(({ code }) => code).join())

test('a design starts as the model arranges its fields', () => {
  const start = startOf(schema, LAST)
  assert.deepEqual(start.groups.map(({ code, zh }) => code ?? zh), ['base', '记录']) // oxfmt-ignore
  assert.deepEqual(codes(start), ['title,note', 'remark'])
})

test('a stored design keeps its order and what this person does not read, and takes new fields at the end of their group', () => {
  const stored = { groups: [{ code: 'base', fields: [{ code: 'gone' }, { code: 'note', required: true }] }], hidden: ['remark', 'gone'] }
  const draft = draftOf(stored, schema, LAST)
  assert.deepEqual([codes(draft), draft.hidden], [['gone,note,title'], ['remark', 'gone']])
})

test('fields and groups move, and a removed group leaves its fields', () => {
  const start = startOf(schema, LAST)
  assert.deepEqual(codes(moveField(start, 'remark', { group: 0, at: 1 })), ['title,remark,note', ''])
  const hidden = moveField(start, 'note', { group: 'hidden', at: 0 })
  assert.deepEqual([codes(hidden), hidden.hidden], [['title', 'remark'], ['note']])
  assert.deepEqual(codes(moveField(hidden, 'note', { group: 1, at: 1 })), ['title', 'remark,note'])
  assert.deepEqual(codes(moveGroup(start, 1, 0)), ['remark', 'title,note'])
  assert.deepEqual(codes(removeGroup(start, 1)), ['title,note,remark'])
  assert.deepEqual(codes(removeGroup(start, 0)), ['title,note,remark'])
})

test('a required field is not hidden, and one that the product fills in is not required', () => {
  assert.deepEqual(
    [mayHide(field('a', { required: true })), mayHide(field('a', { required: true, auto_number: true })), mayHide(field('a'))],
    [false, true, true],
  )
  assert.deepEqual([mayRequire(field('a', { computed: true }), schema), mayRequire(field('a'), schema)], [false, true])
})
