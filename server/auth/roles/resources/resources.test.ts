import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '../../../../tests/harness/endpoints.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { verbsOf } from '../../../../model/kit/verbs.ts'
import { flushRefusals } from '../../audit/refusals.ts'
import { catalogueOf } from './catalogue.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
const manager = await enrol('ip_manager')
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const resource = async (code: string) => {
  const row = await tenant.db.selectFrom('rbac_resource').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? assert.fail(`no resource ${code}`)
}
const bind = async (code: string, ...roles: string[]) => {
  const role_sids = await Promise.all(roles.map(roleOf))
  const { sid } = await resource(code)
  const answer = await call<{ role_sids: { sid: string }[] }>('rbac_resource/do/update', { sid, role_sids }, { as: admin, lang: 'en' })
  assert.equal(answer.code, 0, JSON.stringify(answer.errors))
  return answer.data
}
const patent = async (as = engineer) =>
  (await call<{ sid: string }>('patent/do/create', { title: '虚构装置', patent_type: 'INVENTION', country: 'CN', owner_sid: as.sid }, { as })).data
    .sid
let made = 0
const NO_RECORD = '01900000-0000-7000-8000-000000000000'
const menusOf = async (as: typeof admin) => JSON.stringify((await call('rbac_menu/do/search_my_menus', {}, { as })).data)

test('[3.05] every verb of every model, every action and every call that needs a session belongs to a resource', async () => {
  const declared = new Set(catalogueOf(tenant).flatMap(({ endpoints }) => endpoints))
  const rows = await tenant.db.selectFrom('rbac_resource').select(['code', 'endpoints']).where('deleted_at', 'is', null).execute()
  const stored = new Set(rows.flatMap(({ endpoints }) => endpoints ?? []))
  assert.deepEqual([...declared].filter((one) => !stored.has(one)), []) // oxfmt-ignore
  const missing: string[] = []
  for (const { method, at, name } of tenant.modules.actions)
    if (!stored.has(`${method} /innoe-webapi/model/${at}/do/${name}`)) missing.push(`${at}/${name}`)
  for (const model of tenant.models.all.values())
    for (const { name, permission } of Object.values(verbsOf(model))) {
      if (permission === 'person' || model.refuses?.[permission as 'get'] || (permission === 'transition' && !model.states)) continue // a verb
      const method = 'POST'
      if (!stored.has(`${method} /innoe-webapi/model/${model.name}/do/${name}`)) missing.push(`${model.name}/${name}`)
    }
  for (const { method, path } of routesOf(app)) {
    const isHeld = !path.startsWith('/innoe-webapi/') || path.includes('/:model/do/:name') || isOpen(`${method} ${path}`)
    const own = path.includes('/:model') ? path.replace(':model', 'patent') : path
    if (!isHeld && !stored.has(`${method} ${own}`) && !stored.has(`${method} ${path}`)) missing.push(`${method} ${path}`)
  }
  assert.deepEqual(missing, [])
})

/** Calls that their declaration opens to everybody, and the description of the API. */
const OPEN = new Set(tenant.modules.routes.flatMap(({ permission, method, url }) => (permission === 'open' ? [`${method} ${url}`] : [])))
const isOpen = (call: string) => OPEN.has(call) || /^GET \/innoe-webapi\/(openapi\.json|docs)/.test(call)

test('[3.05] [6.02] a function that is bound to roles is refused to the others, recorded, and not offered to them', async () => {
  const sid = await patent()
  const data = await bind('patent.delete', 'ip_manager')
  assert.ok(data.role_sids.length === 2, 'administrators keep it')
  const refused = await call('patent/do/delete', { sid }, { as: engineer, lang: 'en' })
  assert.equal(refused.status, 403)
  assert.match(refused.message, /given by certain roles only/)
  assert.equal((await call('patent/do/batch_delete', { sids: [sid] }, { as: engineer })).status, 403)
  const { data: record } = await call<{ abilities: { verbs: string[] } }>(`patent/${sid}`, undefined, { as: engineer })
  assert.ok(!record.abilities.verbs.includes('delete') && record.abilities.verbs.includes('update'))
  assert.equal((await call('patent/do/delete', { sid }, { as: manager })).status, 200)
  await bind('patent.delete')
  const other = await patent()
  assert.equal((await call('patent/do/delete', { sid: other }, { as: engineer })).status, 200)
})

test('[3.05] an action that is bound to roles is refused by its name and recorded, though its verb is granted', async () => {
  const firm = () => call<{ sid: string }>('agency/do/create', { agency_name: `虚构代理所 ${++made}` }, { as: admin })
  const invalidate = async (as: typeof admin, sid: string) => call('agency/do/invalidate', { sid }, { as, lang: 'en' })
  const { data: one } = await firm()
  await bind('agency.invalidate', 'ip_manager')
  const refused = await invalidate(engineer, one.sid)
  assert.equal(refused.status, 403)
  assert.match(refused.message, /given by certain roles only/)
  const { data: schema } = await call<{ actions: { verb: string; allowed: boolean }[] }>('agency/do/schema', undefined, { as: engineer })
  assert.equal(schema.actions.find(({ verb }) => verb === 'invalidate')?.allowed, false)
  assert.equal(schema.actions.find(({ verb }) => verb === 'update')?.allowed, true)
  assert.notEqual((await invalidate(manager, one.sid)).status, 403)
  await flushRefusals(tenant)
  const entry = await tenant.db.selectFrom('audit_entry').select(['rule', 'account']).where('event', '=', 'REFUSED').where('rule', '=', 'function_withheld').executeTakeFirst() // oxfmt-ignore
  assert.equal(entry?.account, engineer.account)
  const { data: told } = await call<{ functions: unknown[] }>('user_info/do/explain_access', { user_sid: engineer.sid, entity: 'agency' }, { as: admin, lang: 'en' }) // oxfmt-ignore
  assert.deepEqual(told.functions.map((one) => ({ ...(one as object), label: '' })), [{ code: 'agency.invalidate', label: '', roles: 'IP manager, System administrator', allowed: false }]) // oxfmt-ignore
  await bind('agency.invalidate')
})

test('[3.05] a role that is not bound lends a bound action none of its wider records', async () => {
  const owner = await enrol('ip_engineer')
  const { data: narrow } = await call<{ sid: string }>(
    'role/do/create',
    { code: 'narrow_taker', name: '仅本人（虚构）', name_en: 'Own only' },
    { as: admin },
  )
  await call(
    'role_grant/do/create',
    { role_sid: narrow.sid, entity: 'patent', verbs: ['get', 'search', 'count', 'update'], data_scope: 'SELF' },
    { as: admin },
  )
  const both = await enrol('ip_engineer', { role_sids: [await roleOf('ip_engineer'), narrow.sid] })
  const theirs = await patent(owner)
  const { sid } = await resource('patent.update')
  const change = () => call('patent/do/update', { sid: theirs, title: `虚构改名 ${++made}` }, { as: both })
  assert.equal((await change()).status, 200)
  const bound = await call('rbac_resource/do/update', { sid, role_sids: [narrow.sid] }, { as: admin })
  assert.equal(bound.code, 0)
  assert.equal((await change()).status, 404)
  await bind('patent.update')
})

test('[3.05] binding the viewing of an entity takes away the entity and the menu of its list', async () => {
  assert.ok((await menusOf(engineer)).includes('/m/tag'))
  await bind('tag.get', 'ip_manager')
  assert.equal((await call('tag/do/search', {}, { as: engineer })).status, 403)
  assert.equal((await call('tag/do/create', { name: '虚构标签' }, { as: engineer })).status, 403)
  assert.ok(!(await menusOf(engineer)).includes('/m/tag'))
  assert.ok((await menusOf(manager)).includes('/m/tag'))
  assert.equal((await call('tag/do/search', {}, { as: manager })).status, 200)
  await bind('tag.get')
  assert.equal((await call('tag/do/search', {}, { as: engineer })).status, 200)
})

test('[5.09] a resource has a name and a code, calls that exist, and binds what it names', async () => {
  const make = (values: Record<string, unknown>, as = admin) => call<{ sid: string }>('rbac_resource/do/create', values, { as, lang: 'en' })
  const empty = await make({})
  assert.deepEqual(empty.errors.map(({ field }) => field).toSorted(), ['code', 'name'])
  const wrong = await make({ name: '虚构', code: 'own.removal', endpoints: ['POST /innoe-webapi/model/patent/do/explode'] })
  assert.deepEqual([wrong.errors[0]?.field, wrong.errors[0]?.reason], ['endpoints', 'no such endpoint: POST /innoe-webapi/model/patent/do/explode'])
  assert.match(
    String((await make({ name: '虚构', code: 'own.me', endpoints: ['GET /innoe-webapi/model/user_info/do/my'] })).errors[0]?.reason),
    /everybody/,
  )
  assert.equal((await make({ name: '虚构', code: 'own.link', type: 'LINK', path: 'javascript:alert(1)' })).errors[0]?.field, 'path')
  assert.equal((await make({ name: '虚构', code: 'own.b', type: 'BUTTON', path: '/home' })).errors[0]?.field, 'path')
  assert.equal((await make({ name: '虚构', code: 'own.c' }, engineer)).status, 403)
  const made = await make({
    ...{ name: '删除（虚构）', code: 'own.removal', endpoints: [' post  /innoe-webapi/model/tag/do/batch_delete '] },
    role_sids: [await roleOf('ip_manager')],
  })
  assert.equal(made.code, 0, JSON.stringify(made.errors))
  const isWithheld = async () => (await call('tag/do/delete', { sid: NO_RECORD }, { as: engineer })).status === 403
  assert.equal(await isWithheld(), true)
  for (const valid of [false, true]) {
    assert.equal((await call('rbac_resource/do/update', { sid: made.data.sid, valid }, { as: admin })).code, 0)
    assert.equal(await isWithheld(), valid, 'it binds while it is valid')
  }
  assert.equal((await call('rbac_resource/do/delete', { sid: made.data.sid }, { as: admin })).status, 200)
  assert.equal(await isWithheld(), false)
  const built = await resource('patent.delete')
  assert.equal((await call('rbac_resource/do/delete', { sid: built.sid }, { as: admin })).status, 400)
  assert.equal((await call('rbac_resource/do/update', { sid: built.sid, endpoints: [] }, { as: admin })).status, 400)
  const everybody = await resource('user_info.my')
  const bound = await call('rbac_resource/do/update', { sid: everybody.sid, role_sids: [await roleOf('finance')] }, { as: admin, lang: 'en' })
  assert.match(String(bound.errors[0]?.reason), /everybody/)
})

test('[7.21] a menu is bound to a resource and opens its page; without a valid one it says so', async () => {
  const own = await call<{ sid: string }>(
    'rbac_resource/do/create',
    { name: '虚构帮助', code: 'own.help', type: 'LINK', path: 'https://example.com/help' },
    { as: admin },
  )
  const menu = await call<{ sid: string; path: string }>(
    'rbac_menu/do/create',
    { name: '帮助（虚构）', icon: 'home', resource_sid: own.data.sid },
    { as: admin },
  )
  assert.equal(menu.data.path, 'https://example.com/help')
  const byPath = await call<{ resource_sid: { name: string } }>(
    'rbac_menu/do/create',
    { name: '标签（虚构）', icon: 'home', path: '/m/tag' },
    { as: admin },
  )
  assert.equal(byPath.data.resource_sid.name, '标签')
  assert.ok((await menusOf(engineer)).includes('https://example.com/help'))
  await call('rbac_resource/do/update', { sid: own.data.sid, valid: false }, { as: admin })
  assert.ok(!(await menusOf(engineer)).includes('https://example.com/help'))
  assert.ok((await menusOf(engineer)).includes('/menu-invalid'))
  const pages = await call<{ path: string }[]>('rbac_menu/do/search_pages', { platform: '1' }, { as: admin })
  assert.ok(!pages.data.some(({ path }) => path === 'https://example.com/help'))
})

test('[3.05] only those who hold every permission bind functions, or take a binding away', async () => {
  const { data: partial } = await call<{ sid: string }>('role/do/create', { code: 'resource_keeper', name: '资源维护（虚构）' }, { as: admin })
  const grant = { role_sid: partial.sid, entity: 'rbac_resource', verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'ALL' }
  assert.equal((await call('role_grant/do/create', grant, { as: admin })).code, 0)
  const keeper = await enrol('ip_engineer', { role_sids: [await roleOf('ip_engineer'), partial.sid] })
  await bind('tag.delete', 'ip_manager')
  const { sid } = await resource('tag.delete')
  assert.equal((await call('rbac_resource/do/update', { sid, role_sids: null }, { as: keeper })).status, 403)
  assert.equal((await call('rbac_resource/do/create', { name: '虚构', code: 'own.k', role_sids: [partial.sid] }, { as: keeper })).status, 403)
  assert.equal((await call('rbac_resource/do/create', { name: '虚构', code: 'own.k' }, { as: keeper })).status, 200)
  assert.ok((await resource('tag.delete')).role_sids?.length)
  await bind('tag.delete')
})

test('[6.02] the copy of a role has the functions of the role', async () => {
  const role_sid = await roleOf('ip_manager')
  await bind('tag.delete', 'ip_manager')
  const copied = await call<{ sid: string }>('role/do/copy', { sid: role_sid, code: 'manager_b' }, { as: admin })
  assert.ok((await resource('tag.delete')).role_sids?.includes(copied.data.sid))
  await bind('tag.delete')
})
