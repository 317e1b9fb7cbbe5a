import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingFrom } from './password-rule.ts'

for (const [password, missing] of [
  ['abc12345', []],
  ['abc!!!!!', []],
  ['1234567!', []],
  ['a1', ['length']],
  ['abcdefgh', ['kinds']],
  ['abcdefgh123456789', ['length']],
  ['abc 12345', ['spaces']],
  ['', ['length', 'kinds']],
] as const) {
  test(`[5.02] “${password}” lacks ${missing.join(', ') || 'nothing'}`, () => assert.deepEqual(missingFrom(password), missing))
}
