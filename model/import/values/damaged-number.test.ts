import assert from 'node:assert/strict'
import { test } from 'node:test'
import { damagedNumber } from './damaged-number.ts'

for (const [text, isDamaged] of [
  ['2.02110123457E+11', true],
  ['2E11', true],
  ['2.0E+111', false],
  ['123456.78', true],
  ['12345.67', false],
  ['2021101234567.89', true],
  ['20211012345678.90', false],
  ['202110123456.7', false],
  ['202110123456.X', false],
  ['17/123,456', false],
] as const)
  test(`${text} is ${isDamaged ? 'a number that a spreadsheet has damaged' : 'left as it is'}`, () =>
    assert.equal(damagedNumber(text) !== undefined, isDamaged))
