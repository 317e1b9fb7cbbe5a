// No internal date is after its official date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'

startOn('2026-11-21')

const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { ask, done, listed, patent } = casesOf(call, as, 'en')
const refused = async (path: string, body: Record<string, unknown>) => {
  const { code, text } = await ask(path, body)
  assert.notEqual(code, 0)
  return text
}

test('the due date of a fee that a rule created cannot be edited', async () => {
  const one = await patent({ status: 'FILED', filing_date: '2026-10-20' })
  const [fee] = await listed('fee', one.sid, 'due_date', " AND fee_type = 'CN.APP'")
  for (const due_date of ['2027-01-30', '2026-12-01'])
    assert.match(await refused('fee/do/update', { sid: fee?.sid, due_date }), /Due date: is calculated by its rule; change the facts it is based on/)
  assert.equal((await listed('fee', one.sid, 'due_date', " AND fee_type = 'CN.APP'"))[0]?.due_date, fee?.due_date)
  const own = await done('fee/do/create', { case_sid: one.sid, name: 'Search', due_date: '2026-12-01', amount: '10.00' })
  await done('fee/do/update', { sid: own.sid, due_date: '2027-01-30' })
})

test('the internal date of a deadline is not after its official date, for deadlines of rules and of persons', async () => {
  const one = await patent({ status: 'FILED', filing_date: '2026-10-20' })
  const [fees] = await listed('deadline', one.sid, 'official_due,internal_due', " AND rule_id = 'CNP01'")
  assert.match(
    await refused('deadline/do/update', { sid: fees?.sid, internal_due: '2027-01-05' }),
    /Internal due: must not be after the official due date, (2026-12-21|21 Dec 2026)/,
  )
  await done('deadline/do/update', { sid: fees?.sid, internal_due: fees?.official_due })
  const own = (more: Record<string, unknown>) => ({ case_sid: one.sid, name: 'Answer', kind: 'MONITOR', official_due: '2026-12-10', ...more })
  assert.match(await refused('deadline/do/create', own({ internal_due: '2026-12-11' })), /Internal due: must not be after/)
  const made = await done('deadline/do/create', own({ internal_due: '2026-12-08' }))
  await done('deadline/do/update', { sid: made.sid, official_due: '2026-12-04' })
  assert.equal((await call<Row>(`deadline/${made.sid}`, undefined, { as })).data.internal_due, '2026-12-04')
})

test('a fee that a rule created is cancelled only with a reason; one entered by hand needs none', async () => {
  const one = await patent({ status: 'FILED', filing_date: '2026-10-20' })
  const [fee] = await listed('fee', one.sid, 'status', " AND fee_type = 'CN.APP'")
  const cancel = { sid: fee?.sid, transition: 'cancel' }
  assert.match(await refused('fee/do/transition', cancel), /is required to cancel a fee created by a rule/)
  await done('fee/do/transition', { ...cancel, handled_reason: 'Paid by the applicant' })
  const own = await done('fee/do/create', { case_sid: one.sid, name: 'Search', due_date: '2026-12-01', amount: '10.00' })
  await done('fee/do/transition', { sid: own.sid, transition: 'cancel' })
})
