import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { type Claims, CLIENT, openIdentityProvider } from '../../harness/sign-in/identity-provider.ts'
import { openMailbox } from '../../harness/mail/mailbox.ts'
import { type Person, testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const s = await testServer()
const admin = await s.enrol('system_admin')
const mailbox = await openMailbox()
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
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

test('[5.02] an administrator sets the password rules; a person with an expired password sees them and sets a new password', async () => {
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
  await rules.locator('li.quiet').first().filter({ hasText: 'Not a common password, nor made of the account name' }).waitFor()
  await login.getByLabel('New password', { exact: true }).fill('Tramrail-49173-Tunnel')
  await login.waitForFunction(() => document.querySelectorAll('#password-rules .done').length === 4)
  await login.getByLabel('Repeat new password').fill('Tramrail-49173-Tunnel')
  await login.getByRole('button', { name: 'Change and continue' }).click()
  await login.getByText(`Hello, ip_engineer`).waitFor()
  await of.close()
})

test('an administrator configures and tests the mailbox; a person resets a forgotten password by the mailed link', async () => {
  const { page, complaints, done } = await visit('/settings/mail', { lang: 'en', as: admin })
  await page.getByLabel('Mail server').fill(mailbox.settings.host)
  await page.getByLabel('Port', { exact: true }).fill(String(mailbox.settings.port))
  await page.getByLabel('Encryption').click()
  await page.getByTitle('None').click()
  await page.getByLabel('Account of the mailbox').fill(mailbox.settings.username)
  await page.getByLabel('Password of the mailbox').fill(mailbox.settings.password)
  await page.getByLabel('Sender address').fill(mailbox.settings.from_address)
  await page.getByLabel('Address of this system').fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Send the test mail to').fill('admin@reader.test')
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await page.getByText('The test mail was sent').waitFor()
  assert.equal((await mailbox.next(1)).subject, 'Innoe test mail')
  assert.deepEqual(complaints, [])
  await done()

  const who = await s.enrol('ip_engineer', { email: 'forgetful@reader.test' })
  const { of, page: login } = await stranger('/login')
  await login.getByRole('link', { name: 'Forgot password' }).click()
  await login.getByLabel('Account or e-mail').fill('forgetful@reader.test')
  await login.getByRole('button', { name: 'Send mail' }).click()
  await login.getByText('If there is such an account').waitFor()
  assert.match(String(await login.getByRole('button', { name: /Send again in \d+ s/ }).textContent()), /\d/)
  const { text } = await mailbox.next(2)
  await login.goto(/https?:\S+/.exec(text)?.[0] ?? '')
  await login.getByText(`account “${who.account}”`).waitFor()
  assert.equal(new URL(login.url()).hash, '', 'the token does not stay in the address')
  await login.getByLabel('New password', { exact: true }).fill('Harbour-61134')
  await login.getByLabel('Repeat new password').fill('Harbour-61134')
  await login.getByRole('button', { name: 'Set new password' }).click()
  await login.getByText('The password is reset').waitFor()
  const captcha = captchaOf(login)
  await login.getByRole('link', { name: 'Back to login' }).click()
  await signIn(login, { account: who.account, password: 'Harbour-61134' }, captcha)
  await login.getByText('Hello, ip_engineer').waitFor()
  await login.goto(/https?:\S+/.exec(text)?.[0] ?? '')
  await login.getByText('The current reset link has expired').waitFor()
  await of.close()
})

test('a person lists their sessions and ends the others; an administrator ends a session of another person', async () => {
  const who = await s.enrol('ip_engineer')
  const { of, page: login, captcha } = await stranger('/login')
  await signIn(login, who, captcha)
  await login.getByText('Hello, ip_engineer').waitFor()
  await login.goto(`${address}/innoe-web/me?tab=sessions`)
  await login.getByText('This session').waitFor()
  assert.equal(await login.getByText('Chrome, Linux').count(), 1)
  const { sid } = await s.tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  const hour = (Date.now() - 3_600_000).toString(16).padStart(12, '0')
  const born = `${hour.slice(0, 8)}-${hour.slice(8)}-7000-8000-${who.sid.slice(-12)}` // a sign-in an hour ago
  await s.tenant.db.updateTable('token').set({ family: born }).where('user_sid', '=', sid).where('refresh_hash', 'is not', null).execute()
  await login.getByRole('button', { name: 'End all other sessions' }).click()
  const dialog = login.getByRole('dialog', { name: 'Please confirm that it is you' })
  await dialog.getByLabel('Current password').fill('Wrong-11111')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('is wrong').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await login.getByRole('button', { name: 'End all other sessions' }).click()
  await dialog.getByLabel('Current password').fill(who.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await login.getByText('1 session ended').waitFor()
  assert.equal((await s.call('patent/do/count', {}, { as: who })).status, 401)
  const { page, complaints, done } = await visit(`/m/user_info/${who.sid}`, { lang: 'zh', as: admin })
  await page.getByRole('button', { name: '账号操作' }).click()
  await page.getByRole('menuitem', { name: '登录设备' }).click()
  await page.getByRole('button', { name: /结束在 Chrome，Linux 的登录/ }).click()
  await page
    .locator('.ant-modal-confirm')
    .getByRole('button', { name: /结\s*束/ })
    .click()
  await page.getByText('没有登录的设备').waitFor()
  assert.deepEqual(complaints, [])
  await done()
  await login.goto(`${address}/innoe-web/me`)
  await login.getByRole('button', { name: 'Log in' }).waitFor()
  await of.close()
})

test('a role requires two-step verification: a person sets it up first, then signs in with a code or a recovery code', async () => {
  const role = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'dept_leader').executeTakeFirstOrThrow()
  await s.call('role/do/update', { sid: role.sid, second_factor: true }, { as: admin })
  await s.call('/innoe-webapi/setting/sign_in/do/update', { code_clock: true }, { as: admin })
  const who = await s.enrol('dept_leader')
  const { of, page, captcha } = await stranger('/login')
  await signIn(page, who, captcha)
  await page.getByRole('heading', { name: 'Please set up two-step verification' }).waitFor()
  await page.getByLabel('Current password').fill(who.password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Picture for the authenticator app').waitFor()
  const key = (await page.locator('main code').textContent())?.replaceAll(' ', '') ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Switch on' }).click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).locator('code')
  await listed.first().waitFor()
  const codes = await listed.allTextContents()
  assert.equal(codes.length, 10)
  await page.getByRole('button', { name: 'I have noted it' }).click()
  await page.getByText('Hello, dept_leader').waitFor()
  for (const code of [() => totp.generate({ timestamp: Date.now() + 30_000 }), () => codes[0] ?? '']) {
    const again = await stranger('/login')
    await signIn(again.page, who, again.captcha)
    await again.page.getByLabel('Code', { exact: true }).fill('123')
    await again.page.getByRole('button', { name: 'Log in' }).click()
    await again.page.getByText('The code is wrong or was used before').waitFor()
    await again.page.getByLabel('Code', { exact: true }).fill(code())
    await again.page.getByRole('button', { name: 'Log in' }).click()
    await again.page.getByText('Hello, dept_leader').waitFor()
    await again.of.close()
  }
  await page.goto(`${address}/innoe-web/me?tab=second`)
  await page.getByText('9 recovery codes left').waitFor()
  await page.getByText('A role of yours requires it.').waitFor()
  await of.close()
})

test('a person signs in at the OpenID provider of the company, reaches the requested page, and signs out at the provider too', async () => {
  const people = new Map<string, Claims>([['employee', { email: 'employee@reader.test', email_verified: true, name: 'Employee' }]])
  const redirect = `${address}/innoe-web/sso/auth/oidc/head-office`
  const { issuer } = await openIdentityProvider(people, { redirect, home: `${address}/innoe-web/login` })
  const { page: settings, complaints, done } = await visit('/settings/sign-in', { lang: 'en', as: admin })
  await settings.getByRole('link', { name: 'Identity providers of single sign-on' }).click()
  await settings.getByRole('heading', { name: 'Identity provider' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
  const record = { code: 'head-office', name: '总部', name_en: 'Head office', issuer, signs_out: true, ...CLIENT }
  const made = await s.call('identity_provider/do/create', record, { as: admin })
  const own = await visit(`/m/identity_provider/${String(made.data.sid)}`, { lang: 'en', as: admin })
  await own.page.getByRole('region', { name: 'To be entered at the provider' }).getByText(redirect).waitFor()
  await own.done()
  const who = await s.enrol('ip_engineer', { email: 'employee@reader.test' })
  const { of, page } = await stranger('/patents')
  await page.getByRole('link', { name: 'Sign in with Head office' }).click()
  for (const name of ['stranger', 'employee']) {
    await page.waitForURL((url) => url.origin === issuer)
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    if (name === 'employee') break
    await page.getByText('the provider has not verified your e-mail').waitFor()
    await page.getByRole('heading', { name: 'Single sign-on: Head office' }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'the code does not stay in the address')
    await of.clearCookies()
    await page.goto(`${address}/innoe-web/sso/auth/oidc/head-office?redirect=/patents`)
  }
  await page.waitForURL(`${address}/innoe-web/patents`)
  const me = await page.evaluate(() => (JSON.parse(localStorage.getItem('innoe.session') ?? '{}') as { account?: string }).account)
  assert.equal(me, who.account)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.origin === issuer)
  await of.close()
})
