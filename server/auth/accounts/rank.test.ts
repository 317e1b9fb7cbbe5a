import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { openSession, type Person, testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { createRow } from '../../records/write/create.ts'
import { systemContext } from '../../records/context.ts'
import { makeAdministrator } from './make-administrator.ts'

const { app, tenant, server, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const roleNamed = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const accountOf = async (person: string) =>
  (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid

const ALL = ['get', 'search', 'count', 'create', 'update', 'delete', 'import']
let made = 0
async function roleWith(entities: readonly string[], more: Record<string, unknown> = {}) {
  const sid = await make('role', { code: `rank_${++made}`, name: `rank ${made}`, weight: 70, ...more })
  for (const entity of entities) await make('role_grant', { role_sid: sid, entity, verbs: ALL, data_scope: 'ALL' })
  return sid
}

const admin = await enrol('system_admin')
const keeping = await roleWith(['user', 'user_info', 'role', 'token'])
const keeper = await enrol('inventor', { role_sids: [keeping] })
const company = await make('company', { company_name: '别处（虚构）' })
const [adminAccount, adminRole, inventorRole] = [await accountOf(admin.sid), await roleNamed('system_admin'), await roleNamed('inventor')]
const idle = await make('user_info', { name: '未开户的管理员', company_sid: admin.company, role_sids: [adminRole] })

/** What the row says, and whether it was deleted. */
const stateOf = async (table: 'user' | 'user_info' | 'role', sid: string) =>
  JSON.stringify(await tenant.db.selectFrom(table).selectAll().where('sid', '=', sid).executeTakeFirst())

for (const [what, path, body, field] of [
  ['closes the account', 'user/do/update', { sid: adminAccount, status: 'CLOSED' }, 'status'],
  ['renames the account', 'user/do/update', { sid: adminAccount, account: 'taken' }, 'account'],
  ['ends the account', 'user/do/update', { sid: adminAccount, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ['closes it in a batch', 'user/do/batch_update', { sids: [adminAccount], changes: { status: 'CLOSED' } }, 'status'],
  ['deletes the account', `user/do/delete/${adminAccount}`, {}, undefined],
  ['deletes it in a batch', 'user/do/batch_delete', { sids: [adminAccount] }, undefined],
  ['opens one for an administrator', 'user/do/create', { account: 'made_for', user_info_sid: idle }, 'user_info_sid'],
  ['takes the role away', 'user_info/do/update', { sid: admin.sid, role_sids: [] }, 'role_sids'],
  ['takes it away by modify', `user_info/do/modify/${admin.sid}`, { role_sids: [inventorRole] }, 'role_sids'],
  ['takes it away in a batch', 'user_info/do/batch_update', { sids: [admin.sid], changes: { role_sids: [inventorRole] } }, 'role_sids'],
  ['lets the person resign', 'user_info/do/update', { sid: admin.sid, person_status: 'RESIGNED' }, 'person_status'],
  ['moves the person to another company', 'user_info/do/update', { sid: admin.sid, company_sid: company }, 'company_sid'],
  ['makes the person one of an agency', 'user_info/do/update', { sid: admin.sid, person_type: 'AGENCY' }, 'person_type'],
  ['has the links for signing in sent elsewhere', 'user_info/do/update', { sid: admin.sid, email: 'elsewhere@example.com' }, 'email'],
  ['has the codes for signing in sent elsewhere', 'user_info/do/update', { sid: admin.sid, mobile: '13800138000' }, 'mobile'],
  ['gives the person another number for single sign-on', 'user_info/do/update', { sid: admin.sid, job_number: 'TAKEN-1' }, 'job_number'],
  ['deletes the person', `user_info/do/delete/${idle}`, {}, undefined],
  ['raises the own role', 'role/do/update', { sid: keeping, weight: 900 }, 'weight'],
  ['lowers the role above', 'role/do/update', { sid: adminRole, weight: 1 }, 'weight'],
] as const)
  test(`somebody below an administrator never ${what}`, async () => {
    const before = [
      await stateOf('user', adminAccount),
      await stateOf('user_info', admin.sid),
      await stateOf('user_info', idle),
      await stateOf('role', keeping),
    ]
    for (const lang of ['zh', 'en'] as const) {
      const { status, errors, message } = await call(path, body, { as: keeper, lang })
      if (field === undefined) assert.deepEqual([status, /wider permission|权限更高/.test(message)], [403, true], message)
      else assert.deepEqual([status, errors[0]?.field], [400, field], message)
    }
    const after_ = [
      await stateOf('user', adminAccount),
      await stateOf('user_info', admin.sid),
      await stateOf('user_info', idle),
      await stateOf('role', keeping),
    ]
    assert.deepEqual(after_, before)
  })

test('a company or an agency is not switched off, made invalid or deleted by somebody below one of its people', async () => {
  const low = await enrol('inventor', { role_sids: [await roleWith(['company', 'agency'], { weight: 30 })] })
  const manager = await enrol('ip_manager', { company_sid: await make('company', { company_name: '有主管的公司（虚构）' }) })
  const agency = await make('agency', { agency_name: '有管理员的代理（虚构）', account_open: true })
  const agent = await enrol('agency_admin', { agency_sid: agency })
  for (const [path, body, field] of [
    ['company/do/update', { sid: manager.company, status: '0' }, 'status'],
    ['company/do/update', { sid: manager.company, valid: false }, 'valid'],
    ['company/do/batch_update', { sids: [manager.company], changes: { status: '0' } }, 'status'],
    ['agency/do/update', { sid: agency, valid: false }, 'valid'],
    ['agency/do/update', { sid: agency, account_open: false }, 'account_open'],
  ] as const) {
    const { status, errors, message, text } = await call(path, body, { as: low, lang: 'en' })
    assert.deepEqual([status, errors[0]?.field], [400, field], `${path} ${message}`)
    assert.match(text, /wider permissions than yours/)
  }
  for (const path of [`company/do/delete/${manager.company}`, `agency/do/delete/${agency}`])
    assert.equal((await call(path, {}, { as: low })).status, 400, path)
  for (const who of [manager, agent]) assert.equal((await call('user_info/do/my', undefined, { as: who })).status, 200)
  const among = await make('company', { company_name: '仅有发明人的公司（虚构）' })
  await enrol('inventor', { company_sid: among })
  assert.equal((await call('company/do/update', { sid: among, status: '0' }, { as: low })).code, 0)
})

test('an import changes nobody who ranks above the importer, and the row gives the reason', async () => {
  const rows = [
    ['姓名', '工号', '人员状态', '邮箱', '角色'],
    ['system_admin 1', 'A-1', '离职', null, null],
    ['新人（虚构）', 'N-1', '在职', 'n-1@example.test', '发明人'],
  ]
  await tenant.db.updateTable('user_info').set({ job_number: 'A-1' }).where('sid', '=', admin.sid).execute()
  const { data } = await sendFile(app, {
    path: 'user_info/do/import',
    token: keeper.token,
    file: await workbook(rows),
    name: '人员.xlsx',
    fields: { mode: 'update' },
  })
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [1, 1], JSON.stringify(job.errors))
  assert.match(JSON.stringify(job.errors), /权限高于您的人员/)
  assert.equal(
    (await tenant.db.selectFrom('user_info').select('person_status').where('sid', '=', admin.sid).executeTakeFirst())?.person_status,
    'EMPLOYED',
  )
})

test('the undo of another person’s import does not return a role that one may not give', async () => {
  const other = await enrol('system_admin', { job_number: 'A-2' })
  const cancelling = await make('role', { code: 'rank_cancelling', name: 'cancelling', weight: 1 })
  await make('role_grant', { role_sid: cancelling, entity: 'job', verbs: [...ALL, 'cancel_any'], data_scope: 'ALL' })
  const file = await workbook([['姓名', '工号', '角色'], ['不再是管理员', 'A-2', '发明人']]) // oxfmt-ignore
  const { data } = await sendFile(app, { path: 'user_info/do/import', token: admin.token, file, name: '人员.xlsx', fields: { mode: 'update' } })
  assert.equal((await jobEnded(tenant, data.job_sid)).ok, 1)
  const before = await stateOf('user_info', other.sid)
  const as = await enrol('inventor', { role_sids: [keeping, cancelling] })
  const refused = await call('job/do/take_back', { sid: data.job_sid }, { as })
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'role_sids'], refused.text)
  assert.equal(await stateOf('user_info', other.sid), before)
  assert.equal((await call('job/do/take_back', { sid: data.job_sid }, { as: admin })).code, 0)
  assert.match(await stateOf('user_info', other.sid), new RegExp(adminRole))
})

test('an account deleted by an administrator is not restored by somebody below its owner', async () => {
  const other = await enrol('system_admin')
  const account = await accountOf(other.sid)
  assert.equal((await call(`user/do/delete/${account}`, {}, { as: admin })).code, 0)
  assert.equal((await call('user/do/restore', { sids: [account] }, { as: keeper })).status, 403)
  assert.equal((await call('user/do/create', { account: 'again', user_info_sid: other.sid }, { as: keeper })).errors[0]?.field, 'user_info_sid')
  assert.equal((await call('user/do/restore', { sids: [account] }, { as: admin })).code, 0)
})

test('somebody below an administrator does not end their sessions one by one', async () => {
  const open = await tenant.db.selectFrom('token').select('sid').where('user_sid', '=', adminAccount).executeTakeFirstOrThrow()
  assert.equal((await call(`token/do/delete/${open.sid}`, {}, { as: keeper })).status, 403)
  assert.equal((await call('patent/do/count', {}, { as: admin })).status, 200)
})

test('a role of low weight that manages roles outranks every weight', async () => {
  const granting = await enrol('inventor', { role_sids: [await roleWith(['role_grant'], { weight: 1 })] })
  const { errors } = await call('user_info/do/update', { sid: granting.sid, role_sids: [inventorRole] }, { as: keeper })
  assert.equal(errors[0]?.field, 'role_sids')
})

test('a role that manages only some grants does not outrank every weight, whatever else it covers in full', async () => {
  const worn = await roleWith(['user'], { weight: 10 })
  const some = await roleWith(['tag'], { weight: 20 })
  const { code } = await tenant.db.selectFrom('role').select('code').where('sid', '=', worn).executeTakeFirstOrThrow()
  const query = `role_sid.code = '${code}'`
  await make('role_grant', { role_sid: some, entity: 'role_grant', verbs: ['*'], data_scope: 'CUSTOM', query })
  const as = await enrol('inventor', { role_sids: [worn, some] })
  assert.equal((await call('user/do/password_reset', { sid: adminAccount }, { as })).status, 403)
  const all = await call('role_grant/do/create', { role_sid: worn, entity: '*', verbs: ['*'], data_scope: 'ALL' }, { as })
  assert.equal(all.errors[0]?.field, 'entity', all.text)
})

test('a deleted role lends its weight to nobody by the same code', async () => {
  const former = await roleWith([], { code: 'reborn', weight: 900 })
  assert.equal((await call(`role/do/delete/${former}`, {}, { as: admin })).code, 0)
  const clerk = await enrol('inventor', { role_sids: [await roleWith(['user', 'user_info'], { code: 'reborn', weight: 10 })] })
  const above = await enrol('inventor', { role_sids: [keeping] })
  const closed = await call('user/do/update', { sid: await accountOf(above.sid), status: 'CLOSED' }, { as: clerk })
  assert.deepEqual([closed.status, closed.errors[0]?.field], [400, 'status'], closed.text)
})

test('a person who manages people still manages those of their rank and below', async () => {
  const equal = await enrol('inventor', { role_sids: [keeping] })
  const below = await enrol('ip_engineer')
  for (const who of [equal, below]) {
    const account = await accountOf(who.sid)
    assert.equal((await call('user/do/update', { sid: account, status: 'CLOSED' }, { as: keeper })).code, 0)
    assert.equal((await call('user/do/update', { sid: account, status: 'OPEN' }, { as: keeper })).code, 0)
    assert.equal((await call('user_info/do/update', { sid: who.sid, role_sids: [inventorRole] }, { as: keeper })).code, 0)
  }
  assert.equal((await call('user_info/do/update', { sid: admin.sid, job_title: '总监' }, { as: keeper })).code, 0)
})

/** Leaves only one administrator who can sign in, with a token of their own. */
async function lastAdministrator(): Promise<Person> {
  const one = await enrol('system_admin')
  await tenant.db
    .updateTable('user')
    .set({ status: 'CLOSED' })
    .where('user_info_sid', 'in', tenant.db.selectFrom('user_info').select('sid').where('sid', '!=', one.sid))
    .where('status', '=', 'OPEN')
    .where('account', 'like', 'system_admin%')
    .execute()
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', 'admin').execute()
  return one
}

test('nobody can remove the account, role, grant or weight of the last administrator', async () => {
  const last = await lastAdministrator()
  const account = await accountOf(last.sid)
  const grant = (await tenant.db.selectFrom('role_grant').select('sid').where('role_sid', '=', adminRole).executeTakeFirstOrThrow()).sid
  const twin = await enrol('inventor', { role_sids: [await roleWith(['*'], { weight: 100 })] })
  const closed = await make('company', { company_name: '停用的公司（虚构）', status: '0' })
  await tenant.db
    .updateTable('role_grant')
    .set({ verbs: ['get', 'search', 'count', 'create', 'update', 'delete'] })
    .where('role_sid', '!=', adminRole)
    .where('entity', '=', '*')
    .execute()
  for (const [as, path, body] of [
    [last, 'user/do/update', { sid: account, status: 'CLOSED' }],
    [last, 'user/do/update', { sid: account, expires_at: '2099-01-01T00:00:00Z' }],
    [last, 'user/do/batch_update', { sids: [account], changes: { expires_at: '2099-01-01T00:00:00Z' } }],
    [twin, 'user/do/update', { sid: account, status: 'CLOSED' }],
    [twin, `user/do/delete/${account}`, {}],
    [last, 'user_info/do/update', { sid: last.sid, role_sids: [inventorRole] }],
    [last, 'user_info/do/update', { sid: last.sid, person_status: 'RESIGNED' }],
    [twin, 'user_info/do/update', { sid: last.sid, person_type: 'EXTERNAL' }],
    [twin, 'user_info/do/update', { sid: last.sid, company_sid: closed }],
    [twin, 'user_info/do/update', { sid: last.sid, role_sids: [] }],
    [twin, 'user_handover/do/handover', { from_user: last.sid, to_user: twin.sid, resign: true }],
    [last, 'role/do/update', { sid: adminRole, status: '0' }],
    [last, 'role/do/update', { sid: adminRole, weight: 3 }],
    [last, `role/do/delete/${adminRole}`, {}],
    [last, `role_grant/do/delete/${grant}`, {}],
    [last, 'role_grant/do/update', { sid: grant, verbs: ['get'] }],
    [last, 'role_grant/do/update', { sid: grant, valid: false }],
    [last, 'role_grant/do/create', { role_sid: adminRole, entity: 'role_grant', verbs: ['get'], data_scope: 'ALL' }],
    [last, 'role_grant/do/create', { role_sid: adminRole, entity: 'user', verbs: ['*'], data_scope: 'SELF' }],
  ] as const) {
    const { status, message } = await call(path, body, { as })
    assert.equal(status, 400, `${path} ${JSON.stringify(body)} ${message}`)
  }
  assert.equal((await call('user_info/do/update', { sid: last.sid, role_sids: [adminRole, inventorRole] }, { as: last })).code, 0)
  const second = await enrol('system_admin')
  assert.equal((await call('user/do/update', { sid: await accountOf(second.sid), status: 'CLOSED' }, { as: last })).code, 0)
})

test('if two administrators close each other’s accounts at once, one account remains', async () => {
  const [one, two] = [await lastAdministrator(), await enrol('system_admin')]
  const close = async (as: Person, whose: Person) => call('user/do/update', { sid: await accountOf(whose.sid), status: 'CLOSED' }, { as })
  const answers = await Promise.all([close(one, two), close(two, one)])
  const open = await tenant.db
    .selectFrom('user')
    .select('sid')
    .where('status', '=', 'OPEN')
    .where('user_info_sid', 'in', [one.sid, two.sid])
    .execute()
  assert.equal(open.length, 1, JSON.stringify(answers.map(({ status, message }) => [status, message])))
})

test('the operator can create an administrator again, even if the role was lost', async () => {
  const one = await enrol('inventor')
  const account = await accountOf(one.sid)
  await tenant.db.updateTable('user').set({ status: 'CLOSED', locked_until: '2099-01-01T00:00:00Z' }).where('sid', '=', account).execute()
  await tenant.db.updateTable('role').set({ status: '0' }).where('sid', '=', adminRole).execute()
  await tenant.db.updateTable('role_grant').set({ deleted_at: new Date().toISOString() }).where('role_sid', '=', adminRole).execute()
  await makeAdministrator(tenant, one.account)
  const token = await openSession(tenant, { user: account, person: one.sid, company: one.company, platform: 1 })
  assert.equal(
    (await call('role_grant/do/create', { role_sid: inventorRole, entity: 'change_log', verbs: ['*'], data_scope: 'ALL' }, { as: token })).code,
    0,
  )
  const row = await tenant.db.selectFrom('user').select(['status', 'locked_until']).where('sid', '=', account).executeTakeFirstOrThrow()
  assert.deepEqual(row, { status: 'OPEN', locked_until: null })
  const agent = await enrol('agent', { agency_sid: await make('agency', { agency_name: '代理（虚构）' }) })
  await assert.rejects(makeAdministrator(tenant, agent.account), /agency end/)
})
