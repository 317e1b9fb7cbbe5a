import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { handleOf } from '../../pool.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { createRow } from '../../../records/write/create.ts'
import { systemContext } from '../../../records/context.ts'
import { modelOf } from '../../../../tests/harness/engine.ts'
import { up } from '../0002-roles-name-what-they-see-and-receive.ts'

const { server, tenant } = await testServer()

const classesByRole = async () => {
  const rows = await tenant.db.selectFrom('role').select(['code', 'document_classes']).orderBy('code').execute()
  return Object.fromEntries(rows.map(({ code, document_classes }) => [code, document_classes]))
}
const receivers = async () => {
  const rows = await tenant.db
    .selectFrom('role_grant')
    .innerJoin('role', 'role.sid', 'role_grant.role_sid')
    .select('role.code')
    .where('role_grant.entity', '=', 'deadline')
    .where('role_grant.verbs', '@>', sql.val(['receive_unowned']))
    .execute()
  return rows.map(({ code }) => code)
}

test('roles keep the permissions that followed from their codes; a role made by the tenant sees the ordinary classes', async () => {
  await createRow(systemContext(tenant), modelOf(tenant, 'role'), { code: 'clerk', name: '文员', platform: '1', document_classes: ['V2', 'V3'] })
  const [classes, before] = [await classesByRole(), await receivers()]
  assert.deepEqual(before, ['ip_manager'])
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await sql`alter table role drop column document_classes`.execute(db)
  await sql`update role_grant set verbs = array_remove(verbs, 'receive_unowned')`.execute(db)
  await up(db)
  await up(db)
  assert.deepEqual(await classesByRole(), classes)
  assert.deepEqual(await receivers(), before)
})
