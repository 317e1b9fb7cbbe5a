import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const other = await s.enrol('inventor')
const agent = await s.enrol('agent')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const context = (lang: 'zh' | 'en') =>
  browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US', viewport: { width: 1280, height: 800 }, baseURL: `${address}/innoe-web/` })

async function tab(of: BrowserContext, path: string) {
  const page = await of.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${address}/innoe-web${path}`)
  return page
}

/** The answer to the captcha on the page. */
async function signIn(page: Page, { account, password }: typeof engineer, fetched: Promise<string>) {
  const id = await fetched
  const row = await s.tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${id}`).executeTakeFirstOrThrow()
  await page.locator('#username').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('#captcha').fill((row.value as { answer: string }).answer)
  await page.locator('.login-form button[type=submit]').click()
}

const captchaOf = async (page: Page) => {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  return ((await answer.json()) as { data: { captcha_id: string } }).data.captcha_id
}

async function signedIn(lang: 'zh' | 'en', who: typeof engineer, path: string) {
  const of = await context(lang)
  const page = await of.newPage()
  page.setDefaultTimeout(20_000)
  const captcha = captchaOf(page)
  await page.goto(`${address}/innoe-web${path}`)
  await signIn(page, who, captcha)
  await page.waitForURL((url) => url.pathname === `/innoe-web${path}`)
  return { of, page }
}

/** Simulates two idle hours. */
async function timeOut() {
  await s.tenant.db.updateTable('token').set({ expires_at: '2020-01-01T00:00:00Z' }).where('kind', '=', 'SESSION').execute()
  s.tenant.pubsub.publish('refresh', null)
  // Published to every process through the database.
  for (let at = 0; at < 100; at++) {
    const { code } = await s.call('user_info/do/my', undefined, { as: engineer })
    if (code === 30409) return
    await new Promise((resume) => setTimeout(resume, 50))
  }
  assert.fail('the session lives on')
}

test('[8.05] a person with an expired session can sign in on the page, and every tab keeps the entered text', async () => {
  const { of, page } = await signedIn('en', engineer, '/m/tag/new')
  const second = await tab(of, '/home')
  await page.getByLabel('Name').fill('Do not lose me')
  await timeOut()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login timeout, you have been logged out' })
  await dialog.waitFor()
  await second.getByRole('dialog', { name: 'Login timeout, you have been logged out' }).waitFor()
  const captcha = captchaOf(page)
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  assert.equal(await page.locator('#username').inputValue(), engineer.account)
  await signIn(page, engineer, captcha)
  await dialog.waitFor({ state: 'hidden' })
  await second.getByRole('dialog').waitFor({ state: 'hidden' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Do not lose me')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/m\/tag\/[0-9a-f-]{36}$/)
  await of.close()
})

test('[8.05] [9.03] a person who logs in again is redirected to the login page after two seconds and then back', async () => {
  const { of, page } = await signedIn('zh', engineer, '/patents')
  await page.locator('.list-body .ant-table').waitFor()
  await timeOut()
  // The first call brings the question; it may appear before the click.
  await page.locator('a[href$="/home"]').first().dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: '登录超时，您已退出登录' })
  await dialog.waitFor()
  const started = Date.now()
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL(/\/login\?redirect=%2Fhome/)
  assert.ok(Date.now() - started >= 1900)
  await of.close()
})

test('an active session is renewed before it ends, without a message', async () => {
  const { of, page } = await signedIn('en', engineer, '/home')
  const before = await page.evaluate(() => localStorage.getItem('innoe.session') ?? '')
  // The stored session has five minutes left.
  await page.evaluate((kept) => {
    const session = JSON.parse(kept) as Record<string, unknown>
    localStorage.setItem('innoe.session', JSON.stringify({ ...session, expires_at: new Date(Date.now() + 300_000).toISOString() }))
  }, before)
  const renewed = page.waitForResponse((response) => response.url().endsWith('/innoe-passport/refresh') && response.ok())
  await page.getByRole('link', { name: 'Cases' }).first().click()
  await renewed
  await page.locator('.list-body, .ant-table').first().waitFor()
  await page.waitForFunction((kept) => localStorage.getItem('innoe.session') !== kept, before)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await of.close()
})

test('a logout in one tab logs out the other tabs, and the next person sees no data of the last person', async () => {
  const { of, page } = await signedIn('en', engineer, '/home')
  const second = await tab(of, '/patents')
  await second.getByRole('heading', { name: 'Patents' }).waitFor()
  await page.locator('.user').click()
  const captcha = captchaOf(page)
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  await second.waitForURL(/\/login\?redirect=%2Fpatents/)
  await signIn(page, other, captcha)
  await page.getByText('Hello, inventor').waitFor()
  assert.equal(await page.getByRole('navigation').getByText('Deadlines').count(), 0)
  await of.close()
})

test('[2.07] a person signed in to the other portal is informed and can sign in after logging out', async () => {
  const { of, page } = await signedIn('en', engineer, '/home')
  const login = await tab(of, '/404')
  const captcha = captchaOf(login)
  await login.goto(`${address}/innoe-web/login`)
  const id = await captcha
  await login.getByText('Agency', { exact: true }).click()
  await signIn(login, agent, Promise.resolve(id))
  await login.waitForURL(/\/412$/)
  const again = captchaOf(login)
  await login.getByRole('button', { name: 'Log out and log in again' }).click()
  await login.waitForURL(/\/login$/)
  await page.waitForURL(/\/login/)
  await login.getByText('Agency', { exact: true }).click()
  await signIn(login, agent, again)
  await login.waitForURL(/\/home$/)
  await of.close()
})
