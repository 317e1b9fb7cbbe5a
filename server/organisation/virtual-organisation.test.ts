import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`
const admin = await enrol('system_admin')
const [north, south] = [await make('company', { company_name: '北（虚构）' }), await make('company', { company_name: '南（虚构）' })]
const plant = await make('department', { name: '工厂（虚构）', company_sid: south })
const lab = await make('department', { name: '实验室（虚构）', company_sid: south, parent_sid: plant })
const role = await make('role', { code: 'project_member', name: '项目成员', weight: 5 })
for (const entity of ['patent', 'deadline'])
  await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count'], data_scope: 'VIRTUAL' })
const [member, other, outsider] = [
  await enrol('inventor', { role_sids: [role], company_sid: north }),
  await enrol('ip_engineer', { company_sid: south }),
  await enrol('inventor', { role_sids: [role], company_sid: north }),
]
const patent = (title: string, more: object) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: south, owner_sid: admin.sid, ...more })
const ofOther = await patent('成员的案件', { owner_sid: other.sid })
const ofLab = await patent('成员部门下级的案件', { department_sid: lab })
const ofNobody = await patent('无关的案件', {})
const cases = [ofOther, ofLab, ofNobody]
const seen = async (as: Person) => {
  const { data } = await call<{ record: { sid: string }[] }>('patent/do/search', { rows: 50 }, { as })
  return cases.map((sid) => data.record.some((one) => one.sid === sid))
}
const NONE = [false, false, false]
let sid = ''

test('the members of a virtual organisation see the cases of its people and departments, across companies', async () => {
  assert.deepEqual(await seen(member), NONE)
  const { data, message } = await call(
    'virtual_organisation/do/create',
    { name: '固态电池项目（虚构）', member_sids: [member.sid, other.sid], department_sids: [plant] },
    { as: admin },
  )
  assert.ok(data?.sid, message)
  sid = String(data.sid)
  assert.deepEqual(await seen(member), [true, true, false])
  assert.deepEqual(await seen(outsider), NONE)
})

test('somebody belongs to it through their department, or those above it, as well', async () => {
  const worker = await enrol('inventor', { role_sids: [role], company_sid: south, department_sid: lab })
  assert.deepEqual(await seen(worker), [true, true, false])
})

test('outside its days it shows nothing', async () => {
  for (const days of [{ valid_from: day(1) }, { valid_from: null, valid_to: day(-1) }]) {
    assert.equal((await call('virtual_organisation/do/update', { sid, ...days }, { as: admin })).code, 0)
    assert.deepEqual(await seen(member), NONE)
  }
  assert.equal((await call('virtual_organisation/do/update', { sid, valid_from: day(-1), valid_to: day(0) }, { as: admin })).code, 0)
  assert.deepEqual(await seen(member), [true, true, false])
  const turned = await call('virtual_organisation/do/update', { sid, valid_from: day(3), valid_to: day(1) }, { as: admin })
  assert.equal(turned.errors[0]?.field, 'valid_to')
})

test('why somebody sees a case names the virtual organisation', async () => {
  const { text } = await call(
    'user_info/do/explain_access',
    { user_sid: member.sid, entity: 'patent', record_sid: ofOther },
    { as: admin, lang: 'en' },
  )
  assert.match(text, /Own virtual organisations: 固态电池项目（虚构）/)
})

test('whoever keeps the virtual organisations of some companies makes members of their people only', async () => {
  const keeper = await make('role', { code: 'part_keeper', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: keeper, entity: '*', verbs: ['*'], data_scope: 'COMPANY_SUB' })
  const part = await enrol('inventor', { role_sids: [keeper], company_sid: north })
  const create = (row: object) => call('virtual_organisation/do/create', { name: `组织 ${JSON.stringify(row)}`.slice(0, 90), ...row }, { as: part })
  assert.equal((await create({ member_sids: [member.sid, other.sid] })).errors[0]?.field, 'member_sids')
  assert.equal((await create({ manager_sid: other.sid })).errors[0]?.field, 'manager_sid')
  assert.equal((await create({ department_sids: [lab] })).errors[0]?.field, 'department_sids')
  const own = await create({ member_sids: [member.sid] })
  assert.equal(own.code, 0, own.message)
  assert.equal(
    (await call('virtual_organisation/do/update', { sid: own.data.sid, member_sids: [other.sid] }, { as: part })).errors[0]?.field,
    'member_sids',
  )
  assert.equal((await call(`virtual_organisation/do/delete/${String(own.data.sid)}`, {}, { as: part })).code, 0)
  await tenant.db
    .updateTable('virtual_organisation')
    .set({ member_sids: [other.sid] })
    .where('sid', '=', String(own.data.sid))
    .execute()
  assert.equal((await call('virtual_organisation/do/restore', { sids: [own.data.sid] }, { as: part })).status, 403)
  assert.ok((await call('virtual_organisation/do/update', { sid, member_sids: [part.sid] }, { as: part })).code !== 0, 'one of another company')
})

test('one that is no longer valid shows nothing', async () => {
  assert.equal((await call('virtual_organisation/do/update', { sid, valid: false }, { as: admin })).code, 0)
  assert.deepEqual(await seen(member), NONE)
  assert.equal((await call('virtual_organisation/do/update', { sid, valid: true }, { as: admin })).code, 0)
})

test('an administrator of some companies gives nobody a role that shows virtual organisations, nor grants what they hold in another way', async () => {
  const keeper = await make('role', { code: 'north_admin', name: '北方管理员', weight: 90 })
  await make('role_grant', { role_sid: keeper, entity: '*', verbs: ['*'], data_scope: 'COMPANY_SUB' })
  const part = await enrol('inventor', { role_sids: [keeper], company_sid: north })
  const own = await make('user_info', { name: '北方员工（虚构）', company_sid: north })
  const given = await call('user_info/do/update', { sid: own, role_sids: [role] }, { as: part })
  assert.equal(given.errors[0]?.field, 'role_sids', given.text)
})

test('nobody grants a wider change scope, a larger export or fewer read-only fields than their own', async () => {
  const keeper = await make('role', { code: 'grant_keeper', name: '权限维护', weight: 50 })
  const wide = {
    verbs: ['get', 'search', 'update', 'export'],
    data_scope: 'COMPANY',
    change_scope: 'SELF',
    export_max: 10,
    read_only_fields: ['title'],
  }
  await make('role_grant', { role_sid: keeper, entity: 'patent', ...wide })
  await make('role_grant', { role_sid: keeper, entity: 'deadline', verbs: ['get', 'search'], data_scope: 'VIRTUAL' })
  for (const entity of ['role', 'role_grant'])
    await make('role_grant', {
      role_sid: keeper,
      entity,
      verbs: ['get', 'search', 'create', 'update', 'delete'],
      data_scope: 'CUSTOM',
      query: "code != 'system_admin'".replace('code', entity === 'role' ? 'code' : 'entity'),
    })
  const holder = await enrol('inventor', { role_sids: [keeper] })
  let made = 0
  const grant = async (entity: string, values: object) => {
    const role_sid = await make('role', { code: `lower_${++made}`, name: '下级', weight: 1 })
    const { errors, code, text } = await call('role_grant/do/create', { role_sid, entity, ...values }, { as: holder })
    return code === 0 ? 'granted' : (errors[0]?.field ?? text)
  }
  assert.equal(await grant('patent', wide), 'granted')
  assert.equal(await grant('patent', { ...wide, change_scope: null }), 'change_scope')
  assert.equal(await grant('patent', { ...wide, export_max: 11 }), 'export_max')
  assert.equal(await grant('patent', { ...wide, export_max: null }), 'export_max')
  assert.equal(await grant('patent', { ...wide, read_only_fields: [] }), 'read_only_fields')
  assert.equal(await grant('deadline', { verbs: ['get'], data_scope: 'COMPANY_SUB' }), 'data_scope')
  assert.equal(await grant('deadline', { verbs: ['get'], data_scope: 'VIRTUAL' }), 'granted')
  assert.equal(await grant('patent', { ...wide, verbs: ['get'], data_scope: 'VIRTUAL' }), 'data_scope')
})

test('the check of a leaver names the virtual organisations with them; whoever is chosen for these joins in their place, nobody else', async () => {
  const [leaver, heir] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const joint = await make('virtual_organisation', { name: '联合（虚构）', member_sids: [leaver.sid, other.sid] })
  await make('virtual_organisation', { name: '旧的（虚构）', member_sids: [leaver.sid], valid_to: day(-1) })
  const members = async () =>
    (await tenant.db.selectFrom('virtual_organisation').select('member_sids').where('sid', '=', joint).executeTakeFirstOrThrow()).member_sids
  type Held = { groups: { code: string; count: number }[]; named: { group: string; zh: string }[] }
  const { data } = await call<Held>(`user_handover/do/check/${leaver.sid}`, undefined, { as: admin })
  assert.equal(data.groups.find(({ code }) => code === 'memberships')?.count, 1)
  assert.deepEqual(data.named.map(({ group, zh }) => [group, zh]), [['memberships', '联合（虚构）']]) // oxfmt-ignore
  const hand = (more: object) => call('user_handover/do/handover', { from_user: leaver.sid, ...more }, { as: admin })
  assert.equal((await hand({ to_user: heir.sid })).code, 0)
  assert.deepEqual(await members(), [leaver.sid, other.sid])
  assert.equal((await hand({ parts: [{ group: 'memberships', to_user: heir.sid }] })).code, 0)
  assert.deepEqual(await members(), [heir.sid, other.sid])
})
