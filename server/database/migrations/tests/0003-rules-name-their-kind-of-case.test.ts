import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { seedLaw } from '../../../docketing/law/seed-law.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0003-rules-name-their-kind-of-case.ts'

const { server, tenant } = await testServer()

test('every earlier rule names patents in its column and its content, in any state, and is otherwise unchanged', async () => {
  const { db } = tenant
  const read = async () =>
    (await sql`select sid, version, rule_id, case_kind, content, updated_at from deadline_rule order by sid`.execute(db)).rows as {
      rule_id: string
      case_kind: string
      content: Record<string, unknown>
    }[]
  const before = await read()
  assert.ok(before.length > 100)
  // As they stood before: changed by a person, deleted, and as they came.
  await sql`update deadline_rule set case_kind = null, content = content - 'case_kind' where case_kind = 'patent'`.execute(db)
  await sql`update deadline_rule set version = 2 where rule_id = 'CNP01'`.execute(db)
  await sql`update deadline_rule set deleted_at = now() where rule_id = 'CNP03'`.execute(db)
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const handle = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(handle)
  await up(handle)
  const after = await read()
  assert.deepEqual(
    after.map(({ rule_id, case_kind, content }) => [rule_id, case_kind, content]),
    before.map(({ rule_id, case_kind, content }) => [rule_id, case_kind, content]),
  )
  await seedLaw(tenant)
  assert.deepEqual(await read(), after, 'the law pack finds nothing to correct')
})
