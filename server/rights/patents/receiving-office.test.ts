// The number of an international application names the office that received it; its filing asks for that number once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-20')
const { call, enrol } = await testServer()
const { patent, done, listed } = casesOf(call, await enrol('ip_manager'), 'en')

const read = async ({ sid }: Row) =>
  (await done<{ record: Row[] }>('patent/do/search', { iql: `sid = '${sid}'`, fl: 'version,status,pct_no,pct_filing_date,ro', rows: 1 })).record[0]
const roOf = async (one: Row) => (await read(one))?.ro

test('the receiving office is read from the number, and a stated one is kept', async () => {
  const international = (application_no: string, more = {}) =>
    patent({ country: 'WO', route: 'PCT_INTL', application_no, filing_date: '2026-10-30', ...more })
  assert.equal(await roOf(await international('PCT/JP2026/012345')), 'JP')
  assert.equal(await roOf(await international('PCT/IB2026/012345')), 'WO')
  assert.equal(await roOf(await international('PCT/CN2026/012345', { ro: 'US' })), 'US')
  const phase = { route: 'PCT_NATIONAL', pct_no: 'PCT/KR2025/012345', pct_filing_date: '2025-06-10', filing_date: '2025-06-10' }
  assert.equal(await roOf(await patent({ country: 'CN', ...phase })), 'KR')
})

test('a corrected number corrects the office that came from it, and its days', async () => {
  const one = await patent({ country: 'WO', route: 'PCT_INTL', application_no: 'PCT/CN2026/045678', filing_date: '2026-10-31' })
  const fees = async () => (await listed('deadline', one.sid, 'official_due', " AND key = 'PCT05'"))[0]?.official_due
  assert.equal(await fees(), '2026-11-30') // PCT Rule 14: one month; there is no 31 November
  await done('patent/do/update', { sid: one.sid, version: (await read(one))?.version, application_no: 'PCT/US2026/045678' })
  assert.equal(await roOf(one), 'US')
})

test('the filing of an international application asks for its number and its day once', async () => {
  const [{ sid: applicant_sid }, { sid: inventor_sid }] = await Promise.all([
    done('applicant/do/create', { name: 'Fictional Seals' }),
    done('inventor/do/create', { name: 'Zhou' }),
  ])
  const one = await patent({ country: 'WO', route: 'PCT_INTL', applicants: [{ applicant_sid }], inventors: [{ inventor_sid }] })
  await done('patent/do/transition', { sid: one.sid, transition: 'file_pct', application_no: 'PCT/EP2026/054321', filing_date: '2026-11-02' })
  const filed = await read(one)
  assert.deepEqual([filed?.status, filed?.pct_no, filed?.pct_filing_date, filed?.ro], ['INTL_FILED', 'PCT/EP2026/054321', '2026-11-02', 'EP'])
})
