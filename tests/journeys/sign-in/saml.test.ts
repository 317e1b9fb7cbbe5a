import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { openSamlProvider, type People } from '../../harness/sign-in/saml-provider.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
await s.call('/innoe-webapi/setting/mail/do/update', { site_address: address }, { as: admin })
const people: People = new Map()
const provider = await openSamlProvider(people)
const browser = await openBrowser()
const visit = visitor(browser, address)

test('an administrator sets up a SAML provider; a person signs in there, reaches the requested page, and signs out there too', async () => {
  const form = await visit('/m/identity_provider/new', { lang: 'en', as: admin })
  const { page: setting } = form
  await setting.locator('#code').fill('directory')
  await setting.locator('#name').fill('Directory')
  await setting.locator('#protocol').click()
  await setting.getByTitle('SAML 2.0').click()
  await setting.locator('#client_id').waitFor({ state: 'detached' })
  await setting.locator('#entity_id').fill(provider.record.entity_id)
  await setting.locator('#sign_in_url').fill(provider.record.sign_in_url)
  await setting.locator('#sign_out_url').fill(provider.record.sign_out_url)
  await setting.locator('#certificates').fill(provider.record.certificates)
  await setting.locator('#signs_out').click()
  await setting.getByRole('button', { name: 'Save', exact: true }).click()
  await setting.getByRole('heading', { name: 'Directory' }).first().waitFor()
  assert.deepEqual(form.complaints, [])
  await form.done()

  const who = await s.enrol('ip_engineer', { email: 'employee@reader.test' })
  people.set('nobody', { email: 'nobody@reader.test' })
  people.set('employee', { email: 'employee@reader.test', displayName: 'Employee' })
  const { page, done } = await visit('/patents', { lang: 'en' })
  await page.getByRole('link', { name: 'Sign in with Directory' }).click()
  await page.waitForURL((url) => url.origin === provider.base)
  await page.locator('input[name=login]').fill('nobody')
  await page.locator('button[type=submit]').click()
  await page.getByText('No account matches you').waitFor()
  await page.goto(`${address}/innoe-web/sso/auth/saml/directory?redirect=/patents`)
  await page.waitForURL((url) => url.origin === provider.base)
  await page.locator('input[name=login]').fill('employee')
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${address}/innoe-web/patents`)
  const account = await page.evaluate(() => (JSON.parse(localStorage.getItem('innoe.session') ?? '{}') as { account?: string }).account)
  assert.equal(account, who.account)
  await page.locator('button.user').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Signed out at the provider' }).waitFor()
  await done()
})
