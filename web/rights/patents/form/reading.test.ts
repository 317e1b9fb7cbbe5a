import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumber } from './reading.ts'

test('a wrong check digit is reported with the correct one', () => {
  const reading = readNumber('202310123456.1', 'application_no', 'CN')
  const fault = reading?.faults.find(({ level }) => level === 'error')
  assert.ok(fault?.expected)
  assert.deepEqual(readNumber(fault.expected, 'application_no', 'CN')?.faults, [])
})

test('the office of the record decides how bare digits are read', () => assert.equal(readNumber('17/123,456', 'application_no', 'US')?.office, 'US'))
test('a PCT number is recognised for any country', () => assert.equal(readNumber('PCT/CN2023/123456', 'pct_no', 'US')?.office, 'WO'))
test('a text that is too short is not recognised', () => assert.equal(readNumber('CN1', 'application_no', 'CN'), null))
