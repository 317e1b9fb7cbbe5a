// A second person confirms a later priority while a deadline is closed: that deadline was not among the dates shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-20')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, patent, listed } = casesOf(call, as, 'en')

const closings: readonly (readonly [string, (one: Row, sid: unknown) => Promise<unknown>, (one: Row, sid: unknown) => Promise<unknown>])[] = [
  [
    'a person',
    (_, sid) => done('deadline/do/transition', { sid, transition: 'complete', done_date: '2026-11-16' }),
    (_, sid) => done('deadline/do/transition', { sid, transition: 'reopen', handled_reason: 'It was not filed' }),
  ],
  [
    'a field of the case',
    ({ sid }) => done('patent/do/update', { sid, sub_exam_date: '2026-11-16' }),
    ({ sid }) => done('patent/do/update', { sid, sub_exam_date: null }),
  ],
]

for (const [who, close, open] of closings)
  test(`a deadline that ${who} had closed when a later date was confirmed keeps its day, and opens again on the later one only with a second person`, async () => {
    const one = await patent({ filing_date: '2026-03-10', status: 'FILED' })
    const claim = await make('priority', { case_sid: one.sid, priority_date: '2025-03-12', priority_country: 'US', priority_no: '63/771,234' })
    const request = async () => (await listed('deadline', one.sid, 'sid,status,official_due,later_due', " AND key = 'CNP15'"))[0]
    const sid = (await request())?.sid
    await close(one, sid)
    await done('priority/do/update', { sid: claim.sid, priority_date: '2025-04-12' })
    assert.equal(await confirmLaterDates(call, second), 1)
    assert.deepEqual([(await request())?.status, (await request())?.official_due], ['DONE', '2028-03-13']) // Patent Law art. 35: 3 years, Sunday 12 March 2028
    await open(one, sid)
    assert.deepEqual([(await request())?.official_due, (await request())?.later_due], ['2028-03-13', '2028-04-12'])
    assert.equal(await confirmLaterDates(call, second), 1)
    assert.deepEqual([(await request())?.official_due, (await request())?.later_due], ['2028-04-12', null])
  })
