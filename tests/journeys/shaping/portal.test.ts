import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

test('[2.23] [4.01] an administrator designs a home page from a component of their own; engineers see it once it is published', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: admin, height: 1400 })
  const welcome = { name: '欢迎', name_en: 'Welcome', widget: 'TEXT', text: '周五例会', text_en: 'Meeting on Friday' }
  assert.equal((await call('portal_component/do/create', welcome, { as: admin })).code, 0)
  await go('/m/portal_template')
  await page.getByText('Home of IP engineers').first().waitFor()
  const { data } = await call<{ record: { sid: string }[] }>('portal_template/do/search', { iql: "alias = 'system-engineer'" }, { as: admin })
  await go(`/m/portal_template/${data.record[0]?.sid}`)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied to a draft').waitFor()
  await page.getByRole('heading', { name: 'Home of IP engineers (copy)' }).waitFor()
  const design = page.locator('.portal-design')
  await design.getByRole('button', { name: 'Remove Quick entries' }).click()
  await design.getByRole('button', { name: 'Add a component' }).click()
  await page.getByRole('menuitem', { name: 'Welcome' }).click()
  await design.getByText('Meeting on Friday').waitFor()
  // The keyboard equivalent of dragging.
  await design.getByRole('button', { name: 'Move or resize Welcome' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Wider' }).click()
  await design.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()

  const sid = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const role = await call<{ record: { sid: string }[] }>('role/do/search', { iql: "code = 'ip_engineer'" }, { as: admin })
  await call('portal_template/do/update', { sid, role_sids: [role.data.record[0]?.sid] }, { as: admin })
  await page.reload()
  await page.locator('.portal-design').getByText('Preview', { exact: true }).click()
  await page.locator('.portal-role').click()
  await page.locator('.ant-select-item-option', { hasText: 'Inventor' }).click()
  await page.getByText('Shows the components that this role may see').waitFor()
  await page.locator('.portal-design .widget').first().waitFor()
  assert.equal(await page.locator('.portal-design .widget.of-overdue').count(), 0, 'an inventor sees no deadlines of the department')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await done()

  const seen = await openPage({ lang: 'zh', as: engineer, height: 1400 })
  await seen.go('/home')
  await seen.page.getByText('周五例会').waitFor()
  assert.equal(await seen.page.locator('.widget.of-quick').count(), 0)
  assert.deepEqual(seen.complaints, [])
  await seen.done()
})

test('[2.23] a public page is read without signing in, and a page of the portal by its address', async () => {
  const made = async (path: string, body: Record<string, unknown>) => {
    const { data, text } = await call<{ sid: string; code: string }>(path, body, { as: admin })
    assert.ok(data?.sid, text)
    return data
  }
  const { code } = await made('portal_component/do/create', { name: '公告', name_en: 'Notice', widget: 'TEXT', text: '开放日', text_en: 'Open day' })
  const layout = [{ i: code, x: 0, y: 0, w: 6, h: 4 }]
  const { sid } = await made('portal_template/do/create', {
    name: '开放',
    name_en: 'Open',
    alias: 'open-day',
    portal_type: 'MODULE',
    public: true,
    layout,
  })
  await call('portal_template/do/publish', { sid }, { as: admin })
  const stranger = await openPage({ lang: 'en', width: 400 })
  await stranger.go('/open/open-day')
  await stranger.page.getByText('Open day').waitFor()
  assert.deepEqual(stranger.complaints, [])
  await stranger.done()
  const inside = await openPage({ lang: 'en', as: engineer })
  await inside.go('/home')
  await inside.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Open' }).click()
  await inside.page.getByText('Open day').waitFor()
  assert.deepEqual(inside.complaints, [])
  await inside.done()
})
