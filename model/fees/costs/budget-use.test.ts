import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorOf, moneyText } from '../../kit/money/money.ts'
import { useOf } from './budget-use.ts'

for (const [amount, paid, planned, warn_pct, used, left, level] of [
  ['1000.00', '0.00', '0.00', 90, '0.0', '1000.00', 'OK'],
  ['1000.00', '500.00', '399.99', 90, '90.0', '100.01', 'OK'],
  ['1000.00', '500.00', '400.00', 90, '90.0', '100.00', 'WARN'],
  ['1000.00', '500.00', '500.00', 90, '100.0', '0.00', 'WARN'],
  ['1000.00', '500.00', '500.01', 90, '100.0', '-0.01', 'OVER'],
  ['0.00', '0.00', '0.00', 90, null, '0.00', 'OK'],
  ['0.00', '0.01', '0.00', 90, null, '-0.01', 'OVER'],
] as const)
  test(`${paid} and ${planned} of ${amount} are ${used ?? 'no'} percent: ${level}`, () => {
    const { spent: _, ...use } = useOf({ amount, paid, planned, warn_pct, currency: 'CNY' })
    assert.deepEqual(use, { used, left, level })
  })

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n })

test('what is spent and what is left are together the budget, and spending more never lowers the level', () => {
  const order = ['OK', 'WARN', 'OVER']
  fc.assert(
    fc.property(
      minor,
      minor,
      minor,
      minor,
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom('CNY', 'JPY', 'KWD'),
      (of, paid, planned, more, warn_pct, currency) => {
        const use = (planned: bigint) =>
          useOf({ amount: moneyText(of, currency), paid: moneyText(paid, currency), planned: moneyText(planned, currency), warn_pct, currency })
        const [now, later] = [use(planned), use(planned + more)]
        assert.equal(minorOf(now.spent, currency) + minorOf(now.left, currency), of)
        assert.ok(order.indexOf(later.level) >= order.indexOf(now.level))
        assert.equal(now.level === 'OVER', paid + planned > of)
      },
    ),
  )
})
