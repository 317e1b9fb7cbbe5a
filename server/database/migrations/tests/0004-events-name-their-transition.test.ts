import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0004-events-name-their-transition.ts'

const { server, tenant, call, enrol } = await testServer()
const as = await enrol('ip_manager')
type Row = { sid: string }
const done = async (path: string, body: object) => {
  const answer = await call<Row>(path, body, { as })
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}

test('earlier events name the transition that created them, also if their remark was edited; other events name none', async () => {
  const made = async (remark?: string) => {
    const { sid } = await done('patent/do/create', {
      title: '案件',
      patent_type: 'INVENTION',
      country: 'CN',
      status: 'OA',
      filing_date: '2024-03-01',
    })
    await done('patent/do/transition', { sid, transition: 'answer' })
    const { sid: event } = await tenant.db.selectFrom('official_event').select('sid').where('case_sid', '=', sid).executeTakeFirstOrThrow()
    if (remark) await done('official_event/do/update', { sid: event, remark })
    return { sid, event }
  }
  const [kept, edited] = [await made(), await made('已核对')]
  const typed = await done('official_event/do/create', { case_sid: kept.sid, code: 'CN14', event_date: '2025-03-03', remark: '手工录入' })
  await sql`alter table official_event drop column by_transition`.execute(tenant.db)
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const handle = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(handle)
  await up(handle)
  const { rows } = await sql<{ sid: string; by_transition: string | null }>`select sid, by_transition from official_event`.execute(tenant.db)
  const of = new Map(rows.map((row) => [row.sid, row.by_transition]))
  assert.deepEqual([of.get(kept.event), of.get(edited.event), of.get(typed.sid)], ['answer', 'answer', null])
})
