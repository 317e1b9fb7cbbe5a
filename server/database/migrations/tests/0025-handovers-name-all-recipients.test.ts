import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../../tests/harness/engine.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { systemContext } from '../../../records/context.ts'
import { createRow } from '../../../records/write/create.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0025-handovers-name-all-recipients.ts'

const { server, tenant, enrol } = await testServer()
// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const [from, one, other] = [await enrol('inventor'), await enrol('inventor'), await enrol('inventor')]
const part = (to_user: string) => ({ group: 'cases', to_user, count: 1, kept: 0 })

for (const [what, entry, recipients] of [
  ['to one person', { to_user: one.sid, parts: [part(one.sid)] }, [one.sid]],
  ['to several', { to_user: null, parts: [part(one.sid), part(other.sid), part(one.sid)] }, [one.sid, other.sid]],
  ['to nobody', { to_user: null, parts: null }, null],
  ['that names all already', { to_user: null, to_users: [other.sid], parts: [part(one.sid)] }, [other.sid]],
] as const)
  test(`an earlier handover ${what} has ${recipients?.length ?? 'no'} recipients`, async () => {
    const { to_users = null, parts, ...more } = { to_users: null, ...entry }
    const values = { from_user: from.sid, kind: 'HANDOVER', ...more, ...(parts && { parts: [...parts] }) }
    const sid = await createRow({ ...systemContext(tenant), source: 'job' }, modelOf(tenant, 'user_handover'), values)
    await tenant.db
      .updateTable('user_handover')
      .set({ to_users: to_users && [...to_users] })
      .where('sid', '=', sid)
      .execute()
    await up(db)
    await up(db)
    const kept = await tenant.db.selectFrom('user_handover').select('to_users').where('sid', '=', sid).executeTakeFirstOrThrow()
    assert.deepEqual(kept.to_users?.toSorted() ?? null, recipients?.toSorted() ?? null)
  })
