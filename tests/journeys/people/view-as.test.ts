import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { modelOf } from '../../harness/engine.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer', { name: '王虚构', name_en: 'Wang Fictional' })
await createRow(systemContext(s.tenant), modelOf(s.tenant, 'patent'), {
  title: '虚构装置',
  country: 'CN',
  patent_type: 'INVENTION',
  owner_sid: engineer.sid,
  company_sid: engineer.company,
})
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const open = pageOpener(browser, address)

const WORDS = {
  en: {
    start: 'View as this person',
    banner: /You are viewing as “王虚构”/,
    end: 'End the view',
    settings: 'Settings',
    cases: 'Cases',
    create: 'New',
  },
  zh: { start: '以此人身份查看', banner: /正在以“王虚构”的身份查看/, end: '结束查看', settings: '系统设置', cases: '案件', create: '新建' },
} as const

/** The harness signs in anew at each load; here the page keeps what the client wrote. */
async function signedIn(lang: 'zh' | 'en') {
  const { page, complaints, load, go, done } = await open({ lang })
  await load('/privacy')
  const session = { token: admin.token, refresh_token: '', login_time: '', expires_at: '2099-01-01T00:00:00Z', user_sid: admin.sid, avatar: null, company_sid: admin.company, must_change_password: false, platform: 1 } // oxfmt-ignore
  await page.evaluate((kept) => localStorage.setItem('innoe.session', kept), JSON.stringify(session))
  await load(`/m/user_info/${engineer.sid}`)
  return { page, complaints, go, done }
}

for (const lang of languagesOf(import.meta.url))
  test(`an administrator views as an engineer on every page and ends the view (${lang})`, async () => {
    const t = WORDS[lang]
    const { page, complaints, go, done } = await signedIn(lang)
    await page.getByRole('button', { name: t.start }).click()
    await page.getByRole('dialog').getByRole('button', { name: t.start }).click()
    await page.waitForURL(/\/home$/)
    await page.getByText(t.banner).waitFor()
    const menus = page.getByRole('navigation').first()
    await menus.getByText(t.cases).first().waitFor()
    assert.equal(await menus.getByText(t.settings).count(), 0)
    await go('/patents')
    await page.getByText(t.banner).waitFor()
    await page.getByText('虚构装置').first().waitFor()
    assert.equal(await page.getByRole('button', { name: t.create, exact: true }).count(), 0)
    assert.deepEqual(await seriousFaults(page), [])
    await page.getByRole('button', { name: t.end }).click()
    await page.waitForURL(/\/home$/)
    await menus.getByText(t.settings).first().waitFor()
    assert.equal(await page.getByText(t.banner).count(), 0)
    assert.deepEqual(complaints, [])
    await done()
  })

test('a view that the server has ended leaves the page as oneself', async () => {
  const { page, done } = await signedIn('en')
  await page.getByRole('button', { name: WORDS.en.start }).click()
  await page.getByRole('dialog').getByRole('button', { name: WORDS.en.start }).click()
  await page.getByText(WORDS.en.banner).waitFor()
  await s.call('user_info/do/end_view', {}, { as: admin })
  await page.getByText(WORDS.en.banner).waitFor({ state: 'detached' })
  await page.getByRole('navigation').first().getByText(WORDS.en.settings).first().waitFor()
  assert.equal(await page.getByText(WORDS.en.banner).count(), 0)
  await done()
})
