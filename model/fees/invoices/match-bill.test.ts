import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeviationKind, deviationsOf, type KnownFee, keyOf, type Matched, type MatchedLine } from './match-bill.ts'

const AGENCY = 'agency 1'
const fee = (more: Partial<KnownFee> = {}): KnownFee => ({
  sid: 'fee 1',
  fee_no: 'F-1',
  case_sid: 'case 1',
  currency: 'CNY',
  owed: '900.00',
  status: 'TO_PAY',
  decision: 'PAY',
  pay_by: 'AGENCY',
  is_listed: false,
  on_bill: null,
  ...more,
})
const ofFee = (amount: string, more: Partial<MatchedLine> = {}): MatchedLine => ({
  fee_sid: 'fee 1',
  case_sid: 'case 1',
  case_ref: null,
  service: null,
  amount,
  ...more,
})
const ofService = (service: string, amount: string, more: Partial<MatchedLine> = {}): MatchedLine => ({
  ...ofFee(amount),
  fee_sid: null,
  service,
  ...more,
})
const price = (service_code: string, amount: string, more = {}) => ({ service_code, amount, country: null, currency: 'CNY', valid_from: null, valid_to: null, ...more }) // oxfmt-ignore

const bill = (lines: MatchedLine[], more: Partial<Matched> = {}): Matched => ({
  agency: AGENCY,
  day: '2026-03-10',
  currency: 'CNY',
  lines,
  fees: new Map([['fee 1', fee()]]),
  cases: new Map([
    ['case 1', { sid: 'case 1', case_no: 'P1', agency_sid: AGENCY, country: 'CN' }],
    ['case 2', { sid: 'case 2', case_no: 'P2', agency_sid: 'agency 2', country: 'US' }],
  ]),
  prices: [price('FILE', '3000.00'), price('FILE', '3500.00', { country: 'US' }), price('FILE', '2800.00', { valid_from: '2026-01-01', valid_to: '2026-02-28' })], // oxfmt-ignore
  elsewhere: [],
  unbilled: [],
  ...more,
})
const fees = (...of: KnownFee[]) => ({ fees: new Map(of.map((one) => [one.sid, one])) })
const US = new Map([['case 1', { sid: 'case 1', case_no: 'P1', agency_sid: AGENCY, country: 'US' }]])

const ROWS: [what: string, bill: Matched, expected: [DeviationKind, string | null, string | null][]][] = [
  ['a fee billed at what is owed', bill([ofFee('900.00')]), []],
  ['a fee billed a cent too high', bill([ofFee('900.01')]), [['OVERCHARGE', '900.01', '900.00']]],
  ['a fee billed a cent too low', bill([ofFee('899.99')]), [['UNDERCHARGE', '899.99', '900.00']]],
  ['the same fee twice on one bill', bill([ofFee('900.00'), ofFee('900.00')]), [['BILLED_TWICE', '900.00', null]]],
  ['a fee on another live bill', bill([ofFee('900.00')], fees(fee({ on_bill: 'A-7' }))), [['BILLED_TWICE', '900.00', null]]],
  ['a fee that nobody ordered', bill([ofFee('900.00')], fees(fee({ status: 'PLANNED', decision: 'ASK' }))), [['NOT_ORDERED', '900.00', '900.00']]],
  ['an abandoned fee', bill([ofFee('900.00')], fees(fee({ status: 'ABANDONED', decision: 'ABANDON' }))), [['NOT_ORDERED', '900.00', '900.00']]],
  ['a fee that we have paid', bill([ofFee('900.00')], fees(fee({ status: 'PAID', pay_by: 'SELF' }))), [['PAID_OURSELVES', '900.00', '900.00']]],
  ['a fee that we pay ourselves', bill([ofFee('900.00')], fees(fee({ pay_by: 'SELF' }))), [['OURS_TO_PAY', '900.00', '900.00']]],
  ['a fee that we pay ourselves, billed too high', bill([ofFee('901.00')], fees(fee({ pay_by: 'SELF' }))), [['OURS_TO_PAY', '901.00', '900.00'], ['OVERCHARGE', '901.00', '900.00']]], // oxfmt-ignore
  ['a fee that we pay ourselves on the bill of no agency', bill([ofFee('900.00')], { ...fees(fee({ pay_by: 'SELF' })), agency: null }), []],
  ['a fee that the agency has paid', bill([ofFee('900.00')], fees(fee({ status: 'PAID' }))), []],
  ['a fee on our own payment list', bill([ofFee('900.00')], fees(fee({ is_listed: true }))), [['PAID_OURSELVES', '900.00', '900.00']]],
  ['a fee in another currency that nobody ordered', bill([ofFee('900.00')], fees(fee({ currency: 'USD', status: 'PLANNED', decision: 'ASK' }))), [['NOT_ORDERED', '900.00', null], ['OTHER_CURRENCY', '900.00', null]]], // oxfmt-ignore
  ['a fee in another currency that we have paid', bill([ofFee('900.00')], fees(fee({ currency: 'USD', status: 'PAID', pay_by: 'SELF' }))), [['PAID_OURSELVES', '900.00', null]]], // oxfmt-ignore
  ['a fee in another currency', bill([ofFee('900.00')], fees(fee({ currency: 'USD' }))), [['OTHER_CURRENCY', '900.00', null]]],
  ['a fee without an amount', bill([ofFee('900.00')], fees(fee({ owed: null }))), [['NO_AMOUNT', '900.00', null]]],
  ['a line without a case', bill([ofService('FILE', '3000.00', { case_sid: null, case_ref: 'P-9' })]), [['UNKNOWN_CASE', '3000.00', null]]],
  ['a case of another agency', bill([ofService('FILE', '3500.00', { case_sid: 'case 2' })]), [['NOT_ENTRUSTED', '3500.00', null]]],
  ['a service at the general price', bill([ofService('FILE', '3000.00')]), []],
  ['a service at the price of its country', bill([ofService('FILE', '3500.00')], { cases: US }), []],
  ['a service at the price of its day', bill([ofService('FILE', '3000.00')], { day: '2026-02-01' }), [['OVERCHARGE', '3000.00', '2800.00']]],
  ['a service without a price', bill([ofService('OA', '1.00')]), [['NO_PRICE', '1.00', null]]],
  [
    'the same service on another bill',
    bill([ofService('FILE', '3000.00')], { elsewhere: [{ bill: 'A-7', case_sid: 'case 1', service: 'FILE' }] }),
    [['SERVICE_REPEATED', '3000.00', null]],
  ],
  ['the same service twice on one bill', bill([ofService('FILE', '3000.00'), ofService('FILE', '3000.00')]), [['SERVICE_REPEATED', '3000.00', null]]],
  ['a fee that the agency paid and did not bill', bill([ofService('FILE', '3000.00')], { unbilled: [fee()] }), [['NOT_BILLED', null, '900.00']]],
  ['a line that names several fees', bill([ofService('年费', '900.00', { is_unclear: true })]), [['SEVERAL_FEES', '900.00', null]]],
  ['a service of a seller that is no agency', bill([ofService('TRANSLATE', '70.00')], { agency: null }), []],
]

for (const [what, matched, expected] of ROWS)
  test(`${what}: ${expected.map(([kind]) => kind).join(', ') || 'no deviation'}`, () => {
    assert.deepEqual(
      deviationsOf(matched).map(({ kind, billed, expected: owed }) => [kind, billed, owed]),
      expected,
    )
  })

test('a decision about a deviation does not hold for another amount', () => {
  const [one, other] = ['901.00', '902.00'].map((amount) => deviationsOf(bill([ofFee(amount)]))[0])
  assert.ok(one && other)
  assert.notEqual(keyOf(one), keyOf(other))
  assert.equal(keyOf(one), 'OVERCHARGE|1|F-1|901.00|900.00')
})
