import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { type Person, testServer } from '../../harness/server.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const listening = await s.app.listen({ port: 0, host: '127.0.0.1' })
const address = `http://localhost:${new URL(listening).port}`
await s.call('/innoe-webapi/setting/mail/do/update', { site_address: address }, { as: admin })
const browser = await openBrowser()

/** A browser with an authenticator of its own that knows its owner, and a page of it. */
async function device(path: string, of?: BrowserContext) {
  const context = of ?? (await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } }))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const knowsOwner = (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const captcha = captchaOf(page)
  await page.goto(`${address}/innoe-web${path}`)
  return { context, page, captcha, knowsOwner }
}

async function captchaOf(page: Page) {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/innoe-passport/captcha') && response.ok())
  const { data } = (await answer.json()) as { data: { captcha_id: string } } // as the call declares it
  const row = await s.tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  return (row.value as { answer: string }).answer // as captcha.ts writes it
}

async function signIn(page: Page, { account, password }: Person, captcha: Promise<string>) {
  await page.locator('#captcha').fill(await captcha)
  await page.locator('#username').fill(account)
  await page.locator('#password').fill(password)
  await page.locator('.login-form button[type=submit]').click()
}

async function signOut(page: Page) {
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.locator('#username').waitFor()
}

test('a person adds a passkey, signs in with it alone, and removes it; an unverified person and an unknown device are refused', async () => {
  const who = await s.enrol('ip_engineer')
  const { context, page, captcha, knowsOwner } = await device('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('this device has no passkey for it').waitFor()
  await signIn(page, who, captcha)
  await page.getByText('Hello, ip_engineer').waitFor()
  await page.goto(`${address}/innoe-web/me?tab=passkeys`)
  await page.getByText('No passkeys yet').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Test laptop')
  await page.getByLabel('Current password').fill('wrong')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Password: is wrong').waitFor()
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('cell', { name: 'Test laptop', exact: true }).waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByLabel('Name', { exact: true }).fill('Once more')
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('This device has a passkey of this account already').waitFor()
  await signOut(page)
  await knowsOwner(false)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('this device has no passkey for it').waitFor()
  await knowsOwner(true)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Hello, ip_engineer').waitFor()
  const account = await page.evaluate(() => (JSON.parse(localStorage.getItem('innoe.session') ?? '{}') as { account?: string }).account)
  assert.equal(account, who.account)
  await page.goto(`${address}/innoe-web/me?tab=passkeys`)
  await page.getByRole('button', { name: 'Remove the passkey “Test laptop”' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(who.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('The passkey is not valid here').waitFor()
  await context.close()
})

test('a role requires two-step verification: a person chooses a passkey for it, and uses it after the password', async () => {
  const role = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'dept_leader').executeTakeFirstOrThrow()
  await s.call('role/do/update', { sid: role.sid, second_factor: true }, { as: admin })
  const who = await s.enrol('dept_leader')
  const { context, page, captcha } = await device('/login')
  await signIn(page, who, captcha)
  await page.getByRole('heading', { name: 'Please set up two-step verification' }).waitFor()
  await page.getByRole('tab', { name: 'Passkeys' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Phone')
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Hello, dept_leader').waitFor()
  const again = captchaOf(page)
  await signOut(page)
  await signIn(page, who, again)
  await page.getByText('confirm with your passkey').waitFor()
  assert.equal(await page.getByLabel('Code', { exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Hello, dept_leader').waitFor()
  await context.close()
})

test('an unknown tab of the personal page opens the first one', async () => {
  const who = await s.enrol('ip_engineer')
  const { context, page, captcha } = await device('/login')
  await signIn(page, who, captcha)
  await page.getByText('Hello, ip_engineer').waitFor()
  await page.goto(`${address}/innoe-web/me?tab=unknown`)
  await page.getByRole('tab', { name: 'Profile', selected: true }).waitFor()
  await page.getByRole('tabpanel').getByText(who.account).first().waitFor()
  await context.close()
})
