// A first filing that is corrected to an earlier year by mistake and back again: the second person confirms what was shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-28')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { patent, make, done, listed } = casesOf(call, as, 'en')

test('a correction of the first filing by a year and back is confirmed as it was shown', async () => {
  const first = await patent({ application_no: '202511234567.X', filing_date: '2025-10-31', status: 'FILED' })
  const wo = await patent({ country: 'WO', route: 'PCT_INTL', application_no: 'PCT/CN2026/087654', filing_date: '2026-10-30' })
  await make('related_case', { earlier_sid: first.sid, later_sid: wo.sid, relation_type: 'PCTA' })
  const claim = async () =>
    (await listed('deadline', wo.sid, 'key,official_due,status', " AND key = 'PCT01'")).map(({ official_due, status }) => [official_due, status])
  const correct = async (filing_date: string) => {
    const { record } = await done<{ record: Row[] }>('patent/do/search', { iql: `sid = '${first.sid}'`, fl: 'version', rows: 1 })
    await done('patent/do/update', {
      sid: first.sid,
      version: record[0]?.version,
      filing_date,
      confirm: ['family_dates', 'dates_differ', 'priority_period'],
    })
  }
  await correct('2024-10-31')
  assert.deepEqual(await claim(), [['2025-10-31', 'MISSED']])
  await correct('2025-10-31')
  assert.equal(await confirmLaterDates(call, second), 1)
  assert.deepEqual(await claim(), [['2026-11-02', 'DONE']]) // PCT Rules 4.10, 80.5: twelve months, Saturday 31 October
})
