import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireField } from '../../model/kit/wire/wire.ts'
import { templateOf } from './template.ts'

const field = (label: string, more: Partial<WireField> = {}) => ({ code: label, label, importable: true, editable: true, ...more }) as WireField // what the template reads

test('the headings of a template: what is required first, nothing that cannot be imported or given', () => {
  const fields = [
    field('简称'),
    field('公司名称', { required: true }),
    field('路径', { importable: false }),
    field('所属公司', { editable: false, settable: false }),
    field('代码', { required: true, editable: false, settable: true }),
    field('a, "b"'),
  ]
  assert.equal(templateOf({ fields }), '公司名称,代码,简称,"a, ""b"""')
})
