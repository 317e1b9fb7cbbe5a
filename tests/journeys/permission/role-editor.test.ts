import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, visitor } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)

const WORDS = {
  en: { data: 'Data', view: 'Tag View', scope: 'Tag Scope', all: 'All', review: 'Review and save', save: 'Save', fields: 'Fields', name: 'Name', hidden: 'Hidden', concerns: /concerns 1 person/, leave: /unsaved/i, menus: 'Functions', families: 'Families' }, // oxfmt-ignore
  zh: { data: '数据权限', view: '标签 查看', scope: '标签 数据范围', all: '全部', review: '查看变更并保存', save: '保存', fields: '字段权限', name: '名称', hidden: '隐藏', concerns: /影响 1 人/, leave: /未保存/, menus: '功能权限', families: '专利同族' }, // oxfmt-ignore
} as const

for (const lang of languagesOf(import.meta.url))
  test(`[2.26] a role is given data, a hidden field and a menu, reviewed and saved together (${lang})`, async () => {
    const t = WORDS[lang]
    const role = await make('role', { code: `journey_${lang}`, name: `Journey ${lang}`, platform: '1' })
    await s.enrol('inventor', { role_sids: [role] })
    const { page, complaints, done } = await visit(`/m/role/${role}?tab=data`, { lang, as: admin, width: 1600 })
    const [head, body] = [page.locator('.ant-table-header'), page.locator('.ant-table-body')]
    await body.waitFor()
    const widthOf = (part: typeof body) => part.evaluate((element) => element.scrollWidth)
    assert.equal(await widthOf(body), await widthOf(head), 'the headings stand over their columns, moved sideways too')
    await page.getByLabel(t.view, { exact: true }).check()
    await page.getByLabel(t.scope, { exact: true }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: t.all }).last().click()
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' })
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('tab', { name: t.fields, exact: true }).click()
    await page.getByRole('radiogroup', { name: t.name, exact: true }).getByText(t.hidden, { exact: true }).click()
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('tab', { name: t.menus, exact: true }).click()
    await page.getByRole('treeitem', { name: t.families }).locator('.ant-tree-checkbox').click()
    await page.getByRole('button', { name: t.review }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t.concerns).waitFor()
    assert.equal(await dialog.getByRole('listitem').count(), 2)
    await dialog.getByRole('button', { name: t.save, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t.review }).waitFor({ state: 'hidden' })
    const grant = await s.tenant.db.selectFrom('role_grant').selectAll().where('role_sid', '=', role).executeTakeFirstOrThrow()
    assert.deepEqual([grant.entity, grant.data_scope, grant.verbs, grant.hidden_fields], ['tag', 'ALL', ['get', 'search', 'count'], ['name']])
    const menu = await s.tenant.db.selectFrom('rbac_menu').select('role_sids').where('code', '=', 'families').executeTakeFirstOrThrow()
    assert.ok(menu.role_sids?.includes(role))
    assert.deepEqual(complaints, [])
    await done()
  })
