import { HEAD } from '../../model/cases/head-fields.ts'
import { anyTable } from '../database/pool.ts'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Graph } from '../../model/approval/graph.ts'
import { graphOfLevels } from '../../model/approval/levels.ts'
import { readLevels } from '../../model/approval/shape.ts'
import { structureFaults } from '../../model/approval/structure.ts'
import { APPROVAL_PROCESSES } from '../../seed/approval-processes.ts'
import { patent } from '../../model/rights/patents/patent.ts'
import { AGENCY_MENUS } from '../../seed/menus/agency.ts'
import { MENUS } from '../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../seed/menus/seed-menu.ts'
import { ROLES } from '../../seed/roles/roles.ts'
import { testServer } from '../../tests/harness/server.ts'
import { seedTenants } from './seed.ts'

const { server, tenant, call, enrol } = await testServer()

const count = async (table: string) =>
  Number(
    (
      await anyTable(tenant.db)
        .selectFrom(table)
        .select((of) => of.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const TABLES = [
  'approval_process',
  'role',
  'role_grant',
  'rbac_menu',
  'document_type',
  'company',
  'user',
  'deadline_rule',
  'fee_schedule',
  'office_calendar',
]

test('a second seed adds nothing and returns no password', async () => {
  const before = await Promise.all(TABLES.map(count))
  assert.deepEqual(await seedTenants(server), [])
  assert.deepEqual(await Promise.all(TABLES.map(count)), before)
})

test('a seed keeps deleted and changed grants, and adds new ones', async () => {
  const admin = await enrol('system_admin')
  const role = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()
  const grantOf = (entity: string) =>
    tenant.db.selectFrom('role_grant').selectAll().where('role_sid', '=', role.sid).where('entity', '=', entity).executeTakeFirst()
  await call(`role_grant/do/delete/${(await grantOf('agent'))?.sid}`, {}, { as: admin })
  await call('role_grant/do/update', { sid: (await grantOf('fee'))?.sid, verbs: ['get'] }, { as: admin })
  await tenant.db.deleteFrom('role_grant').where('role_sid', '=', role.sid).where('entity', '=', 'payment').execute()
  await seedTenants(server)
  assert.ok((await grantOf('agent'))?.deleted_at)
  assert.deepEqual((await grantOf('fee'))?.verbs, ['get'])
  assert.equal((await grantOf('payment'))?.data_scope, 'COMPANY_SUB')
})

test('[4.08] approval processes come as sound drafts for steps that exist; one that was deleted stays deleted', async () => {
  const rows = await tenant.db.selectFrom('approval_process').selectAll().execute()
  assert.deepEqual(rows.map(({ code }) => String(code)).sort(), APPROVAL_PROCESSES.map(({ code }) => code).sort())
  for (const { code, entity, transition, status, levels, graph } of rows) {
    const step = tenant.models.all.get(String(entity))?.states?.transitions[String(transition)]
    assert.ok(step && !step.automatic, `${code}: ${transition} of ${entity}`)
    const { value, faults } = readLevels(levels)
    assert.deepEqual([status, faults, structureFaults(graph as Graph)], ['DRAFT', [], []], String(code))
    assert.deepEqual(graph, graphOfLevels(value))
  }
  await tenant.db.deleteFrom('approval_process').where('code', '=', 'AWARD').execute()
  await seedTenants(server)
  assert.equal(await count('approval_process'), APPROVAL_PROCESSES.length - 1)
})

test('[6.01] each role belongs to one platform, and only the administrator may do everything', () => {
  assert.deepEqual(
    ROLES.filter(({ platform }) => platform === '2').map(({ code }) => code),
    ['agency_admin', 'agent'],
  )
  const wide = ROLES.filter(({ grants }) => grants.some(({ entity, verbs }) => entity === '*' || verbs.includes('*')))
  assert.deepEqual(
    wide.map(({ code }) => code),
    ['system_admin'],
  )
})

test('no role of the agency platform sees the records of all companies', () => {
  const wrong = ROLES.filter(({ platform }) => platform === '2').flatMap(({ code, grants }) =>
    grants
      .filter(({ entity, data_scope }) => data_scope === 'ALL' && tenant.models.all.get(entity)?.scope !== 'tenant')
      .map(({ entity }) => `${code} ${entity}`),
  )
  assert.deepEqual(wrong, [])
})

const flat = (menus: readonly SeedMenu[]): SeedMenu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])

test('every menu leads to a model or a screen, in both languages', () => {
  const routes = readFileSync(new URL('../../web/app/routes.tsx', import.meta.url), 'utf8')
  const screens = new Set([...routes.matchAll(/ path: '([\w/-]+)'/g)].map(([, path]) => `/${path}`))
  const all = [...flat(MENUS), ...flat(AGENCY_MENUS)]
  const lost = all.filter(({ path }) => path && !screens.has(path) && !tenant.models.all.has(path.replace(/^\/m\//, '')))
  assert.deepEqual(lost, [])
  assert.deepEqual(
    all.filter(({ name, name_en, icon }) => !name || !name_en || !icon),
    [],
  )
  assert.equal(new Set(all.map(({ code }) => code)).size, all.length)
})

/** The sections of the navigation, and the menu of each; one is a part of another where the trade says so. */
const SECTIONS: Readonly<Record<string, string>> = {
  'home': 'home', 'cms': 'cms', 'copyright cases': 'works', 'domain': 'domains', 'case maintenance': 'case_maintenance', 'fees': 'fees', 'IC': 'ic_layouts',
  'invoice management': 'invoices', 'my items': 'my_items', 'operations': 'dealings', 'patent deadline': 'deadlines', 'patent sync': 'patent_sync', 'patent': 'patents',
  'project': 'project_list', 'project monitor': 'project_monitor', 'project excavation': 'project_excavation', 'retrieval library': 'search_libraries',
  'retrieval request': 'retrieval_requests', 'risk management': 'risks', 'system settings': 'settings', 'task': 'tasks', 'technical navigation': 'tech_nodes',
  'trademark': 'trademarks', 'patent OCR': 'notice_intake', 'indexing task': 'indexing_tasks', 'statistics': 'statistics',
} // oxfmt-ignore

for (const [section, code] of Object.entries(SECTIONS))
  test(`[2.33] the administrator finds ${section} in the navigation`, () => {
    const menu = flat(MENUS).find((one) => one.code === code)
    assert.ok(menu, `no menu ${code}`)
    assert.ok(
      flat([menu]).some(({ path }) => path),
      `${code} leads nowhere`,
    )
    assert.ok(!menu.roles || menu.roles.includes('system_admin'))
  })

const ends = [
  ['1', MENUS],
  ['2', AGENCY_MENUS],
] as const
for (const role of ROLES) {
  test(`[2.16] ${role.code} has no menu for a list that it may not search`, () => {
    const mine = flat(ends.find(([platform]) => platform === role.platform)?.[1] ?? []).filter(({ roles }) => !roles || roles.includes(role.code))
    // The head of all cases is seen through the grants on their kinds.
    const entitiesOf = (entity: string) => (entity === HEAD ? [...tenant.models.kinds.keys()] : [entity])
    const isOwn = (entity: string) => tenant.models.all.get(entity)?.own?.verbs.includes('search')
    const granted = (entity: string) =>
      isOwn(entity) || role.grants.some((grant) => entitiesOf(entity).includes(grant.entity) || grant.entity === '*')
    const shut = mine.filter(({ path }) => path?.startsWith('/m/') && !granted(path.slice(3)))
    assert.deepEqual(
      shut.map(({ code }) => code),
      [],
    )
  })
}

test('the catalogue of document types is complete, and each of its transitions exists in the model', async () => {
  const types: { code: string; transition?: string; case_kind?: string; name: string; name_en: string }[] = JSON.parse(
    readFileSync(new URL('../../seed/document-types.json', import.meta.url), 'utf8'),
  )
  const numbered = (prefix: string, n: number, width = 0) => Array.from({ length: n }, (_, at) => `${prefix}${String(at + 1).padStart(width, '0')}`)
  const wanted = [
    ...numbered('CN', 45, 2),
    ...numbered('CO', 17, 2),
    ...numbered('PC', 9, 2),
    ...numbered('EP', 8),
    ...numbered('US', 9),
    ...numbered('JP', 4),
    ...numbered('KR', 4),
    ...numbered('TM', 16, 2),
  ]
  assert.deepEqual(
    wanted.filter((code) => !types.some((type) => type.code === code)),
    [],
  )
  // A type without a kind of case belongs to patents.
  const has = (kind: string = patent.name, transition = '') =>
    Object.hasOwn(tenant.models.kinds.get(kind)?.model.states?.transitions ?? {}, transition)
  assert.deepEqual(
    types.filter(({ transition, case_kind }) => transition && !has(case_kind, transition)).map(({ code, transition }) => `${code} ${transition}`),
    [],
  )
  assert.ok((await count('document_type')) >= wanted.length)
})

test('document types of an older catalogue get the transitions of the newer one', async () => {
  const step = async () =>
    (await tenant.db.selectFrom('document_type').select(['transition', 'office']).where('code', '=', 'EP_REPLY').executeTakeFirst()) ?? {}
  await tenant.db.updateTable('document_type').set({ transition: null, office: null }).where('code', '=', 'EP_REPLY').execute()
  await seedTenants(server)
  assert.deepEqual(await step(), { transition: 'ep_answer', office: 'EP' })
})

test('[2.16] [7.21] each user gets the menus of their roles as a tree', async () => {
  type Menu = { code: string; path: string | null; children: Menu[] }
  const codes = (menus: Menu[]): string[] => menus.flatMap(({ code, children }) => [code, ...codes(children)])
  const menusOf = async (role: 'system_admin' | 'inventor' | 'agency_admin') =>
    codes((await call<Menu[]>('rbac_menu/do/search_my_menus', {}, { as: await enrol(role) })).data)
  const [admin, inventor, agency] = await Promise.all([menusOf('system_admin'), menusOf('inventor'), menusOf('agency_admin')])
  assert.ok(admin.includes('accounts') && admin.includes('patents'))
  const works = ['works', 'software', 'copyrights', 'ic_layouts', 'papers', 'achievements', 'trade_secrets']
  const daily = ['home', 'my_items', 'tasks', 'approvals', 'cms']
  assert.deepEqual(inventor, [
    ...daily,
    'cases',
    'patents',
    'shared_with_me',
    'ideas',
    'my_ideas',
    'idea_reviews',
    ...works,
    'fees',
    'award_shares',
    'jobs',
  ])
  assert.ok(agency.includes('agency_people') && agency.every((code) => code.startsWith('agency_')))
})
