import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../harness/browser.ts'
import { testServer } from '../harness/server.ts'
import { pageOpener } from '../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer', { name: 'Mei Engineer' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())

const made = async (model: string, values: Record<string, unknown>) => {
  const { data, message } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: engineer })
  assert.ok(data?.sid, `${model}: ${message}`)
  return data.sid
}
const [alpha, beta] = [await made('applicant', { name: 'Alpha Batteries' }), await made('applicant', { name: 'Beta Motors' })]
const inventor_sid = await made('inventor', { name: 'Wang Inventor' })
for (const [title, country, applicant_sid] of [
  ['Heat sink', 'CN', alpha],
  ['Hinge', 'CN', alpha],
  ['Latch', 'US', alpha],
  ['Rotor', 'US', beta],
] as const)
  await made('patent', {
    ...{ title, country, patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: engineer.sid, applicants: [{ applicant_sid }] },
    inventors: [{ inventor_sid, contribution_pct: '100' }],
  })

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en' = 'en') => openPage({ lang, as: engineer, height: 800 })
const rows = (page: Page) => page.locator('.list-body .ant-table-row')

test('a filter shows its values by name with their number in the list, finds one by its name, takes several, and is removed', async () => {
  const { page, complaints, go } = await signedIn()
  await go('/patents')
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'Country/office' }).click()
  const values = page.locator('.values li')
  await values.first().waitFor()
  assert.deepEqual(
    (await values.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    ['China 2', 'United States 2'],
  )
  await page.getByRole('checkbox', { name: /China/ }).check()
  await page.waitForURL(/f\.country=CN/)
  await page.getByText('Latch').waitFor({ state: 'hidden' })
  assert.equal(await values.count(), 2, 'the other values stay')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Applicants' }).click()
  const counts = page.getByRole('list', { name: 'Applicants' }).getByRole('listitem')
  await counts.first().waitFor()
  assert.deepEqual(
    (await counts.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    ['Alpha Batteries 2'],
    'counted within the country',
  )
  await page.getByRole('textbox', { name: 'Find a value of Applicants' }).fill('beta')
  await counts.filter({ hasText: 'Beta Motors' }).waitFor()
  assert.match(await counts.filter({ hasText: 'Beta Motors' }).innerText(), /Beta Motors\s+0/)
  await counts.filter({ hasText: 'Beta Motors' }).getByRole('checkbox').check()
  await page.getByText('No records match').waitFor()
  await page.getByRole('textbox', { name: 'Find a value of Applicants' }).fill('')
  await counts.filter({ hasText: 'Alpha Batteries' }).getByRole('checkbox').check()
  await rows(page).filter({ hasText: 'Hinge' }).waitFor()
  assert.equal(await rows(page).count(), 2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear the filter "Country/office"' }).click()
  await rows(page).filter({ hasText: 'Rotor' }).waitFor()
  assert.equal(await rows(page).count(), 4)
  assert.deepEqual(complaints, [])
  await page.context().close()
})
