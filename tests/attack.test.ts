import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../server/jobs/start.ts'
import { createRow } from '../server/records/write/create.ts'
import { systemContext } from '../server/records/context.ts'
import { modelOf } from './harness/engine.ts'
import { jobEnded, sendFile, workbook } from './harness/cases/exchange.ts'
import { type Person, testServer } from './harness/server.ts'

// Each test is an attack by a signed-in person on data outside their permission.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, tenant, enrol, server, call } = await testServer()
let jobs = await startJobs(server)
after(() => jobs.stop())

const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const role = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid

const own = await make('agency', { agency_name: '甲代理' })
const rival = await make('agency', { agency_name: '乙代理' })
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const inventor = await enrol('inventor')
const agencyAdmin = await enrol('agency_admin', { agency_sid: own })
const agent = await enrol('agent', { agency_sid: own })
const rivalAgent = await enrol('agent', { agency_sid: rival })

/** A person whose only role has these grants. */
let made = 0
async function personWith(grants: Record<string, unknown>[], more: Record<string, unknown> = {}): Promise<Person> {
  const sid = await make('role', { code: `made_${++made}`, name: `made ${made}`, platform: '1', ...more })
  for (const grant of grants) await make('role_grant', { role_sid: sid, verbs: ['get', 'search', 'count', 'export'], data_scope: 'ALL', ...grant })
  return enrol('inventor', { role_sids: [sid] })
}

test('an agency cannot make its people members of the enterprise', async () => {
  const person = await call(
    'user_info/do/create',
    { name: '木马', email: 'mole@example.test', person_type: 'AGENCY', role_sids: [await role('agent')] },
    { as: agencyAdmin },
  )
  const account = await call('user/do/create', { account: 'mole', user_info_sid: person.data.sid, platform: '2' }, { as: agencyAdmin })
  assert.deepEqual([person.code, account.code], [0, 0])
  const sid = person.data.sid
  for (const changes of [
    { person_type: 'INTERNAL', role_sids: [await role('dept_leader')], department_sid: admin.department },
    { person_type: 'INTERNAL', role_sids: [await role('inventor')] },
    { person_type: 'EXTERNAL' },
    { department_sid: admin.department },
    { agency_sid: rival },
    { role_sids: [await role('ip_engineer')] },
  ]) {
    const { status, code } = await call('user_info/do/update', { sid, ...changes }, { as: agencyAdmin })
    assert.ok([400, 403].includes(status) && code !== 0, JSON.stringify(changes))
  }
  const end = await call('user/do/update', { sid: account.data.sid, platform: '1' }, { as: agencyAdmin })
  assert.deepEqual([end.status, end.errors[0]?.field], [400, 'platform'])
  const kept = await call(`user_info/${String(sid)}?flat=1`, undefined, { as: admin })
  assert.deepEqual([kept.data.person_type, kept.data.department_sid, kept.data.agency_sid], ['AGENCY', null, own])
})

test('an agency can open, reset, unlock and hand over accounts of its own people only', async () => {
  const idle = await make('user_info', { name: '乙人', person_type: 'AGENCY', agency_sid: rival, role_sids: [await role('agent')] })
  for (const [path, body] of [
    ['user/do/create', { account: 'stolen', user_info_sid: idle, platform: '2' }],
    ['user/do/create', { account: 'stolen', user_info_sid: inventor.sid, platform: '1' }],
    ['user_info/do/password_reset', { sid: rivalAgent.sid }],
    ['user_info/do/unlock', { sid: inventor.sid }],
    ['user/do/end_sessions', { sid: rivalAgent.sid }],
    ['user_handover/do/handover', { from_user: agent.sid, to_user: inventor.sid }],
    ['user_handover/do/handover', { from_user: agent.sid, to_user: rivalAgent.sid }],
    ['user_handover/do/handover', { from_user: rivalAgent.sid, to_user: agent.sid }],
    ['user_handover/do/check', { user_sid: rivalAgent.sid }],
  ] as const) {
    const answer = await call(path, body, { as: agencyAdmin })
    assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${JSON.stringify(body)} ${answer.text.slice(0, 200)}`)
    assert.doesNotMatch(answer.text, /one_time_password/)
  }
})

test('only the owner of a job can download its file', async () => {
  await call('user_info/do/update', { sid: inventor.sid, mobile: '13812345678', email: 'him@secret.test' }, { as: admin })
  const { data } = await call('user_info/do/export', { fl: ['name', 'mobile'], format: 'csv' }, { as: admin })
  await jobEnded(tenant, String(data.job_sid))
  const fetched = (who: Person) =>
    app.inject({ url: `/innoe-webapi/model/job/do/download/${String(data.job_sid)}`, headers: { authorization: `Bearer ${who.token}` } })
  assert.match((await fetched(admin)).payload, /13812345678/)
  assert.match(String((await fetched(admin)).headers['content-security-policy']), /sandbox/)
  for (const who of [manager, engineer, inventor, agent]) {
    const { statusCode, payload } = await fetched(who)
    assert.equal(statusCode >= 400, true, payload)
    assert.doesNotMatch(payload, /13812345678/)
    assert.notEqual((await call('job/do/cancel', { sid: data.job_sid }, { as: who })).status, 200)
  }
})

test('a queued job of a closed account is not executed', async () => {
  const leaver = await personWith([{ entity: 'tag', verbs: ['*'] }, { entity: 'job' }])
  const account = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', leaver.sid).executeTakeFirstOrThrow()
  const file = await workbook([['标签名称'], ['迟到的标签']])
  await jobs.stop()
  const { data, message } = await sendFile(app, { path: 'tag/do/import', token: leaver.token, file, name: '标签.xlsx' })
  assert.ok(data, message)
  assert.equal((await call('user/do/update', { sid: account.sid, status: 'CLOSED' }, { as: admin })).code, 0)
  jobs = await startJobs(server)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.ok, job.message], ['FAILED', 0, '账号已停用'])
  assert.equal((await call<{ total: number }>('tag/do/count', { iql: "name = '迟到的标签'" }, { as: admin })).data.total, 0)
})

test('a queued import whose permission was withdrawn is not executed', async () => {
  const role_sid = await make('role', { code: 'imports_late', name: 'imports late', platform: '1' })
  const grant = await make('role_grant', { role_sid, entity: 'tag', verbs: ['get', 'search', 'create', 'import'], data_scope: 'ALL' })
  const importer = await enrol('inventor', { role_sids: [role_sid] })
  const file = await workbook([['标签名称'], ['收权后的标签']])
  await jobs.stop()
  const { data, message } = await sendFile(app, { path: 'tag/do/import', token: importer.token, file, name: '标签.xlsx' })
  assert.ok(data, message)
  const taken = await call('role_grant/do/update', { sid: grant, verbs: ['get', 'search', 'create'] }, { as: admin })
  assert.equal(taken.code, 0, taken.text)
  jobs = await startJobs(server)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.ok], ['FAILED', 0], String(job.message))
  assert.equal((await call<{ total: number }>('tag/do/count', { iql: "name = '收权后的标签'" }, { as: admin })).data.total, 0)
})

test('a queued export whose permission was withdrawn is not executed', async () => {
  const role_sid = await make('role', { code: 'exports_late', name: 'exports late', platform: '1' })
  const verbs = ['get', 'search', 'count', 'export']
  const grant = await make('role_grant', { role_sid, entity: 'tag', verbs, data_scope: 'ALL' })
  const exporter = await enrol('inventor', { role_sids: [role_sid] })
  await jobs.stop()
  const { data, message } = await call('tag/do/export', { fl: ['name'], format: 'csv' }, { as: exporter })
  assert.ok(data, message)
  const taken = await call('role_grant/do/update', { sid: grant, verbs: ['get', 'search', 'count'] }, { as: admin })
  assert.equal(taken.code, 0, taken.text)
  jobs = await startJobs(server)
  const job = await jobEnded(tenant, String(data.job_sid))
  assert.deepEqual([job.state, job.ok], ['FAILED', 0], String(job.message))
})

test('a log shows only the records and values that its reader may see', async () => {
  const auditor = await personWith([{ entity: 'change_log' }, { entity: 'batch_edit' }, { entity: 'user_info', hidden_fields: ['email'] }], {
    mask_mobile: true,
    mask_id_no: true,
  })
  await call('user_info/do/batch_update', { sids: [inventor.sid], changes: { mobile: '13712345678', email: 'hers@secret.test' } }, { as: admin })
  await call('patent/do/create', { title: '绝密电池', country: 'CN', patent_type: 'INVENTION' }, { as: engineer })
  const log = await call('change_log/do/search', { fl: ['entity', 'changes'], rows: 100 }, { as: auditor })
  const batches = await call('batch_edit/do/search', { fl: ['entity', 'edited_fields', 'edited_records'] }, { as: auditor })
  assert.equal(log.status + batches.status, 400)
  assert.match(log.text, /137\*{4}5678/)
  assert.match(batches.text, /138\*{4}5678/)
  for (const { text } of [log, batches]) assert.doesNotMatch(text, /1[37]\d12345678|secret\.test|绝密/)
  const whole = await call('change_log/do/search', { fl: ['changes'], rows: 100 }, { as: admin })
  assert.match(whole.text, /13712345678.*绝密|绝密.*13712345678/s)
})

test('a batch edit shows its query and the text that it replaced only to those who may read the fields', async () => {
  const grant = { entity: 'batch_edit' }
  const blind = await personWith([grant, { entity: 'patent', hidden_fields: ['remark'] }])
  const reader = await personWith([grant, { entity: 'patent' }])
  const sid = await make('patent', { title: '查询之谜', country: 'CN', patent_type: 'INVENTION', owner_sid: admin.sid, remark: '底价九十' })
  const iql = "remark CONTAINS '底价' AND title = '查询之谜'"
  const replaced = { changes: { remark: '封存' }, modes: { remark: { mode: 'REPLACE', find: '底价九十' } } }
  const { data, message } = await call('patent/do/update_results', { iql, total: 1, ...replaced }, { as: admin })
  assert.ok(data, message)
  assert.equal((await jobEnded(tenant, String(data.job_sid))).state, 'DONE')
  const read = async (as: Person) =>
    (await call<{ record: Record<string, unknown>[] }>('batch_edit/do/search', { fl: ['query', 'modes', 'edited_records'], iql: `sid = '${String(data.batch_sid)}'` }, { as })).data.record[0] // oxfmt-ignore
  const seen = await read(reader)
  assert.deepEqual([seen?.query, seen?.modes], [{ iql }, replaced.modes])
  const veiled = await read(blind)
  assert.deepEqual([veiled?.query, veiled?.modes, veiled?.edited_records], [{}, {}, [{ sid, old: {}, now: {} }]])
})

test('a batch edit shows and undoes only records that its reader may see', async () => {
  const elsewhere = await make('company', { company_name: '别处公司（虚构）' })
  const [near, far] = [await patentOf(admin.company, '近处'), await patentOf(elsewhere, '远方')]
  const { data } = await call('patent/do/batch_update', { sids: [near, far], changes: { title: '改后' } }, { as: admin })
  const local = await personWith([{ entity: 'batch_edit' }, { entity: 'patent', verbs: ['get', 'search', 'count', 'update'], data_scope: 'COMPANY' }])
  const iql = `sid = '${String(data.batch_sid)}'`
  for (const path of ['batch_edit/do/search', `batch_edit/${String(data.batch_sid)}`]) {
    const { text } = await call(path, path.endsWith('search') ? { fl: ['edited_fields', 'edited_records'], iql } : undefined, { as: local })
    assert.ok(text.includes(near) && text.includes('近处') && text.includes('改后'), text)
    assert.ok(!text.includes(far) && !text.includes('远方'), text)
  }
  assert.equal((await call('batch_edit/do/undo', { sid: data.batch_sid }, { as: local })).status, 404)
  const only = await call('patent/do/batch_update', { sids: [far], changes: { title: '另改' } }, { as: admin })
  const other = await call(`batch_edit/${String(only.data.batch_sid)}`, undefined, { as: local })
  assert.deepEqual([other.data.edited_fields, other.data.edited_records], [{}, []])
  assert.equal((await call('batch_edit/do/undo', { sid: only.data.batch_sid }, { as: local })).status, 404)
})

const patentOf = (company_sid: string, title: string) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', owner_sid: admin.sid, company_sid })

test('a hidden field is not revealed by a name, an order, a group or a number search', async () => {
  const patent = {
    title: '隐形隔膜',
    country: 'CN',
    patent_type: 'INVENTION',
    status: 'FILED',
    application_no: '202410012345.2',
    filing_date: '2024-01-10',
  }
  assert.equal((await call('patent/do/create', patent, { as: engineer })).code, 0)
  const stranger = await personWith([{ entity: 'patent', hidden_fields: ['title', 'application_no', 'application_key'] }, { entity: 'deadline' }])
  const asked: [string, Record<string, unknown>][] = [
    ['deadline/do/search', { fl: ['case_sid', 'name'], iql: 'ORDER BY case_sid' }],
    ['deadline/do/aggregate', { by: ['case_sid'] }],
    ['patent/do/search', {}],
    ['patent/do/find', { text: '隐形' }],
  ]
  for (const [path, body] of asked) {
    const { status, text } = await call(path, body, { as: stranger })
    assert.equal(status, 200, text)
    assert.doesNotMatch(text, /隐形隔膜|202410012345/, path)
  }
  for (const iql of ["title LIKE '%隐%'", 'ORDER BY title', "NOT title CONTAINS '隐形'", 'application_no IS EMPTY'])
    assert.equal((await call('patent/do/count', { iql }, { as: stranger })).status, 400, iql)
  for (const iql of ["case_sid.title LIKE '%隐%'", 'ORDER BY case_sid.title'])
    assert.equal((await call('deadline/do/search', { iql }, { as: stranger })).status, 400, iql)
  const found = await call<{ total: number }>('patent/do/find', { text: '202410012345.2' }, { as: stranger })
  const batch = await call<{ total: number }>('patent/do/batch_search', { values: ['CN202410012345.2'] }, { as: stranger })
  assert.deepEqual([found.data.total, batch.data.total], [0, 0])
})

test('a custom field cannot take a reserved name', async () => {
  for (const code of ['deleted_at', 'Deleted_By', 'number_keys', 'ctid', 'xmin', 'transitions', 'constructor', 'toString', 'owner_sid_name']) {
    const { status, errors } = await call('custom_field/do/create', { entity: 'patent', code, name: 'x', data_type: 'STRING' }, { as: admin })
    assert.deepEqual([status, errors[0]?.field], [400, 'code'], code)
  }
  const patent = { title: '一种隔膜', country: 'CN', patent_type: 'INVENTION' }
  assert.equal((await call('patent/do/create', patent, { as: engineer })).code, 0)
})

test('a query with too many joins is refused before planning', async () => {
  const ways = ['leader_sid', 'created_by', 'updated_by']
  const deep = ways.flatMap((a) => ways.flatMap((b) => ways.flatMap((c) => ways.map((d) => `created_by.${a}.${b}.${c}.${d}.name`))))
  const { status, text } = await call('patent/do/search', { fl: deep }, { as: engineer })
  assert.equal(status, 400, text)
  assert.equal((await call('patent/do/search', { fl: deep.slice(0, 12) }, { as: engineer })).status, 200)
})

test('unsupported characters are refused by name in every field', async () => {
  const texts = ['a\u0000b', '\ud800x']
  const keys = [
    'name',
    'text',
    'values',
    'reason',
    'config_key',
    'key',
    'iql',
    'record',
    'code',
    'sheet',
    'mapping',
    'language',
    'decision',
    'period',
  ]
  const actions = tenant.modules.actions.filter(({ method, at, name }) => method === 'POST' && `${at} ${name}` !== 'token delete')
  for (const bad of texts) {
    const bodies = [...keys.map((key) => ({ [key]: bad })), { values: [bad], sids: [bad], record: [{ key: 'a', text: bad }] }]
    for (const { at: model, name } of actions)
      for (const body of bodies) {
        const { status, text } = await call(`${model}/do/${name}`, body, { as: admin })
        assert.ok(status < 500, `${model}/${name} ${JSON.stringify(body)} ${text}`)
      }
    for (const [path, body] of [
      ['/innoe-webapi/setting/user/do/update', { key: 'x', value: bad }],
      ['/innoe-webapi/setting/user/do/update', { key: 'x', value: { [bad]: 1 } }],
      ['/innoe-passport/login', { username: bad, password: bad, captcha_id: bad, captcha: bad }],
      ['/innoe-passport/refresh', { refresh_token: bad }],
    ] as const) {
      const { status, message } = await call(path, body, { as: admin })
      assert.ok([400, 401].includes(status) || (status === 200 && !bad.includes('\0')), `${path} ${status} ${message}`)
    }
  }
  const { status } = await call(`/innoe-webapi/setting/user/${encodeURIComponent('a\u0000b')}/setting`, undefined, { as: admin })
  assert.equal(status, 400)
})

test('[6.03] a role that may only export downloads its own file and manages its own tokens and views', async () => {
  const clerk = await personWith([{ entity: 'tag', verbs: ['get', 'search', 'count', 'export'] }])
  const { data } = await call('tag/do/export', { fl: ['name'], format: 'csv' }, { as: clerk })
  await jobEnded(tenant, String(data.job_sid))
  const file = await app.inject({
    url: `/innoe-webapi/model/job/do/download/${String(data.job_sid)}`,
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  assert.equal(file.statusCode, 200, file.payload)
  const found = await call<{ record: { sid: string }[] }>('job/do/search', { fl: ['state'] }, { as: clerk })
  assert.deepEqual(
    found.data.record.map(({ sid }) => sid),
    [data.job_sid],
  )
  assert.equal((await call(`job/${String(data.job_sid)}`, undefined, { as: clerk })).status, 200)
  const token = await call('token/do/create', { name: 'script' }, { as: clerk })
  assert.equal((await call<{ total: number }>('token/do/search', {}, { as: clerk })).data.total, 2)
  assert.equal((await call(`token/do/delete/${String(token.data.sid)}`, {}, { as: clerk })).code, 0)
  const view = await call('saved_view/do/create', { entity: 'tag', name: '我的' }, { as: clerk })
  assert.equal((await call('saved_view/do/update', { sid: view.data.sid, name: '改名' }, { as: clerk })).code, 0)
  assert.equal((await call('saved_view/do/update', { sid: view.data.sid, share: 'COMPANY' }, { as: clerk })).status, 400)
})
