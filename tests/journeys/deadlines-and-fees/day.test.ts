import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { makerOf } from '../../harness/cases/granted-invention.ts'
import { testServer } from '../../harness/server.ts'
import { day } from '../../harness/day.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const made = makerOf(s.call, engineer)
const inventors = [{ inventor_sid: await made('inventor', { name: 'Wang Inventor' }), contribution_pct: '100' }]
const facts = { country: 'CN', patent_type: 'INVENTION', claims_count: 8, inventors, owner_sid: engineer.sid }
const granted = { status: 'GRANTED', filing_date: day('-P4Y11M'), grant_date: day('-P2Y') }
const patent = await made('patent', { ...facts, ...granted, title: 'Heat sink for batteries' })
await made('deadline', { name: 'Late answer', name_en: 'Late answer', case_sid: patent, official_due: day('-P3D'), owner_sid: engineer.sid })
const examined = await made('patent', { ...facts, title: 'Wing under examination', status: 'SE', filing_date: day('-P2Y') })
await made('official_event', { case_sid: examined, code: 'CN14', event_date: day('-P1M'), delivery_way: 'ELECTRONIC', receive_date: day('-P1M') })

test('a day page shows the deadlines as of that day and the documents of the day with their docketed deadlines', async () => {
  const { page, complaints, go } = await pageOpener(browser, address)({ lang: 'en', as: engineer })
  await go('/deadlines?owner=all')
  await page.getByRole('button', { name: 'As of a day' }).click()
  await page.getByRole('heading', { name: 'As of a day' }).waitFor()
  const rows = page.locator('.day-table .ant-table-row')
  await rows.filter({ hasText: 'Late answer' }).waitFor()
  await page.getByText('Deadlines as of today.').waitFor()
  await go(`/deadlines/day?day=${day('P9M')}&owner=all`)
  await page.getByText(/Deadlines if no action is taken/).waitFor()
  await rows.filter({ hasText: 'Annual fee, year 6' }).filter({ hasText: 'Missed' }).first().waitFor()
  await go('/deadlines/day?view=docketed')
  const letter = rows.filter({ hasText: /first office action/i })
  await letter.waitFor()
  assert.match(await letter.innerText(), /Docketed/)
  await page.getByRole('button', { name: 'The day before' }).click()
  await page.getByText('No official document was entered on this day').waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('the docket of one case is read as of any day, with its settled deadlines and its fees, from the case page', async () => {
  const { page, complaints, go } = await pageOpener(browser, address)({ lang: 'zh', as: engineer })
  await go(`/patents/${patent}?tab=deadlines`)
  await page.getByRole('link', { name: '按日查看' }).click()
  await page.getByText('今天的期限。').waitFor()
  const [deadlines, fees] = [page.locator('.day-table').nth(0), page.locator('.day-table').nth(1)]
  await deadlines.locator('.ant-table-row', { hasText: 'Late answer' }).waitFor()
  await go(`/deadlines/day?case=${patent}&day=${day('P9M')}`)
  await page.getByText('如不办理，按今天的事实和规则推算的期限。').waitFor()
  await deadlines.locator('.ant-table-row', { hasText: '第6年年费' }).filter({ hasText: '已逾期' }).waitFor()
  await fees.locator('.ant-table-row', { hasText: '第6年年费' }).first().waitFor()
  await go(`/deadlines/day?case=${patent}&day=${day('-P1D')}`)
  await page.getByText('当日本案没有期限').waitFor()
  assert.equal(await page.getByRole('radio', { name: '每日来文' }).count(), 0)
  assert.deepEqual(complaints, [])
  await leave(page)
})
