import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../model/portal/layout.ts'
import { usualOf } from '../../model/portal/usual.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { tenant, other, call, enrol, enrolAt } = await testServer()
const admin = await enrol('system_admin')
const [manager, engineer, inventor, finance, leader] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('inventor'),
  await enrol('finance'),
  await enrol('dept_leader'),
]
const agent = await enrol('agent')
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), values)

type Config = {
  source: string
  kind: string
  template: { sid: string; alias: string; arrangeable: boolean }
  places: Place[]
  template_places: Place[]
  widgets: string[]
  components: { code: string; widget: string; [code: string]: unknown }[]
  pages: { alias: string }[]
}
const GET = '/innoe-webapi/portal/get_config'
const config = async (as: Person, query = '') => (await call<Config>(`${GET}${query}`, undefined, { as })).data
const ask = <T = { sid: string; status: string; version: number; alias: string; layout: Place[] | null }>(
  path: string,
  body?: Record<string, unknown>,
) => call<T>(path, body, { as: admin, lang: 'en' })
const roleSid = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const at = (i: string, y = 0): Place => ({ i, x: 0, y, w: 4, h: 5 })

let made = 0
async function template(more: Record<string, unknown> = {}, publish = true) {
  const alias = `home-${++made}`
  const { data, text } = await ask('portal_template/do/create', { name: `门户 ${made}`, alias, layout: [at('quick')], ...more })
  assert.ok(data?.sid, text)
  if (publish) await ask('portal_template/do/publish', { sid: data.sid })
  return { sid: data.sid, alias }
}
async function component(more: Record<string, unknown>) {
  const { data, text } = await ask<{ sid: string; code: string }>('portal_component/do/create', { name: '组件', ...more })
  assert.ok(data?.sid, text)
  return data
}
const withdraw = async ({ sid }: { sid: string }) => {
  await ask('portal_template/do/unpublish', { sid })
  assert.equal((await ask(`portal_template/do/delete/${sid}`, {})).code, 0)
}

for (const [who, person, kind] of [
  ['an administrator', admin, 'administrator'],
  ['an IP manager', manager, 'manager'],
  ['an engineer', engineer, 'engineer'],
  ['finance', finance, 'fees'],
  ['a department leader', leader, 'leader'],
  ['an inventor', inventor, 'inventor'],
] as const)
  test(`[2.23] the system default of ${who} is the layout of the product for the work`, async () => {
    const { source, template: own, kind: found, places } = await config(person)
    assert.deepEqual([source, own.alias, found], ['system', `system-${kind}`, kind])
    assert.deepEqual(places, usualOf(kind))
  })

test('[2.23] a role of a company that reads fees, or deadlines, gets the home page of that work', async () => {
  for (const [entity, kind] of [
    ['fee', 'fees'],
    ['deadline', 'leader'],
    ['patent', 'inventor'],
  ] as const) {
    // oxfmt-ignore
    const role = await make('role', { code: `reads_${entity}`, name: entity, weight: 5 })
    await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count'], data_scope: 'COMPANY_SUB' })
    const { kind: found, widgets } = await config(await enrol('inventor', { role_sids: [role] }))
    assert.equal(found, kind, entity)
    if (kind === 'fees') assert.ok(widgets.includes('fees'))
  }
})

test('[2.23] the agency end has a home page of its own', async () => {
  const platform = await call<Config>(GET, undefined, { as: agent })
  assert.deepEqual([platform.data.template.alias, platform.data.kind], ['system-agency', 'agency'])
})

test('[2.23] [7.21] a home page resolves in order: own arrangement, role, company, system', async () => {
  const company = await template({ layout: [at('quick'), at('recent', 5)] })
  await ask('portal_template/do/set_default', { sid: company.sid })
  assert.deepEqual(
    [(await config(engineer)).source, (await config(engineer)).template.alias, (await config(manager)).template.alias],
    ['company', company.alias, company.alias],
  )
  const role = await template({ role_sids: [await roleSid('ip_engineer')], layout: [at('deadlines')] })
  assert.deepEqual([(await config(engineer)).source, (await config(engineer)).template.alias], ['role', role.alias])
  assert.equal((await config(manager)).template.alias, company.alias)
  const mine = await call<{ sid: string }>(
    'user_define_config/do/create',
    { config_key: 'home.layout', config: { places: [at('recent')] } },
    { as: engineer },
  )
  const own = await config(engineer)
  assert.deepEqual([own.source, own.places, own.template_places], ['own', [at('recent')], [at('deadlines')]])
  await ask('portal_template/do/update', { sid: role.sid, arrangeable: false })
  await ask('portal_template/do/publish', { sid: role.sid })
  const fixed = await config(engineer)
  assert.deepEqual([fixed.source, fixed.template.arrangeable, fixed.places], ['role', false, [at('deadlines')]])
  assert.equal((await call(`user_define_config/do/delete/${mine.data.sid}`, {}, { as: engineer })).code, 0)
  await withdraw(role)
  await withdraw(company)
  assert.equal((await config(engineer)).source, 'system')
})

test('[2.23] of two default home pages of a company the later one stands', async () => {
  const [one, two] = [await template(), await template()]
  await ask('portal_template/do/set_default', { sid: one.sid })
  await ask('portal_template/do/set_default', { sid: two.sid })
  assert.equal((await config(inventor)).template.alias, two.alias)
  const { data } = await ask<{ record: { alias: string }[] }>('portal_template/do/search', { iql: 'default = TRUE', fl: ['alias'] })
  assert.deepEqual(data.record.map(({ alias }) => alias), [two.alias]) // oxfmt-ignore
  const draft = await template({}, false)
  assert.equal((await ask('portal_template/do/set_default', { sid: draft.sid })).code, 500005)
  for (const each of [one, two]) await withdraw(each)
})

test('[2.23] a mobile portal serves narrow screens alone, and another company none', async () => {
  const mobile = await template({ mobile: true, role_sids: [await roleSid('inventor')], layout: [at('mine')] })
  assert.deepEqual((await config(inventor, '?mobile=true')).template.alias, mobile.alias)
  assert.equal((await config(inventor)).source, 'system')
  const away = await createRow(systemContext(tenant), modelNamed(tenant.models, 'company'), { company_name: '外公司（虚构）' })
  const stranger = await enrol('inventor', { company_sid: away, department_sid: null })
  assert.equal((await config(stranger, '?mobile=true')).source, 'system')
  await withdraw(mobile)
})

test('[4.01] people see what is published; a draft changes nothing, and a revert restores it', async () => {
  const { sid, alias } = await template({ role_sids: [await roleSid('finance')], layout: [at('fees')] })
  const changed = await ask('portal_template/do/update', { sid, layout: [at('quick'), at('fees', 5)] })
  assert.equal(changed.data.status, 'UPDATED')
  assert.deepEqual((await config(finance)).places, [at('fees')])
  const reverted = await ask('portal_template/do/revert', { sid })
  assert.deepEqual([reverted.data.status, reverted.data.layout], ['PUBLISHED', [at('fees')]])
  await ask('portal_template/do/update', { sid, layout: [at('quick')] })
  assert.equal((await ask('portal_template/do/publish', { sid })).data.status, 'PUBLISHED')
  assert.deepEqual((await config(finance)).places, [at('quick')])
  assert.equal((await ask(`portal_template/do/delete/${sid}`, {})).code, 500005, 'a published template is not deleted')
  await ask('portal_template/do/unpublish', { sid })
  assert.notEqual((await config(finance)).template.alias, alias)
})

test('[7.21] what a person may not read is not in their portal', async () => {
  const view = await ask('saved_view/do/create', { entity: 'fee', name: '费用视图', share: 'OWN' })
  const list = await component({ widget: 'VIEW', view_sid: view.data.sid })
  const text = await component({ widget: 'TEXT', text: '通知' })
  const { alias } = await template({ portal_type: 'MODULE', layout: [at(list.code), at(text.code, 5), at('grace', 10)] })
  const codes = async (as: Person) => (await config(as, `?page=${alias}`)).places.map(({ i }) => i)
  assert.deepEqual(await codes(finance), [list.code, text.code, 'grace'])
  const shown = await config(inventor, `?page=${alias}`)
  assert.deepEqual([shown.places.map(({ i }) => i), shown.components.map(({ code }) => code)], [[text.code], [text.code]])
  assert.equal((await call(`${GET}?page=${alias}`, undefined, { as: agent })).status, 404, 'a page of the other end')
  assert.equal((await call(GET)).status, 401)
})

test('[2.23] a page is seen by its roles alone', async () => {
  const { alias } = await template({ portal_type: 'MODULE', role_sids: [await roleSid('finance')] })
  assert.ok((await config(finance)).pages.some((page) => page.alias === alias))
  assert.equal((await config(engineer)).pages.some((page) => page.alias === alias), false) // oxfmt-ignore
  assert.equal((await call(`${GET}?page=${alias}`, undefined, { as: engineer })).status, 404)
})

for (const [what, layout, says] of [
  ['an unknown widget', [at('nothing')], /place 1/],
  ['an unknown component', [at('c_0123456789')], /unknown component/],
  ['a place beyond the grid', [{ i: 'quick', x: 10, y: 0, w: 4, h: 4 }], /place 1/],
  ['an overlap', [at('quick'), at('recent', 3)], /overlaps/],
  ['a component twice', [at('quick'), at('quick', 9)], /twice/],
  ['no list', { i: 'quick' }, /list of places/],
  ['too many places', Array.from({ length: 61 }, (_, y) => at('quick', y)), /at most 60/],
] as const)
  test(`[3.06] a layout with ${what} is refused by name`, async () => {
    const { status, errors } = await ask('portal_template/do/create', { name: 'x', alias: `bad-${++made}`, layout })
    assert.equal(status, 400)
    assert.deepEqual([errors[0]?.field, says.test(errors[0]?.reason ?? '')], ['layout', true], errors[0]?.reason ?? 'no fault')
  })

for (const [what, more, field] of [
  ['a script as a link', { widget: 'LINKS', links: [{ label: 'x', address: 'javascript:alert(1)' }] }, 'links'],
  ['another host as a path', { widget: 'LINKS', links: [{ label: 'x', address: '//evil.test/a' }] }, 'links'],
  ['an SVG as a picture', { widget: 'PICTURE', picture: 'data:image/svg+xml;base64,AAAA', picture_text: 'x' }, 'picture'],
  ['a text without text', { widget: 'TEXT' }, 'text'],
  ['a foreign code', { widget: 'TEXT', text: 'x', code: 'deadlines' }, 'code'],
] as const)
  test(`a component with ${what} is refused`, async () => {
    const { status, errors } = await ask('portal_component/do/create', { name: 'x', ...more })
    assert.deepEqual([status, errors[0]?.field], [400, field])
  })

test('[2.23] a public page is open without signing in and holds no data', async () => {
  const text = await component({ widget: 'TEXT', text: '欢迎', text_en: 'Welcome' })
  const view = await ask('saved_view/do/create', { entity: 'patent', name: '全部专利', share: 'OWN' })
  const list = await component({ widget: 'VIEW', view_sid: view.data.sid })
  for (const one of ['deadlines', list.code]) {
    const refused = await ask('portal_template/do/create', {
      name: 'x',
      alias: `open-${++made}`,
      portal_type: 'MODULE',
      public: true,
      layout: [at(one)],
    })
    assert.equal(refused.errors[0]?.field, 'public', refused.text)
  }
  const page = await template({ portal_type: 'MODULE', public: true, layout: [at(text.code)] }, false)
  const open = () => call<{ components: { text: string }[] }>(`/innoe-webapi/portal/public/${page.alias}`)
  assert.equal((await open()).status, 404)
  await ask('portal_template/do/publish', { sid: page.sid })
  assert.deepEqual((await open()).data.components.map((one) => one.text), ['欢迎']) // oxfmt-ignore
  const smuggled = await ask('portal_template/do/update', { sid: page.sid, layout: [at(list.code)] })
  assert.equal(smuggled.errors[0]?.field, 'public')
  assert.equal((await call(`/innoe-webapi/portal/public/${(await template({ portal_type: 'MODULE' })).alias}`)).status, 404)
  assert.equal((await ask(`portal_component/do/delete/${text.sid}`, {})).code, 500005, 'it stands on a page')
})

test('[2.23] a system default is neither deleted nor given away, and is reset to the layout of the product', async () => {
  const { template: own } = await config(inventor)
  assert.notEqual((await ask(`portal_template/do/delete/${own.sid}`, {})).code, 0)
  assert.equal((await ask('portal_template/do/update', { sid: own.sid, role_sids: [await roleSid('finance')] })).errors[0]?.field, 'role_sids')
  await ask('portal_template/do/update', { sid: own.sid, layout: [at('mine')] })
  await ask('portal_template/do/publish', { sid: own.sid })
  assert.deepEqual((await config(inventor)).places, [at('mine')])
  const reset = await ask('portal_template/do/reset', { sid: own.sid })
  assert.deepEqual([reset.data.status, reset.data.layout], ['PUBLISHED', null])
  assert.deepEqual((await config(inventor)).places, usualOf('inventor'))
})

test('a copy is a draft of its own for nobody', async () => {
  const { template: own } = await config(manager)
  const { data } = await ask('portal_template/do/copy', { sid: own.sid })
  assert.deepEqual([data.status, data.layout], ['UNPUBLISHED', usualOf('manager')])
  assert.match(data.alias, /^manager-\d+$/)
})

test('[2.23] a draft is previewed as people of a role see it, by those who may change it', async () => {
  const { sid } = await template({ layout: [at('deadlines'), at('findings', 5), at('quick', 10)] }, false)
  const seen = async (role: string) => (await config(admin, `?preview=${sid}&role=${await roleSid(role)}`)).places.map(({ i }) => i)
  assert.deepEqual(await seen('ip_manager'), ['deadlines', 'findings', 'quick'])
  assert.deepEqual(await seen('finance'), ['deadlines', 'quick'])
  assert.deepEqual(await seen('inventor'), ['quick'])
  assert.equal((await call(`${GET}?preview=${sid}`, undefined, { as: engineer })).status, 403)
})

test('[7.24] the exported definition of portals is taken in by another installation, as drafts', async () => {
  const text = await component({ widget: 'TEXT', text: '带走' })
  const view = await ask('saved_view/do/create', { entity: 'patent', name: '带走的视图', iql: "country = 'CN'", share: 'OWN' })
  const list = await component({ widget: 'VIEW', view_sid: view.data.sid })
  const { alias } = await template({ layout: [at(text.code), at(list.code, 5)], role_sids: [await roleSid('ip_engineer')] })
  const file = await ask('/innoe-webapi/portal/do/exportSql')
  assert.match(String(file.headers['content-disposition']), /attachment/)
  for (const call of ['do/exportSql', 'get_config'])
    assert.equal((await ask(`/innoe-webapi/model/portal/${call}`)).text.slice(0, 20), (await ask(`/innoe-webapi/portal/${call}`)).text.slice(0, 20))
  const content = JSON.parse(file.text) as { templates: { alias: string; roles: string[] }[] }
  assert.deepEqual(content.templates.find((one) => one.alias === alias)?.roles, ['ip_engineer'])
  const there = await enrolAt(other, 'system_admin')
  const take = (body: unknown) =>
    call<{ created: number; updated: number }>('/innoe-webapi/portal/do/import', { content: body }, { as: there, host: 'other.test', lang: 'en' })
  const first = await take(content)
  assert.equal(first.code, 0, first.text)
  assert.ok(first.data.created > 2)
  const again = await take(content)
  assert.deepEqual([again.data.created, again.data.updated], [0, first.data.created])
  const kept = await other.db
    .selectFrom('portal_template')
    .select(['status', 'layout', 'role_sids'])
    .where('alias', '=', alias)
    .executeTakeFirstOrThrow()
  assert.deepEqual([kept.status, kept.layout, kept.role_sids?.length], ['UNPUBLISHED', [at(text.code), at(list.code, 5)], 1])
})

test('[7.24] a file of another kind, or with a broken part, changes nothing', async () => {
  const take = (content: unknown, as = admin) => call('/innoe-webapi/portal/do/import', { content }, { as, lang: 'en' })
  const whole = { format: 'innoe.portal', version: 1, components: [], templates: [] }
  for (const content of [{}, { ...whole, version: 2 }, { ...whole, components: 'drop table' }, { ...whole, templates: [7] }])
    assert.equal((await take(content)).status, 400)
  const before = (await ask<{ total: number }>('portal_template/do/count', {})).data.total
  const broken = {
    ...whole,
    templates: [
      { alias: 'good-one', name: 'x', layout: [] },
      { alias: 'bad one;', name: 'x', layout: [] },
    ],
  }
  assert.equal((await take(broken)).status, 400)
  assert.equal((await ask<{ total: number }>('portal_template/do/count', {})).data.total, before)
  assert.equal((await take(whole, engineer)).status, 403)
  assert.equal((await call('/innoe-webapi/portal/do/exportSql', undefined, { as: manager })).status, 403)
})
