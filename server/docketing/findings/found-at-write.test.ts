import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from './monitor.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, listed, patent } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (back: Temporal.DurationLike) => `${today.subtract(back)}`
const codesOf = async (sid: string) => (await listed('finding', sid, 'code', " AND status = 'OPEN'")).map(({ code }) => String(code)).toSorted()
const has = async (sid: string, code: string) => (await codesOf(sid)).includes(code)

test('a case saved without its notice is found at once, and its notice settles the finding', async () => {
  const one = await patent({ filing_date: ago({ years: 2 }), status: 'OA', se_entered_date: ago({ years: 1 }) })
  assert.equal(await has(one.sid, 'MISSING_NOTICE'), true)
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 9 }) })
  assert.equal(await has(one.sid, 'MISSING_NOTICE'), false)
})

test('a second office action within the reply period leaves the first deadline open, as a finding, until a person completes it', async () => {
  const one = await patent({ filing_date: ago({ years: 2 }), status: 'SE', se_entered_date: ago({ years: 1 }) })
  for (const [code, days] of [['CN14', 60], ['CN15', 20]] as const) await make('official_event', { case_sid: one.sid, code, event_date: ago({ days }) }) // oxfmt-ignore
  const deadline = async () => (await listed('deadline', one.sid, 'sid,rule_id,status')).find(({ rule_id }) => rule_id === 'CNP19')
  assert.equal((await deadline())?.status, 'OPEN')
  assert.equal(await has(one.sid, 'REPLY_NOT_RECORDED'), true)
  await done('deadline/do/transition', { sid: String((await deadline())?.sid), transition: 'complete', done_date: ago({ days: 40 }) })
  assert.equal(await has(one.sid, 'REPLY_NOT_RECORDED'), false)
})

for (const [country, status, rule] of [
  ['CN', 'FILED', 'CNP15'],
  ['JP', 'JP_FILED', 'JP02'],
  ['DE', 'FILED', 'DE01'],
] as const)
  test(`${rule}: examination that is ticked as requested without a day is presumed requested, as a finding, until the day is entered`, async () => {
    const one = await patent({ country, filing_date: ago({ months: 8 }), status, sub_exam_requested: true })
    const request = async () => (await listed('deadline', one.sid, 'rule_id,status,done_date')).find(({ rule_id }) => rule_id === rule)
    assert.deepEqual([(await request())?.status, (await request())?.done_date], ['PRESUMED', null])
    assert.equal(await has(one.sid, 'DONE_WITHOUT_DAY'), true)
    const owed = await listed('fee', one.sid, 'status,fee_class', ` AND deadline_key = '${rule}'`)
    if (country === 'CN') assert.deepEqual([...new Set(owed.map((fee) => fee.status))], ['PLANNED'], 'a request is no payment')
    await done('patent/do/update', { sid: one.sid, sub_exam_date: ago({ months: 7 }) })
    assert.deepEqual([(await request())?.status, (await request())?.done_date], ['DONE', ago({ months: 7 })])
    assert.equal(await has(one.sid, 'DONE_WITHOUT_DAY'), false)
  })

test('an annuity that is denied after its grace period makes the case that stays granted a finding, until it is recorded as paid', async () => {
  const one = await patent({ country: 'GB', filing_date: ago({ years: 8 }), grant_date: ago({ years: 5 }), status: 'GRANTED' })
  const fees = await listed('fee', one.sid, 'sid,due_date,status', " AND fee_class = 'ANNUITY' AND status = 'PRESUMED' ORDER BY due_date DESC")
  const [fee] = fees.filter(({ due_date }) => String(due_date) < ago({ months: 8 }))
  assert.ok(fee)
  assert.equal(await has(one.sid, 'ANNUITY_MISSED'), false)
  await done('fee/do/transition', { sid: fee.sid, transition: 'not_paid', handled_reason: 'no receipt' })
  assert.equal(await has(one.sid, 'ANNUITY_MISSED'), true)
  const [missed] = await listed('deadline', one.sid, 'status,restoration_end', " AND status = 'MISSED'")
  assert.ok(String(missed?.restoration_end) > ago({ days: 0 }))
  await done('fee/do/transition', { sid: fee.sid, transition: 'pay', pay_date: fee.due_date })
  assert.equal(await has(one.sid, 'ANNUITY_MISSED'), false)
})

test('a correction of an earlier case creates a finding on the related later case', async () => {
  const first = await patent({ filing_date: ago({ months: 20 }), status: 'FILED' })
  const later = await patent({ country: 'US', filing_date: ago({ months: 9 }), status: 'US_FILED' })
  await make('priority', {
    case_sid: later.sid,
    priority_no: '202410123456.0',
    priority_date: ago({ months: 20 }),
    priority_country: 'CN',
    priority_case_sid: first.sid,
  })
  assert.equal(await has(later.sid, 'PRIORITY_PERIOD_EXCEEDED'), false)
  await done('patent/do/update', { sid: first.sid, filing_date: ago({ months: 23 }), confirm: ['family_dates'] })
  await confirmLaterDates(call, second)
  assert.equal(await has(later.sid, 'PRIORITY_PERIOD_EXCEEDED'), true)
})

test('the nightly check adds no finding to those that the facts of a case already show', async () => {
  const cases = [
    await patent({ filing_date: ago({ years: 9 }), status: 'GRANTED', grant_no: 'CN109000001B' }),
    await patent({ country: 'FR', filing_date: ago({ years: 1 }), status: 'FILED', application_no: 'FR2599999' }),
    await patent({ filing_date: ago({ years: 2 }), status: 'SE', publication_no: 'CN119000001A' }),
  ]
  const before = await Promise.all(cases.map(({ sid }) => codesOf(sid)))
  assert.ok(before.flat().includes('MISSING_GRANT_DATE'), before.join(' '))
  await runMonitor(tenant)
  const after = await Promise.all(cases.map(({ sid }) => codesOf(sid)))
  assert.deepEqual(after.map((codes) => codes.filter((code) => code !== 'NO_OWNER')), before) // oxfmt-ignore
})
