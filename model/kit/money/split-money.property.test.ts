import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorOf, moneyText } from './money.ts'
import { equalShares, splitMoney } from './split-money.ts'

const CURRENCIES = ['CNY', 'JPY', 'KWD']
const hundredths = (text: string) => Math.round(Number(text) * 100)
const text = (share: number) => `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`

/** Percentages with two decimals that total exactly 100. */
const ratios = fc
  .array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 30 })
  .map((cuts) => [0, ...cuts.toSorted((one, other) => one - other), 10_000])
  .map((cuts) => cuts.slice(1).map((cut, at) => text(cut - (cuts[at] ?? 0))))

test('[1.08] no cent of an award is lost or made, whatever the contribution ratios', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), ratios, fc.constantFrom(...CURRENCIES), (minor, shares, currency) => {
      const parts = splitMoney(moneyText(minor, currency), shares, currency)
      assert.equal(
        parts.reduce((sum, part) => sum + minorOf(part, currency), 0n),
        minor,
      )
    }),
  )
})

test('[1.08] each share differs from its exact part by less than the smallest unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), ratios, (minor, shares) => {
      for (const [at, part] of splitMoney(moneyText(minor, 'CNY'), shares, 'CNY').entries()) {
        const exact = minor * BigInt(hundredths(shares[at] ?? '0'))
        const distance = minorOf(part, 'CNY') * 10_000n - exact
        assert.ok(distance < 10_000n && distance > -10_000n)
      }
    }),
  )
})

test('[1.08] equal contribution ratios total exactly 100, and differ by at most a hundredth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (count) => {
      const shares = equalShares(count).map(hundredths)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        10_000,
      )
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 1)
    }),
  )
})

test('the cents that are left go to the largest remainders, the first of equal ones first', () => {
  assert.deepEqual(splitMoney('100.00', ['33.34', '33.33', '33.33'], 'CNY'), ['33.34', '33.33', '33.33'])
  assert.deepEqual(splitMoney('0.02', ['33.34', '33.33', '33.33'], 'CNY'), ['0.01', '0.01', '0.00'])
  assert.deepEqual(splitMoney('1000', ['50', '25.01', '24.99'], 'JPY'), ['500', '250', '250'])
})
