import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'

// The days of these cases are fixed.
startOn('2026-11-21')

const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { done, listed, patent, ask } = casesOf(call, as, 'en')
const american = (more: Record<string, unknown> = {}) =>
  patent({ country: 'US', status: 'US_GRANTED', filing_date: '2020-03-02', grant_date: '2023-08-01', fee_reduction: 'LARGE', ...more })
const feesOf = (one: Row, where = '') =>
  listed('fee', one.sid, 'annuity_year,name_en,amount,status', ` AND fee_type = 'US.MAINT'${where} ORDER BY annuity_year`)

test('an American maintenance fee, its deadline and its case name the years after the grant', async () => {
  const one = await american()
  assert.deepEqual(
    (await listed('deadline', one.sid, 'annuity_year,official_due', " AND rule_id = 'US15' ORDER BY annuity_year")).map(
      ({ annuity_year, official_due }) => [annuity_year, official_due],
    ),
    [[3.5, '2027-02-01']],
  )
  assert.deepEqual(
    (await feesOf(one)).map(({ annuity_year, name_en, amount }) => [annuity_year, name_en, amount]),
    [[3.5, 'Maintenance fee, 3.5 years', '2150.00']],
  )
  assert.equal((await done(`patent/${one.sid}`, undefined)).next_annuity_year, 3.5)
})

test('a query compares the year as a number', async () => {
  const one = await american()
  for (const [iql, count] of [
    ['annuity_year = 3.5', 1],
    ['annuity_year BETWEEN 3 AND 4', 1],
    ['annuity_year IN (3.5, 7.5)', 1],
    ['annuity_year = 4', 0],
    ['annuity_year < 3.5', 0],
    ['annuity_year > 3.4', 1],
  ] as const)
    assert.equal((await feesOf(one, ` AND ${iql}`)).length, count, iql)
})

test('each maintenance fee has the price of its own year, and the years are those of the schedule', async () => {
  const one = await american()
  for (const [annuity_year, amount] of [
    ['3.5', '2150.00'],
    ['7.5', '4040.00'],
    [11.5, '8280.00'],
  ] as const)
    assert.equal((await done('fee/do/quote', { case_sid: one.sid, annuity_year, pay_date: '2026-12-01' })).amount, amount)
  const { record } = await done<{ record: Row[] }>('patent/do/annuity_schedule', { sid: one.sid })
  assert.deepEqual(record.map(({ year, full }) => [year, full]), [[3.5, '2150.00'], [7.5, '4040.00'], [11.5, '8280.00']]) // oxfmt-ignore
  for (const [annuity_year, amount] of [
    [4, '2150.00'],
    ['8', '4040.00'],
    [12, '8280.00'],
  ])
    // oxfmt-ignore
    assert.equal((await done('fee/do/quote', { case_sid: one.sid, annuity_year, pay_date: '2026-12-01' })).amount, amount)
  assert.equal((await ask('fee/do/quote', { case_sid: one.sid, annuity_year: 5 })).status, 400)
})

test('a paid maintenance fee closes its deadline, and the case shows the next one', async () => {
  const one = await american()
  const [fee] = await feesOf(one)
  await done('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: '2026-11-20' })
  const [deadline] = await listed('deadline', one.sid, 'status', " AND rule_id = 'US15' AND annuity_year = 3.5")
  assert.equal(deadline?.status, 'DONE')
  assert.equal((await done(`patent/${one.sid}`, undefined)).next_annuity_year, 7.5)
})

test('a year is entered with at most one decimal, and a whole year is shown without decimals', async () => {
  const one = await american()
  const fee = { case_sid: one.sid, fee_class: 'ANNUITY', fee_type: 'OTHER', name: 'By hand', currency: 'USD', due_date: '2030-01-01' }
  const yearOf = async (annuity_year: unknown) => (await done('fee/do/create', { ...fee, annuity_year })).annuity_year
  assert.deepEqual([await yearOf('5.0'), await yearOf(5), await yearOf('7.5'), await yearOf(11.5)], [5, 5, 7.5, 11.5])
  assert.deepEqual([await yearOf(4), await yearOf('8'), await yearOf(12)], [3.5, 7.5, 11.5], 'as they are also called')
  for (const annuity_year of ['3.25', 'x', 0, 51]) {
    const { status, errors } = await ask('fee/do/create', { ...fee, annuity_year })
    assert.deepEqual([status, errors[0]?.field], [400, 'annuity_year'], String(annuity_year))
  }
})
