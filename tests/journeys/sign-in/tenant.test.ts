import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../../../server/records/write/create.ts'
import { modelNamed } from '../../../server/records/registry.ts'
import { systemContext } from '../../../server/records/context.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { says, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const branch = await createRow(systemContext(s.tenant), modelNamed(s.tenant.models, 'company'), { company_name: '滨海分公司', simple_name: '滨海' })
const tag = await createRow(systemContext(s.tenant), modelNamed(s.tenant.models, 'tag'), { name: '重点' })
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const visit = visitor(browser, address)

test('[7.02] the address of a detail page names the selected company, and a copied link opens in that company', async () => {
  const { page, complaints, done } = await visit(`/m/tag/${tag}`, { lang: 'en', as: admin })
  await says(page, '重点')
  assert.equal(new URL(page.url()).searchParams.get('company_sid'), null)
  await page.getByRole('button', { name: /Switch company/ }).click()
  await page.getByRole('menuitem', { name: '滨海' }).click()
  await page.waitForURL((url) => url.searchParams.get('company_sid') === branch)
  const link = page.url()
  await page.getByRole('button', { name: /Switch company/ }).click()
  await page.getByRole('menuitem', { name: 'All companies' }).click()
  await page.waitForURL((url) => !url.searchParams.has('company_sid'))
  assert.deepEqual(complaints, [])
  await done()
  const other = await visit(link.replace(/^.*innoe-web/, ''), { lang: 'en', as: admin })
  const asked = other.page.waitForRequest((request) => request.url().includes(`/tag/${tag}`) && request.resourceType() === 'fetch')
  await other.page.reload()
  assert.equal((await asked).headers()['x-company-sid'], branch)
  await other.page.getByRole('button', { name: 'Switch company: 滨海' }).waitFor()
  await other.done()
})

test('[7.23] a text of the web client that an administrator changes is shown in its language only', async () => {
  const sync = (text: string) => s.call('i18n/front/sync', { language: 'en', record: [{ key: 'company.switch', text }] }, { as: admin })
  assert.equal((await sync('Change unit')).code, 0)
  const english = await visit('/home', { lang: 'en', as: admin })
  await english.page.getByRole('button', { name: /^Change unit/ }).waitFor()
  assert.deepEqual(english.complaints, [])
  await english.done()
  const chinese = await visit('/home', { lang: 'zh', as: admin })
  await chinese.page.getByRole('button', { name: /^切换公司/ }).waitFor()
  await chinese.done()
  await sync('')
  const again = await visit('/home', { lang: 'en', as: admin })
  await again.page.getByRole('button', { name: /^Switch company/ }).waitFor()
  await again.done()
})
