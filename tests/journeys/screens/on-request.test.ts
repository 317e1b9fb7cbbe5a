// Parts of a page that are loaded when they are first shown: while they load, and when the network fails just then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { failed: '这部分内容未能加载', retry: '重试', cancel: '取消', loading: '正在加载…', batch: '批量检索' },
  en: { failed: 'This part could not be loaded', retry: 'Retry', cancel: 'Cancel', loading: 'Loading…', batch: 'Batch search' },
} as const

/** The scripts and styles of this part do not arrive until the answer is called. */
async function withoutNetwork(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort('connectionfailed'))
  return () => page.unroute(files)
}

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const) {
  const t = WORDS[lang]

  test(`a dialog that cannot be loaded says so in its place, is retried there, and leaves the page and its unsaved change: ${lang}`, async () => {
    const made = await s.call<{ sid: string }>('patent/do/create', { title: `Fictional pump ${lang}`, country: 'CN', patent_type: 'INVENTION', owner_sid: engineer.sid }, { as: engineer }) // oxfmt-ignore
    const { page, go, done } = await openPage({ lang, theme, as: engineer, fresh: true })
    await go(`/patents/${made.data.sid}`)
    await page.getByRole('button', { name: lang === 'zh' ? '编辑备注' : 'Edit Remarks' }).or(page.locator('.show-empty')).first().waitFor() // oxfmt-ignore
    const fact = page.locator('.fact', { hasText: `Fictional pump ${lang}` }).first()
    await fact.hover()
    await fact.locator('.fact-edit').click()
    const typed = page.locator('.in-place textarea, .in-place input').first()
    await typed.fill('Unsaved title')
    const restore = await withoutNetwork(page, /assets\/palette-.*\.js/)
    await page.keyboard.press('Control+k')
    const place = page.getByRole('dialog')
    await place.getByText(t.failed).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await place.getByRole('button', { name: t.retry }).click()
    await place.getByText(t.failed).waitFor()
    await place.getByRole('button', { name: t.cancel }).click()
    await place.waitFor({ state: 'detached' })
    assert.equal(await typed.inputValue(), 'Unsaved title')
    await page.keyboard.press('Control+k')
    await place.getByText(t.failed).waitFor()
    await restore()
    await place.getByRole('button', { name: t.retry }).click()
    await page.locator('.ant-modal').getByRole('combobox').or(page.locator('.ant-modal input')).first().waitFor() // oxfmt-ignore
    assert.equal(await page.locator('.part-dialog').count(), 0)
    await page.keyboard.press('Escape')
    assert.equal(await typed.inputValue(), 'Unsaved title')
    await done()
  })

  test(`a dialog that loads slowly shows that it does, and Escape gives it up: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, theme, as: engineer, fresh: true })
    const arrived = Promise.withResolvers<void>()
    await page.route(/assets\/batch-search-.*\.js/, (route) => arrived.promise.then(() => route.continue()))
    await go('/patents')
    await page.getByRole('button', { name: t.batch }).click()
    await page.getByRole('status').getByText(t.loading).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await page.keyboard.press('Escape')
    await page.locator('.part-dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t.batch }).click()
    await page.getByRole('status').getByText(t.loading).waitFor()
    arrived.resolve()
    await page.getByRole('dialog', { name: t.batch }).locator('textarea').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), t.batch)
    await done()
  })

  test(`a field whose editor cannot be loaded is retried in its place, and the form keeps what was typed: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, theme, as: engineer, fresh: true })
    const restore = await withoutNetwork(page, /assets\/date-picker-.*\.js/)
    await go('/patents/new')
    await page.locator('#title').fill('Unsaved form')
    const alert = page.getByRole('alert').filter({ hasText: t.failed }).first()
    await alert.waitFor()
    await restore()
    await alert.getByRole('button', { name: t.retry }).click()
    await page.locator('.ant-picker').first().waitFor()
    assert.equal(await page.locator('#title').inputValue(), 'Unsaved form')
    await done()
  })
}
