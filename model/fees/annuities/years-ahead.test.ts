import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorOf, moneyText } from '../../kit/money/money.ts'
import type { AnnuityQuote } from './annuity-quote.ts'
import { type ComingFee, comingFees, type KnownFee, type RightAhead, sumsByYear } from './years-ahead.ts'

const quote = (year: number, due: string, more: Partial<AnnuityQuote> = {}): AnnuityQuote => ({
  fee_code: 'X', year, years: 1, due, free_to: due, grace_end: due, with_registration: false, full: '900.00', reduction_pct: '0', amount: '900.00', surcharge: '0.00',
  surcharge_rate: '0', total: '900.00', currency: 'CNY', terminated: false, certainty: 'SURE', provisional: false, version: '1', explanation: [], ...more,
}) // oxfmt-ignore
const fee = (annuity_year: number, due_date: string, more: Partial<KnownFee> = {}): KnownFee => ({
  sid: `fee ${annuity_year}`, fee_class: 'ANNUITY', annuity_year, status: 'PLANNED', decision: 'ASK', due_date, currency: 'CNY', amount: '900.00', surcharge: null,
  certainty: 'SURE', ...more,
}) // oxfmt-ignore
const right = (more: Partial<RightAhead> = {}): RightAhead => ({
  case_sid: 'case', phase: 'GRANTED', isGivenUp: false, next_year: null, fees: [],
  quotes: [6, 7, 8, 9].map((year) => quote(year, `${2020 + year}-03-10`)), ...more,
}) // oxfmt-ignore
const [FROM, UNTIL] = ['2026-03-01', '2028-12-31']
const years = (of: RightAhead) =>
  comingFees(of, FROM, UNTIL).map(({ annuity_year, fee_sid, amount }) => `${annuity_year} ${fee_sid ? 'recorded' : 'by law'} ${amount}`)

for (const [what, given, coming] of [
  ['a right without fees owes what the law will make, until the last day', {}, ['6 by law 900.00', '7 by law 900.00', '8 by law 900.00']],
  [
    'a recorded fee is counted as it is, once, with its surcharge',
    { fees: [fee(6, '2026-03-10', { amount: '135.00', surcharge: '5.50' })] },
    ['6 recorded 140.50', '7 by law 900.00', '8 by law 900.00'],
  ],
  [
    'a late fee is still owed',
    { fees: [fee(5, '2026-01-10', { status: 'OVERDUE' })] },
    ['5 recorded 900.00', '6 by law 900.00', '7 by law 900.00', '8 by law 900.00'],
  ],
  ['a paid year is not owed again', { fees: [fee(6, '2026-03-10', { status: 'PAID' })] }, ['7 by law 900.00', '8 by law 900.00']],
  ['years before the next one are paid', { next_year: 8 }, ['8 by law 900.00']],
  ['after a year that is given up nothing falls due', { fees: [fee(7, '2027-03-10', { status: 'ABANDONED' })] }, ['6 by law 900.00']],
  [
    'a right that is given up owes only what was decided to be paid',
    { isGivenUp: true, fees: [fee(6, '2026-03-10', { decision: 'PAY', status: 'TO_PAY' })] },
    ['6 recorded 900.00'],
  ],
  [
    'fees of other classes are no annuities',
    { fees: [fee(6, '2026-03-10', { fee_class: 'OFFICIAL' })] },
    ['6 by law 900.00', '7 by law 900.00', '8 by law 900.00'],
  ],
] as const)
  // oxfmt-ignore
  test(what, () => assert.deepEqual(years(right(given)), coming))

test('what falls due on the first and on the last day of the time is counted, by law and as recorded', () => {
  const one = right({ quotes: [quote(6, '2026-03-10'), quote(7, '2027-03-10')], fees: [fee(8, '2028-03-10')] })
  const between = (from: string, until: string) => comingFees(one, from, until).map(({ annuity_year }) => annuity_year)
  assert.deepEqual(between('2026-03-10', '2028-03-10'), [6, 7, 8])
  assert.deepEqual(between('2026-03-11', '2028-03-09'), [7])
  assert.deepEqual(between('2026-03-10', '2027-03-10'), [6, 7])
})

test('what is uncertain says why: the price, the calendar, or the grant', () => {
  const quotes = [quote(6, '2026-03-10', { certainty: 'CHECK' }), quote(7, '2027-03-10', { provisional: true })]
  const doubts = (phase: 'GRANTED' | 'PENDING') => comingFees(right({ quotes, phase, fees: [fee(8, '2028-03-10', { certainty: 'CHECK' })] }), FROM, UNTIL).map((one) => one.doubts) // oxfmt-ignore
  assert.deepEqual(doubts('GRANTED'), [['PRICE'], ['CALENDAR'], ['PRICE']])
  assert.deepEqual(doubts('PENDING'), [
    ['PENDING', 'PRICE'],
    ['PENDING', 'CALENDAR'],
    ['PENDING', 'PRICE'],
  ])
})

const coming = fc.array(
  fc
    .record({
      currency: fc.constantFrom('CNY', 'JPY', 'KWD'),
      minor: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      days: fc.integer({ min: -400, max: 3650 }),
      doubts: fc.subarray(['PRICE', 'CALENDAR', 'PENDING'] as const),
    })
    .map(({ currency, minor, days, doubts }): ComingFee => ({
      case_sid: 'case', fee_sid: null, annuity_year: 1, due_date: `${Temporal.PlainDate.from('2026-06-01').add({ days })}`, currency,
      amount: moneyText(minor, currency), doubts,
    })), // oxfmt-ignore
  { maxLength: 60 },
)

test('the forecast is the sum of its fees, in each currency and of the unsure part too, and no fee is in a year before the first', () => {
  fc.assert(
    fc.property(coming, (fees) => {
      const sums = sumsByYear(fees, 2026)
      for (const currency of ['CNY', 'JPY', 'KWD']) {
        const own = fees.filter((one) => one.currency === currency)
        const minor = (of: readonly ComingFee[]) => of.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0n)
        const listed = sums.filter((one) => one.currency === currency)
        assert.equal(listed.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0n), minor(own)) // oxfmt-ignore
        assert.equal(listed.reduce((sum, { unsure }) => sum + minorOf(unsure, currency), 0n), minor(own.filter(({ doubts }) => doubts.length > 0))) // oxfmt-ignore
        assert.equal(listed.reduce((sum, { count }) => sum + count, 0), own.length) // oxfmt-ignore
      }
      assert.ok(sums.every(({ year }) => year >= 2026 && year <= 2036))
      assert.equal(new Set(sums.map(({ year, currency }) => `${year} ${currency}`)).size, sums.length)
    }),
  )
})
