import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../harness/browser.ts'
import { testServer } from '../harness/server.ts'
import { visitor } from '../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())
const visit = visitor(browser, address)

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer()

test('[2.24] [3.08] [9.04] the administrator gives the system a name, a layout, a colour and a logo; everyone sees them', async () => {
  const { page, complaints, done } = await visit('/settings/look', { lang: 'en', as: admin })
  await page.getByLabel('System name').fill('Harbour IP')
  await page.getByLabel('Title of the login page').fill('Welcome to Harbour')
  await page.getByRole('radio', { name: 'Top' }).dispatchEvent('click')
  const logo = page.getByLabel('Logo', { exact: true })
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(400, 56) })
  await page.getByRole('alert').getByText('The picture is 400 × 56 pixels: too large').waitFor()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(230, 56) })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.shell[data-layout="top"]').waitFor()
  await page.locator('.brand img[alt="Harbour IP"]').waitFor()
  assert.deepEqual(complaints, [])
  await done()
  const other = await visit('/login', { lang: 'en' })
  await other.page.getByRole('heading', { name: 'Welcome to Harbour' }).waitFor()
  await other.page.waitForFunction(() => document.querySelector<HTMLImageElement>('.login img.logo')?.naturalWidth === 230)
  assert.match(await other.page.title(), /Harbour IP/)
  assert.deepEqual(other.complaints, [])
  await other.done()
  const refused = await visit('/settings/look', { lang: 'en', as: engineer })
  await refused.page.getByRole('heading', { name: 'You do not have permission to view this' }).waitFor()
  await refused.done()
})
