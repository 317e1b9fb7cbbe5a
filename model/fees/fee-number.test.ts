import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feeNumbers } from './fee-number.ts'

test('a new fee of a case gets the next number; gaps are not filled', () => {
  const next = feeNumbers('P1', [{ fee_no: 'P1/2' }, { fee_no: 'P1/7' }, { fee_no: 'P12/9' }, { fee_no: 'own number' }, { fee_no: null }])
  assert.deepEqual([next(), next()], ['P1/8', 'P1/9'])
})

test('the first fee of a case has number 1', () => assert.equal(feeNumbers('P1', [])(), 'P1/1'))
