import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { arrives, languagesOf, says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const WORDS = {
  en: { title: 'Menus', fresh: 'New menu', addTop: 'Add a top menu', name: 'Name', icon: 'Icon', home: 'Home', path: 'Path', save: 'Save', child: 'Add a child', sibling: 'Add a sibling', up: 'Up', down: 'Down', opens: 'Opens', blank: 'New window', move: 'Move', top: '(top level)', parent: 'Parent', remove: /Delete the selected/, confirm: 'Delete', unchecked: /not selected/, own: /Use this address/, tags: 'Tags', none: 'Not bound to a page' }, // oxfmt-ignore
  zh: { title: '菜单', fresh: '新建菜单', addTop: '新建一级菜单', name: '菜单名称', icon: '图标', home: '首页', path: '地址', save: '保存', child: '新建下级', sibling: '新建同级', up: '上移', down: '下移', opens: '打开方式', blank: '新窗口', move: '移动', top: '（一级菜单）', parent: '上级菜单', remove: /删除所选/, confirm: '删除', unchecked: /未勾选/, own: /使用此地址/, tags: '标签', none: '未绑定页面' }, // oxfmt-ignore
} as const

type Words = (typeof WORDS)[keyof typeof WORDS]

/** A required field has an asterisk after its label. */
const labelled = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))

async function choose(page: Page, label: string, option: string | RegExp, typed?: string) {
  const box = labelled(page, label)
  const list = page.locator('.ant-select-dropdown:visible')
  if (typed) await box.fill(typed)
  else await box.click()
  const wanted = list.locator('.ant-select-item-option').filter({ hasText: option }).first()
  await wanted.waitFor()
  if (typed) await box.press('Enter')
  else await wanted.click()
  // The list before may still be closing.
  await page.waitForFunction(() => ![...document.querySelectorAll('.ant-select-dropdown')].some((one) => one.checkVisibility()))
}

async function fill(page: Page, t: Words, name: string, more: { page?: string; address?: string; isBlank?: boolean } = {}) {
  await page.getByRole('heading', { level: 2, name: t.fresh, exact: true }).waitFor()
  await labelled(page, t.name).fill(name)
  await choose(page, t.icon, t.home, t.home)
  if (more.page) await choose(page, t.path, more.page, more.page)
  if (more.address) await choose(page, t.path, t.own, more.address)
  if (more.isBlank) await choose(page, t.opens, t.blank)
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
}

async function moveToTop(page: Page, t: Words) {
  await page.getByRole('button', { name: t.move, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.parent).fill(t.top)
  await page.locator('.ant-select-dropdown:visible').getByText(t.top, { exact: true }).click()
  await dialog.getByRole('button', { name: t.move, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

for (const lang of languagesOf(import.meta.url))
  test(`[2.25] [5.10] an administrator adds, binds, sorts, moves and deletes menus in their tree (${lang})`, async () => {
    const t = WORDS[lang]
    const { page, complaints, done } = await visit('/m/rbac_menu', { lang, as: admin, width: 1600, height: 1000 })
    await says(page, t.title)
    await page.getByRole('button', { name: t.addTop }).click()
    await fill(page, t, `虚构组 ${lang}`)
    assert.deepEqual(await seriousFaults(page), [])
    await page
      .getByRole('treeitem', { name: `虚构组 ${lang}` })
      .getByText(t.none)
      .waitFor()
    await page.getByRole('button', { name: t.child }).click()
    await fill(page, t, `虚构页 ${lang}`, { page: t.tags })
    assert.ok(await page.getByRole('button', { name: t.child }).isDisabled())
    await page.getByRole('button', { name: t.sibling }).click()
    await fill(page, t, `虚构链接 ${lang}`, { address: 'https://example.com/help', isBlank: true })
    await page
      .getByRole('treeitem', { name: `虚构链接 ${lang}` })
      .getByText(t.blank)
      .waitFor()
    await page.getByRole('button', { name: t.up, exact: true }).click()
    await page.locator(`[role="treeitem"]:has-text("虚构链接 ${lang}") + [role="treeitem"]:has-text("虚构页 ${lang}")`).waitFor()
    assert.ok(await page.getByRole('button', { name: t.up, exact: true }).isDisabled())
    await moveToTop(page, t)
    const { parent_sid } = await s.tenant.db
      .selectFrom('rbac_menu')
      .select('parent_sid')
      .where('name', '=', `虚构链接 ${lang}`)
      .executeTakeFirstOrThrow()
    assert.equal(parent_sid, null)
    await page
      .getByRole('treeitem', { name: `虚构组 ${lang}` })
      .getByRole('checkbox')
      .click()
    await page.getByRole('button', { name: t.remove }).click()
    await page.getByText(t.unchecked).waitFor()
    await page
      .getByRole('treeitem', { name: `虚构页 ${lang}` })
      .getByRole('checkbox')
      .click()
    await page.getByRole('button', { name: t.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.confirm, exact: true }).click()
    await page.getByRole('treeitem', { name: `虚构组 ${lang}` }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await done()
  })

test('[5.10] a menu of the top level that opens in a new window does so from the rail of the layout', async () => {
  await s.call('rbac_menu/do/create', { name: '虚构外链', name_en: 'Outside', icon: 'home', path: '/jobs', open_type: 'BLANK' }, { as: admin })
  await s.call('/innoe-webapi/model/tenant/do/update', { layout: 'double' }, { as: admin })
  const { page, done } = await visit('/home', { lang: 'en', as: engineer })
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('navigation').first().getByText('Outside').click()])
  await opened.waitForURL(/\/jobs$/)
  assert.match(page.url(), /\/home$/)
  await done()
})

test('a menu whose address no page has leads to the notice of it, and the shell stays', async () => {
  const { code } = await s.call('rbac_menu/do/create', { name: '虚构空页', name_en: 'Nowhere', icon: 'home', path: '/nowhere-at-all' }, { as: admin })
  assert.equal(code, 0)
  const { page, complaints, done } = await visit('/home', { lang: 'en', as: engineer })
  await page.getByRole('navigation').first().getByText('Nowhere').click()
  await arrives(page, '/404')
  await page.getByRole('navigation').first().getByText('Home').click()
  await arrives(page, '/home')
  assert.deepEqual(
    complaints.filter((one) => !one.includes('status of 404')),
    [],
  ) // the browser tells what was not found, as the page does
  await done()
})
