import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleOf } from '../../pool.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { up } from '../0013-inventors-do-not-see-reviewers.ts'

const { server, tenant } = await testServer()

test('inventors of an existing installation do not see who is asked; a second run adds nothing', async () => {
  const sid = (
    await tenant.db
      .selectFrom('role_grant')
      .innerJoin('role', 'role.sid', 'role_grant.role_sid')
      .select('role_grant.sid')
      .where('role.code', '=', 'inventor')
      .where('role_grant.entity', '=', 'proposal')
      .executeTakeFirstOrThrow()
  ).sid
  await tenant.db
    .updateTable('role_grant')
    .set({ hidden_fields: ['remark'] })
    .where('sid', '=', sid)
    .execute()
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  const { hidden_fields } = await tenant.db.selectFrom('role_grant').select('hidden_fields').where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.deepEqual(hidden_fields, ['remark', 'expert_sids', 'expert_group_sid', 'reviewer_sids', 'evaluate_vote', 'evaluate_due'])
})
