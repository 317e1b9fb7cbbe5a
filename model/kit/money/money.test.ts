import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compareMoney,
  convertMoney,
  decimalsOf,
  formatMoney,
  isMoney,
  minorOf,
  money,
  MoneyFault,
  moneyText,
  multiplyMoney,
  percentMoney,
  roundMoney,
  subtractMoney,
  sumMoney,
} from './money.ts'

for (const [text, currency, canonical] of [
  ['1200', 'CNY', '1200.00'],
  ['1200.5', 'CNY', '1200.50'],
  ['1200.500', 'CNY', '1200.50'],
  ['95200', 'JPY', '95200'],
  ['256000.0', 'KRW', '256000'],
  ['1.234', 'KWD', '1.234'],
  ['-0.05', 'EUR', '-0.05'],
  ['0', 'USD', '0.00'],
  ['90071992547409930.01', 'CNY', '90071992547409930.01'],
] as const) {
  test(`${text} ${currency} is written ${canonical}`, () => assert.equal(money(text, currency), canonical))
}

for (const [text, currency] of [
  ['1200.005', 'CNY'],
  ['0.5', 'JPY'],
  ['1e3', 'CNY'],
  ['', 'CNY'],
  [' 5', 'CNY'],
  ['1,200', 'CNY'],
  ['NaN', 'USD'],
  ['.5', 'EUR'],
] as const) {
  test(`“${text}” is not an amount of ${currency}`, () => {
    assert.equal(isMoney(text, currency), false)
    assert.throws(
      () => money(text, currency),
      (fault) => fault instanceof MoneyFault && fault.zh.includes(currency) && fault.en.includes(currency),
    )
  })
}

for (const [amount, percent, currency, part] of [
  ['900', '85', 'CNY', '765.00'],
  ['900', '15', 'CNY', '135.00'],
  ['845', '50', 'EUR', '422.50'],
  ['0.10', '5', 'CNY', '0.01'],
  ['0.09', '5', 'CNY', '0.00'],
  ['-0.10', '5', 'CNY', '-0.01'],
  ['101', '50', 'JPY', '51'],
  ['1200', '12.5', 'CNY', '150.00'],
] as const) {
  test(`${percent} % of ${amount} ${currency} is ${part}`, () => assert.equal(percentMoney(amount, percent, currency), part))
}

test('half a unit is rounded up, away from zero', () => {
  assert.equal(roundMoney('1.005', 'CNY'), '1.01')
  assert.equal(roundMoney('1.0049', 'CNY'), '1.00')
  assert.equal(roundMoney('-1.005', 'CNY'), '-1.01')
  assert.equal(roundMoney('99.5', 'JPY'), '100')
  assert.equal(roundMoney('0.0005', 'KWD'), '0.001')
})

test('an exchange rate is applied exactly', () => {
  assert.equal(convertMoney('1330', 'CHF', 'CNY', '8.9137'), '11855.22')
  assert.equal(convertMoney('95200', 'JPY', 'CNY', '0.04655'), '4431.56')
  assert.equal(convertMoney('100', 'USD', 'JPY', '151.235'), '15124')
})

test('amounts are shown in the format of the reader', () => {
  assert.equal(formatMoney('1234567.5', 'CNY'), 'CNY 1,234,567.50')
  assert.equal(formatMoney('95200', 'JPY'), 'JPY 95,200')
  assert.equal(formatMoney('95200.00', 'JPY'), 'JPY 95,200')
  assert.equal(formatMoney('1.5', 'KWD'), 'KWD 1.500')
  assert.equal(formatMoney('-900', 'EUR'), 'EUR -900.00')
  assert.equal(formatMoney('90071992547409930.01', 'USD'), 'USD 90,071,992,547,409,930.01')
  assert.equal(formatMoney('—', 'USD'), 'USD —')
})

const currency = fc.constantFrom('CNY', 'JPY', 'KRW', 'KWD', 'EUR', 'CLF')
const minor = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })

test('writing and reading an amount gives the same amount', () => {
  fc.assert(fc.property(minor, currency, (amount, unit) => minorOf(moneyText(amount, unit), unit) === amount))
})

test('every amount has exactly the decimals of its currency', () => {
  fc.assert(fc.property(minor, currency, (amount, unit) => (moneyText(amount, unit).split('.')[1] ?? '').length === decimalsOf(unit)))
})

test('a sum does not depend on the order, and its parts can be subtracted again', () => {
  fc.assert(
    fc.property(fc.array(minor, { maxLength: 20 }), currency, (parts, unit) => {
      const texts = parts.map((part) => moneyText(part, unit))
      const total = sumMoney(texts, unit)
      const rest = texts.reduce((left, text) => subtractMoney(left, text, unit), total)
      return total === sumMoney(texts.toReversed(), unit) && compareMoney(rest, '0', unit) === 0
    }),
  )
})

test('a percentage and its remainder exceed the whole by at most one unit; a percentage of 100 times an amount is exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 100 }), currency, (amount, percent, unit) => {
      const whole = moneyText(amount, unit)
      const parts = [percentMoney(whole, `${percent}`, unit), percentMoney(whole, `${100 - percent}`, unit)]
      const difference = minorOf(sumMoney(parts, unit), unit) - amount
      return (
        difference >= 0n &&
        difference <= 1n &&
        percentMoney(multiplyMoney(whole, 100, unit), `${percent}`, unit) === multiplyMoney(whole, percent, unit)
      )
    }),
  )
})

test('rounding never moves an amount by more than half a unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), currency, (thousandths, unit) => {
      const decimal = moneyText(thousandths, 'CLF')
      const rounded = minorOf(roundMoney(decimal, unit), unit) * 10n ** BigInt(4 - decimalsOf(unit))
      const moved = rounded - thousandths
      return (moved < 0n ? -moved : moved) * 2n <= 10n ** BigInt(4 - decimalsOf(unit))
    }),
  )
})

for (const [one, other, order] of [
  ['1.00', '1', 0],
  ['1.01', '1', 1],
  ['0.99', '1', -1],
  ['-1', '1', -1],
  ['1', '-1', 1],
] as const)
  test(`${one} CNY compared with ${other} CNY is ${order}`, () => assert.equal(compareMoney(one, other, 'CNY'), order))

test('a percentage or a rate that is not a number is refused', () => {
  assert.throws(() => percentMoney('900', '8 5', 'CNY'), MoneyFault)
  assert.throws(() => convertMoney('900', 'CNY', 'USD', ''), MoneyFault)
})
