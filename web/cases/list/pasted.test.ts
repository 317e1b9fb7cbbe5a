import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valuesIn } from './pasted.ts'

for (const [what, text, values] of [
  ['a column of a spreadsheet', 'CN202310123456.6\r\nUS10000000B2\n', ['CN202310123456.6', 'US10000000B2']],
  ['a row of a spreadsheet', '202310123456.6\t202310123457.0', ['202310123456.6', '202310123457.0']],
  ['thousands commas belong to the number', 'US 6,285,999; US 17/123,456', ['US 6,285,999', 'US 17/123,456']],
  ['commas between numbers part them', '202310123456.6,202310123457.0', ['202310123456.6', '202310123457.0']],
  ['the same number twice counts once', 'A1\nA1\n\n  \n', ['A1']],
  ['quotes of an export go', '"CN1", “CN2”、CN3', ['CN1', 'CN2', 'CN3']],
] as const)
  test(`[5.19] ${what}`, () => assert.deepEqual(valuesIn(text), values))
