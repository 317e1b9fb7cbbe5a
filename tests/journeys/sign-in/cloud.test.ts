import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const s = await testServer({ edition: 'cloud' })
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const CLIENT = 'innoe-back-office'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const token = () =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject('cloud-employee')
    .setAudience(CLIENT)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
const jump = async () => `/jump2cloud?client_id=${CLIENT}&token=${await token()}`

test('[2.22] [6.09] a person who comes in from the cloud binds the account there once, then signs in by it, and unbinds it', async () => {
  const values = {
    code: 'cloud',
    name: '虚构云',
    protocol: 'CLOUD',
    client_id: CLIENT,
    public_keys: publicKey.export({ type: 'spki', format: 'pem' }),
  }
  assert.equal((await s.call('identity_provider/do/create', values, { as: admin })).code, 0)
  const who = await s.enrol('ip_engineer')

  const { page, done } = await visit(await jump(), { lang: 'en', as: who })
  await page.getByText('bind your cloud account to it').waitFor()
  assert.equal(new URL(page.url()).search, '', 'the token has left the address')
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByRole('button', { name: 'Sign in and bind' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Bind the cloud account' }).click()
  await page.getByText('cloud-employee').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await done()

  const again = await visit(await jump(), { lang: 'zh', theme: 'dark' })
  await again.page.getByText('ip_engineer').first().waitFor()
  const kept = () =>
    again.page.evaluate(() => (JSON.parse(localStorage.getItem('innoe.session') ?? '{}') as { user_sid?: string; account?: string }).account)
  assert.equal(await kept(), who.account)
  await again.page.goto(`${address}/innoe-web/me?tab=cloud`)
  await again.page.getByRole('button', { name: '解绑' }).click()
  await again.page.getByRole('tooltip').getByRole('button', { name: '解绑' }).click()
  await again.page.getByText('未绑定云账号').waitFor()
  await again.page.goto(`${address}/innoe-web${await jump()}`)
  await again.page.getByText('如已有本系统账号').waitFor()
  await again.done()
})
