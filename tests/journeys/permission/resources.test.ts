import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const WORDS = {
  en: { title: 'Resources', seek: 'Find a function', tag: 'Tag', delete: 'Delete', roles: 'Roles', manager: 'IP manager', save: 'Save', only: /Only: .*IP manager/, bound: 'Bound to roles', add: 'Add a top resource', name: 'Name', code: 'Code', child: 'Add a child', newTitle: 'New resource' }, // oxfmt-ignore
  zh: { title: '功能资源', seek: '查找功能', tag: '标签', delete: '删除', roles: '角色', manager: '知识产权经理', save: '保存', only: /仅：.*知识产权/, bound: '已绑定角色', add: '新建一级资源', name: '资源名称', code: '资源代码', child: '新建下级', newTitle: '新建资源' }, // oxfmt-ignore
} as const

for (const lang of languagesOf(import.meta.url))
  test(`[2.25] [3.05] [5.09] an administrator binds a function to a role and adds a resource of their own (${lang})`, async () => {
    const t = WORDS[lang]
    await s.tenant.db.updateTable('rbac_resource').set({ role_sids: null }).execute()
    const manager = await s.tenant.db.selectFrom('role').select(['name', 'name_en']).where('code', '=', 'ip_manager').executeTakeFirstOrThrow()
    const { sid } = await s.tenant.db.selectFrom('rbac_resource').select('sid').where('code', '=', 'tag.delete').executeTakeFirstOrThrow()
    const { page, complaints, done } = await visit('/m/rbac_resource', { lang, as: admin, width: 1400, height: 1000 })
    await says(page, t.title)
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('searchbox', { name: t.seek }).fill('tag.delete')
    const found = page.locator('.menu-tree').getByText(t.delete, { exact: true })
    await found.click()
    await page.waitForURL((url) => url.searchParams.get('resource') === sid)
    const box = page
      .locator('.menu-pane')
      .getByLabel(new RegExp(`^${t.roles}`))
      .first()
    const name = String(lang === 'en' ? manager.name_en : manager.name)
    await box.fill(name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
    await page.keyboard.press('Escape')
    await page.locator('.menu-pane').getByRole('button', { name: t.save, exact: true }).click()
    await page.locator('.menu-tree').getByText(t.only).waitFor()
    const tag = await s.call<{ sid: string }>('tag/do/create', { name: `虚构 ${lang}` }, { as: admin })
    assert.equal((await s.call('tag/do/delete', { sid: tag.data.sid }, { as: engineer })).status, 403)
    await page.getByRole('button', { name: t.add }).click()
    const pane = page.getByRole('region', { name: t.newTitle })
    await pane.getByLabel(new RegExp(`^${t.name}( \\*)?$`)).fill(`虚构资源 ${lang}`)
    await pane.getByLabel(new RegExp(`^${t.code}( \\*)?$`)).fill(`own.${lang}`)
    await pane.getByRole('button', { name: t.save, exact: true }).click()
    await page.getByRole('heading', { level: 2, name: `虚构资源 ${lang}` }).waitFor()
    await done()
    assert.deepEqual(complaints, [])
  })
