import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleOf } from '../../pool.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { up } from '../0001-managers-are-granted-abilities.ts'

const { server, tenant } = await testServer()
const SEE = ['get', 'search', 'count']

const verbsOf = async (role: string, entity: string) =>
  (
    await tenant.db
      .selectFrom('role_grant')
      .innerJoin('role', 'role.sid', 'role_grant.role_sid')
      .select('role_grant.verbs')
      .where('role.code', '=', role)
      .where('role_grant.entity', '=', entity)
      .executeTakeFirst()
  )?.verbs

test('managers keep what the code of their role allowed; other roles gain nothing', async () => {
  const engineer = await verbsOf('ip_engineer', 'patent')
  for (const entity of ['patent', 'finding']) await tenant.db.updateTable('role_grant').set({ verbs: SEE }).where('entity', '=', entity).execute()
  const before = await verbsOf('ip_engineer', 'patent')
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  assert.deepEqual(await verbsOf('ip_manager', 'patent'), [...SEE, 'undo_transition'])
  assert.deepEqual(await verbsOf('ip_manager', 'finding'), [...SEE, 'run'])
  assert.deepEqual(await verbsOf('ip_engineer', 'patent'), before)
  assert.notDeepEqual(engineer, before)
  assert.deepEqual(await verbsOf('system_admin', '*'), ['*'])
})
