// Documents are found by their content in a real browser, in both languages: from the quick search and on their own page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemContext } from '../../../server/records/context.ts'
import { readContents } from '../../../server/documents/search/read-contents.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, tenant, enrol } = await testServer()
const engineer = await enrol('ip_engineer')
const ctx = systemContext(tenant)
const case_sid = await createRow(ctx, modelOf(tenant, 'patent'), { case_no: 'FT-1', title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', owner_sid: engineer.sid, company_sid: engineer.company }) // oxfmt-ignore
const file = `开头。${'虚构的说明文字。'.repeat(20)}电磁锁舌在断电时保持锁定。`
const sent = await sendFile(app, { path: 'document/do/upload', token: engineer.token, file, name: '说明.txt', fields: { case_sid } })
assert.equal(sent.code, 0)
await readContents(ctx)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const shots = process.env.INNOE_SHOTS

const WORDS = {
  zh: { link: '全文检索', box: '按文件内容或名称查找', none: '没有找到', quick: '输入案号、申请号、名称、菜单或操作' },
  en: { link: 'Full-text search', box: 'Find documents by content or name', none: 'Nothing found', quick: 'Case number, application number, title, menu or action' },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url))
  test(
    `${lang}: a document is found by its content, opens with the words marked, and the quick search leads to it`,
    { timeout: 120_000 },
    async () => {
      const words = WORDS[lang]
      const { page, go, done, complaints } = await openPage({ lang, as: engineer, width: 1280, height: 800 })
      await go('/m/document')
      await page.getByRole('link', { name: words.link }).first().click()
      await page.getByRole('textbox', { name: words.box }).fill('断电时保持')
      const found = page.locator('.found-list li', { hasText: '说明.txt' })
      await found.locator('mark', { hasText: '断电时保持' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('q'), '断电时保持')
      assert.deepEqual(await seriousFaults(page), [])
      if (shots) await page.screenshot({ path: `${shots}-found-${lang}.png` })
      await found.getByRole('button').first().click()
      await page.locator('.viewer mark', { hasText: '断电时保持' }).first().waitFor()
      if (shots) await page.screenshot({ path: `${shots}-viewer-${lang}.png` })
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: words.box }).fill('从未写过的词')
      await page.getByText(words.none).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').last().fill('断电时保持')
      await page.getByRole('option', { name: /说明\.txt/ }).click()
      await page.locator('.viewer mark', { hasText: '断电时保持' }).first().waitFor()
      assert.deepEqual(complaints, [])
      await done()
    },
  )
