import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer({ demo: true })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']

const WORDS = {
  zh: { make: '新建订阅地址', name: '名称', save: '生成', none: '还没有订阅地址', title: '手机日历', end: '停用' },
  en: { make: 'New feed address', name: 'Name', save: 'Create', none: 'No feed addresses yet', title: 'Phone', end: 'Revoke' },
} as const

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`a person makes the address of a calendar feed, a calendar reads it, and the address is revoked (${lang})`, async () => {
    const words = WORDS[lang]
    const who = await s.enrol('ip_engineer')
    const { page, complaints, done } = await visit('/me?tab=calendar', { lang, theme, as: who })
    await page.getByText(words.none).waitFor()
    await page.getByRole('button', { name: words.make }).click()
    await page.getByLabel(words.name).fill(words.title)
    await page.getByRole('dialog').getByRole('button', { name: words.save, exact: true }).click()
    const feed = await page.locator('.ant-alert code').textContent()
    await page.getByRole('cell', { name: words.title, exact: true }).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-calendar-${lang}-${theme}.png` })
    const read = async () => {
      const answer = await fetch(String(feed))
      return [answer.status, (await answer.text()).startsWith('BEGIN:VCALENDAR')]
    }
    assert.deepEqual(await read(), [200, true])
    await page.getByRole('button', { name: new RegExp(`${words.end}.*${words.title}`) }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.end, exact: true }).click()
    await page.getByText(words.none).waitFor()
    assert.deepEqual(await read(), [404, false])
    assert.deepEqual(complaints, [])
    await done()
  })
