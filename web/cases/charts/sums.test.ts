import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText, sumsOf } from './sums.ts'

test('sums are exact, one for each currency, including the surcharge', () => {
  const rows = [
    { currency: 'JPY', count: 1, amount: '10400', surcharge: '0' },
    { currency: 'CNY', count: 2, amount: '0.10', surcharge: '0.20' },
    { currency: 'CNY', count: 1, amount: '1200.00', surcharge: '60.00' },
  ]
  assert.deepEqual(sumsOf(rows), [
    { currency: 'CNY', count: 3, amount: '1260.30' },
    { currency: 'JPY', count: 1, amount: '10400' },
  ])
})

test('an amount is shown with its currency', () => assert.equal(amountText({ currency: 'CNY', amount: '1260.30' }), 'CNY 1,260.30'))
