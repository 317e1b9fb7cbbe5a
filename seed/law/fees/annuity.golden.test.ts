import assert from 'node:assert/strict'
import { test } from 'node:test'
import { annuityQuote } from '../../../model/rights/patents/fees/annuities/annuity.ts'
import { settleAnnuity } from '../../../model/rights/patents/fees/annuities/settle.ts'
import { deliveredFeeLaw } from './law.ts'
import { explainFee } from '../../../model/fees/wording/explain.ts'
import type { FeeFacts } from '../../../model/fees/facts.ts'

const law = deliveredFeeLaw()
const invention = (filing_date: string, grant_year: number, fee_reduction = '0'): FeeFacts => ({
  country: 'CN',
  subtype: 'INVENTION',
  filing_date,
  grant_year,
  fee_reduction,
})
const utility = (filing_date: string, grant_year: number, fee_reduction = '0'): FeeFacts => ({
  ...invention(filing_date, grant_year, fee_reduction),
  subtype: 'UTILITY',
})
const design = (filing_date: string): FeeFacts => ({ ...invention(filing_date, 1), subtype: 'DESIGN' })

type Chinese = [name: string, facts: FeeFacts, year: number, paid: string, due: string, full: string, amount: string, late: string, rate: string]
const CHINESE: Chinese[] = [
  ['on time', invention('2021-03-10', 3), 6, '2026-03-10', '2026-03-10', '1200.00', '1200.00', '0.00', '0'],
  ['with 85 %', invention('2021-03-10', 3, '85'), 6, '2026-03-02', '2026-03-10', '1200.00', '180.00', '0.00', '0'],
  ['utility model with 70 %', utility('2022-07-01', 1, '70'), 5, '2026-06-30', '2026-07-01', '900.00', '270.00', '0.00', '0'],
  ['20 days late', invention('2021-03-10', 3), 6, '2026-03-30', '2026-03-10', '1200.00', '1200.00', '0.00', '0'],
  ['exactly one month late', invention('2021-03-10', 3), 6, '2026-04-10', '2026-03-10', '1200.00', '1200.00', '0.00', '0'],
  ['one month and a day late', invention('2021-03-10', 3), 6, '2026-04-11', '2026-03-10', '1200.00', '1200.00', '60.00', '5'],
  ['late and reduced', invention('2021-03-10', 3, '85'), 6, '2026-06-15', '2026-03-10', '1200.00', '180.00', '180.00', '15'],
  ['last day of grace', invention('2021-03-10', 3), 6, '2026-09-10', '2026-03-10', '1200.00', '1200.00', '300.00', '25'],
  ['due in a holiday', design('2023-05-01'), 4, '2026-05-06', '2026-05-06', '900.00', '900.00', '0.00', '0'],
  ['year 13, reduction over', invention('2014-01-20', 3, '85'), 13, '2026-01-20', '2026-01-20', '6000.00', '6000.00', '0.00', '0'],
  ['year 12, last reduced', invention('2014-01-20', 3, '85'), 12, '2025-01-20', '2025-01-20', '4000.00', '600.00', '0.00', '0'],
  ['design due on a Sunday', design('2021-06-15'), 5, '2025-06-16', '2025-06-16', '900.00', '900.00', '0.00', '0'],
]
for (const [name, facts, year, paid, due, full, amount, surcharge, surcharge_rate] of CHINESE) {
  test(`[1.04] Chinese annuity ${name}`, () => {
    const quote = annuityQuote(facts, year, paid, law)
    const { terminated, certainty } = quote
    assert.deepEqual(
      [quote.due, quote.full, quote.amount, quote.surcharge, quote.surcharge_rate, terminated, certainty],
      [due, full, amount, surcharge, surcharge_rate, false, 'SURE'],
    )
  })
}

test('[1.04] the right has ended when a Chinese annuity is quoted after the grace period', () => {
  const quote = annuityQuote(invention('2021-03-10', 3), 6, '2026-09-11', law)
  assert.equal(quote.terminated, true)
  assert.equal(quote.grace_end, '2026-09-10')
  assert.equal(quote.next_band, undefined)
})

// More than, up to and including months, percent of the full fee.
for (const [over, upTo, percent] of [
  [0, 1, '0'],
  [1, 2, '5'],
  [2, 3, '10'],
  [3, 4, '15'],
  [4, 5, '20'],
  [5, 6, '25'],
] as const) {
  test(`[1.04] more than ${over} and up to ${upTo} months late costs ${percent} %`, () => {
    const due = Temporal.PlainDate.from('2026-03-10')
    const first = due.add({ months: over, days: 1 })
    // 10 May 2026 is a Sunday, so that band lasts to the 11th.
    const last = `${due.add({ months: upTo })}` === '2026-05-10' ? '2026-05-11' : `${due.add({ months: upTo })}`
    const begin = over === 2 ? '2026-05-12' : `${first}`
    assert.equal(annuityQuote(invention('2021-03-10', 3, '85'), 6, begin, law).surcharge_rate, percent)
    assert.equal(annuityQuote(invention('2021-03-10', 3, '85'), 6, last, law).surcharge_rate, percent)
  })
}

test('[1.04] the surcharge of a partial payment depends on the day of its completion', () => {
  const facts = utility('2017-04-05', 1)
  const today = '2019-06-30'
  const at = (date: string) => annuityQuote(facts, 3, date, law)
  assert.deepEqual([at('2019-05-06').surcharge, at('2019-06-05').surcharge, at('2019-06-07').surcharge], ['30.00', '30.00', '60.00'])

  const short = settleAnnuity(facts, 3, [{ date: '2019-06-05', amount: '625' }], { ...law, today: '2019-06-05' })
  assert.deepEqual([short.is_paid, short.missing], [false, '5.00'])
  const five = settleAnnuity(
    facts,
    3,
    [
      { date: '2019-06-05', amount: '625' },
      { date: '2019-06-07', amount: '5' },
    ],
    { ...law, today },
  )
  assert.deepEqual([five.is_paid, five.missing], [false, '30.00'])
  const whole = settleAnnuity(
    facts,
    3,
    [
      { date: '2019-06-07', amount: '35' },
      { date: '2019-06-05', amount: '625' },
    ],
    { ...law, today },
  )
  assert.deepEqual([whole.is_paid, whole.paid_on, whole.quote.surcharge], [true, '2019-06-07', '60.00'])
  const { grace_end, total } = at('2019-10-08')
  const settled = (date: string) => settleAnnuity(facts, 3, [{ date, amount: total }], { ...law, today: date }).is_paid
  const after = `${Temporal.PlainDate.from(grace_end).add({ days: 1 })}`
  assert.deepEqual([settled(grace_end), settled(after)], [true, false], 'after the grace period nothing is paid any more')
})

type Abroad = [name: string, facts: FeeFacts, year: number, paid: string, want: Record<string, unknown>]
const EP: FeeFacts = { country: 'EP', subtype: 'INVENTION', filing_date: '2023-05-17' }
const DIVIDED: FeeFacts = { ...EP, divided_on: '2026-09-14' }
const JP: FeeFacts = {
  country: 'JP',
  subtype: 'INVENTION',
  filing_date: '2018-02-01',
  register_date: '2020-06-10',
  claims_count: 12,
}
const ABROAD: Abroad[] = [
  ['EP year 4 in time', EP, 4, '2026-05-29', { due: '2026-06-01', window_from: '2026-02-28', total: '845.00', currency: 'EUR', certainty: 'CHECK' }],
  ['EP year 4 late', EP, 4, '2026-09-10', { surcharge: '422.50', total: '1267.50', grace_end: '2026-11-30', surcharge_rate: '50' }],
  // EPC Rule 51(3): filed on 14 September 2026, what had fallen due is paid until 14 January 2027, and late until 14 March, a Sunday.
  [
    'EP year 3 of a divisional, on its last day',
    DIVIDED,
    3,
    '2027-01-14',
    { due: '2027-01-14', surcharge: '0.00', total: '690.00', grace_end: '2027-03-15' },
  ],
  ['EP year 4 of a divisional, a day late', DIVIDED, 4, '2027-01-15', { surcharge: '422.50', total: '1267.50', grace_end: '2027-03-15' }],
  ['EP year 5 of a divisional, due on its own day', DIVIDED, 5, '2027-05-31', { due: '2027-05-31', surcharge: '0.00', grace_end: '2027-11-30' }],
  [
    'EP year 4 that falls due within four months of the division',
    { ...EP, divided_on: '2026-03-02' },
    4,
    '2026-07-02',
    { due: '2026-07-02', surcharge: '0.00', total: '845.00', grace_end: '2026-11-30' },
  ],
  // Due on the day of the division itself: six months from it, not from the end of that month.
  [
    'EP year 4 that falls due on the day of the division',
    { ...EP, filing_date: '2023-02-10', divided_on: '2026-02-28' },
    4,
    '2026-06-29',
    { due: '2026-06-29', surcharge: '0.00', grace_end: '2026-08-28' },
  ],
  [
    'EP year 3 may be paid six months ahead',
    EP,
    3,
    '2025-01-10',
    { due: '2025-06-02', window_from: '2024-11-30', total: '690.00', certainty: 'SURE' },
  ],
  [
    'US second maintenance fee, small entity, in grace',
    { country: 'US', subtype: 'INVENTION', grant_date: '2018-09-11', fee_reduction: 'SMALL' },
    7.5,
    '2026-05-04',
    {
      window_from: '2025-09-11',
      due: '2026-03-11',
      grace_end: '2026-09-11',
      amount: '1616.00',
      surcharge: '216.00',
      total: '1832.00',
      certainty: 'SURE',
    },
  ],
  ['JP years 1 to 3 with the registration', JP, 1, '2022-06-10', { years: 3, total: '23700', with_registration: true }],
  ['JP year 7 in grace', JP, 7, '2026-08-03', { due: '2026-06-10', amount: '47600', surcharge: '47600', total: '95200' }],
  [
    'KR year 5',
    { country: 'KR', subtype: 'INVENTION', filing_date: '2019-01-07', register_date: '2021-11-05', claims_count: 11 },
    5,
    '2025-10-30',
    { due: '2025-11-05', total: '256000', currency: 'KRW' },
  ],
  [
    'DE year 10 late',
    { country: 'DE', subtype: 'INVENTION', filing_date: '2017-03-03' },
    10,
    '2026-07-15',
    {
      due: '2026-03-31',
      free_to: '2026-06-01',
      grace_end: '2026-09-30',
      amount: '430.00',
      surcharge: '50.00',
      total: '480.00',
      surcharge_rate: '',
    },
  ],
  [
    'GB year 9, third month after the due date',
    { country: 'GB', subtype: 'INVENTION', filing_date: '2016-02-20', grant_date: '2019-05-01' },
    9,
    '2024-05-20',
    { due: '2024-02-29', free_to: '2024-04-02', grace_end: '2024-09-02', amount: '150.00', surcharge: '48.00', total: '198.00' },
  ],
]
for (const [name, facts, year, paid, want] of ABROAD) {
  test(`[1.04] ${name}`, () => assert.partialDeepStrictEqual({ ...annuityQuote(facts, year, paid, law) }, want))
}

// Each office with what a case may record of its owner: percent for China, the size of the entity elsewhere.
const inYear = (year: number, more: Partial<FeeFacts>): FeeFacts => ({ country: 'JP', subtype: 'INVENTION', filing_date: `${2026 - year - 2}-02-01`, register_date: `${2026 - year + 1}-06-10`, claims_count: 12, ...more }) // oxfmt-ignore
for (const [name, facts, year, paid, want] of [
  [
    'CN, two applicants with 85 % on record pay as with 70 %',
    { ...invention('2021-03-10', 3, '85'), applicants_count: 2 },
    6,
    '2026-03-10',
    ['360.00', '0.00', 'SURE'],
  ],
  [
    'CN, two applicants late: the surcharge is of the full fee',
    { ...invention('2021-03-10', 3, '85'), applicants_count: 2 },
    6,
    '2026-06-15',
    ['360.00', '180.00', 'SURE'],
  ],
  [
    'CN, three applicants in the last reduced year',
    { ...invention('2014-01-20', 3, '85'), applicants_count: 3 },
    12,
    '2025-01-20',
    ['1200.00', '0.00', 'SURE'],
  ],
  ['CN, an entity size is no reduction', invention('2021-03-10', 3, 'MICRO'), 6, '2026-03-10', ['1200.00', '0.00', 'SURE']],
  ['CN, a utility model granted in year 1 is reduced to its end', utility('2017-03-10', 1, '85'), 10, '2026-03-10', ['300.00', '0.00', 'SURE']],
  [
    'US, a Chinese percentage is no reduction',
    { country: 'US', subtype: 'INVENTION', grant_date: '2022-09-11', fee_reduction: '85' },
    3.5,
    '2026-03-02',
    ['2150.00', '0.00', 'SURE'],
  ],
  [
    'US, a micro entity late',
    { country: 'US', subtype: 'INVENTION', grant_date: '2014-09-11', fee_reduction: 'MICRO' },
    11.5,
    '2026-06-11',
    ['1656.00', '108.00', 'SURE'],
  ],
  ['JP, each of many claims', inYear(10, { claims_count: 30 }), 10, '2026-06-01', ['197400', '0', 'SURE']],
  ['JP, late', inYear(10, { claims_count: 30 }), 10, '2026-08-03', ['197400', '197400', 'SURE']],
  ['JP, the number of claims is not known', inYear(10, { claims_count: null }), 10, '2026-06-01', ['59400', '0', 'CHECK']],
  ['JP, a small entity may owe less', inYear(7, { fee_reduction: 'SMALL' }), 7, '2026-06-01', ['47600', '0', 'CHECK']],
  [
    'KR, a small entity, in the sixth month',
    inYear(5, { country: 'KR', claims_count: 11, fee_reduction: 'SMALL' }),
    5,
    '2026-12-10',
    ['256000', '46080', 'CHECK'],
  ],
  [
    'EP, a micro-entity in time',
    { country: 'EP', subtype: 'INVENTION', filing_date: '2021-05-17', fee_reduction: 'MICRO' },
    5,
    '2025-05-20',
    ['700.00', '0.00', 'SURE'],
  ],
  [
    'EP, a micro-entity late',
    { country: 'EP', subtype: 'INVENTION', filing_date: '2021-05-17', fee_reduction: 'MICRO' },
    5,
    '2025-09-10',
    ['700.00', '500.00', 'CHECK'],
  ],
  [
    'EP, late at the full price',
    { country: 'EP', subtype: 'INVENTION', filing_date: '2021-05-17', fee_reduction: 'SMALL' },
    5,
    '2025-09-10',
    ['1000.00', '500.00', 'SURE'],
  ],
  [
    'DE, a licence of right halves the fee, not the surcharge',
    { country: 'DE', subtype: 'INVENTION', filing_date: '2017-03-03', open_license: true },
    10,
    '2026-07-15',
    ['215.00', '50.00', 'SURE'],
  ],
  [
    'GB, the sixth month',
    { country: 'GB', subtype: 'INVENTION', filing_date: '2017-02-20', grant_date: '2019-05-01' },
    9,
    '2025-08-20',
    ['150.00', '120.00', 'SURE'],
  ],
] as [string, FeeFacts, number, string, string[]][])
  // oxfmt-ignore
  test(`[1.04] ${name}`, () => {
    const { amount, surcharge, certainty } = annuityQuote(facts, year, paid, law)
    assert.deepEqual([amount, surcharge, certainty], want)
  })

test('a doubt about a reduction is said in both languages', () => {
  const said = (facts: FeeFacts, year: number, paid: string) => (['zh', 'en'] as const).map((lang) => explainFee(annuityQuote(facts, year, paid, law).explanation, lang).join('\n')) // oxfmt-ignore
  const [zh = '', en = ''] = said(inYear(7, { fee_reduction: 'SMALL' }), 7, '2026-06-01')
  assert.match(zh, /收费表没有日本的减免/)
  assert.match(en, /no reductions of Japan/)
  const late = said({ country: 'EP', subtype: 'INVENTION', filing_date: '2021-05-17', fee_reduction: 'MICRO' }, 5, '2025-09-10')
  assert.match(late[1] ?? '', /share of the full renewal fee/)
})
