import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { openMailbox } from '../../harness/mail/mailbox.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const mailbox = await openMailbox()
await s.call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

/** The administrator reads the code out that was sent to the number; only a proven one signs in. */
async function proveMobile(page: Page) {
  await page.goto(`${address}/innoe-web/me?tab=mobile`)
  await page.getByText('138****3333').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('The code is on its way').waitFor()
  const outbox = await visit('/settings/text-messages', { lang: 'en', as: admin })
  const text = (await outbox.page.getByRole('cell', { name: /prove your mobile number/ }).textContent()) ?? ''
  await outbox.done()
  await page.getByLabel('Code', { exact: true }).fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Prove' }).click()
  await page.getByText('is proven and signs in').waitFor()
}

test('[2.20] an administrator allows codes; people sign in with one by e-mail, and, once they have proven their number, with one by text message that the administrator reads out', async () => {
  const settings = await visit('/settings/sign-in', { lang: 'en', as: admin })
  await settings.page.getByLabel('Sign-in with a code by e-mail').click()
  await settings.page.getByLabel('Sign-in with a code by text message').click()
  await settings.page.getByRole('button', { name: 'Save' }).click()
  await settings.page.getByText('Saved').first().waitFor()
  assert.deepEqual(settings.complaints, [])
  await settings.done()

  await s.enrol('ip_engineer', { email: 'coded@reader.test', mobile: '13800003333' })
  const { page, done } = await visit('/login', { lang: 'en' })
  await page.getByRole('button', { name: 'Log in with a code' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill('coded@reader.test')
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('a code is on its way').waitFor()
  assert.ok(await page.getByRole('button', { name: /Send again in \d+ s/ }).isDisabled())
  const code = /\d{6}/.exec((await mailbox.next(1)).subject)?.[0] ?? ''
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('The code is wrong or has expired').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Hello, ip_engineer').waitFor()
  await proveMobile(page)
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()

  await page.getByRole('button', { name: 'Log in with a code' }).click()
  await page.getByText('By text message').click()
  await page.getByText('Text messages can be intercepted').waitFor()
  await page.getByLabel('Mobile', { exact: true }).fill('138 0000 3333')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('a code is on its way').waitFor()
  const outbox = await visit('/settings/text-messages', { lang: 'en', as: admin })
  await outbox.page.getByText('No text-message gateway is connected').waitFor()
  const text = (await outbox.page.getByRole('cell', { name: /sign-in code is/ }).textContent()) ?? ''
  assert.deepEqual(await seriousFaults(outbox.page), [])
  assert.deepEqual(outbox.complaints, [])
  await outbox.done()
  await page.getByLabel('Code', { exact: true }).fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('Hello, ip_engineer').waitFor()
  await done()
})

test('people without all permissions do not see the outbox of text messages', async () => {
  const { page, done } = await visit('/settings/text-messages', { lang: 'en', as: await s.enrol('ip_manager') })
  await page.getByRole('heading', { name: 'You do not have permission to view this' }).waitFor()
  assert.equal(await page.getByText('No text-message gateway').count(), 0)
  await done()
})
