import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { annuityQuote, annuitySchedule } from '../../../model/rights/patents/fees/annuities/annuity.ts'
import { noAnnuities } from '../../../model/rights/patents/fees/annuities/annuity-rules.ts'
import { explainFee } from '../../../model/fees/wording/explain.ts'
import { FeeFault } from '../../../model/fees/fault.ts'
import { minorOf } from '../../../model/kit/money/money.ts'
import { feeRowKey } from '../../../model/fees/schedule/schedule.ts'
import { deliveredFeeLaw } from './law.ts'
import { readFeePack } from './read.ts'
import { patentPriceType } from '../../../model/rights/patents/facts.ts'
import type { FeeFacts } from '../../../model/fees/facts.ts'

const law = deliveredFeeLaw()
const CN: FeeFacts = { country: 'CN', subtype: 'INVENTION', filing_date: '2021-03-10', grant_date: '2023-05-01' }
const years = (facts: FeeFacts) => annuitySchedule(facts, law).map(({ year }) => year)
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const fault = (code: string) => (thrown: unknown) => thrown instanceof FeeFault && thrown.code === code && thrown.zh !== thrown.en

test('[1.06] every row of the delivered pack has its own key', () => {
  const keys = readFeePack().map(feeRowKey)
  assert.equal(new Set(keys).size, keys.length)
})

test('[1.04] a Chinese invention has annuities from its grant year to year 20', () => {
  const list = annuitySchedule(CN, law)
  assert.deepEqual(
    list.map(({ year }) => year),
    span(3, 20),
  )
  assert.deepEqual([list[0]?.due, list[0]?.with_registration, list[0]?.amount], ['2023-05-01', true, '900.00'])
  assert.deepEqual([list[1]?.due, list[1]?.grace_end, list[1]?.free_to], ['2024-03-11', '2024-09-10', '2024-04-10'])
})

test('[1.04] a grant date before the filing date still gives a term of 20 years', () => {
  assert.deepEqual(years({ ...CN, grant_date: '2020-01-01' }), span(1, 20))
})

test('[1.04] after the grant in year 5 the fee of year 6 is next', () => {
  const facts = { ...CN, filing_date: '1997-06-03', grant_date: '2001-08-01' }
  assert.deepEqual(years(facts), span(5, 20))
  assert.equal(annuityQuote(facts, 6, '2002-06-03', law).due, '2002-06-03')
})

test('[1.04] a design filed since June 2021 has annuities to year 15, an earlier one to year 10', () => {
  const design = { ...CN, subtype: 'DESIGN', grant_date: '2022-01-04' }
  assert.deepEqual([years({ ...design, filing_date: '2021-06-01' }).at(-1), years({ ...design, filing_date: '2021-05-31' }).at(-1)], [15, 10])
})

test('[1.04] the compensation term is paid for in one sum before the ordinary term ends', () => {
  const last = annuitySchedule({ ...CN, pta_days: 931 }, law).at(-1)
  assert.deepEqual([last?.year, last?.years, last?.due, last?.amount, last?.fee_code], [21, 2, '2041-03-09', '16000.00', 'CN.PTAANN'])
})

test('[1.04] an open licence reduces the fee by 15 % and is not combined with a reduction', () => {
  const amount = (facts: Partial<FeeFacts>, day = '2026-03-10') => annuityQuote({ ...CN, ...facts }, 6, day, law).amount
  assert.equal(amount({ open_license: true }), '1020.00')
  assert.equal(amount({ open_license: true, fee_reduction: '85' }), '180.00')
  assert.equal(annuityQuote({ ...CN, filing_date: '2018-03-10', open_license: true }, 7, '2024-03-10', law).amount, '2000.00')
})

test('[1.04] a German licence of right halves the annual fee, not the late fee', () => {
  const facts: FeeFacts = { country: 'DE', subtype: 'INVENTION', filing_date: '2017-03-03', open_license: true }
  const { amount, surcharge, total } = annuityQuote(facts, 10, '2026-07-15', law)
  assert.deepEqual([amount, surcharge, total], ['215.00', '50.00', '265.00'])
})

// The first row is the example of the office: filed on 15 June 2017, due on 30 June 2020, without surcharge until 31 August 2020.
for (const [subtype, filing_date, grant_date, expected] of [
  [
    'UTILITY',
    '2017-06-15',
    '2017-09-01',
    [
      [4, '2020-06-30', '2020-08-31', '2020-12-31', '210.00'],
      [7, '2023-06-30', '2023-08-31', '2024-01-02', '350.00'],
      [9, '2025-06-30', '2025-09-01', '2025-12-31', '530.00'],
    ],
  ],
  [
    'UTILITY',
    '2020-02-10',
    '2023-05-11',
    [
      [4, '2023-05-31', '2023-07-31', '2023-11-30', '210.00'],
      [7, '2026-03-02', '2026-04-30', '2026-08-31', '350.00'],
      [9, '2028-02-29', '2028-05-02', '2028-08-31', '530.00'],
    ],
  ],
  [
    'DESIGN',
    '2020-04-29',
    '2020-06-01',
    [
      [6, '2025-04-30', '2025-06-30', '2025-10-31', '90.00'],
      [11, '2030-04-30', '2030-07-01', '2030-10-31', '120.00'],
      [16, '2035-04-30', '2035-07-02', '2035-10-31', '150.00'],
      [21, '2040-04-30', '2040-07-02', '2040-10-31', '180.00'],
    ],
  ],
] as const)
  // oxfmt-ignore
  test(`[1.04] PatKostG 3(2), 7(1): a German ${subtype} filed on ${filing_date} and registered on ${grant_date} is maintained in steps`, () => {
    const list = annuitySchedule({ country: 'DE', subtype, filing_date, grant_date, ...(subtype === 'DESIGN' && { designs_count: 1 }) }, law)
    assert.deepEqual(
      list.map(({ year, due, free_to, grace_end, amount }) => [year, due, free_to, grace_end, amount]),
      expected,
    )
  })

test('[1.04] a German design is maintained for each design of its registration; a late fee costs 50 euros more', () => {
  const facts: FeeFacts = { country: 'DE', subtype: 'DESIGN', filing_date: '2020-04-29', grant_date: '2020-06-01' }
  const { amount, surcharge, certainty } = annuityQuote({ ...facts, designs_count: 3 }, 6, '2025-07-01', law)
  assert.deepEqual([amount, surcharge, certainty], ['270.00', '50.00', 'SURE'])
  assert.deepEqual([annuityQuote(facts, 6, '2025-06-30', law).amount, annuityQuote(facts, 6, '2025-06-30', law).certainty], ['90.00', 'CHECK'])
  assert.throws(() => annuityQuote(facts, 7, '2025-06-30', law), fault('year_outside_life'))
})

test('[1.04] a stored explanation gives the same text', () => {
  const { explanation } = annuityQuote({ ...CN, fee_reduction: '85' }, 6, '2026-06-15', law)
  assert.deepEqual(explainFee(JSON.parse(JSON.stringify(explanation)), 'zh'), explainFee(explanation, 'zh'))
})

test('[1.04] an open licence still reduces the fee after the years of reduction', () => {
  const quote = annuityQuote({ ...CN, open_license: true, fee_reduction: '85' }, 13, '2033-03-10', law)
  assert.deepEqual([quote.reduction_pct, quote.amount], ['15', '5100.00'])
})

test('[1.04] before August 2018 the reduction applied for six years from the grant year', () => {
  const facts: FeeFacts = { ...CN, filing_date: '2009-05-20', grant_date: '2011-07-06', fee_reduction: '85' }
  assert.equal(annuityQuote(facts, 8, '2016-10-10', law).reduction_pct, '85')
  assert.equal(annuityQuote(facts, 9, '2017-05-20', law).reduction_pct, '0')
  assert.equal(annuityQuote(facts, 10, '2018-08-01', law).reduction_pct, '85')
})

test('[1.04] the next band gives the date and the amount of the next surcharge', () => {
  const next = (day: string) => annuityQuote(CN, 6, day, law).next_band
  assert.deepEqual(next('2026-01-05'), { from: '2026-04-11', surcharge: '60.00' })
  assert.deepEqual(next('2026-04-11'), { from: '2026-05-12', surcharge: '120.00' })
  assert.equal(next('2026-09-10'), undefined)
})

test('[1.04] the EPO collects the fee of the grant year; the states collect later fees', () => {
  const EP: FeeFacts = { country: 'EP', subtype: 'INVENTION', filing_date: '2020-05-17' }
  assert.deepEqual(years(EP), span(3, 20))
  assert.deepEqual(years({ ...EP, grant_date: '2025-05-14' }), span(3, 5))
  assert.deepEqual(years({ ...EP, country: 'DE', route: 'EP_VALIDATION', grant_date: '2025-05-14' }), span(6, 20))
  assert.deepEqual(years({ ...EP, route: 'UNITARY', grant_date: '2025-05-14' }), span(6, 20))
  assert.equal(annuityQuote({ ...EP, route: 'UNITARY', grant_date: '2025-05-14' }, 6, '2025-05-30', law).amount, '475.00')
})

test('[1.04] a Euro-PCT fee that falls due before the entry is due with the entry', () => {
  const facts: FeeFacts = {
    country: 'EP',
    subtype: 'INVENTION',
    route: 'PCT_NATIONAL',
    filing_date: '2023-02-10',
    earliest_priority_date: '2023-02-10',
  }
  assert.deepEqual([annuityQuote(facts, 3, '2025-05-01', law).due, annuityQuote(facts, 4, '2026-01-05', law).due], ['2025-09-10', '2026-03-02'])
})

test('[1.04] the first fees of a late British grant are due three months after the grant', () => {
  const facts: FeeFacts = { country: 'GB', subtype: 'INVENTION', filing_date: '2018-01-15', grant_date: '2024-02-14' }
  const list = annuitySchedule(facts, law)
  assert.deepEqual(
    list.map(({ year }) => year),
    span(5, 20),
  )
  assert.deepEqual(
    list.slice(0, 4).map(({ due }) => due),
    ['2024-05-31', '2024-05-31', '2024-05-31', '2025-01-31'],
  )
})

test('[1.04] Japan and Korea collect years 1 to 3 with the registration, then one fee a year until the right ends', () => {
  const facts: FeeFacts = {
    country: 'JP',
    subtype: 'INVENTION',
    filing_date: '2018-02-01',
    register_date: '2020-06-10',
    claims_count: 12,
  }
  assert.deepEqual(years(facts), [1, ...span(4, 18)])
  assert.deepEqual(years({ ...facts, country: 'KR', pte_days: 400 }), [1, ...span(4, 19)])
  assert.throws(() => annuityQuote(facts, 2, '2021-06-10', law), fault('year_outside_life'))
})

test('[1.04] Korea adds 3 % for each started month', () => {
  const facts: FeeFacts = {
    country: 'KR',
    subtype: 'INVENTION',
    filing_date: '2019-01-07',
    register_date: '2021-11-05',
    claims_count: 10,
  }
  const rate = (day: string) => annuityQuote(facts, 4, day, law).surcharge_rate
  assert.deepEqual(['2024-11-05', '2024-11-06', '2024-12-06', '2025-05-07'].map(rate), ['0', '3', '6', '18'])
})

test('[1.04] the US requires three payments, none for designs or plants, and none after the end of the right', () => {
  const known = { country: 'US', subtype: 'UTILITY', filing_date: '2015-03-02', grant_date: '2018-09-11' }
  const facts: FeeFacts = { ...known, ...patentPriceType(known) }
  assert.deepEqual(years(facts), [3.5, 7.5, 11.5])
  assert.deepEqual(years({ ...facts, filing_date: '2008-03-02' }), [3.5, 7.5])
  assert.equal(noAnnuities({ ...facts, subtype: 'DESIGN' }), 'no_annuities')
  assert.equal(noAnnuities({ ...facts, subtype: 'PLANT' }), 'no_annuities')
})

test('[1.04] a quote without a payment names the reason', () => {
  assert.equal(noAnnuities({ ...CN, grant_date: null }), 'not_granted')
  assert.equal(noAnnuities({ ...CN, filing_date: null }), 'no_basis_date')
  assert.equal(noAnnuities({ ...CN, country: 'ZZ' }), 'no_rule')
  assert.equal(noAnnuities({ ...CN, country: 'JP', subtype: 'UTILITY' }), 'no_rule')
  assert.equal(noAnnuities({ ...CN, country: 'DE', subtype: 'UTILITY', grant_date: null }), 'not_granted')
  assert.equal(noAnnuities({ ...CN, country: 'DE', subtype: 'DESIGN', route: 'HAGUE_NATIONAL' }), 'no_annuities')
  assert.equal(noAnnuities({ ...CN, country: 'WO', route: 'PCT_INTL' }), 'no_annuities')
  assert.equal(noAnnuities({ ...CN, subtype: 'DESIGN', route: 'HAGUE_NATIONAL' }), 'no_annuities')
  assert.deepEqual(annuitySchedule({ ...CN, country: 'ZZ' }, law), [])
  assert.throws(() => annuityQuote({ ...CN, grant_date: null }, 6, '2026-03-10', law), fault('not_granted'))
  assert.throws(() => annuityQuote(CN, 2, '2026-03-10', law), fault('year_outside_life'))
  assert.throws(() => annuityQuote(CN, 21, '2026-03-10', law), fault('year_outside_life'))
})

test('[1.04] a quote has an explanation in whole sentences in both languages', () => {
  const { explanation } = annuityQuote({ ...CN, fee_reduction: '85' }, 6, '2026-06-15', law)
  assert.deepEqual(explainFee(explanation, 'zh'), [
    '第6年度：自申请日2021-03-10起5年，期限为2026-03-10。',
    '年费（第4–6年度）：CNY 1,200.00；自2001-03-01起的标准，依据专利法第43条、实施细则第115条。',
    '费减85%：CNY 1,200.00 → 180.00。',
    '年费滞纳金（每月，按全额年费）：超过1个月的部分每月5%；自2001-07-01起的标准，依据专利法实施细则第115条。',
    '逾期进入第4个月：滞纳金为全额1,200.00的15% = CNY 180.00，此标准至2026-07-10。',
  ])
  assert.equal(explainFee(explanation, 'en')[2], 'Reduction on record −85 %: CNY 1,200.00 → 180.00.')
})

test('[1.04] a US maintenance fee is explained by the years after which it is due', () => {
  const { explanation, year } = annuityQuote({ country: 'US', subtype: 'INVENTION', grant_date: '2018-09-11' }, 7.5, '2026-03-11', law)
  assert.equal(year, 7.5)
  assert.equal(explainFee(explanation, 'zh')[0], '7.5年：自授权日2018-09-11起7年、6个月，期限为2026-03-11。')
  assert.match(explainFee(explanation, 'zh')[1] ?? '', /^维持费（7\.5年）：USD 4,040\.00/)
  assert.equal(explainFee(explanation, 'en')[0], '7.5 years: 7 years, 6 months from grant 11 Sep 2018 is 11 Mar 2026.')
  assert.match(explainFee(explanation, 'en')[1] ?? '', /^Maintenance fee at 7\.5 years: USD 4,040\.00/)
})

const CASES: FeeFacts[] = [
  CN,
  { ...CN, fee_reduction: '70', open_license: true },
  { ...CN, subtype: 'DESIGN', filing_date: '2021-08-01' },
  { country: 'EP', subtype: 'INVENTION', filing_date: '2020-05-17' },
  { country: 'US', subtype: 'INVENTION', filing_date: '2016-01-05', grant_date: '2018-09-11', fee_reduction: 'MICRO' },
  { country: 'JP', subtype: 'INVENTION', filing_date: '2018-02-01', register_date: '2020-06-10', claims_count: 7 },
  { country: 'KR', subtype: 'INVENTION', filing_date: '2018-02-01', register_date: '2020-06-10', claims_count: 7 },
  { country: 'DE', subtype: 'INVENTION', filing_date: '2018-02-01' },
  { country: 'GB', subtype: 'INVENTION', filing_date: '2018-02-01', grant_date: '2021-01-05' },
  { country: 'GB', subtype: 'INVENTION', route: 'EP_VALIDATION', filing_date: '2016-02-29', grant_date: '2021-01-05' },
  { country: 'EP', subtype: 'INVENTION', route: 'UNITARY', filing_date: '2018-08-31', grant_date: '2024-02-07' },
  { country: 'DE', subtype: 'UTILITY', filing_date: '2020-12-31', grant_date: '2021-05-05' },
  { country: 'DE', subtype: 'DESIGN', filing_date: '2012-11-30', grant_date: '2013-01-05', designs_count: 3 },
  {
    country: 'WO',
    subtype: 'DESIGN',
    route: 'HAGUE_INTL',
    filing_date: '2016-05-31',
    register_date: '2016-05-31',
    designs_count: 2,
  },
]
const asked = fc.record({
  facts: fc.constantFrom(...CASES),
  pick: fc.nat({ max: 30 }),
  days: fc.integer({ min: -400, max: 260 }),
})

test('[1.04] on every day the total is the sum of its parts and the explanation is complete', () => {
  fc.assert(
    fc.property(asked, ({ facts, pick, days }) => {
      const list = annuitySchedule(facts, law)
      const year = list[pick % list.length]
      if (!year) return false
      const quote = annuityQuote(facts, year.year, `${Temporal.PlainDate.from(year.due).add({ days })}`, law)
      const [total, amount, surcharge, full] = [quote.total, quote.amount, quote.surcharge, quote.full].map((sum) => minorOf(sum, quote.currency))
      const words = [...explainFee(quote.explanation, 'zh'), ...explainFee(quote.explanation, 'en')]
      assert.ok(total === (amount ?? 0n) + (surcharge ?? 0n) && (amount ?? 0n) <= (full ?? 0n))
      assert.ok(words.length >= 4 && words.every((sentence) => !/undefined|null|NaN|\[object/.test(sentence) && /[.。]$/.test(sentence)))
      return true
    }),
    { numRuns: 400 },
  )
})

test('[1.04] an annuity never gets cheaper over time under one price list', () => {
  fc.assert(
    fc.property(asked, fc.nat({ max: 60 }), ({ facts, pick, days }, wait) => {
      const list = annuitySchedule(facts, law).filter(({ with_registration }) => !with_registration)
      const year = list[pick % list.length]
      if (!year) return false
      const first = Temporal.PlainDate.from(year.due).add({ days })
      const [now, later] = [first, first.add({ days: wait })].map((day) => annuityQuote(facts, year.year, `${day}`, law))
      if (!now || !later || now.version !== later.version) return true
      return minorOf(later.surcharge, later.currency) >= minorOf(now.surcharge, now.currency) && (!now.terminated || later.terminated)
    }),
    { numRuns: 400 },
  )
})
