import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')

for (const path of [
  'patent/do/count',
  'patent/do/search',
  'patent/do/search_deleted',
  'patent/do/aggregate',
  'user_info/do/search_all',
  'user_info/do/aggregateSearch',
])
  test(`${path} refuses a query that is not a text`, async () => {
    for (const iql of [0, 1, false, true, { a: 1 }, ['title']]) {
      const { status, message } = await call(path, { iql }, { as: admin })
      assert.equal(status, 400, `${JSON.stringify(iql)} ${message}`)
    }
    assert.equal((await call(path, { iql: '' }, { as: admin })).status, 200)
  })

test('[8.01] an unexpected database fault is reported as a database error', async () => {
  const rename = (from: string, to: string) => sql`alter table tag rename column ${sql.id(from)} to ${sql.id(to)}`.execute(tenant.db)
  await rename('colour', 'hue')
  const answers = [await call('tag/do/search', {}, { as: admin, lang: 'en' }), await call('tag/do/search', {}, { as: admin })]
  await rename('hue', 'colour')
  assert.deepEqual(
    answers.map(({ status, message }) => [status, message]),
    [
      [500, 'Database Error'],
      [500, '数据库错误'],
    ],
  )
})
