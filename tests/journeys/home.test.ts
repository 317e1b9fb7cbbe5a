import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../harness/browser.ts'
import { testServer } from '../harness/server.ts'
import { pageOpener } from '../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const inventor = await s.enrol('inventor')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())

const made = async (model: string, values: Record<string, unknown>) => {
  const { data, message } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${message}`)
  return data.sid
}

const applicant_sid = await made('applicant', { name: 'Example Technology' })
const inventor_sid = await made('inventor', { name: 'Wang Inventor', user_sid: inventor.sid })
const patent = await made('patent', {
  title: 'Heat sink for batteries', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: '2023-03-01', grant_date: '2025-06-03',
  claims_count: 8, applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: manager.sid,
}) // oxfmt-ignore
await made('patent', { title: 'Somebody else’s hinge', country: 'CN', patent_type: 'UTILITY', status: 'DRAFTING' })

const openPage = pageOpener(browser, address)
const signedIn = (as: typeof manager, lang: 'zh' | 'en') => openPage({ lang, as, height: 1600 })

test('an inventor reads in plain words how far their patents are, and of no fee, deadline or other case', async () => {
  const { page, complaints, go } = await signedIn(inventor, 'en')
  await go('/home')
  const mine = page.locator('.widget.of-mine')
  await mine.getByText('Heat sink for batteries').waitFor() // a list that is loading has lines of its own
  assert.equal(await mine.locator('li').count(), 1)
  assert.match(await mine.innerText(), /Heat sink for batteries[\s\S]*Granted and in force/)
  const headings = await page.locator('.widget h2').allInnerTexts()
  assert.deepEqual(headings.sort(), ['My patents', 'Quick entries', 'Recently opened cases'])
  await page.getByRole('button', { name: 'Arrange' }).click()
  assert.ok(await page.getByRole('button', { name: 'Add a widget' }).isDisabled())
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('a bar of a chart is reached by the keyboard and opens exactly its cases', async () => {
  const { page, complaints, go } = await signedIn(manager, 'en')
  await go('/home')
  const bar = page.locator('.widget.of-type .chart-links a', { hasText: 'Utility' })
  await bar.waitFor({ state: 'attached' })
  await bar.focus()
  assert.match(await bar.innerText(), /: 1$/)
  await page.keyboard.press('Enter')
  await page.getByText('Somebody else’s hinge').first().waitFor()
  assert.equal(new URL(page.url()).searchParams.get('iql'), "patent_type = 'UTILITY'")
  assert.equal(await page.getByText('Heat sink for batteries').count(), 0)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('an opened case is listed on the home page', async () => {
  const { page, complaints, go } = await signedIn(manager, 'zh')
  await go('/home')
  const recent = page.locator('.widget.of-recent')
  await recent.getByRole('link', { name: '查看案件' }).waitFor()
  await go(`/patents/${patent}`)
  await page
    .getByRole('heading', { name: /Heat sink/ })
    .first()
    .waitFor()
  await go('/home')
  await recent.getByText('Heat sink for batteries').click()
  await page.waitForURL(`**/patents/${patent}`)
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('[2.32] a widget is moved and resized by the keyboard, and stays there', async () => {
  const { page, complaints, go } = await signedIn(manager, 'en')
  await go('/home')
  await page.getByRole('button', { name: 'Arrange' }).click()
  const where = page.locator('.widget.of-type [aria-live]')
  const before = await where.innerText()
  const choose = async (step: string) => {
    await page.getByRole('button', { name: 'Move or resize By type' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: step }).click()
  }
  await choose('Narrower')
  await choose('Taller')
  const kept = page.waitForResponse((response) => /user_define_config\/do\/(create|update)/.test(response.url()) && response.ok())
  await kept
  const after = await where.innerText()
  assert.notEqual(after, before)
  await go('/home')
  await page.getByRole('button', { name: 'Arrange' }).click()
  assert.equal(await where.innerText(), after)
  assert.deepEqual(complaints, [])
  await page.context().close()
})
