import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GivenGrant, Grantable } from '../../../model/auth/roles/role-actions.ts'
import { widerThanCases } from '../../../model/auth/roles/wider-than-cases.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'
import { ROLES } from '../../../seed/roles/roles.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
type Grant = { entity: string; verbs: string[]; data_scope: string; query: string | null; hidden_fields: string[]; read_only_fields: string[] }
type Menu = { sid: string; code: string; checked: boolean; everybody: boolean; children: Menu[] }
type Permissions = { stamp: string; grants: Grant[]; menus: Menu[]; people: number; editable: boolean; entities: { entity: string; label: string; area: string; verbs: { code: string }[]; fields: { code: string }[] }[] } // oxfmt-ignore
type Saved = { changes: { kind: string; text: string }[]; people: number }

let made = 0
const role = (more: Record<string, unknown> = {}) => make('role', { code: `edited_${++made}`, name: `edited ${made}`, weight: 10, ...more })
const read = async (sid: string, as = admin) => (await call<Permissions>('role/do/permissions', { sid }, { as, lang: 'en' })).data
const save = (body: Record<string, unknown>, as = admin) => call<Saved>('role/do/save_permissions', body, { as, lang: 'en' })
const grant = (entity: string, more: Partial<Grant> = {}): Grant => ({
  entity, verbs: ['get', 'search', 'count'], data_scope: 'COMPANY', query: null, hidden_fields: [], read_only_fields: [], ...more,
}) // oxfmt-ignore
const flat = (menus: Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children)])

test('the role editor gets every entity with name, area and verbs, and the menus of the portal', async () => {
  const permissions = await read(await role())
  const patent = permissions.entities.find(({ entity }) => entity === 'patent')
  assert.deepEqual([patent?.label, patent?.area], ['Patent', 'Rights'])
  assert.ok(['get', 'create', 'transition', 'undo_transition'].every((verb) => patent?.verbs.some(({ code }) => code === verb)))
  assert.ok(patent?.fields.every(({ code }) => code !== 'sid' && code !== 'version'))
  assert.ok(!permissions.entities.find(({ entity }) => entity === 'change_log')?.verbs.some(({ code }) => code === 'update'))
  assert.deepEqual(
    permissions.entities.filter(({ area }) => area === 'Other'),
    [],
  )
  assert.ok(flat(permissions.menus).length > 30 && permissions.editable)
  const rights = permissions.entities.filter(({ area }) => area === 'Rights').map(({ entity }) => entity)
  const [ofKind, others] = [rights.findLastIndex((entity) => tenant.models.kinds.has(entity)), rights.findIndex((entity) => !tenant.models.kinds.has(entity))] // oxfmt-ignore
  assert.ok(ofKind < others, rights.join(' '))
})

test('grants, masks and menus are saved together; omitted ones are removed; a preview writes nothing', async () => {
  const sid = await role()
  await enrol('inventor', { role_sids: [sid] })
  const before = await read(sid)
  const menus = flat(before.menus).filter(({ code }) => ['families', 'tags'].includes(code))
  const wanted = {
    sid,
    stamp: before.stamp,
    mask_mobile: true,
    grants: [grant('patent', { hidden_fields: ['title_en'] }), grant('deadline', { data_scope: 'CUSTOM', query: "status = 'OPEN'" })],
    menu_sids: menus.map((menu) => menu.sid),
  }
  const preview = await save({ ...wanted, preview: true })
  assert.equal(preview.code, 0, preview.text)
  assert.deepEqual([preview.data.people, preview.data.changes.map(({ kind }) => kind).sort()], [1, ['added', 'added', 'added', 'added', 'changed']])
  assert.ok(
    preview.data.changes.some(({ text }) => text === 'Deadline: View, Search, Count (By query: Status is Open)'),
    JSON.stringify(preview.data.changes),
  )
  assert.deepEqual(await read(sid), before)
  assert.equal((await save(wanted)).code, 0)
  const after = await read(sid)
  assert.deepEqual(
    after.grants.map(({ entity }) => entity),
    ['deadline', 'patent'],
  )
  assert.deepEqual(
    flat(after.menus)
      .filter(({ checked, everybody }) => checked && !everybody)
      .map(({ code }) => code)
      .sort(),
    ['families', 'tags'],
  )
  const less = await save({ sid, stamp: after.stamp, grants: [grant('patent', { verbs: ['get', 'update'] })], menu_sids: [] })
  assert.deepEqual(
    less.data.changes.map(({ text }) => text).filter((text) => !text.startsWith('Menu')),
    ['Deadline: no permission any more', 'Patent: + Change; − Search, Count; Hidden fields − English title'],
  )
  const { data } = await call<{ record: { action: string }[] }>('change_log/do/search', { fl: ['action'], iql: "entity = 'role_grant' ORDER BY created_at DESC", rows: 4 }, { as: admin }) // oxfmt-ignore
  assert.deepEqual(data.record.map(({ action }) => action).sort(), ['CREATE', 'CREATE', 'DELETE', 'UPDATE'])
})

test('the menus of a role of the product are changed, also where a menu of the other end names it', async () => {
  const { sid } = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
  await tenant.db
    .updateTable('rbac_menu')
    .set({ role_sids: [sid] })
    .where('code', '=', 'agency_software')
    .execute()
  const { stamp, menus } = await read(sid)
  const own = flat(menus).filter(({ checked, everybody }) => checked && !everybody)
  const menu_sids = own.filter(({ code }) => code !== 'families').map((menu) => menu.sid)
  const saved = await save({ sid, stamp, menu_sids, preview: true })
  assert.equal(saved.code, 0, saved.text)
  assert.deepEqual(saved.data.changes, [{ kind: 'removed', text: 'Menu: Families' }])
})

test('a grant that is added is told with all that limits it', async () => {
  const [sid, company] = [await role(), await make('company', { company_name: '限定公司', simple_name: '限定' })]
  const limits = { within_company: company, export_max: 100, change_scope: 'SELF' }
  const verbs = ['get', 'update', 'export']
  const grants = [{ ...grant('patent', { verbs, hidden_fields: ['title_en'], read_only_fields: ['remark'] }), ...limits }]
  const { data, code, text } = await save({ sid, grants, preview: true })
  assert.equal(code, 0, text)
  const [told] = data.changes.map((change) => change.text)
  for (const part of ['(Own company)', '限定', '100', 'Hidden fields + English title', 'Read-only fields + Remark'])
    assert.ok(told?.includes(part), `${part} is not in “${told}”`)
})

test('one invalid grant refuses the whole request, and the fault names its entity', async () => {
  const sid = await role()
  const { stamp } = await read(sid)
  const answer = await save({
    sid,
    stamp,
    mask_mobile: true,
    grants: [grant('patent'), grant('deadline', { data_scope: 'CUSTOM', query: 'nothing = 1' })],
  })
  assert.equal(answer.status, 400, answer.text)
  assert.deepEqual(
    answer.errors.map(({ field, label }) => [field, label]),
    [['deadline.query', 'Deadline · Scope query']],
  )
  assert.deepEqual((await read(sid)).grants, [])
  const twice = await save({ sid, stamp, grants: [grant('patent'), grant('patent')] })
  assert.equal(twice.status, 400, twice.text)
})

test('a role that another person has changed meanwhile is not saved', async () => {
  const sid = await role()
  const { stamp } = await read(sid)
  assert.equal((await save({ sid, stamp, grants: [grant('patent')] })).code, 0)
  const late = await save({ sid, stamp, grants: [] })
  assert.equal(late.status, 409)
  assert.equal((await read(sid)).grants.length, 1)
})

test('rank rules apply: no role above one’s own, no raising, no grant of everything', async () => {
  const keeping = await role({ weight: 50 })
  for (const entity of ['role', 'role_grant', 'rbac_menu', 'user_info'])
    await make('role_grant', { role_sid: keeping, entity, verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'COMPANY' })
  await make('role_grant', { role_sid: keeping, entity: 'patent', verbs: ['*'], data_scope: 'ALL' })
  const keeper = await enrol('inventor', { role_sids: [keeping] })
  const [below, above] = [await role({ weight: 40 }), await role({ weight: 60 })]
  assert.equal((await save({ sid: below, grants: [grant('patent')] }, keeper)).code, 0)
  for (const [sid, grants] of [
    [above, [grant('patent')]],
    [below, [grant('*', { verbs: ['*'], data_scope: 'ALL' })]],
    [below, [grant('role_grant', { verbs: ['update'] })]],
  ] as const)
    assert.ok((await save({ sid, grants }, keeper)).status >= 400)
  const person = await enrol('inventor')
  assert.equal((await call('role/do/set_people', { sid: below, add: [person.sid] }, { as: keeper })).code, 0)
  assert.equal((await call('role/do/set_people', { sid: above, add: [person.sid] }, { as: keeper })).status, 400)
  assert.equal((await read(below, keeper)).people, 1)
  assert.equal((await read(above, keeper)).editable, false)
  assert.equal((await call('role/do/set_people', { sid: below, remove: [person.sid] }, { as: keeper })).code, 0)
  const engineer = await enrol('ip_engineer')
  assert.equal((await save({ sid: below, grants: [] }, engineer)).status, 403)
})

test('[6.03] somebody who does not see every permission of a role, or not all of it, gets none of them and saves none', async () => {
  const [open, kept] = [await role(), await role()]
  await make('role_grant', { role_sid: open, entity: 'fee', verbs: ['get'], data_scope: 'ALL' })
  for (const entity of ['fee', 'patent']) await make('role_grant', { role_sid: kept, entity, verbs: ['get'], data_scope: 'ALL' })
  const KEEP = ['get', 'search', 'count', 'update', 'delete']
  const reader = async (more: Record<string, unknown>) => {
    const seeing = await role({ weight: 90 })
    for (const entity of ['role', 'rbac_menu', 'user_info']) await make('role_grant', { role_sid: seeing, entity, verbs: KEEP, data_scope: 'ALL' })
    await make('role_grant', { role_sid: seeing, entity: 'role_grant', verbs: KEEP, data_scope: 'ALL', ...more })
    return enrol('inventor', { role_sids: [seeing] })
  }
  const some = await reader({ data_scope: 'CUSTOM', query: "entity != 'patent'" })
  const part = await reader({ hidden_fields: ['data_scope'] })
  const asked = (sid: string, as: typeof some) => call('role/do/permissions', { sid }, { as, lang: 'en' })
  assert.equal((await asked(open, some)).status, 200)
  assert.deepEqual(
    [(await asked(kept, some)).status, (await asked(open, part)).status, (await save({ sid: kept, grants: [], preview: true }, some)).status],
    [403, 403, 403],
  )
  const explained = await call('user_info/do/list_access', { user_sid: some.sid }, { as: part, lang: 'en' })
  assert.equal(explained.status, 403)
})

test('what hangs on a case is told from cases; the roles of the product see no more of it, but for trade secrets, whose content stands in their points', async () => {
  const codes = ROLES.map(({ code }) => code)
  const roles = await tenant.db.selectFrom('role').select(['sid', 'code']).where('code', 'in', codes).execute()
  assert.equal(roles.length, codes.length)
  const wider: string[][] = []
  for (const { sid, code } of roles) {
    const { grants, entities } = (await call<{ grants: GivenGrant[]; entities: Grantable[] }>('role/do/permissions', { sid }, { as: admin })).data
    const partOf = (name: string) => entities.find(({ entity }) => entity === name)?.case_part
    assert.deepEqual(['patent', 'proposal', 'deadline', 'fee', 'finding', 'tag'].map(partOf), ['CASE', 'CASE', 'OF_CASE', 'OF_CASE', 'OF_CASE', null])
    for (const one of widerThanCases(entities, grants)) wider.push([String(code), ...one.kinds.map(({ entity }) => entity.entity)])
  }
  assert.deepEqual([...new Set(wider.map((one) => one.join(' ')))].sort(), ['dept_leader trade_secret', 'ip_engineer trade_secret'])
})
