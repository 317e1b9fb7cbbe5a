import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0009-menus-in-order.ts'

const { server, tenant } = await testServer()

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const order = async () =>
  (
    await sql<{ code: string }>`select m.code from rbac_menu m join rbac_menu cases on cases.sid = m.parent_sid
      where cases.code = 'cases' order by m.sort_by, m.sid`.execute(db)
  ).rows.map(({ code }) => code)
const described = async () => (await sql`select description, description_en from role where code = 'inventor'`.execute(db)).rows
const place = (code: string, at: number) => sql`update rbac_menu set sort_by = ${at} where code = ${code}`.execute(db)

test('two menus that shared a place with others stand last; one with a place of its own stays', async () => {
  const shipped = await order()
  await place('tech_nodes', 6)
  await place('tags', 7)
  await up(db)
  await up(db)
  assert.deepEqual(await order(), shipped)
  await place('tags', 0)
  await up(db)
  assert.deepEqual(await order(), ['tags', ...shipped.filter((code) => code !== 'tags')])
})

test('the description of the inventor role is corrected; an edited description stays', async () => {
  const shipped = await described()
  await sql`update role set description = '查看本人的专利', description_en = 'Sees own patents' where code = 'inventor'`.execute(db)
  await up(db)
  assert.deepEqual(await described(), shipped)
  await sql`update role set description = '本部门的发明人', description_en = 'Our inventors' where code = 'inventor'`.execute(db)
  await up(db)
  assert.deepEqual(await described(), [{ description: '本部门的发明人', description_en: 'Our inventors' }])
})
