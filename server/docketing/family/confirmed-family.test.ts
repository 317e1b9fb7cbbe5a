// The confirmation of a corrected first filing, whose proposal shows the dates of the whole family.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-03-02')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, patent, listed } = casesOf(call, as, 'en')

test('the person who confirms a corrected first filing is not asked again about the dates that the proposal shows', async () => {
  const first = await patent({ filing_date: '2025-03-10', application_no: '202511234567.X', status: 'FILED' })
  const us = await patent({ country: 'US', route: 'PARIS' })
  await make('priority', { case_sid: us.sid, priority_no: '202511234567.X', priority_date: '2025-03-10', priority_country: 'CN' })
  await done('patent/do/update', { sid: first.sid, filing_date: '2025-03-12', confirm: ['family_dates'] })
  const [waiting] = await listed('date_confirmation', first.sid, 'sid', " AND status = 'PROPOSED'")
  await done('date_confirmation/do/transition', { sid: waiting?.sid, transition: 'confirm', confirm: [] }, second)
  assert.equal((await listed('deadline', us.sid, 'official_due', " AND key = 'US01'"))[0]?.official_due, '2026-03-12')
})
