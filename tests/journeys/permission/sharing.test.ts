import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager', { name: '共享经理', name_en: 'Sharing Manager' })
const role = (await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'external_member').executeTakeFirstOrThrow()).sid
const outsider = await s.enrol('inventor', { name: '外部成员甲', person_type: 'EXTERNAL', department_sid: null, role_sids: [role] })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const { data: patent } = await s.call<{ sid: string }>(
  'patent/do/create',
  { title: '虚构的共享装置', country: 'CN', patent_type: 'INVENTION', share_level: 'OPEN', owner_sid: manager.sid },
  { as: manager },
)
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
await sendFile(s.app, {
  path: 'document/do/upload',
  token: manager.token,
  file: PDF,
  name: 'letter.pdf',
  fields: { case_sid: patent.sid, visibility: 'V2' },
})

/** Pictures for a look at the screens: INNOE_PICTURES names the folder. */
const picture = async (page: { screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown> }, name: string) => {
  const folder = process.env['INNOE_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('[4.10] a case is shared with an external member, who finds it among what is shared with them', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go(`/patents/${patent.sid}?tab=shares`)
  await page.getByText('Not shared yet').waitFor()
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog')
  const people = dialog.getByRole('combobox', { name: 'People' })
  await people.fill('外部成员')
  await page.locator('.ant-select-item-option', { hasText: '外部成员甲' }).click()
  await page.keyboard.press('Escape')
  await picture(page, 'dialog-en')
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await page
    .getByRole('row', { name: /外部成员甲/ })
    .getByText('Active')
    .waitFor()
  assert.deepEqual(complaints, [])
  await done()

  const theirs = await openPage({ lang: 'zh', as: outsider, width: 1280 })
  await theirs.go('/shared-with-me')
  await picture(theirs.page, 'mine-zh')
  await theirs.page.getByRole('link', { name: /虚构的共享装置/ }).click()
  await theirs.page.getByText('共享经理 与您共享了此案件（查看）').waitFor()
  await picture(theirs.page, 'case-zh')
  assert.equal(await theirs.page.getByRole('button', { name: '共享…' }).count(), 0)
  assert.deepEqual(theirs.complaints, [])
  await theirs.done()
})

test('[4.10] a link with a password shows the case to a visitor without an account until it is revoked', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'zh', as: manager, theme: 'dark' })
  await go(`/patents/${patent.sid}?tab=shares`)
  await page.getByRole('button', { name: '共享…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '共享给' }).click()
  await page.locator('.ant-select-item-option', { hasText: '链接' }).click()
  await dialog.getByRole('combobox', { name: '权限' }).click()
  await page.locator('.ant-select-item-option', { hasText: '查看和下载' }).last().click()
  await dialog.getByRole('combobox', { name: '含文件' }).click()
  await page.locator('.ant-select-item-option', { hasText: '官方往来' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('访问密码（可选，至少 6 位）').fill('Fictional-1')
  await picture(page, 'link-dialog-zh-dark')
  await dialog.getByRole('button', { name: /^共\s*享$/ }).click()
  const link = await page.getByRole('textbox', { name: '共享链接' }).inputValue()
  assert.match(link, /\/innoe-web\/shared#share_/)
  await picture(page, 'link-made-zh-dark')
  await page.getByRole('button', { name: /完\s*成/ }).click()

  const visitor = await openPage({ lang: 'en', width: 1280 })
  await visitor.page.goto(link)
  await visitor.page.getByLabel('Password', { exact: true }).fill('Fictional-1')
  await picture(visitor.page, 'password-en')
  await visitor.page.getByRole('button', { name: 'Open', exact: true }).click()
  await visitor.page.getByRole('heading', { name: /虚构的共享装置/ }).waitFor()
  assert.equal(visitor.page.url().includes('#'), false)
  assert.equal(await visitor.page.evaluate(() => localStorage.getItem('innoe.session')), null)
  await picture(visitor.page, 'open-en')
  assert.deepEqual(await seriousFaults(visitor.page), [])
  const saved = visitor.page.waitForEvent('download')
  await visitor.page.getByRole('button', { name: /^Download/ }).first().click() // oxfmt-ignore
  assert.match((await saved).suggestedFilename(), /\.pdf$/)
  await visitor.page.setViewportSize({ width: 390, height: 800 })
  await picture(visitor.page, 'open-en-narrow')
  await visitor.done()

  await go(`/patents/${patent.sid}?tab=shares`)
  const row = page.getByRole('row', { name: /链接（无需账号）/ })
  await row.getByRole('button', { name: '1 次' }).click()
  await page.getByRole('dialog').getByText('链接访问者').first().waitFor()
  await picture(page, 'visits-zh-dark')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /撤\s*销/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s*销/ })
    .click()
  await row.getByText('已撤销').waitFor()
  await picture(page, 'shares-zh-dark')
  assert.deepEqual(complaints, [])
  await done()

  const late = await openPage({ lang: 'zh' })
  await late.page.goto(link)
  await late.page.getByText('共享链接无效或已失效').first().waitFor()
  await picture(late.page, 'over-zh')
  await late.done()
})
