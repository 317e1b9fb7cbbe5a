import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compensationYears } from '../../../model/rights/patents/fees/annuities/patent-year.ts'
import { filingFees } from '../../../model/rights/patents/fees/filing.ts'
import { patentPrice } from '../../../model/rights/patents/fees/price.ts'
import { sumMoney } from '../../../model/kit/money/money.ts'
import { deliveredFeeLaw } from './law.ts'
import type { FeeFacts } from '../../../model/fees/facts.ts'

const law = deliveredFeeLaw()
const invention: FeeFacts = { country: 'CN', subtype: 'INVENTION', claims_count: 18, pages: 42, priorities_count: 2 }
const total = (facts: FeeFacts, date: string) => filingFees(facts, date, law).totals
const amounts = (facts: FeeFacts, date: string) =>
  Object.fromEntries(filingFees(facts, date, law).items.map(({ fee_code, amount }) => [fee_code, amount]))

test('[1.06] Chinese filing of an invention with 18 claims, 42 pages and two priorities', () => {
  assert.deepEqual(amounts(invention, '2026-03-02'), {
    'CN.APP': '900.00',
    'CN.PUB': '50.00',
    'CN.CLAIM': '1200.00',
    'CN.PAGE': '600.00',
    'CN.PRIO': '160.00',
  })
  assert.deepEqual(total(invention, '2026-03-02'), [{ currency: 'CNY', amount: '2910.00' }])
})

test('[1.06] the reduction of 85 % applies only to the application fee', () => {
  assert.deepEqual(total({ ...invention, fee_reduction: '85' }, '2026-03-02'), [{ currency: 'CNY', amount: '2145.00' }])
})

for (const [applicants_count, amount, certainty] of [
  [1, '135.00', 'SURE'],
  [2, '270.00', 'SURE'],
  [3, '270.00', 'SURE'],
] as const) {
  test(`[1.06] 85 % on record with ${applicants_count} applicants: the application fee is ${amount}`, () => {
    const fees = filingFees({ ...invention, fee_reduction: '85', applicants_count }, '2026-03-02', law)
    assert.deepEqual([fees.items[0]?.amount, fees.certainty], [amount, certainty])
    assert.equal(
      fees.items[0]?.explanation.some(({ kind }) => kind === 'joint_applicants'),
      applicants_count > 1,
    )
  })
}

test('[1.06] 320 pages cost an additional 15500', () => {
  const facts: FeeFacts = { country: 'CN', subtype: 'INVENTION', claims_count: 10, pages: 320, priorities_count: 0 }
  assert.deepEqual(amounts(facts, '2026-03-02'), { 'CN.APP': '900.00', 'CN.PUB': '50.00', 'CN.PAGE': '15500.00' })
})

test('[1.06] national phase in month 31 with CNIPA as receiving and searching office', () => {
  const facts: FeeFacts = {
    country: 'CN', subtype: 'INVENTION', route: 'PCT_NATIONAL', claims_count: 12, pages: 28, priorities_count: 1,
    earliest_priority_date: '2023-09-12', ro: 'CN', isa: 'CN', sub_exam_requested: true,
  } // oxfmt-ignore
  assert.deepEqual(amounts(facts, '2026-04-02'), {
    'CN.APP': '0.00',
    'CN.PUB': '50.00',
    'CN.CLAIM': '0.00',
    'CN.PRIO': '80.00',
    'CN.LATEENTRY': '1000.00',
    'CN.SE': '0.00',
  })
  assert.deepEqual(total(facts, '2026-04-02'), [{ currency: 'CNY', amount: '1130.00' }])
  assert.deepEqual(total(facts, '2026-03-12'), [{ currency: 'CNY', amount: '130.00' }])
  assert.deepEqual(total({ ...facts, ro: 'US', isa: 'EP' }, '2026-03-12'), [{ currency: 'CNY', amount: '3830.00' }])
})

test('[1.06] a term compensation of 2 years and 200 days costs 200 and 16000', () => {
  const term: FeeFacts = { country: 'CN', subtype: 'INVENTION', filing_date: '2010-05-04', pta_days: 2 * 365 + 200 }
  const facts = { ...term, compensation_years: compensationYears(term) }
  const fees = ['CN.PTA', 'CN.PTAANN'].map((code) => patentPrice(code, facts, '2026-03-02', law).amount)
  assert.deepEqual(fees, ['200.00', '16000.00'])
})

test('[1.06] a trademark in two classes with 10 and 14 goods, online', () => {
  const facts: FeeFacts = { country: 'CN', subtype: '', goods_per_class: [10, 14] }
  const fees = ['TM.APP', 'TM.ITEM'].map((code) => patentPrice(code, facts, '2026-03-02', law).amount)
  assert.equal(sumMoney(fees, 'CNY'), '648.00')
})

test('[1.06] a trademark renewal of three classes in the grace period, online', () => {
  const facts: FeeFacts = { country: 'CN', subtype: '', classes: 3 }
  const fees = ['TM.RENEW', 'TM.RENEW_LATE'].map((code) => patentPrice(code, facts, '2026-03-02', law).amount)
  assert.equal(sumMoney(fees, 'CNY'), '2025.00')
})

for (const [entity, amount] of [
  ['LARGE', '3600.00'],
  ['SMALL', '1370.00'],
  ['MICRO', '720.00'],
] as const) {
  test(`[1.06] US filing with 25 claims, 4 of them independent, ${entity}`, () => {
    const facts: FeeFacts = {
      country: 'US',
      subtype: 'INVENTION',
      claims_count: 25,
      independent_claims: 4,
      fee_reduction: entity,
    }
    assert.deepEqual(total(facts, '2025-06-02'), [{ currency: 'USD', amount }])
  })
}

for (const [code, year, amount] of [
  ['EP.FILE', null, '94.50'],
  ['EP.SEARCH', null, '1064.00'],
  ['EP.EXAM', null, '1340.50'],
  ['EP.GRANT', null, '756.00'],
  ['EP.RENEW', 4, '591.50'],
  ['EP.CLAIM', null, '550.00'],
] as const) {
  test(`[1.06] a micro-entity pays ${amount} for ${code} before the EPO`, () => {
    const facts: FeeFacts = { country: 'EP', subtype: 'INVENTION', claims_count: 17, fee_reduction: 'MICRO', annuity_year: year }
    assert.equal(patentPrice(code, facts, '2026-03-02', law).amount, amount)
  })
}

test('[1.06] EP claims fees rise at the 51st claim', () => {
  const facts: FeeFacts = { country: 'EP', subtype: 'INVENTION', claims_count: 52 }
  assert.equal(patentPrice('EP.CLAIM', facts, '2025-06-02', law).amount, '10995.00')
})

test('[1.06] an international application is priced in two currencies', () => {
  const facts: FeeFacts = { country: 'WO', subtype: 'INVENTION', route: 'PCT_INTL', pages: 40, ro: 'CN', isa: 'CN' }
  assert.deepEqual(total(facts, '2026-03-02'), [
    { currency: 'CHF', amount: '1480.00' },
    { currency: 'CNY', amount: '2100.00' },
  ])
})

test('[1.06] an amount that depends on an unknown number of claims must be checked', () => {
  const price = patentPrice('CN.CLAIM', { country: 'CN', subtype: 'INVENTION' }, '2026-03-02', law)
  assert.equal(price.certainty, 'CHECK')
  assert.ok(price.explanation.some((step) => step.kind === 'missing_count' && step.unit === 'CLAIM'))
})
