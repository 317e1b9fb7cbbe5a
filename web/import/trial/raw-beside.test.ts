import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rawBeside } from './raw-beside.ts'

const FIELDS = ['application_no', 'inventors', 'priority_no', 'priority_date', null]
const CELLS = ['CN202310123456.6', '张三、李四', 'US 63/456,789', '2024-10-08', '其他']

for (const [code, value, raw] of [
  ['application_no', '202310123456.6', 'CN202310123456.6'],
  ['application_no', 'CN202310123456.6', ''],
  ['inventors', '张三\n李四', ''],
  ['priority', 'US 63/456,789 2024-10-08', ''],
  ['priority', 'WO PCT/CN2024/000001 2024-10-08', 'US 63/456,789 | 2024-10-08'],
  ['status', '已受理', ''],
] as const)
  test(`${code} stored as ${JSON.stringify(value)} is shown with ${raw || 'nothing'} as its raw value`, () =>
    assert.equal(rawBeside(value, CELLS, FIELDS, code), raw))
