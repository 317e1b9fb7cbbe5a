import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../context.ts'
import { modelNamed } from '../registry.ts'
import { createRow } from '../write/create.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())

const make = (name: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, name), values)
const role = await make('role', { code: 'tag_keeper', name: '标签' })
await make('role_grant', {
  role_sid: role,
  entity: 'tag',
  verbs: ['get', 'search', 'count', 'create', 'import', 'export'],
  data_scope: 'COMPANY',
})
const bare = { role_sids: [role] }
const one = await enrol('inventor', bare)
const other = await enrol('inventor', bare)
type Listed = { record: { sid: string }[]; total: number }

test('a role with export and no grant on job fetches its own result file, and nobody else does', async () => {
  await make('tag', { name: '重点', company_sid: one.company })
  const { data } = await call<{ job_sid: string }>('tag/do/export', {}, { as: one })
  const job = await jobEnded(tenant, data.job_sid)
  const shown = await call(`job/${data.job_sid}`, undefined, { as: one })
  assert.equal(shown.data.state, 'DONE', shown.message)
  const fetched = (token: string) => app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${token}` } })
  assert.equal((await fetched(one.token)).statusCode, 200)
  assert.notEqual((await fetched(other.token)).statusCode, 200)
  assert.equal((await call(`job/${data.job_sid}`, undefined, { as: other })).status, 404)
  assert.equal((await call<Listed>('job/do/search', {}, { as: other })).data.total, 0)
})

test('a role with import and no grant on rejected rows or mappings sees those of its own import', async () => {
  const file = await workbook([['名称'], ['新标签'], ['x'.repeat(500)]])
  const { data } = await sendFile(app, { path: 'tag/do/import', token: one.token, file, name: 'tags.xlsx' })
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.failed, 1, JSON.stringify(job))
  const rejected = (as: typeof one) => call<Listed>('rejected_row/do/search', { iql: `job_sid = '${data.job_sid}'` }, { as })
  assert.equal((await rejected(one)).data.total, 1)
  assert.equal((await rejected(other)).data.total, 0)
  const mapping = await call('import_mapping/do/create', { entity: 'tag', heading: '标签名', target: 'name' }, { as: one })
  assert.equal(mapping.code, 0, mapping.message)
  assert.equal((await call(`import_mapping/do/delete/${String(mapping.data.sid)}`, {}, { as: other })).status, 404)
})

test('only the recipient reads, marks and deletes notifications', async () => {
  const sid = await make('notification', { user_sid: one.sid, title: '期限' })
  const read = { sid, read_at: '2026-01-01T00:00:00Z' }
  assert.equal((await call<Listed>('notification/do/search', {}, { as: other })).data.total, 0)
  assert.equal((await call('notification/do/update', read, { as: other })).status, 404)
  assert.equal((await call('notification/do/update', read, { as: one })).code, 0)
  assert.equal((await call(`notification/do/delete/${sid}`, {}, { as: other })).status, 404)
  assert.equal((await call(`notification/do/delete/${sid}`, {}, { as: one })).code, 0)
})

test('views and settings are saved without a grant; sharing a view requires one', async () => {
  const view = await call('saved_view/do/create', { entity: 'tag', name: '我的' }, { as: one })
  assert.equal(view.code, 0, view.message)
  assert.equal((await call(`saved_view/${String(view.data.sid)}`, undefined, { as: other })).status, 404)
  assert.equal((await call('saved_view/do/update', { sid: view.data.sid, share: 'COMPANY' }, { as: one })).errors[0]?.field, 'share')
  assert.deepEqual((await call('saved_view/do/ways', {}, { as: one })).data, ['OWN'])
  const setting = await call('user_define_config/do/create', { config_key: 'list.tag', config: { columns: ['name'] } }, { as: one })
  assert.equal(setting.code, 0, setting.message)
  assert.equal((await call('user_define_config/do/update', { sid: setting.data.sid, config: {} }, { as: other })).status, 404)
})

test('only their owner lists and ends tokens', async () => {
  const made = await call('token/do/create', { name: 'script' }, { as: one })
  assert.equal(made.code, 0, made.message)
  const names = async (as: typeof one) =>
    (await call<{ record: { name: string }[] }>('token/do/search', { fl: ['name'] }, { as })).data.record.map(({ name }) => name)
  assert.ok((await names(one)).includes('script'))
  assert.ok(!(await names(other)).includes('script'))
  assert.equal((await call(`token/do/delete/${String(made.data.sid)}`, {}, { as: other })).status, 404)
  assert.equal((await call(`token/do/delete/${String(made.data.sid)}`, {}, { as: one })).code, 0)
  assert.equal((await call('tag/do/count', {}, { as: String(made.data.token) })).status, 401)
})

test('own records give no other access: a model without a declaration stays closed', async () => {
  assert.equal((await call('fee/do/search', {}, { as: one })).status, 403)
  assert.equal((await call('job/do/create', { title: 'x' }, { as: one })).status, 403)
})
