import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { modelOf } from '../../../../tests/harness/engine.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { systemContext } from '../../../records/context.ts'
import { createRow } from '../../../records/write/create.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0016-agencies-with-accounts-are-open.ts'

const { server, tenant, enrol } = await testServer()

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const agency = (agency_name: string) => createRow(systemContext(tenant), modelOf(tenant, 'agency'), { agency_name })

test('an agency is on where an account of its people is open, and stays off elsewhere', async () => {
  const [working, closed, empty] = [await agency('在用（虚构）'), await agency('已关（虚构）'), await agency('无人（虚构）')]
  await enrol('agent', { agency_sid: working, department_sid: null })
  const gone = await enrol('agent', { agency_sid: closed, department_sid: null })
  await sql`update "user" set status = 'CLOSED' where user_info_sid = ${gone.sid}`.execute(db)
  await sql`update agency set account_open = false`.execute(db)
  for (let turn = 0; turn < 2; turn++) {
    await up(db)
    const open = await sql<{ sid: string }>`select sid from agency where account_open`.execute(db)
    assert.deepEqual(open.rows, [{ sid: working }], `turn ${turn}; not ${closed}, ${empty}`)
  }
})
