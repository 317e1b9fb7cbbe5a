import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')
const made = await call<{ sid: string }>('tag/do/create', { name: '甲' }, { as: admin })
await call('tag/do/update', { sid: made.data.sid, name: '乙' }, { as: admin })
const lines = async () =>
  (await sql<{ row: unknown }>`select to_jsonb(c) as row from change_log as c where record_sid = ${made.data.sid} order by sid`.execute(tenant.db))
    .rows
const { sid } = await tenant.db.selectFrom('change_log').select('sid').where('record_sid', '=', made.data.sid).executeTakeFirstOrThrow()

for (const [verb, body] of [
  ['create', { entity: 'tag', record_sid: made.data.sid, action: 'UPDATE' }],
  ['update', { sid, changes: [] }],
  [`delete/${sid}`, {}],
  ['restore', { sids: [sid] }],
  ['transition', { sid, transition: 'CREATE' }],
  ['batch_update', { sids: [sid], fields: { reason: 'x' } }],
  ['batch_delete', { sids: [sid] }],
  ['batch_transition', { sids: [sid], transition: 'CREATE' }],
] as const)
  test(`an administrator cannot alter the change log by ${verb.split('/')[0]}`, async () => {
    const before = await lines()
    assert.equal(before.length, 2)
    const { status } = await call(`change_log/do/${verb}`, body, { as: admin })
    assert.ok(status >= 400 && status < 500, String(status))
    assert.deepEqual(await lines(), before)
  })

test('an administrator cannot alter the change log by import', async () => {
  const before = await lines()
  const file = await workbook([['记录', '对象'], [made.data.sid, 'tag']]) // oxfmt-ignore
  for (const path of ['change_log/do/import', 'change_log/do/import_preview']) {
    const { status } = await sendFile(app, { path, token: admin.token, file, name: 'log.xlsx' })
    assert.ok(status >= 400 && status < 500, `${path} ${status}`)
  }
  assert.deepEqual(await lines(), before)
})
