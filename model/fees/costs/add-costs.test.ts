import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorOf, moneyText } from '../../kit/money/money.ts'
import { addCosts, type CostPart, costSum } from './add-costs.ts'
import type { Rate } from '../currencies/convert.ts'

const RATES: Rate[] = [
  { from: 'USD', to: 'CNY', day: '2026-01-05', rate: '7.123456', per: 1, source: 'Fictitious bank' },
  { from: 'JPY', to: 'CNY', day: '2026-01-05', rate: '4.7', per: 100, source: 'Fictitious bank' },
]

const part = fc
  .record({
    key: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
    isPaid: fc.boolean(),
    currency: fc.constantFrom('CNY', 'USD', 'JPY', 'KRW'),
    minor: fc.bigInt(0n, 10n ** 14n),
    recorded: fc.option(fc.bigInt(0n, 10n ** 14n), { nil: undefined }),
  })
  .map(({ minor, recorded, ...one }): CostPart => {
    const isKept = recorded !== undefined && one.isPaid && one.currency !== 'CNY'
    return { ...one, day: '2026-02-01', amount: moneyText(minor, one.currency), ...(isKept && { recorded: moneyText(recorded, 'CNY') }) }
  })

/** What a sum holds in each currency, before any conversion. */
function held(sums: readonly { spent: ReturnType<typeof costSum>['spent']; planned: ReturnType<typeof costSum>['spent'] }[]) {
  const amounts = new Map<string, bigint>()
  const add = (currency: string, amount: string) => amounts.set(currency, (amounts.get(currency) ?? 0n) + minorOf(amount, currency))
  for (const { spent, planned } of sums)
    for (const { own, converted, apart } of [spent, planned]) {
      add('CNY', own)
      for (const { currency, amount } of [...converted, ...apart]) add(currency, amount)
    }
  return Object.fromEntries([...amounts].filter(([, amount]) => amount !== 0n))
}

test('groups hold together exactly what the total holds, in each currency: no cent is lost or counted twice', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const all: Record<string, bigint> = {}
      for (const { currency, amount } of parts) all[currency] = (all[currency] ?? 0n) + minorOf(amount, currency)
      const whole = Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0n))
      assert.deepEqual(held([...addCosts(parts, 'CNY', RATES).values()]), whole)
      assert.deepEqual(held([costSum(parts, 'CNY', RATES)]), whole)
    }),
  )
})

test('a total differs from its groups by less than one cent for each converted line, and not at all by amounts that keep their rate', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const groups = [...addCosts(parts, 'CNY', RATES).values()]
      const total = minorOf(costSum(parts, 'CNY', RATES).total, 'CNY')
      const sum = groups.reduce((minor, one) => minor + minorOf(one.total, 'CNY'), 0n)
      const lines = groups.flatMap(({ spent, planned }) => [...spent.converted, ...planned.converted]).filter(({ rate }) => rate !== '').length
      const apart = total > sum ? total - sum : sum - total
      assert.ok(apart <= BigInt(lines), `${apart} over ${lines} lines`)
    }),
  )
})

test('what has no rate stands apart and is in no total', () => {
  const { spent, total } = costSum([{ isPaid: true, currency: 'KRW', amount: '5000', day: '2026-02-01' }], 'CNY', RATES)
  assert.deepEqual([spent.apart, total], [[{ currency: 'KRW', amount: '5000' }], '0.00'])
})
