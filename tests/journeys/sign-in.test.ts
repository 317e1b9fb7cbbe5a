import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../harness/browser.ts'
import { type Person, testServer } from '../harness/server.ts'
import { visitor } from '../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())
const visit = visitor(browser, address)

/** A page of somebody without a session, and the answer to its captcha. */
async function stranger(path: string) {
  const of = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } })
  const page = await of.newPage()
  page.setDefaultTimeout(20_000)
  const captcha = captchaOf(page)
  await page.goto(`${address}/innoe-web${path}`)
  return { of, page, captcha }
}

async function captchaOf(page: Page) {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  const { data } = (await answer.json()) as { data: { captcha_id: string } } // as the call declares it
  const row = await s.tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  return (row.value as { answer: string }).answer // as captcha.ts writes it
}

async function signIn(page: Page, { account, password }: Pick<Person, 'account' | 'password'>, captcha: Promise<string>) {
  await page.locator('#captcha').fill(await captcha)
  await page.locator('#username').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('.login-form button[type=submit]').click()
}

test('[5.02] an administrator sets the rules of passwords; who signs in with an expired one sees them, and changes it by them', async () => {
  const { page, complaints, done } = await visit('/settings/sign-in', { lang: 'en', as: admin })
  await page.getByLabel('Password length').click()
  await page.getByTitle('8 to 30 characters').click()
  await page.getByLabel('Days that a password is valid').fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  assert.deepEqual(complaints, [])
  await done()
  const who = await s.enrol('ip_engineer')
  await s.tenant.db
    .updateTable('user')
    .set({ password_changed_at: new Date(Date.now() - 91 * 86_400_000).toISOString() })
    .where('user_info_sid', '=', who.sid)
    .execute()
  const { of, page: login, captcha } = await stranger('/login')
  await signIn(login, who, captcha)
  await login.getByRole('heading', { name: 'Please change your password' }).waitFor()
  const rules = login.locator('#password-rules')
  await rules.getByText('8 to 30 characters').waitFor()
  await rules.getByText('To be changed again after 90 days').waitFor()
  assert.equal(await rules.locator('.done').count(), 0)
  await login.getByLabel('Current password').fill(who.password)
  await login.getByLabel('New password', { exact: true }).fill('P@ssw0rd1')
  assert.deepEqual(
    await rules
      .locator('li.quiet')
      .first()
      .textContent()
      .then((text) => text?.trim()),
    'Not a common password, nor made of the account name',
  )
  await login.getByLabel('New password', { exact: true }).fill('Tramrail-49173-Tunnel')
  await login.waitForFunction(() => document.querySelectorAll('#password-rules .done').length === 4)
  await login.getByLabel('Repeat new password').fill('Tramrail-49173-Tunnel')
  await login.getByRole('button', { name: 'Change and continue' }).click()
  await login.getByText(`Hello, ip_engineer`).waitFor()
  await of.close()
})
