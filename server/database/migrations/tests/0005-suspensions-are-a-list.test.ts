import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0005-suspensions-are-a-list.ts'

const { server, tenant, call, enrol } = await testServer()
const as = await enrol('ip_manager')

test('an existing single suspension becomes the first of the list; a patent without one has none', async () => {
  const made = async () => {
    const answer = await call<{ sid: string }>('patent/do/create', { title: '案件', patent_type: 'INVENTION', country: 'CN' }, { as })
    return answer.data.sid
  }
  const [ended, running, none] = [await made(), await made(), await made()]
  const { db } = tenant
  await sql`alter table patent drop column suspensions, add column suspended_from date, add column suspended_to date`.execute(db)
  await sql`update patent set suspended_from = '2026-01-01', suspended_to = '2026-03-02' where sid = ${ended}`.execute(db)
  await sql`update patent set suspended_from = '2026-05-01' where sid = ${running}`.execute(db)
  // A migration names tables and columns as they were, so its handle knows no declarations.
  await up(handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0])
  const { rows } = await sql<{ sid: string; suspensions: unknown }>`select sid, suspensions from patent`.execute(db)
  const of = new Map(rows.map((row) => [row.sid, row.suspensions]))
  assert.deepEqual(of.get(ended), [{ from: '2026-01-01', to: '2026-03-02', reason: null }])
  assert.deepEqual(of.get(running), [{ from: '2026-05-01', to: null, reason: null }])
  assert.equal(of.get(none), null)
})
