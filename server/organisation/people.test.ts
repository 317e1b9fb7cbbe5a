import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { casesOf, responsibilitiesOf } from './responsibilities.ts'
import { personAsked } from '../../tests/harness/entered.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)
const roleNamed = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const accountOf = async (person: string) =>
  (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid

const admin = await enrol('system_admin')
const north = await make('agency', { agency_name: '北代理（虚构）' })
const south = await make('agency', { agency_name: '南代理（虚构）' })

/** Someone who keeps people and accounts of all companies, but no roles. */
const personnel = await make('role', { code: 'personnel', name: '人事', weight: 20 })
for (const entity of ['user_info', 'user'])
  await make('role_grant', { role_sid: personnel, entity, verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'ALL' })
const keeper = await enrol('inventor', { role_sids: [personnel] })

test('[7.10] an account is opened for a person, and its password is shown once', async () => {
  const person = await call('user_info/do/create', asked({ name: '张三（虚构）' }), { as: admin })
  assert.equal(person.data.account_status, 'NOT_OPEN')
  const opened = await call('user/do/create', { account: 'Zhang_San', user_info_sid: person.data.sid }, { as: admin })
  assert.match(String(opened.data.one_time_password), /^\S{8,16}$/)
  assert.equal(opened.data.account, 'zhang_san')
  assert.equal(opened.data.must_change_password, true)
  const again = await call(`user/${opened.data.sid}`, undefined, { as: admin })
  assert.equal('one_time_password' in again.data, false)
  assert.equal((await call(`user_info/${person.data.sid}`, undefined, { as: admin })).data.account_status, 'OPEN')
  const duplicate = await call('user/do/create', { account: 'zhang_SAN', user_info_sid: admin.sid }, { as: admin })
  assert.ok(duplicate.errors.some(({ field }) => field === 'account'))
  await call(`user/do/delete/${opened.data.sid}`, {}, { as: admin })
  assert.equal((await call(`user_info/${person.data.sid}`, undefined, { as: admin })).data.account_status, 'NOT_OPEN')
})

test('[7.10] a person is created together with the account, and the ID of the answer identifies both', async () => {
  const given = asked({ name: '李四（虚构）', job_number: 'L4', email: 'li4@example.com' })
  const faulty = await call('user/do/create', { ...given, email: 'li4', account: 'li 4' }, { as: admin })
  assert.deepEqual(
    faulty.errors.map(({ field }) => field),
    ['email', 'account'],
  )
  const { data } = await call('user/do/create', { ...given, account: 'li4' }, { as: admin })
  assert.match(String(data.one_time_password), /^\S{8,16}$/)
  const person = await call(`user_info/${data.sid}?flat=1`, undefined, { as: admin })
  const { name, account, account_status } = person.data
  assert.deepEqual({ name, account, account_status }, { name: '李四（虚构）', account: 'li4', account_status: 'OPEN' })
  const keeperOnly = await call('user/do/create', { name: '王五（虚构）', account: 'wang5' }, { as: await enrol('inventor') })
  assert.equal(keeperOnly.status, 403)
})

test('[6.01] an account gets the platform of its person, and a platform may be sent as a number or a text', async () => {
  const agent = await call(
    'user/do/create',
    {
      name: '代理人（虚构）',
      person_type: 'AGENCY',
      agency_sid: north,
      email: 'north1@example.test',
      role_sids: [await roleNamed('agent')],
      account: 'north1',
    },
    { as: admin },
  )
  assert.equal(agent.data.platform, '2')
  const inside = await call('user/do/create', asked({ name: '内部人（虚构）', account: 'inside1', platform: 1 }), { as: admin })
  assert.equal(inside.data.platform, '1')
  assert.equal((await call<{ total: number }>('user/do/count', { iql: "platform = 2 AND account = 'north1'" }, { as: admin })).data.total, 1)
})

for (const [account, isRight] of [
  ['a', true],
  ['A-b_c@1', true],
  ['x'.repeat(50), true],
  ['x'.repeat(51), false],
  ['名', false],
  ['a b', false],
  ['', false],
] as const) {
  test(`[5.06] an account may${isRight ? '' : ' not'} be named “${account.slice(0, 12)}” (${account.length})`, async () => {
    const person = await call('user_info/do/create', asked({ name: '李四（虚构）' }), { as: admin })
    const { errors } = await call('user/do/create', { account, user_info_sid: person.data.sid }, { as: admin })
    assert.equal(
      errors.some(({ field }) => field === 'account'),
      !isRight,
    )
  })
}

test('[4.03] [4.13] a resignation ends access immediately, until the account is opened again', async () => {
  const who = await enrol('ip_engineer')
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 200)
  await call('user_info/do/update', { sid: who.sid, person_status: 'RESIGNED' }, { as: admin })
  assert.equal((await call('patent/do/count', {}, { as: who })).status, 401)
  assert.equal((await call(`user_info/${who.sid}`, undefined, { as: admin })).data.account_status, 'CLOSED')
  const account = await accountOf(who.sid)
  const { data: history } = await call<{ record: { changes: { field: string; new: unknown }[]; created_by: { sid: string } | null }[] }>(
    'user/do/history',
    { sid: account },
    { as: admin },
  )
  const [latest] = history.record
  assert.deepEqual([latest?.created_by?.sid, latest?.changes.map(({ field }) => field)], [admin.sid, ['status']], JSON.stringify(latest))
  assert.equal((await call('user/do/update', { sid: account, status: 'OPEN' }, { as: admin })).errors[0]?.field, 'user_info_sid')
  assert.equal((await call('user_info/do/update', { ...asked(), sid: who.sid, person_status: 'EMPLOYED' }, { as: admin })).code, 0)
  assert.equal((await call('user/do/update', { sid: account, status: 'OPEN' }, { as: admin })).code, 0)
})

test('[4.12] no account is opened for people of an agency that is no longer valid', async () => {
  const closed = await make('agency', { agency_name: '已失效代理（虚构）' })
  const person = await make('user_info', { name: '王五（虚构）', person_type: 'AGENCY', agency_sid: closed })
  await call('agency/do/update', { sid: closed, valid: false }, { as: admin })
  const { errors } = await call('user/do/create', { account: 'wang', user_info_sid: person, platform: '2' }, { as: admin })
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['user_info_sid'],
  )
})

test('[6.01] account and roles must be of the platform of the person', async () => {
  const person = await make('user_info', { name: '赵六（虚构）', person_type: 'AGENCY', agency_sid: north })
  assert.equal((await call('user/do/create', { account: 'zhao', user_info_sid: person, platform: '1' }, { as: admin })).errors[0]?.field, 'platform')
  const { errors } = await call('user_info/do/update', { sid: person, role_sids: [await roleNamed('ip_engineer')] }, { as: admin })
  assert.equal(errors[0]?.field, 'role_sids')
})

test('a user cannot assign a role with a higher weight than their own', async () => {
  for (const sid of [keeper.sid, (await enrol('inventor')).sid]) {
    const { errors } = await call('user_info/do/update', { sid, role_sids: [await roleNamed('system_admin')] }, { as: keeper })
    assert.equal(errors[0]?.field, 'role_sids')
  }
  const one = await enrol('inventor', { role_sids: [] })
  assert.equal((await call('user_info/do/update', { sid: one.sid, role_sids: [await roleNamed('inventor')] }, { as: keeper })).code, 0)
})

test('a user cannot reset the password of a person with a higher role', async () => {
  for (const action of ['user_info/do/password_reset', 'user/do/password_reset', 'user_info/do/unlock', 'user/do/end_sessions'])
    assert.equal((await call(action, { sid: admin.sid }, { as: keeper })).status, 403, action)
  const below = await enrol('inventor')
  const { data } = await call('user_info/do/password_reset', { sid: below.sid }, { as: keeper })
  assert.match(String(data.one_time_password), /^\S{8,16}$/)
  assert.equal((await call('patent/do/count', {}, { as: below })).status, 401)
})

test('a user cannot close or delete their own account', async () => {
  const own = await accountOf(admin.sid)
  assert.equal((await call('user/do/update', { sid: own, status: 'CLOSED' }, { as: admin })).errors[0]?.field, 'status')
  assert.equal((await call(`user/do/delete/${own}`, {}, { as: admin })).status, 400)
  assert.equal((await call('patent/do/count', {}, { as: admin })).status, 200)
})

test('an agency administrator opens accounts only for people of the agency', async () => {
  const northAdmin = await enrol('agency_admin', { agency_sid: north, department_sid: null })
  const agent = await roleNamed('agent')
  const person = await call('user_info/do/create', { name: '孙七（虚构）', email: 'sun7@example.test', role_sids: [agent] }, { as: northAdmin })
  assert.deepEqual([(person.data.agency_sid as { sid: string }).sid, person.data.person_type], [north, 'AGENCY'])
  assert.equal((await call('user/do/create', { account: 'sun', user_info_sid: person.data.sid, platform: '2' }, { as: northAdmin })).code, 0)
  const foreign = await call('user_info/do/create', { name: '周八（虚构）', agency_sid: south }, { as: northAdmin })
  assert.ok([400, 403].includes(foreign.status))
  assert.equal((await call('user_info/do/update', { sid: person.data.sid, agency_sid: null }, { as: northAdmin })).status, 403)
  const theirs = await enrol('agent', { agency_sid: south, department_sid: null })
  assert.equal((await call('user_info/do/password_reset', { sid: theirs.sid }, { as: northAdmin })).status, 404)
  assert.equal(
    (await call('user_info/do/update', { sid: person.data.sid, role_sids: [await roleNamed('system_admin')] }, { as: northAdmin })).status,
    400,
  )
})

test('the leader of a person is neither that person nor a subordinate', async () => {
  const [a, b, c] = await Promise.all(['甲', '乙', '丙'].map((name) => make('user_info', { name })))
  const lead = (sid: unknown, leader_sid: unknown) => call('user_info/do/update', { sid, leader_sid }, { as: admin })
  assert.equal((await lead(b, a)).code, 0)
  assert.equal((await lead(c, b)).code, 0)
  assert.equal((await lead(a, c)).errors[0]?.field, 'leader_sid')
  assert.equal((await lead(a, a)).errors[0]?.field, 'leader_sid')
})

test('an account moves with its person to another company, and loses access to the former one', async () => {
  const away = await make('company', { company_name: '外公司（虚构）' })
  const who = await enrol('ip_engineer')
  const made = await call('patent/do/create', { title: '原公司案', country: 'CN', patent_type: 'INVENTION' }, { as: who })
  assert.equal(made.code, 0)
  await call(
    'user_info/do/update',
    { sid: who.sid, company_sid: away, department_sid: await make('department', { name: '外部门（虚构）', company_sid: away }) },
    { as: admin },
  )
  const { data } = await call(`user/${await accountOf(who.sid)}`, undefined, { as: admin })
  assert.equal((data.company_sid as { sid: string }).sid, away)
  assert.equal((await call(`patent/${made.data.sid}`, undefined, { as: who })).status, 404)
})

test('a role shows the number of people who have it', async () => {
  const role = await make('role', { code: 'counted', name: '计数' })
  const count = async () => (await call(`role/${role}`, undefined, { as: admin })).data.user_num
  const person = await make('user_info', { name: '丁', role_sids: [role] })
  await make('user_info', { name: '戊', role_sids: [role] })
  assert.equal(await count(), 2)
  await call('user_info/do/update', { sid: person, role_sids: [await roleNamed('inventor')] }, { as: admin })
  assert.equal(await count(), 1)
})

test('the administrators’ role cannot be disabled or deleted', async () => {
  const sid = await roleNamed('system_admin')
  assert.equal((await call('role/do/update', { sid, status: '0' }, { as: admin })).errors[0]?.field, 'status')
  assert.equal((await call(`role/do/delete/${sid}`, {}, { as: admin })).status, 400)
})

test('[7.10] each user reads their own record, also flat, with fields that the role hides for others', async () => {
  const who = await enrol('inventor', { mobile: '13800000002' })
  const { data } = await call('user_info/do/my?flat=1', undefined, { as: who })
  assert.deepEqual([data.sid, data.mobile, typeof data.company_sid], [who.sid, '13800000002', 'string'])
  assert.equal('mobile' in (await call(`user_info/${admin.sid}`, undefined, { as: who })).data, false)
})

test('[7.11] the lists of people return employed people, departed people or names, with filter and order', async () => {
  type Names = { record: Record<string, unknown>[] }
  const gone = await call('user_info/do/create', { name: '已离职（虚构）', person_status: 'RESIGNED' }, { as: admin })
  const list = async (name: string, body = {}) => (await call<Names>(`user_info/do/${name}`, { rows: 100, ...body }, { as: admin })).data.record
  const has = (rows: Record<string, unknown>[]) => rows.some((row) => row.sid === gone.data.sid)
  for (const name of ['search_all', 'search_component', 'search_page_plus', 'search_names', 'sysconfig_search', 'departed_search'])
    assert.ok(has(await list(name)), name)
  assert.equal(has(await list('search_user_default')), false)
  assert.deepEqual(Object.keys((await list('search_names'))[0] ?? {}).sort(), ['name', 'name_en', 'sid'])
  const named = await list('departed_search', { iql: "name LIKE '已离职%' OR name = 'x' ORDER BY name" })
  assert.deepEqual(
    named.map((row) => row.sid),
    [gone.data.sid],
  )
  assert.equal((await call('user_info/do/departed_search', { iql: 'name =' }, { as: admin })).status, 400)
  const counted = await call<{ record: { count: number }[] }>('user_info/do/aggregateSearch', { by: ['person_status'] }, { as: admin })
  assert.ok(counted.data.record.length >= 2)
})

test('[7.11] an account of Eureka is refused with the reason, to those who may keep people', async () => {
  const who = await enrol('inventor')
  const open = (as: typeof who) => call('user_info/do/add_eureka_account_privilege', { sids: [who.sid] }, { as, lang: 'en' })
  const refused = await open(admin)
  assert.deepEqual([refused.code, /No Eureka search service is connected/.test(refused.message)], [500005, true])
  assert.equal((await open(who)).status, 403)
})

test('[7.11] modify/{sid} changes a person and basic/{sid} shows a summary, with the same permissions', async () => {
  const who = await enrol('inventor', { mobile: '13800000003' })
  assert.equal((await call(`user_info/do/modify/${who.sid}`, { job_title: '工程师' }, { as: admin })).data.job_title, '工程师')
  assert.equal((await call(`user_info/do/modify/${who.sid}`, { job_title: 'x' }, { as: who })).status, 403)
  const { data } = await call(`user_info/basic/${who.sid}`, undefined, { as: who })
  assert.deepEqual([data.job_title, 'mobile' in data], ['工程师', false])
  const stranger = await enrol('agent', { agency_sid: south, department_sid: null })
  assert.equal((await call(`user_info/basic/${who.sid}`, undefined, { as: stranger })).status, 404)
  assert.equal((await call('user_info/basic/nobody', undefined, { as: admin })).status, 404)
})

test('a successor who is an expert takes the seat of a leaver in expert groups, if the call selects it; another one does not', async () => {
  const [who, heir, other] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('ip_engineer')]
  const [left, next, third] = [
    await make('expert', { name: '专家甲（虚构）', user_sid: who.sid }),
    await make('expert', { name: '专家乙（虚构）', user_sid: heir.sid }),
    await make('expert', { name: '专家丙（虚构）' }),
  ]
  const group = await make('expert_group', { group_name: '电路专家组（虚构）', chair_sid: left, member_sids: [left, next, third] })
  const seats = async () => {
    const { chair_sid, member_sids } = (await call(`expert_group/${group}?flat=1`, undefined, { as: admin })).data
    return [chair_sid, member_sids]
  }
  const hand = async (body: Record<string, unknown>) => {
    type Handed = { parts: { group: string; count: number; kept: number }[]; named: { zh: string; why_en: string | null }[] }
    const { data } = await call<Handed>('user_handover/do/handover', { from_user: who.sid, ...body }, { as: admin })
    return [data.parts.map((part) => [part.group, part.count, part.kept]), data.named.map(({ zh, why_en }) => [zh, why_en])]
  }
  assert.deepEqual(await hand({ to_user: heir.sid }), [[], [['电路专家组（虚构）', 'no recipient is chosen for it']]])
  const to = (sid: string) => ({ parts: [{ group: 'experts', to_user: sid }] })
  assert.deepEqual(await hand(to(other.sid)), [[['experts', 0, 1]], [['电路专家组（虚构）', 'the recipient is no expert who takes evaluations']]])
  assert.deepEqual(await seats(), [left, [left, next, third]])
  assert.deepEqual(await hand(to(heir.sid)), [[['experts', 1, 0]], [['电路专家组（虚构）', null]]])
  assert.deepEqual(await seats(), [next, [next, third]], 'who has a seat already has one')
})

test('the cases of more records than a statement takes values are found', async () => {
  const responsibility = responsibilitiesOf(systemContext(tenant)).find(({ model }) => model === 'deadline')
  assert.ok(responsibility)
  const many = Array.from({ length: 70_000 }, () => randomUUID())
  assert.equal((await casesOf(systemContext(tenant), responsibility, many))?.size, 0)
})
