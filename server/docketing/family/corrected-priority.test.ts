// PCT Rule 26bis.1(a), EPC Rule 52(3): the 16 months run from the earlier of the earliest priority dates before and after a correction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-06-01')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, listed, patent } = casesOf(call, as)
const pct = { country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: '2026-01-20', ro: 'CN' }
const ep = { country: 'EP', route: 'EP_DIRECT', status: 'EP_FILED', filing_date: '2026-01-20' }
const claim = ({ sid: case_sid }: Row, priority_date: string) =>
  make('priority', { case_sid, priority_no: `US63/${priority_date.replaceAll('-', '').slice(2)}`, priority_date, priority_country: 'US' })
const due = async ({ sid }: Row, rule: string) => (await listed('deadline', sid, 'official_due', ` AND rule_id = '${rule}'`))[0]?.official_due
const former = async ({ sid }: Row) => (await done(`patent/${sid}`, undefined)).former_priority_date ?? null

for (const [rule, kind, first, later] of [
  ['PCT03', pct, '2026-07-27', '2026-09-14'], // 25 July and 12 September are Saturdays
  ['EP05', ep, '2026-07-27', '2026-09-14'],
] as const)
  test(`${rule} stays as it was when the priority is corrected to a later day, and follows it to an earlier one`, async () => {
    const one = await patent(kind)
    const priority = await claim(one, '2025-03-25')
    assert.deepEqual([await due(one, rule), await former(one)], [first, null])
    await done('priority/do/update', { sid: priority.sid, priority_date: '2025-05-12' })
    await confirmLaterDates(call, second)
    assert.deepEqual([await due(one, rule), await former(one)], [first, '2025-03-25'])
    await done('patent/do/update', { sid: one.sid, former_priority_date: null })
    await confirmLaterDates(call, second)
    assert.deepEqual([await due(one, rule), await former(one)], [later, null])
    await done('priority/do/update', { sid: priority.sid, priority_date: '2025-03-25' })
    assert.deepEqual([await due(one, rule), await former(one)], [first, null])
  })

test('a priority added with an earlier day brings PCT03 forward', async () => {
  const one = await patent({ ...pct, filing_date: '2026-04-20' })
  await claim(one, '2025-06-10')
  assert.equal(await due(one, 'PCT03'), '2026-10-10') // a Saturday on which China works
  await claim(one, '2025-04-22')
  assert.equal(await due(one, 'PCT03'), '2026-08-24') // 22 August is a Saturday
})
