// A priority that is deleted while a relation claims the same first filing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-03-02')
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { make, done, patent, listed } = casesOf(call, as, 'en')

async function family(no: string) {
  const first = await patent({ filing_date: '2025-03-10', application_no: no, status: 'FILED' })
  const us = await patent({ country: 'US', route: 'PARIS' })
  return { first, us, claim: { case_sid: us.sid, priority_no: no, priority_date: '2025-03-10', priority_country: 'CN' } }
}

const remove = (record_sid: string, entity = 'priority') =>
  done<{ proposed: boolean; message?: string }>('date_confirmation/do/propose_removal', { entity, record_sid })
const due = async (sid: string) => (await listed('deadline', sid, 'official_due', " AND key = 'US01'"))[0]?.official_due

test('a priority that a relation still claims goes without a change of dates, and the person is told so', async () => {
  const { first, us, claim } = await family('202511234567.X')
  const { sid } = await make('priority', claim)
  const relation = await make('related_case', { earlier_sid: first.sid, later_sid: us.sid, relation_type: 'PARIS' })
  const { proposed, message } = await remove(sid)
  assert.equal(proposed, false)
  assert.equal(
    message,
    `The priority is still claimed by the relation with ${String(first.case_no)} China (Paris priority), so the dates still run from 10 Mar 2025; if it is not claimed, remove that relation too`,
  )
  assert.equal(await due(us.sid), '2026-03-10') // 35 U.S.C. 119(a)
  assert.equal((await remove(relation.sid, 'related_case')).proposed, true, 'the dates then end, which a second person confirms')
})

test('a priority that nothing else claims is proposed for deletion, without that message', async () => {
  const { us, claim } = await family('202511234568.4')
  const { sid } = await make('priority', claim)
  const { proposed, message } = await remove(sid)
  assert.equal(proposed, true)
  assert.doesNotMatch(String(message), /relation/)
  assert.equal(await due(us.sid), '2026-03-10')
})
