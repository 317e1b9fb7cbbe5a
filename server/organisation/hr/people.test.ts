import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../../records/write/create.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import type { HrCaller } from '../../../model/organisation/hr-change-actions.ts'
import { ENTERPRISE, operations, personalToken, type Resource, scimCaller, USER } from '../../../tests/harness/sign-in/scim.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { clearChanges } from './kept-changes.ts'

const server = await testServer()
const { tenant, call, enrol } = server
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)
const admin = await enrol('system_admin')

/** Someone who keeps people and accounts of all companies, but no roles. */
const personnel = await make('role', { code: 'personnel', name: '人事', weight: 20 })
for (const entity of ['user_info', 'user', 'department'])
  await make('role_grant', { role_sid: personnel, entity, verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'ALL' })
const keeper = await enrol('inventor', { role_sids: [personnel] })
const scim = scimCaller(server, await personalToken(server, keeper))

const person = (userName: string, more: Record<string, unknown> = {}) => ({ schemas: [USER], userName, displayName: `虚构 ${userName}`, ...more })
const create = async (userName: string, more: Record<string, unknown> = {}): Promise<Resource> => {
  const { status, body, text } = await scim('POST', '/Users', person(userName, more))
  assert.equal(status, 201, text)
  return body
}
const rowOf = (sid: string) => tenant.db.selectFrom('user_info').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const lines = (sid: string) => tenant.db.selectFrom('hr_change').selectAll().where('record_sid', '=', sid).orderBy('created_at').execute()

test('a person is entered with their facts, an open account and an entity tag', async () => {
  const department = await make('department', { name: '虚构研发部', code: 'FRD', company_sid: keeper.company })
  const leader = await create('leader@example.test')
  const { status, body, headers } = await scim('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    USERNAME: 'Ada.Lim@example.test',
    externalId: 'hr-1',
    name: { familyName: '林', givenName: '虚构' },
    Emails: [
      { value: 'home@example.test', type: 'home' },
      { value: 'Ada@example.test', type: 'work', primary: true },
    ],
    phoneNumbers: [{ type: 'mobile', value: '+86 138-0000-0001' }],
    title: '工程师',
    password: 'Must-Not-Be-Kept-1',
    locale: 'zh-CN',
    roles: [{ value: 'inventor' }],
    active: true,
    [ENTERPRISE.toUpperCase()]: { EmployeeNumber: 'E-1', department: '虚构研发部', manager: { value: leader.id } },
  })
  assert.equal(status, 201, JSON.stringify(body))
  assert.match(String(headers.etag), /^W\/"[0-9a-f]{16}"$/)
  assert.match(String(headers['content-type']), /^application\/scim\+json/)
  assert.equal(headers.location, `http://localhost/scim/v2/Users/${body.id}`)
  const row = await rowOf(body.id)
  assert.deepEqual(
    [
      row.name,
      row.sync_name,
      row.sync_id,
      row.email,
      row.mobile,
      row.job_title,
      row.job_number,
      row.department_sid,
      row.leader_sid,
      row.account_status,
    ],
    ['林虚构', 'ada.lim@example.test', 'hr-1', 'ada@example.test', '13800000001', '工程师', 'E-1', department, leader.id, 'OPEN'],
  )
  assert.equal(row.account, 'ada-lim')
  assert.deepEqual(body.active, true)
  const kept = JSON.stringify([await lines(body.id), await tenant.db.selectFrom('change_log').selectAll().execute()])
  assert.ok(!kept.includes('Must-Not-Be-Kept'))
  const log = await tenant.db.selectFrom('change_log').select(['source', 'created_by']).where('record_sid', '=', body.id).execute()
  assert.deepEqual([...new Set(log.map(({ source }) => source))], ['SYNC'])
  assert.deepEqual([...new Set(log.map(({ created_by }) => created_by))], [keeper.sid])
  const again = await scim('GET', `/Users/${body.id}`, undefined, { headers: { 'if-none-match': String(headers.etag) } })
  assert.equal(again.status, 304)
})

test('the same user name, ID, job number or address is refused as a conflict, whatever its case', async () => {
  await create('twin@example.test', { externalId: 'twin', [ENTERPRISE]: { employeeNumber: 'T-1' }, emails: [{ value: 'twin.mail@example.test' }] })
  for (const more of [
    person('TWIN@example.test'),
    person('other@example.test', { externalId: 'twin' }),
    person('other@example.test', { [ENTERPRISE]: { employeeNumber: 'T-1' } }),
    person('other@example.test', { emails: [{ value: 'TWIN.mail@example.test' }] }),
  ]) {
    const { status, body, text } = await scim('POST', '/Users', more)
    assert.deepEqual([status, body.scimType, body.status], [409, 'uniqueness', '409'], text)
  }
  const both = await Promise.all([scim('POST', '/Users', person('race@example.test')), scim('POST', '/Users', person('race@example.test'))])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
})

test('a user name that can be no account, nor its part before the @, still opens one', async () => {
  const first = await create('twin.one@example.test')
  const second = await create('twin.one@other.test')
  assert.equal((await rowOf(first.id)).account, 'twin-one')
  assert.match(String((await rowOf(second.id)).account), /^hr-[0-9a-f]{12}$/)
})

test('a person who was entered here is found by account or e-mail, and is then kept by the HR system', async () => {
  const known = await enrol('ip_engineer', { email: 'known@example.test' })
  const found = await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "KNOWN_NOT"')}`)
  assert.equal(found.body.totalResults, 0)
  const byAccount = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${known.account}"`)}`)
  assert.deepEqual(
    (byAccount.body.Resources as Resource[]).map(({ id }) => id),
    [known.sid],
  )
  const { status, text } = await scim('PATCH', `/Users/${known.sid}`, operations({ op: 'Replace', path: 'externalId', value: 'hr-known' }))
  assert.equal(status, 400, text)
  assert.match(text, /wider permissions than yours/)
  const all = scimCaller(server, await personalToken(server, admin))
  const { body } = await all(
    'PATCH',
    `/Users/${known.sid}`,
    operations({ op: 'Add', value: { externalId: 'hr-known', userName: 'known@example.test' } }),
  )
  assert.deepEqual([body.externalId, body.userName], ['hr-known', 'known@example.test'])
  assert.equal((await rowOf(known.sid)).sync_status, 'LINKED')
})

test('a change keeps what it does not name, also in the spellings of large providers', async () => {
  const { id } = await create('patch@example.test', { emails: [{ value: 'first@example.test', type: 'work' }], title: '工程师', nickName: 'P' })
  const { status, text } = await scim(
    'PATCH',
    `/Users/${id}`,
    operations(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'second@example.test' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '13800000002' },
      { op: 'Replace', value: { displayName: '虚构新名', [`${ENTERPRISE}:employeeNumber`]: 'P-2', 'name.givenName': 'Ignored' } },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Shanghai' },
      { op: 'Remove', path: 'nickName' },
    ),
  )
  assert.equal(status, 200, text)
  const row = await rowOf(id)
  assert.deepEqual(
    [row.email, row.mobile, row.name, row.job_number, row.alias, row.job_title],
    ['second@example.test', '13800000002', '虚构新名', 'P-2', null, '工程师'],
  )
  const put = await scim('PUT', `/Users/${id}`, { schemas: [USER], userName: 'patch@example.test', displayName: '虚构新名', title: null })
  assert.equal(put.status, 200, put.text)
  const after = await rowOf(id)
  assert.deepEqual([after.email, after.job_title], ['second@example.test', null])
})

test('an unchanged resource is written neither to the record nor to the list of changes', async () => {
  const { id } = await create('same@example.test', { title: '工程师' })
  const [version, kept] = [(await rowOf(id)).version, (await lines(id)).length]
  const { status } = await scim('PUT', `/Users/${id}`, person('same@example.test', { title: '工程师', active: true }))
  assert.equal(status, 200)
  assert.deepEqual([(await rowOf(id)).version, (await lines(id)).length], [version, kept])
})

test('active as the text “False” closes the account and ends sessions at once; what the person answers for stays and administrators are told', async () => {
  const leaver = await enrol('inventor', { email: 'leaver@example.test' })
  await make('department', { name: '虚构部门二', code: 'F2', leader_sid: leaver.sid, company_sid: keeper.company })
  const token = await personalToken(server, leaver)
  assert.equal((await call('user_info/do/my', undefined, { as: leaver })).code, 0)
  const { status, body, text } = await scim('PATCH', `/Users/${leaver.sid}`, operations({ op: 'Replace', path: 'active', value: 'False' }))
  assert.deepEqual([status, body.active], [200, false], text)
  assert.equal((await call('user_info/do/my', undefined, { as: leaver })).status, 401)
  assert.equal((await call('user_info/do/my', undefined, { as: token })).status, 401)
  const row = await rowOf(leaver.sid)
  assert.deepEqual([row.person_status, row.account_status], ['EMPLOYED', 'CLOSED'])
  assert.equal(
    (await tenant.db.selectFrom('department').select('leader_sid').where('code', '=', 'F2').executeTakeFirstOrThrow()).leader_sid,
    leaver.sid,
  )
  const notices = await tenant.db
    .selectFrom('notification')
    .selectAll()
    .where('user_sid', '=', admin.sid)
    .where('link', '=', `/m/user_info/${leaver.sid}`)
    .execute()
  assert.equal(notices.length, 1)
  assert.match(String(notices[0]?.title_en), /handover is due: .*1/)
  const [line] = await lines(leaver.sid)
  assert.deepEqual([line?.result, line?.changes], ['TAKEN', [{ fact: 'active', old: 'true', came: 'false' }]])
  assert.match(String(line?.reason_en), /handover is due/)
  const back = await scim('PATCH', `/Users/${leaver.sid}`, operations({ op: 'replace', value: { active: 'True' } }))
  assert.deepEqual([back.status, back.body.active], [200, true])
  assert.equal((await call('user_info/do/my', undefined, { as: leaver })).status, 401, 'ended sessions stay ended')
})

test('a deleted person is unknown to the HR system, stays here with a closed account, and comes back as the same person', async () => {
  const { id } = await create('deleted@example.test', { externalId: 'hr-del' })
  assert.equal((await scim('DELETE', `/Users/${id}`)).status, 204)
  for (const method of ['GET', 'DELETE'] as const) assert.equal((await scim(method, `/Users/${id}`)).status, 404)
  assert.equal((await scim('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'active', value: true }))).status, 404)
  assert.equal((await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "hr-del"')}`)).body.totalResults, 0)
  const row = await rowOf(id)
  assert.deepEqual([row.deleted_at, row.person_status, row.account_status, row.sync_status], [null, 'EMPLOYED', 'CLOSED', 'REMOVED'])
  const again = await scim('POST', '/Users', person('deleted@example.test', { externalId: 'hr-del', title: '返聘' }))
  assert.deepEqual([again.status, again.body.id, again.body.active, again.body.title], [201, id, true, '返聘'], again.text)
})

test('a change based on an older version is refused', async () => {
  const { id } = await create('tagged@example.test')
  const first = await scim('GET', `/Users/${id}`)
  const tag = String(first.headers.etag)
  assert.equal((first.body.meta as { version: string }).version, tag)
  const rename = (name: string, match: string) =>
    scim('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'displayName', value: name }), { headers: { 'if-match': match } })
  assert.equal((await rename('虚构一', tag)).status, 200)
  const stale = await rename('虚构二', tag)
  assert.deepEqual([stale.status, stale.body.status], [412, '412'])
  assert.equal((await scim('DELETE', `/Users/${id}`, undefined, { headers: { 'if-match': tag } })).status, 412)
  assert.equal((await rename('虚构三', '*')).status, 200)
  assert.equal((await rowOf(id)).name, '虚构三')
})

test('a department or leader that is unknown does not keep the rest from being taken, and is named', async () => {
  const { id } = await create('unknown@example.test')
  const { status } = await scim('PUT', `/Users/${id}`, {
    schemas: [USER],
    userName: 'unknown@example.test',
    displayName: '虚构',
    active: false,
    [ENTERPRISE]: { department: '没有的部门', manager: { value: 'nobody' } },
  })
  assert.equal(status, 200)
  assert.equal((await rowOf(id)).account_status, 'CLOSED')
  const line = (await lines(id)).at(-1)
  assert.equal(line?.result, 'PARTLY')
  assert.match(String(line?.reason), /部门“没有的部门”.*直属上级“nobody”/)
})

test('the owner of the token moves themselves to no other department, and the rest is taken', async () => {
  const owner = await enrol('inventor', { role_sids: [personnel] })
  const token = await personalToken(server, owner)
  const elsewhere = await make('department', { name: '他人部（虚构）', company_sid: admin.company })
  const put = (department: string, title: string) =>
    scim('PUT', `/Users/${owner.sid}`, person('owner@example.test', { title, [ENTERPRISE]: { department } }), { token })
  const moved = await put('他人部（虚构）', '经理')
  assert.equal(moved.status, 200, moved.text)
  const { department_sid, job_title } = await rowOf(owner.sid)
  assert.deepEqual([department_sid, job_title], [owner.department, '经理'])
  const line = (await lines(owner.sid)).at(-1)
  assert.equal(line?.result, 'PARTLY')
  assert.match(String(line?.reason), /部门“他人部（虚构）”未采纳：令牌持有人本人的部门须由他人修改/)
  await tenant.db.updateTable('user_info').set({ department_sid: elsewhere }).where('sid', '=', owner.sid).execute()
  assert.equal((await put('他人部（虚构）', '主管')).status, 200)
  assert.equal((await lines(owner.sid)).at(-1)?.result, 'TAKEN', 'a department that stays is no move')
})

test('the owner of the token changes neither their own e-mail address nor mobile number by the HR system, and the rest is taken', async () => {
  const owner = await enrol('inventor', { role_sids: [personnel], email: 'owner.kept@example.test' })
  const token = await personalToken(server, owner)
  const values = { title: '顾问', phoneNumbers: [{ value: '13900007777', type: 'mobile' }], emails: [{ value: 'thief@example.test', type: 'work' }] }
  await scim('PUT', `/Users/${owner.sid}`, person('owner.kept@example.test', values), { token })
  assert.partialDeepStrictEqual(await rowOf(owner.sid), { email: 'owner.kept@example.test', mobile: null, job_title: '顾问' })
  assert.match(String((await lines(owner.sid)).at(-1)?.reason), /邮箱未采纳.*手机未采纳/)
  const same = { title: '总顾问', emails: [{ value: 'Owner.Kept@example.test', type: 'work' }] }
  await scim('PUT', `/Users/${owner.sid}`, person('owner.kept@example.test', same), { token })
  assert.equal((await lines(owner.sid)).at(-1)?.result, 'TAKEN', 'an address that stays is no change')
})

test('filters find people by name, ID, address, account and time, without case, page by page', async () => {
  const one = await create('filter.one@example.test', {
    externalId: 'F_1',
    displayName: '虚构筛选甲',
    emails: [{ value: 'f1@example.test', type: 'work' }],
  })
  const two = await create('filter.two@example.test', { externalId: 'FX1', displayName: '虚构筛选乙', active: false })
  const found = async (filter: string, more = '') => {
    const { status, body, text } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
    assert.equal(status, 200, `${filter}: ${text}`)
    return (body.Resources as Resource[]).map(({ id }) => (id === one.id ? 1 : id === two.id ? 2 : 0))
  }
  for (const [filter, expected] of [
    ['USERNAME EQ "Filter.One@example.test"', [1]],
    ['externalId eq "F_1"', [1]],
    ['externalId sw "f"', [1, 2]],
    ['externalId sw "F_"', [1]],
    [`id eq "${two.id}"`, [2]],
    ['id eq "nobody"', []],
    ['emails.value eq "F1@example.test"', [1]],
    ['emails[type eq "work" and value co "f1@"]', [1]],
    ['emails[type eq "home" and value co "f1@"]', []],
    ['displayName co "筛选" and active eq true', [1]],
    ['displayName co "筛选" and active eq "False"', [2]],
    ['displayName co "筛选" and not (active eq true)', [2]],
    ['displayName co "筛选" and (externalId eq "f_1" or externalId eq "fx1")', [1, 2]],
    ['displayName co "筛选" and emails pr', [1]],
    ['displayName co "筛选" and userName ew "TWO@example.test"', [2]],
    ['displayName co "筛选" and meta.lastModified gt "2001-01-01T00:00:00Z"', [1, 2]],
    ['displayName co "筛选" and meta.lastModified lt "2001-01-01T00:00:00Z"', []],
    [`${USER}:userName eq "filter.one@example.test"`, [1]],
  ] as const)
    assert.deepEqual(await found(filter), expected, filter)
  assert.deepEqual(await found('displayName co "筛选"', '&startIndex=2&count=1'), [2])
  assert.deepEqual(await found('displayName co "筛选"', '&startIndex=0&count=1'), [1])
  const none = await scim('GET', '/Users?count=0')
  assert.equal((none.body.Resources as unknown[]).length, 0)
  assert.ok(Number(none.body.totalResults) > 5)
  const some = await scim('GET', `/Users/${one.id}?attributes=userName,emails.value`)
  assert.deepEqual(Object.keys(some.body).sort(), ['emails', 'id', 'schemas', 'userName'])
  const less = await scim('GET', `/Users/${one.id}?excludedAttributes=emails`)
  assert.ok(!('emails' in less.body) && 'displayName' in less.body)
})

test('changes of the HR system are listed with what stood before, and are kept for 90 days', async () => {
  const { id } = await create('listed@example.test', { title: '甲' })
  await scim(
    'PATCH',
    `/Users/${id}`,
    operations({ op: 'replace', path: 'title', value: '乙' }, { op: 'add', value: { phoneNumbers: [{ type: 'mobile', value: '13800000009' }] } }),
  )
  await scim('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '12' }))
  const seen = await call<{ record: { action: string; result: string; changes: unknown; reason_en: string; token_name: string }[] }>(
    'hr_change/do/search',
    { fl: ['action', 'result', 'changes', 'reason_en', 'token_name'], iql: `record_sid = '${id}' ORDER BY created_at` },
    { as: admin },
  )
  const [, changed, refused] = seen.data.record
  assert.deepEqual(changed?.changes, [
    { fact: 'job_title', old: '甲', came: '乙' },
    { fact: 'mobile', old: null, came: '••••••' },
  ])
  assert.deepEqual([changed?.result, changed?.token_name, refused?.result], ['TAKEN', 'HR', 'REFUSED'])
  assert.match(String(refused?.reason_en), /Mobile.*11 digits/)
  const { data } = await call<{ callers: HrCaller[] }>('hr_change/do/callers', undefined, { as: admin })
  const own = data.callers.find(({ owner }) => owner === keeper.account.replace('_', ' '))
  assert.equal(own?.token_name, 'HR')
  assert.ok(own.taken > 3 && own.partly === 1 && own.refused > 3, JSON.stringify(own))
  for (const path of ['hr_change/do/search', 'hr_change/do/callers'])
    assert.equal((await call(path, path.endsWith('search') ? {} : undefined, { as: await enrol('ip_engineer') })).status, 403)
  assert.equal(await clearChanges(systemContext(tenant)), 0)
  assert.ok((await clearChanges(systemContext(tenant), Date.now() + 91 * 86_400_000)) > 0)
  assert.deepEqual(await lines(id), [])
})

test('a user name that has passed to somebody else does not open the account of the leaver', async () => {
  const { id } = await create('john@example.test', { externalId: 'john-1', roles: [{ value: 'inventor' }] })
  assert.equal((await scim('DELETE', `/Users/${id}`)).status, 204)
  for (const more of [{ externalId: 'john-2' }, {}]) {
    const other = await scim('POST', '/Users', person('john@example.test', more))
    assert.deepEqual([other.status, other.body.scimType], [409, 'uniqueness'], other.text)
  }
  assert.equal((await rowOf(id)).account_status, 'CLOSED')
})

test('who comes back has the roles that are sent, and neither the former password nor the second factor', async () => {
  const { id } = await create('back@example.test', { roles: [{ value: 'inventor' }] })
  const account = tenant.db.selectFrom('user').select(['secret', 'totp_since']).where('user_info_sid', '=', id)
  await tenant.db
    .updateTable('user')
    .set({ secret: JSON.stringify(['former']), totp_since: new Date(0).toISOString() })
    .where('user_info_sid', '=', id)
    .execute()
  await scim('DELETE', `/Users/${id}`)
  const again = await scim('POST', '/Users', person('back@example.test'))
  assert.deepEqual([again.status, again.body.id, again.body.active, again.body.roles], [201, id, true, undefined], again.text)
  const { secret, totp_since } = await account.executeTakeFirstOrThrow()
  assert.notEqual((secret as string[])[0], 'former')
  assert.equal(totp_since, null)
})

test('a user name or ID of somebody else is refused in a change, too', async () => {
  const known = await enrol('inventor', { email: 'owned@example.test' })
  const { id } = await create('mover@example.test')
  for (const userName of ['owned@example.test', known.account]) {
    const { status, text } = await scim('PATCH', `/Users/${id}`, operations({ op: 'replace', path: 'userName', value: userName }))
    assert.equal(status, 409, text)
  }
  assert.equal((await scim('PUT', `/Users/${id}`, person('mover@example.test'))).status, 200)
})

test('whoever reads the list of changes sees of a person only the fields that their role shows', async () => {
  const { id } = await create('seen@example.test', {
    title: '甲',
    emails: [{ value: 'kept.apart@example.test' }],
    [ENTERPRISE]: { employeeNumber: 'E-77' },
  })
  const [half, none] = [
    await make('role', { code: 'half', name: '半见', weight: 20 }),
    await make('role', { code: 'list', name: '只见记录', weight: 20 }),
  ]
  const verbs = ['get', 'search', 'count']
  for (const role_sid of [half, none]) await make('role_grant', { role_sid, entity: 'hr_change', verbs, data_scope: 'ALL' })
  await make('role_grant', { role_sid: half, entity: 'user_info', verbs, data_scope: 'ALL', hidden_fields: ['email', 'job_number'] })
  for (const [role, facts] of [
    [half, ['active', 'name', 'job_title', 'userName']],
    [none, []],
  ] as const) {
    const reader = await enrol('inventor', { role_sids: [role] })
    const asked = { fl: ['sid', 'changes'], iql: `record_sid = '${id}'` }
    const { data, text } = await call<{ record: { sid: string; changes: { fact: string }[] }[] }>('hr_change/do/search', asked, { as: reader })
    const [line] = data.record
    assert.deepEqual(line?.changes.map(({ fact }) => fact).sort(), [...facts].sort(), text)
    const one = await call(`hr_change/${line?.sid}`, undefined, { as: reader })
    for (const answer of [text, one.text]) assert.ok(!answer.includes('kept.apart') && !answer.includes('E-77'), answer)
  }
})
