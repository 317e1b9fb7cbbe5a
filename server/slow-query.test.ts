import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testServer } from '../tests/harness/server.ts'

process.env.INNOE_STATEMENT_SECONDS = '1'
const { app, call, enrol, tenant, url } = await testServer()
const engineer = await enrol('ip_engineer')

test('a query beyond the time limit is cancelled with a message, and the next query is answered', async () => {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table "${tenant.schema}".patent in access exclusive mode`)
  const start = performance.now()
  const held = await call('patent/do/search', { iql: "title LIKE '%a%'" }, { as: engineer })
  assert.deepEqual([held.status, held.message], [400, '无法理解的请求：查询耗时过长，请缩小范围'])
  assert.ok(performance.now() - start < 20_000)
  await holder.query('rollback')
  await holder.end()
  assert.equal((await call('patent/do/search', { iql: "title LIKE '%a%'" }, { as: engineer })).status, 200)
})

test('a custom field is published despite a short query time limit, and slow requests have a timeout', async () => {
  const admin = await enrol('system_admin')
  const { data } = await call('custom_field/do/create', { entity: 'patent', code: 'own_word', name: '词', data_type: 'STRING' }, { as: admin })
  assert.equal((await call('custom_field/do/publish', { sid: data.sid }, { as: admin })).code, 0)
  assert.ok(app.server.requestTimeout > 0 && app.server.headersTimeout > 0)
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tenant.db)
  assert.equal(rows[0]?.statement_timeout, '1s')
})
