import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTERPRISE, operations, personalToken, type Resource, scimCaller, USER } from '../../../tests/harness/sign-in/scim.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const server = await testServer()
const { tenant, enrol } = server
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const admin = await enrol('system_admin')
const scim = scimCaller(server, await personalToken(server, admin))

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const person = async (userName: string) => (await scim('POST', '/Users', { schemas: [USER], userName, displayName: `虚构 ${userName}` })).body.id
const members = ({ members: all }: Resource) => ((all as { value: string }[] | undefined) ?? []).map(({ value }) => value)
const departmentOf = async (sid: string) =>
  (await tenant.db.selectFrom('user_info').select('department_sid').where('sid', '=', sid).executeTakeFirstOrThrow()).department_sid

const [ann, ben, cas] = [await person('ann@example.test'), await person('ben@example.test'), await person('cas@example.test')]

async function group(displayName: string, more: Record<string, unknown> = {}) {
  const { status, body, text } = await scim('POST', '/Groups', { schemas: [GROUP], displayName, ...more })
  assert.equal(status, 201, text)
  return body
}

test('a group is a department with the ID of the HR system, and its members are the people in it', async () => {
  const one = await group('虚构一部', { externalId: 'dep-1', members: [{ value: ann }, { value: ben }] })
  assert.deepEqual(members(one), [ann, ben])
  const row = await tenant.db.selectFrom('department').selectAll().where('sid', '=', one.id).executeTakeFirstOrThrow()
  assert.deepEqual([row.name, row.sync_id], ['虚构一部', 'dep-1'])
  const two = await group('虚构二部')
  const moved = await scim('PATCH', `/Groups/${two.id}`, operations({ op: 'add', path: 'members', value: [{ value: ben }, { value: cas }] }))
  assert.deepEqual(members(moved.body), [ben, cas])
  assert.deepEqual(members((await scim('GET', `/Groups/${one.id}`)).body), [ann])
  const kept = await tenant.db
    .selectFrom('hr_change')
    .select('changes')
    .where('record_sid', '=', ben)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  assert.deepEqual(kept.changes, [{ fact: 'department', old: '虚构一部', came: '虚构二部' }])
})

test('members go by value, by filter and all together, and a renamed group keeps them', async () => {
  const three = await group('虚构三部', { members: [{ value: ann }, { value: ben }, { value: cas }] })
  const at = `/Groups/${three.id}`
  const byFilter = await scim('PATCH', at, operations({ op: 'remove', path: `members[value eq "${ann}"]` }))
  assert.deepEqual(members(byFilter.body), [ben, cas])
  assert.equal(await departmentOf(ann), null)
  const byValue = await scim('PATCH', at, operations({ op: 'Remove', path: 'members', value: [{ value: ben }] }))
  assert.deepEqual(members(byValue.body), [cas])
  const renamed = await scim('PUT', at, { schemas: [GROUP], displayName: '虚构三部（新）' })
  assert.deepEqual([renamed.body.displayName, members(renamed.body)], ['虚构三部（新）', [cas]])
  const all = await scim('PATCH', at, operations({ op: 'replace', path: 'members', value: [] }))
  assert.deepEqual(members(all.body), [])
})

test('groups are found by name, ID and member, without their members if these are not wanted', async () => {
  const four = await group('虚构四部', { externalId: 'dep-4', members: [{ value: cas }] })
  const find = async (filter: string) =>
    ((await scim('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`)).body.Resources as Resource[]) ?? []
  for (const filter of [
    'displayName eq "虚构四部"',
    'externalId eq "DEP-4"',
    `id eq "${four.id}" and members eq "${cas}"`,
    `members[value eq "${cas}"]`,
    `members.value eq "${cas}"`,
  ]) {
    const found = await find(filter)
    assert.deepEqual(
      found.map(({ id }) => id),
      [four.id],
      filter,
    )
    assert.ok(found.every((one) => !('members' in one)))
  }
  assert.deepEqual(await find(`id eq "${four.id}" and members eq "${ann}"`), [])
})

test('a department with people is kept, an empty one goes to the recycle bin', async () => {
  const five = await group('虚构五部', { externalId: 'dep-5', members: [{ value: ann }] })
  const refused = await scim('DELETE', `/Groups/${five.id}`)
  assert.equal(refused.status, 409, refused.text)
  await scim('PATCH', `/Groups/${five.id}`, operations({ op: 'remove', path: 'members' }))
  assert.equal((await scim('DELETE', `/Groups/${five.id}`)).status, 204)
  assert.equal((await scim('GET', `/Groups/${five.id}`)).status, 404)
  const row = await tenant.db.selectFrom('department').select('deleted_at').where('sid', '=', five.id).executeTakeFirst()
  assert.ok(row?.deleted_at)
})

test('a group with the ID or name of another one, without a name, or with an unknown member is refused whole', async () => {
  await group('虚构六部', { externalId: 'dep-6' })
  for (const [body, status] of [
    [{ displayName: '虚构七部', externalId: 'dep-6' }, 409],
    [{ displayName: '虚构六部' }, 409],
    [{ externalId: 'dep-8' }, 400],
    [{ displayName: '虚构八部', members: [{ value: ann }, { value: 'nobody' }] }, 400],
  ] as const)
    assert.equal((await scim('POST', '/Groups', { schemas: [GROUP], ...body })).status, status, JSON.stringify(body))
  const made = await tenant.db.selectFrom('department').select('sid').where('name', 'in', ['虚构七部', '虚构八部']).execute()
  assert.deepEqual(made, [])
})

test('of two changes of a group based on one version, one is taken and the other one refused, also at the same moment', async () => {
  const { id } = await group('虚构锁定部')
  const at = `/Groups/${id}`
  const tag = String((await scim('GET', at)).headers.etag)
  const rename = (name: string) =>
    scim('PATCH', at, operations({ op: 'replace', path: 'displayName', value: name }), { headers: { 'if-match': tag } })
  const answers = await Promise.all(['甲', '乙', '丙', '丁'].map((one) => rename(`虚构锁定部${one}`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
  assert.equal((await scim('DELETE', at, undefined, { headers: { 'if-match': tag } })).status, 412)
  const row = await tenant.db.selectFrom('department').select(['name', 'deleted_at']).where('sid', '=', id).executeTakeFirst()
  assert.deepEqual([row?.name, row?.deleted_at], [answers.find(({ status }) => status === 200)?.body.displayName, null])
})

test('a group moves nobody to its company, whatever their rank; who has no company gets it, which is kept as a change', async () => {
  const sub = await make('company', { company_name: '虚构人事子公司', parent_sid: admin.company })
  const personnel = await make('role', { code: 'group_keeper', name: '虚构同步', weight: 20 })
  for (const entity of ['user_info', 'department'])
    await make('role_grant', { role_sid: personnel, entity, verbs: ['get', 'search', 'count', 'create', 'update'], data_scope: 'ALL' })
  const keeps = scimCaller(server, await personalToken(server, await enrol('inventor', { role_sids: [personnel] })))
  const [there, none] = [await make('user_info', { name: '虚构彼方', company_sid: sub }), await make('user_info', { name: '虚构无司' })]
  const above = await enrol('system_admin', { company_sid: sub })
  await tenant.db.updateTable('user_info').set({ company_sid: null }).where('sid', '=', none).execute()
  const { body } = await keeps('POST', '/Groups', { schemas: [GROUP], displayName: '虚构外部' })
  const all = [there, none, above.sid].map((value) => ({ value }))
  const { status, text } = await keeps('PATCH', `/Groups/${body.id}`, operations({ op: 'add', path: 'members', value: all }))
  assert.equal(status, 200, text)
  const rows = await tenant.db.selectFrom('user_info').select(['sid', 'company_sid', 'department_sid']).where('sid', 'in', all.map(({ value }) => value)).execute() // oxfmt-ignore
  const placed = new Map(rows.map(({ sid, company_sid, department_sid }) => [sid, [company_sid, department_sid]]))
  assert.deepEqual(
    all.map(({ value }) => placed.get(value)),
    [
      [sub, body.id],
      [admin.company, body.id],
      [sub, body.id],
    ],
  )
  const changesOf = async (sid: string) =>
    (await tenant.db.selectFrom('hr_change').select(['changes', 'company_sid']).where('record_sid', '=', sid).execute()).map((one) => [
      (one.changes as { fact: string }[]).map(({ fact }) => fact), // as declared
      one.company_sid,
    ])
  assert.deepEqual(await changesOf(there), [[['department'], sub]])
  assert.deepEqual(await changesOf(none), [[['department', 'company'], admin.company]])
})

test('the department in the resource of a person moves nobody to its company either', async () => {
  const sub = await make('company', { company_name: '虚构人事二公司', parent_sid: admin.company })
  const dan = await person('dan@example.test')
  await tenant.db.updateTable('user_info').set({ company_sid: sub }).where('sid', '=', dan).execute()
  await group('虚构资源部')
  const { status, text } = await scim('PATCH', `/Users/${dan}`, operations({ op: 'add', path: `${ENTERPRISE}:department`, value: '虚构资源部' }))
  assert.equal(status, 200, text)
  const row = await tenant.db.selectFrom('user_info').select(['company_sid', 'department_sid']).where('sid', '=', dan).executeTakeFirstOrThrow()
  assert.equal(row.company_sid, sub)
  assert.ok(row.department_sid)
})

test('the owner of the token moves themselves to no group, and the other members are taken', async () => {
  const personnel = await make('role', { code: 'personnel_only', name: '人事（虚构）', weight: 1 })
  for (const entity of ['user_info', 'department', 'user']) await make('role_grant', { role_sid: personnel, entity, verbs: ['*'], data_scope: 'ALL' })
  const owner = await enrol('inventor', { role_sids: [personnel] })
  const token = await personalToken(server, owner)
  const there = await group('虚构他处部', {})
  const at = `/Groups/${there.id}`
  const { status, body, text } = await scim('PATCH', at, operations({ op: 'add', path: 'members', value: [{ value: owner.sid }, { value: ann }] }), {
    token,
  })
  assert.equal(status, 200, text)
  assert.deepEqual([members(body), await departmentOf(owner.sid)], [[ann], owner.department])
  const kept = await tenant.db.selectFrom('hr_change').select(['result', 'reason']).where('record_sid', '=', there.id).orderBy('created_at', 'desc').executeTakeFirstOrThrow() // oxfmt-ignore
  assert.match(`${kept.result} ${kept.reason}`, /^PARTLY .*部门“虚构他处部”未采纳/)
})
