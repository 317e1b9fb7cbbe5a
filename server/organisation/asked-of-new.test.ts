import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { personAsked } from '../../tests/harness/entered.ts'
import { testServer } from '../../tests/harness/server.ts'
import { personalToken, scimCaller, USER } from '../../tests/harness/sign-in/scim.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const server = await testServer()
const { app, tenant, call, enrol } = server
const jobs = await startJobs(server.server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const asked = await personAsked(tenant)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const firm = await make('agency', { agency_name: '必填代理（虚构）' })
const [agent, external] = await Promise.all(
  ['agent', 'external_member'].map(async (code) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid), // oxfmt-ignore
)
const ADDRESS = { email: 'asked@example.test' }
const CODE = '91440300MA0000001L'

for (const [what, values, fields] of [
  ['an employee with the name alone', { name: '虚构甲' }, ['department_sid', 'email', 'role_sids']],
  ['an employee without a role', asked({ name: '虚构甲', role_sids: [] }), ['role_sids']],
  ['an employee without a department', asked({ name: '虚构甲', department_sid: null }), ['department_sid']],
  ['an agent without a role', { name: '虚构乙', person_type: 'AGENCY', agency_sid: firm, ...ADDRESS }, ['role_sids']],
  ['an agent', { name: '虚构乙', person_type: 'AGENCY', agency_sid: firm, role_sids: [agent], ...ADDRESS }, []],
  ['an external member', { name: '虚构丙', person_type: 'EXTERNAL', role_sids: [external], ...ADDRESS }, []],
  ['a former employee', { name: '虚构丁', person_status: 'RESIGNED' }, []],
] as const)
  test(`[3.03] ${what} ${fields.length > 0 ? `is refused for ${fields.join(', ')}` : 'is entered'}`, async () => {
    const { status, errors, text } = await call('user_info/do/create', values, { as: admin, lang: 'en' })
    assert.deepEqual([status, errors.map(({ field }) => field).toSorted()], [fields.length > 0 ? 400 : 200, fields], text)
    for (const { field, reason } of errors)
      assert.equal(reason, `is required where Person status is Employed${field === 'department_sid' ? ' and Person type is Internal' : ''}`)
  })

test('[3.01] a company of China has its credit code, one of another country need not', async () => {
  const enter = (more: Record<string, unknown>) =>
    call('company/do/create', { company_name: `虚构公司 ${String(more.country)}`, ...more }, { as: admin })
  const { status, errors } = await enter({})
  assert.deepEqual([status, errors.map(({ field, reason }) => [field, reason])], [400, [['uscc', '必填（国家/地区为中国）']]])
  for (const more of [{ country: 'DE' }, { country: 'CN', uscc: CODE }]) assert.equal((await enter(more)).status, 200)
})

test('a file is held to the same, row by row', async () => {
  const rows = [
    ['姓名', '邮箱', '部门', '角色', '人员状态'],
    ['虚构表一', 'row-1@example.test', '知识产权部', '发明人', null],
    ['虚构表二', null, '知识产权部', null, null],
    ['虚构表三', null, null, null, '离职'],
  ]
  const { data } = await sendFile(app, { path: 'user_info/do/import', token: admin.token, file: await workbook(rows), name: '人员.xlsx' })
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /邮箱.*必填（人员状态为在职）.*角色/)
})

test('a record that was kept without the value is changed all the same, but none that has it loses it', async () => {
  const old = await make('user_info', { name: '虚构旧人' })
  const update = (sid: string, changes: object) => call('user_info/do/update', { sid, ...changes }, { as: admin, lang: 'en' })
  assert.equal((await update(old, { job_title: '工程师' })).status, 200)
  assert.equal((await update(old, ADDRESS)).status, 200)
  for (const email of [null, '']) assert.equal((await update(old, { email })).errors[0]?.field, 'email')
  const { status, errors } = await call('user_info/do/batch_update', { sids: [admin.sid], changes: { role_sids: [] } }, { as: admin })
  assert.ok(status === 400 || errors.length > 0, 'nobody loses their last role')
  const company = await make('company', { company_name: '虚构旧公司', country: 'CN' })
  assert.equal((await call('company/do/update', { sid: company, region: '示例市' }, { as: admin })).status, 200)
})

for (const [what, kept, changes, fields] of [
  ['a former employee who comes back', { name: '虚构归来', person_status: 'RESIGNED' }, { person_status: 'EMPLOYED' }, ['department_sid', 'email', 'role_sids']],
  ['an external member who is taken on', { name: '虚构外聘', person_type: 'EXTERNAL', role_sids: [external], ...ADDRESS }, { person_type: 'INTERNAL' }, ['department_sid']],
] as const)
  test(`[3.03] ${what} is asked for ${fields.join(', ')}`, async () => {
    const entered = await call<{ sid: string }>('user_info/do/create', kept, { as: admin })
    const { status, errors } = await call('user_info/do/update', { sid: entered.data.sid, ...changes }, { as: admin })
    assert.deepEqual([status, errors.map(({ field }) => field).toSorted()], [400, fields])
  }) // oxfmt-ignore

test('[3.01] a company that becomes one of China, or states no country, is asked for its credit code', async () => {
  const abroad = await call<{ sid: string }>('company/do/create', { company_name: '虚构公司 迁入', country: 'DE' }, { as: admin })
  const answers = [
    await call('company/do/update', { sid: abroad.data.sid, country: 'CN' }, { as: admin }),
    await call('company/do/create', { company_name: '虚构公司 无国', country: null }, { as: admin }),
  ]
  for (const { status, errors } of answers) assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['uscc']])
})

test('the HR system enters a person with what it knows, and takes an address back', async () => {
  const scim = scimCaller(server, await personalToken(server, admin))
  const { status, body, text } = await scim('POST', '/Users', { schemas: [USER], userName: 'known@example.test', displayName: '虚构人事' })
  assert.equal(status, 201, text)
  const put = await scim('PUT', `/Users/${body.id}`, { schemas: [USER], userName: 'known@example.test', displayName: '虚构人事', emails: [] })
  assert.equal(put.status, 200, put.text)
})

test('people are not asked for what they may not state: who enters people without seeing roles leaves them to others', async () => {
  const role = await make('role', { code: 'reception', name: '虚构接待', weight: 20 })
  for (const entity of ['user_info', 'department'])
    await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count', 'create'], data_scope: 'ALL' })
  const clerk = await enrol('inventor', { role_sids: [role] })
  const { data } = await call<{ fields: { code: string; asked_of_new?: true }[] }>('user_info/do/schema', undefined, { as: clerk })
  assert.deepEqual(data.fields.flatMap(({ code, asked_of_new }) => (asked_of_new ? [code] : [])), ['email', 'department_sid']) // oxfmt-ignore
  const { status, text } = await call('user_info/do/create', { ...asked({ name: '虚构访客' }), role_sids: undefined }, { as: clerk })
  assert.equal(status, 200, text)
})

test('the administrator of a sub-company, who may give none of the roles of the product, is not asked for one', async () => {
  const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
  const lab = await make('department', { name: '子公司研发部（虚构）', company_sid: sub })
  const role = await make('role', { code: 'sub_admin', name: '子公司管理员（虚构）', weight: 90 })
  await make('role_grant', { role_sid: role, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
  const keeper = await enrol('inventor', { role_sids: [role], company_sid: sub, department_sid: lab })
  const person = asked({ name: '虚构新人', company_sid: sub, department_sid: lab })
  const given = await call('user_info/do/create', person, { as: keeper })
  assert.deepEqual(given.errors.map(({ field }) => field), ['role_sids']) // oxfmt-ignore
  const { data } = await call<{ fields: { code: string; asked_of_new?: true }[] }>('user_info/do/schema', undefined, { as: keeper })
  assert.equal(data.fields.find(({ code }) => code === 'role_sids')?.asked_of_new, undefined)
  const { status, text } = await call('user_info/do/create', { ...person, role_sids: undefined }, { as: keeper })
  assert.equal(status, 200, text)
})
