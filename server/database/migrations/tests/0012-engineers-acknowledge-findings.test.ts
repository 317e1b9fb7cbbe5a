import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleOf } from '../../pool.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { up } from '../0012-engineers-acknowledge-findings.ts'

const { server, tenant } = await testServer()
const SEE = ['get', 'search', 'count']

const verbsOf = async (role: string) =>
  (
    await tenant.db
      .selectFrom('role_grant')
      .innerJoin('role', 'role.sid', 'role_grant.role_sid')
      .select('role_grant.verbs')
      .where('role.code', '=', role)
      .where('role_grant.entity', '=', 'finding')
      .executeTakeFirst()
  )?.verbs

test('roles of the product that work on findings may acknowledge them; a second run adds nothing', async () => {
  await tenant.db.updateTable('role_grant').set({ verbs: SEE }).where('entity', '=', 'finding').execute()
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  for (const role of ['ip_manager', 'ip_engineer']) assert.deepEqual(await verbsOf(role), [...SEE, 'transition'])
})
