import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
type Menu = { sid: string; code: string; checked?: boolean; everybody?: boolean; children: Menu[] }
const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children)])
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const made = async (values: Record<string, unknown>) =>
  (await call<{ sid: string; sort_by: number }>('rbac_menu/do/create', { icon: 'home', ...values }, { as: admin, lang: 'en' })).data.sid

test('[7.21] menus are listed as a whole, by name, for everybody and for one role', async () => {
  const all = await call<{ total: number; record: Menu[] }>('rbac_menu/do/search_all', {}, { as: admin })
  assert.equal(all.data.record.length, all.data.total)
  const names = await call<{ record: Record<string, unknown>[] }>('rbac_menu/do/search_menu_name', { iql: "name = '首页'" }, { as: admin })
  assert.deepEqual(Object.keys(names.data.record[0] ?? {}).toSorted(), ['name', 'name_en', 'sid'])
  const shared = await call<{ record: Menu[] }>('rbac_menu/do/searchShare', {}, { as: admin })
  assert.ok(shared.data.record.some(({ code }) => code === 'home'))
  assert.ok(!shared.data.record.some(({ code }) => code === 'roles'))
  const finance = await call<{ record: Menu[] }>(`rbac_menu/do/search_by_role/${await roleOf('finance')}`, {}, { as: admin })
  const codes = finance.data.record.map(({ code }) => code)
  assert.ok(codes.includes('payments') && codes.includes('home') && !codes.includes('roles') && !codes.includes('agency_home'))
  assert.equal((await call('rbac_menu/do/search_by_role/nothing', {}, { as: admin })).status, 400)
  assert.equal((await call('rbac_menu/do/search_all', {}, { as: engineer })).status, 403)
})

test('[7.21] the API lists the menus of a role and the menus that it can get', async () => {
  const role_sid = await roleOf('finance')
  const tree = await call<Menu[]>('rbac_menu/do/search_all_auth', { role_sid }, { as: admin })
  const marks = new Map(flat(tree.data).map(({ code, checked, everybody }) => [code, { checked, everybody }]))
  assert.deepEqual(marks.get('payments'), { checked: true, everybody: false })
  assert.deepEqual(marks.get('roles'), { checked: false, everybody: false })
  assert.deepEqual(marks.get('home'), { checked: true, everybody: true })
  const shown = await call<Menu[]>('rbac_menu/do/searchAuth', { role_sid }, { as: admin })
  assert.deepEqual(
    flat(shown.data)
      .map(({ code }) => code)
      .filter((code) => code === 'roles' || code === 'payments'),
    ['payments'],
  )
  const own = await call<Menu[]>('rbac_menu/do/searchAuth', {}, { as: engineer })
  const mine = await call<Menu[]>('rbac_menu/do/search_my_menus', {}, { as: engineer })
  const used = await call<Menu[]>('ubm_ability/do/search_ubm_menus', {}, { as: engineer })
  assert.deepEqual([own.data, used.data], [mine.data, mine.data])
  const companies = await call<{ roles: { code: string; people: number }[] }[]>('rbac_menu/do/searchAuthGroupOrg', undefined, { as: admin })
  assert.ok(companies.data[0]?.roles.some(({ code, people }) => code === 'ip_engineer' && people === 1))
})

test('[7.21] [6.02] a role is bound to menus; a menu that loses its last role does not become visible to everybody', async () => {
  const role_sid = await roleOf('finance')
  const menu = async (code: string) => (await tenant.db.selectFrom('rbac_menu').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
  const lonely = await made({ name: '只有财务', role_sids: [role_sid] })
  const menu_sids = [await menu('fees'), await menu('payments'), await menu('tags')]
  assert.equal((await call('rbac_menu/do/bind_role', { role_sid, menu_sids }, { as: admin })).code, 0)
  const tree = await call<Menu[]>('rbac_menu/do/search_all_auth', { role_sid }, { as: admin })
  const own = flat(tree.data).filter(({ checked, everybody }) => checked && !everybody)
  assert.deepEqual(own.map(({ code }) => code).toSorted(), ['payments', 'tags'])
  const { data } = await call<{ role_sids: { sid: string }[] }>(`rbac_menu/${lonely}`, undefined, { as: admin })
  assert.deepEqual(
    data.role_sids.map(({ sid }) => sid),
    [await roleOf('system_admin')],
  )
  assert.equal((await call('rbac_menu/do/bind_role', { role_sid, menu_sids: [await menu('agency_home')] }, { as: admin })).status, 404)
})

test('[3.04] a menu of a list is shown only to whoever may search it, also one that is everybody’s', async () => {
  const role_sid = (await call<{ sid: string }>('role/do/create', { code: 'fictional_clerk', name: '虚构文员' }, { as: admin })).data.sid
  const clerk = await enrol('inventor', { role_sids: [role_sid] })
  const { sid: tags } = await tenant.db.selectFrom('rbac_menu').select('sid').where('code', '=', 'tags').executeTakeFirstOrThrow()
  assert.equal((await call('rbac_menu/do/bind_role', { role_sid, menu_sids: [tags] }, { as: admin })).code, 0)
  const shown = async () => {
    const codes = flat((await call<Menu[]>('rbac_menu/do/search_my_menus', {}, { as: clerk })).data).map(({ code }) => code)
    return ['home', 'patents', 'tags'].filter((code) => codes.includes(code))
  }
  assert.deepEqual(await shown(), ['home'])
  for (const entity of ['patent', 'tag']) {
    const granted = await call('role_grant/do/create', { role_sid, entity, verbs: ['get', 'search', 'count'], data_scope: 'SELF' }, { as: admin })
    assert.equal(granted.code, 0, granted.text)
  }
  assert.deepEqual(await shown(), ['home', 'patents', 'tags'])
})

test('the administrator of one company is shown no menu of the whole tenant, but that of the branding, which a company has too', async () => {
  const sub = (await call<{ sid: string }>('company/do/create', { country: 'SG', company_name: '虚构分公司' }, { as: admin })).data.sid
  const role_sid = (await call<{ sid: string }>('role/do/copy', { sid: await roleOf('system_admin'), code: 'one_company', name: '虚构分公司管理员' }, { as: admin })).data.sid // oxfmt-ignore
  const grants = await tenant.db.updateTable('role_grant').set({ within_company: sub }).where('role_sid', '=', role_sid).executeTakeFirst()
  assert.equal(grants.numUpdatedRows, 1n)
  const one = await enrol('inventor', { role_sids: [role_sid], company_sid: sub, department_sid: null })
  const WHOLE = ['whole_export', 'sign_in', 'mail', 'patent_offices', 'text_messages', 'limits', 'words', 'bi_tools']
  const shown = async (as: typeof admin) =>
    flat((await call<Menu[]>('rbac_menu/do/search_my_menus', {}, { as })).data).flatMap(({ code }) =>
      ['people', 'look', ...WHOLE].includes(code) ? [code] : [],
    )
  assert.deepEqual((await shown(one)).toSorted(), ['look', 'people'])
  assert.equal((await shown(admin)).length, 2 + WHOLE.length)
  for (const [page, body] of [
    ['whole_export/do/start', {}],
    ['sign_in/do/update', { passkeys: true }],
    ['mail/do/update', { from_name: 'Mine' }],
    ['limits/do/update', {}],
  ] as const)
    assert.equal((await call(`/innoe-webapi/setting/${page}`, body, { as: one })).status, 403, page)
  assert.equal((await call('tenant/do/update', { system_name: '虚构' }, { as: one })).status, 403)
  const own = await call('tenant/do/update', { company_sid: sub, system_name: '虚构' }, { as: one })
  assert.equal(own.code, 0, own.text)
})

test('a menu below itself, as only the database could have it, stops neither the editor of roles nor the menus of anybody', async () => {
  const role_sid = await roleOf('finance')
  const own = await made({ name: '自身之下', path: '/my-items', role_sids: [role_sid] })
  await tenant.db.updateTable('rbac_menu').set({ parent_sid: own }).where('sid', '=', own).execute()
  for (const menu_sids of [[], [own]]) {
    const saved = await call('role/do/save_permissions', { sid: role_sid, menu_sids, preview: true }, { as: admin })
    assert.equal(saved.code, 0, saved.text)
    assert.equal((await call('rbac_menu/do/bind_role', { role_sid, menu_sids }, { as: admin })).code, 0)
  }
  assert.equal((await call('rbac_menu/do/search_my_menus', {}, { as: engineer })).code, 0)
  const below = await call('rbac_menu/do/update', { sid: own, parent_sid: own, name: '仍在自身之下' }, { as: admin, lang: 'en' })
  assert.equal(below.code, 0, below.text)
  assert.equal((await call(`rbac_menu/do/delete/${own}`, {}, { as: admin })).code, 0)
})

test('[5.10] menus move only within their level and its first and last row, and a menu of a page takes no child', async () => {
  const group = await made({ name: '组' })
  const [a, b, c] = [
    await made({ name: 'a', parent_sid: group }),
    await made({ name: 'b', parent_sid: group }),
    await made({ name: 'c', parent_sid: group }),
  ]
  const order = async () =>
    (
      await call<{ record: { name: string }[] }>(
        'rbac_menu/do/search',
        { fl: 'name', iql: `parent_sid = '${group}' ORDER BY sort_by` },
        { as: admin },
      )
    ).data.record
      .map(({ name }) => name)
      .join('')
  const english = { as: admin, lang: 'en' } as const
  assert.equal((await call('rbac_menu/do/sort', { sids: [c, a, b] }, english)).code, 0)
  assert.equal(await order(), 'cab')
  assert.equal((await call('rbac_menu/do/sort', { sid: b, move: 'up' }, english)).code, 0)
  assert.equal(await order(), 'cba')
  const first = await call('rbac_menu/do/sort', { sid: c, move: 'up' }, english)
  assert.deepEqual([first.code, first.message], [500005, 'The first row cannot be moved up'])
  const last = await call('rbac_menu/do/sort', { sid: a, move: 'down' }, english)
  assert.deepEqual([last.code, last.message], [500005, 'The last row cannot be moved down'])
  const across = await call('rbac_menu/do/sort', { sids: [a, group] }, english)
  assert.deepEqual([across.code, across.message], [500005, 'Menus cannot be moved to another level'])
  const page = await made({ name: '页面', path: '/page' })
  const child = await call('rbac_menu/do/batch_move', { sids: [a], parent_sid: page }, english)
  assert.deepEqual([child.code, child.errors[0]?.field], [500001, 'parent_sid'])
  assert.equal((await call('rbac_menu/do/batch_move', { sids: [group], parent_sid: a }, english)).code, 500001)
  assert.equal((await call('rbac_menu/do/batch_move', { sids: [a, b], parent_sid: null }, english)).code, 0)
  assert.equal(await order(), 'c')
  assert.equal((await call(`rbac_menu/do/delete/${group}`, {}, english)).code, 500005)
})

test('[5.10] a menu with child menus cannot be bound to a page, neither by a change nor by a restored child', async () => {
  const english = { as: admin, lang: 'en' } as const
  const group = await made({ name: '组' })
  const child = await made({ name: '下级', parent_sid: group, path: '/deadlines' })
  const bound = await call('rbac_menu/do/update', { sid: group, path: '/home' }, english)
  assert.deepEqual(
    [bound.code, bound.errors.map(({ field, reason }) => [field, reason])],
    [500001, [['path', 'cannot be set for a menu that has child menus']]],
  )
  assert.equal((await call(`rbac_menu/do/delete/${child}`, {}, english)).code, 0)
  assert.equal((await call('rbac_menu/do/update', { sid: group, path: '/home' }, english)).code, 0)
  const restored = await call('rbac_menu/do/restore', { sids: [child] }, english)
  assert.deepEqual([restored.code, restored.message], [500005, 'The parent menu is bound to a page and cannot have a child menu'])
  assert.equal((await call('rbac_menu/do/update', { sid: group, path: null }, english)).code, 0)
  assert.equal((await call('rbac_menu/do/restore', { sids: [child] }, english)).code, 0)
})

test('[5.10] a new menu stands at the end of its level', async () => {
  const group = await made({ name: '末位' })
  const [first, second] = [await made({ name: '一', parent_sid: group }), await made({ name: '二', parent_sid: group })]
  assert.equal((await call('rbac_menu/do/sort', { sids: [second, first] }, { as: admin })).code, 0)
  const third = await made({ name: '三', parent_sid: group })
  const { data } = await call<{ record: Menu[] }>('rbac_menu/do/search', { iql: `parent_sid = '${group}' ORDER BY sort_by` }, { as: admin })
  assert.deepEqual(data.record.map(({ sid }) => sid), [second, first, third]) // oxfmt-ignore
})

test('[5.10] the pages to which a menu can be bound are those of its end and the lists of the entities, by their names', async () => {
  const paths = async (platform: string) =>
    (await call<{ path: string; name: string; name_en: string }[]>('rbac_menu/do/search_pages', { platform }, { as: admin })).data
  const enterprise = await paths('1')
  assert.deepEqual(
    enterprise.find(({ path }) => path === '/settings/mail'),
    { path: '/settings/mail', name: '发信设置', name_en: 'Outgoing mail' },
  )
  assert.equal(enterprise.find(({ path }) => path === '/m/priority')?.name, '优先权')
  assert.equal(new Set(enterprise.map(({ path }) => path)).size, enterprise.length)
  assert.ok(!(await paths('2')).some(({ path }) => path === '/settings/mail'))
  assert.equal((await call('rbac_menu/do/search_pages', { platform: '1' }, { as: engineer })).status, 403)
})

test('[7.11] [7.12] the API lists people of either portal, returns one with their account, and counts accounts', async () => {
  const agent = await enrol('agent')
  const found = await call<{ record: { sid: string; person_type: string }[] }>('user_info/do/search-user-and-agent', { rows: 100 }, { as: admin })
  assert.ok(found.data.record.some(({ sid, person_type }) => sid === agent.sid && person_type === 'AGENCY'))
  assert.ok(found.data.record.some(({ sid, person_type }) => sid === engineer.sid && person_type === 'INTERNAL'))
  const names = await call<{ record: Record<string, unknown>[] }>('user_info/do/search-user-and-agent-name', {}, { as: engineer })
  assert.deepEqual(Object.keys(names.data.record[0] ?? {}).toSorted(), ['name', 'name_en', 'sid'])
  const whole = await call<{ sid: string; user: { account: string; status: string } }>(`user_info/sysconfig/${engineer.sid}`, undefined, {
    as: admin,
  })
  assert.deepEqual([whole.data.sid, whole.data.user.account, whole.data.user.status], [engineer.sid, engineer.account, 'OPEN'])
  assert.equal((await call(`user_info/sysconfig/${agent.sid}`, undefined, { as: engineer })).status, 403)
  const { data } = await call<Record<string, number>>('user_info/do/getPackageUserInfo', undefined, { as: admin })
  assert.equal(data.accounts, Number(data.enterprise) + Number(data.agency))
  assert.ok(Number(data.agency) >= 1)
})

for (const [path, isTaken] of [
  ['/patents?sort=x', true],
  ['https://example.com/help', true],
  ['http://intranet/', true],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['//evil.example', false],
  ['/\\\\evil.example', false],
  ['file:///etc/passwd', false],
  ['https:///x', false],
  ['https://www.example.com@evil.example/', false],
  ['https://example.com/@someone', true],
] as const)
  test(`[3.04] a menu is ${isTaken ? 'given' : 'refused'} the address ${path}`, async () => {
    const { code, errors } = await call('rbac_menu/do/create', { name: path.slice(0, 20), icon: 'home', path }, { as: admin })
    assert.deepEqual([code === 0, errors[0]?.field], [isTaken, isTaken ? undefined : 'path'])
  })
