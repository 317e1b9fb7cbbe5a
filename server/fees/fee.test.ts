import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const ask = (path: string, body: unknown) => call(path, body, { as: manager, lang: 'en' })
const patent = (await ask('patent/do/create', { title: 'Paid for', patent_type: 'INVENTION', country: 'CN', case_no: 'F-1' })).data.sid
const fee = (more: Record<string, unknown>) =>
  ask('fee/do/create', { case_sid: patent, fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: '2027-01-04', ...more })

test('[1.06] a fee without a number is numbered within its case', async () => {
  assert.equal((await fee({ amount: '100' })).data.fee_no, 'F-1/1')
  assert.equal((await fee({ amount: '100' })).data.fee_no, 'F-1/2')
  assert.equal((await fee({ amount: '100', fee_no: 'OWN-1' })).data.fee_no, 'OWN-1')
})

for (const [currency, amount_full, reduction_pct, amount] of [
  ['CNY', '900', 85, '135.00'],
  ['CNY', '0.05', '50', '0.03'],
  ['JPY', '1001', '50', '501'],
  ['KWD', '10.567', '0', '10.567'],
] as const) {
  test(`[1.06] ${amount_full} ${currency} less ${reduction_pct} % is ${amount}`, async () => {
    assert.equal((await fee({ currency, amount_full, reduction_pct })).data.amount, amount)
  })
}

for (const [country, annuity_year, reason] of [
  ['CN', 3.7, 'must be a whole year'],
  ['CN', 3.5, 'must be a whole year'],
  ['US', 3.7, 'must be 3.5, 7.5 or 11.5 for an American maintenance fee'],
  ['CN', 5, undefined],
  ['US', 3.5, undefined],
  ['US', 8, undefined],
] as const)
  test(`an annuity of year ${annuity_year} is ${reason ? 'refused' : 'taken'} in a ${country} case`, async () => {
    const { sid: case_sid } = (await ask('patent/do/create', { title: `Year ${annuity_year}`, patent_type: 'INVENTION', country })).data
    const answer = await fee({ case_sid, fee_class: 'ANNUITY', fee_type: 'OWN', annuity_year, amount: '100' })
    assert.deepEqual(answer.errors?.map((one) => [one.field, one.reason]), reason ? [['annuity_year', reason]] : []) // oxfmt-ignore
  })

test('a forecast runs from the first day of its first month to the last day of its last', async () => {
  const asked = async (body: Record<string, unknown>) => (await ask('fee/do/forecast', body)).data
  const february = await asked({ months: 1, from: '2027-02' })
  assert.deepEqual([february.from, february.to, february.months], ['2027-02-01', '2027-02-28', ['2027-02']])
  const two = await asked({ months: 2, from: '2027-12-31' })
  assert.deepEqual([two.from, two.to, two.months], ['2027-12-01', '2028-01-31', ['2027-12', '2028-01']])
  for (const months of [0, 37]) assert.equal((await ask('fee/do/forecast', { months })).status, 400)
})
