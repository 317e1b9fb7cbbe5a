import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalsOf, minorOf, moneyText } from '../../kit/money/money.ts'
import { apartOf, inCurrency, perUnit, type Rate, rateOn } from './convert.ts'

const rate = (from: string, day: string, price: string, more: Partial<Rate> = {}): Rate => ({
  from,
  to: 'CNY',
  day,
  rate: price,
  per: 1,
  source: '虚构',
  ...more,
})
const USD = [rate('USD', '2026-01-05', '7.1'), rate('USD', '2026-03-02', '7.2'), rate('USD', '2024-01-05', '6.5')]

for (const [day, found] of [
  ['2026-01-04', undefined],
  ['2026-01-05', '7.1'],
  ['2026-03-01', '7.1'],
  ['2026-03-02', '7.2'],
  ['2027-03-02', '7.2'],
  ['2027-03-03', undefined],
  ['2025-01-05', '6.5'],
] as const)
  test(`the rate of ${day} is ${found ?? 'not known: the next is later, and one of more than a year before says nothing'}`, () => {
    assert.equal(rateOn(USD, { from: 'USD', to: 'CNY', day })?.rate, found)
  })

test('a pair that is not stated has no rate: none is inverted or crossed', () => {
  assert.equal(rateOn(USD, { from: 'CNY', to: 'USD', day: '2026-03-02' }), undefined)
  assert.equal(rateOn([...USD, rate('EUR', '2026-01-05', '8')], { from: 'USD', to: 'EUR', day: '2026-03-02' }), undefined)
})

for (const [price, per, one] of [
  ['7.1', 1, '7.1'],
  ['716.54', 100, '7.1654'],
  ['4.655', 100, '0.04655'],
  ['0.5', 10000, '0.00005'],
  ['100', 100, '1'],
  ['120', 10, '12'],
  ['12', 100, '0.12'],
] as const)
  test(`${price} for ${per} is ${one} for one`, () => assert.equal(perUnit({ rate: price, per }), one))

test('amounts are added in their own currency and converted once for each rate; those without a rate stand apart', () => {
  const amounts = [
    { currency: 'USD', amount: '0.01', day: '2026-03-02' },
    { currency: 'USD', amount: '0.01', day: '2026-04-01' },
    { currency: 'USD', amount: '100.00', day: '2026-02-01' },
    { currency: 'CNY', amount: '5.00', day: '2026-02-01' },
    { currency: 'JPY', amount: '1000', day: '2026-02-01' },
  ]
  const { total, own, converted, apart } = inCurrency(amounts, 'CNY', USD)
  assert.deepEqual(
    converted.map((line) => [line.amount, line.rate, line.rate_date, line.converted]),
    [
      ['100.00', '7.1', '2026-01-05', '710.00'],
      ['0.02', '7.2', '2026-03-02', '0.14'],
    ],
  )
  assert.deepEqual([total, own, apart], ['715.14', '5.00', [{ currency: 'JPY', amount: '1000' }]])
})

const CURRENCIES = ['CNY', 'USD', 'JPY', 'KWD']
const someDay = fc.integer({ min: 0, max: 800 }).map((days) => `${Temporal.PlainDate.from('2025-01-01').add({ days })}`)
const amounts = fc.array(
  fc
    .tuple(fc.constantFrom(...CURRENCIES), fc.bigInt({ min: -(10n ** 9n), max: 10n ** 12n }), someDay)
    .map(([currency, minor, day]) => ({ currency, amount: moneyText(minor, currency), day })),
  { maxLength: 40 },
)
const rates = fc.array(
  fc
    .tuple(fc.constantFrom('USD', 'JPY', 'KWD'), someDay, fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.constantFrom(1, 100))
    .map(([from, day, digits, per]) => rate(from, day, moneyText(digits, 'CLF'), { per })),
  { maxLength: 20 },
)
/** The smallest units of the amounts of one currency together. */
const total = (of: readonly { currency: string; amount: string }[], currency: string) =>
  of.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + minorOf(amount, currency), 0n)

test('no cent is lost or made: what is converted, what is not and what need not be are together the amounts', () => {
  fc.assert(
    fc.property(amounts, rates, (given, known) => {
      const { own, converted, apart } = inCurrency(given, 'CNY', known)
      for (const currency of CURRENCIES)
        assert.equal(total([...converted, ...apart, { currency: 'CNY', amount: own }], currency), total(given, currency))
    }),
  )
})

test('the total is that of its lines, each within half the smallest unit of its exact value, in whatever order the amounts come', () => {
  fc.assert(
    fc.property(amounts, rates, (given, known) => {
      const found = inCurrency(given, 'CNY', known)
      const lines = found.converted.reduce((sum, line) => sum + minorOf(line.converted, 'CNY'), minorOf(found.own, 'CNY'))
      assert.equal(minorOf(found.total, 'CNY'), lines)
      for (const { currency, amount, rate: price, per, converted } of found.converted) {
        const scale = 10n ** BigInt(4 + decimalsOf(currency)) * BigInt(per)
        const distance = 2n * (minorOf(converted, 'CNY') * scale - minorOf(amount, currency) * minorOf(price, 'CLF') * 100n)
        assert.ok(distance <= scale && distance >= -scale)
      }
      assert.deepEqual(inCurrency(given.toReversed(), 'CNY', known), found)
    }),
  )
})

test('what several conversions leave out is summed in each currency', () => {
  const krw = { apart: [{ currency: 'KRW', amount: '6977430' }] }
  assert.deepEqual(apartOf(krw, { apart: [{ currency: 'TWD', amount: '0.10' }, ...krw.apart] }), [{ currency: 'KRW', amount: '13954860' }, { currency: 'TWD', amount: '0.10' }]) // oxfmt-ignore
  assert.deepEqual(apartOf({ apart: [] }, { apart: [] }), [])
})
