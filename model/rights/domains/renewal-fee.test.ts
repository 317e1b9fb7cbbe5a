import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComputedDeadline } from '../../docketing/calculation/computed-deadline.ts'
import type { FeeLaw } from '../../fees/fee-law.ts'
import { renewalCharges } from './renewal-fee.ts'

const KEY = 'DOM01|DOMAIN.RENEW|'
const fee = (day: string, more: object = {}) => ({
  key: `${KEY}${day}`,
  fee_type: 'DOMAIN.RENEW',
  due_date: day,
  amount: '80',
  currency: 'CNY',
  status: 'PLANNED',
  ...more,
})

for (const [what, deadline, fees, expected] of [
  ['before the day of expiry', {}, [], [['2027-02-10', undefined, false]]],
  ['whose day has passed, and no renewal is on record', { done_by: 'PERIOD_ENDED' }, [], [['2027-02-10', undefined, true]]],
  ['in its grace', { rule_id: 'DOM02', official_due: '2027-03-12' }, [fee('2027-02-10')], [['2027-02-10', undefined, false]]],
  ['that was renewed', {}, [fee('2026-02-10')], [['2026-02-10', true, undefined], ['2027-02-10', undefined, false]]],
  ['renewed in a grace that is longer than a month', {}, [fee('2026-02-10', { due_date: '2026-03-12' })], [['2026-02-10', true, undefined], ['2027-02-10', undefined, false]]],
  ['whose earlier day was wrong', {}, [fee('2027-01-10')], [['2027-02-10', undefined, false]]],
  ['decided for a day that was wrong', {}, [fee('2027-01-10', { handled: true, status: 'TO_PAY' })], [['2027-01-10', undefined, false]]],
  ['with a fee that a person has added, without an amount', {}, [fee('2026-02-10', { key: null, amount: null })], [['2027-02-10', undefined, false]]],
] as const)
  test(`the renewal fee of a name ${what}`, () => {
    const own = { rule_id: 'DOM01', basis_date: '2027-02-10', official_due: '2027-02-10', ...deadline } as ComputedDeadline // what it reads
    const facts = { country: '', subtype: '', stated_price: { amount: '80', currency: 'CNY' } }
    const law = {} as FeeLaw // it has no price
    const charges = renewalCharges({ deadline: own, facts, fees, today: '2026-11-28', law })
    assert.deepEqual(charges.map(({ key, presumed, unpaid }) => [key?.slice(KEY.length), presumed, unpaid]), expected)
  }) // oxfmt-ignore
