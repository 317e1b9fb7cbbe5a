import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { startOn } from '../../harness/today.ts'
import { pageOpener } from '../../harness/visitor.ts'

startOn('2026-11-26')
const { app, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const first = await call<{ sid: string }>('patent/do/create', { title: 'Hinge', country: 'CN', filing_date: '2026-03-16', patent_type: 'INVENTION', status: 'DRAFTING' }, { as: manager }) // oxfmt-ignore
const mark = await call<{ sid: string }>('trademark/do/create', { title: 'GEARO', country: 'CN', mark_type: 'WORD', filing_date: '2026-08-13', status: 'TM_ACCEPTED', classes: [{ class_no: '9', goods: 'Sensors; cameras' }] }, { as: manager }) // oxfmt-ignore

type Page = Awaited<ReturnType<typeof openPage>>['page']
const DAYS = (page: Page, office: string | RegExp) => page.getByRole('row').filter({ hasText: office }).first()

/** The first case is named by its number. */
const BASE = /P2026\d{5}/

async function add(page: Page, to: string | RegExp, way: string, offices: readonly string[]) {
  await DAYS(page, to).getByRole('button', { name: /^Add / }).click()
  const form = page.locator('.plan-add')
  await form.getByLabel('Way').click()
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: way }).first().click()
  await form.getByLabel('Countries/offices').click()
  for (const office of offices) {
    await page.keyboard.type(office)
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: office }).first().click()
  }
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Add' }).click()
}

test('a manager plans filings abroad from a case, sees their dates and costs, compares two plans, and makes the cases of one', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager, width: 1440, height: 1300 })
  await go(`/patents/${first.data.sid}?tab=relations`)
  await page.getByRole('button', { name: 'Plan filings' }).click()
  await page.getByText('No planned cases yet').waitFor()
  await add(page, BASE, 'Later filing', ['WIPO', 'Korea'])
  await DAYS(page, 'Korea').getByText('16 Mar 2027').first().waitFor()
  await add(page, 'WIPO', 'National phase', ['United States', 'Japan'])
  await DAYS(page, 'United States').getByText('18 Sep 2028').first().waitFor()
  await DAYS(page, 'Japan').getByText('19 Sep 2028').first().waitFor()
  await page.getByRole('tab', { name: 'Costs by quarter' }).click()
  await page.getByRole('row').filter({ hasText: '2028-Q3' }).getByText('JPY').first().waitFor()
  await page.getByLabel('Name of the plan').fill('PCT and Korea')
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByRole('heading', { name: 'PCT and Korea' }).waitFor()

  await page.getByLabel('Name of the plan').fill('Korea alone')
  await DAYS(page, 'WIPO')
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByText('United States', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save as a new plan' }).click()
  await page.getByRole('heading', { name: 'Korea alone' }).waitFor()

  await go('/m/filing_plan')
  for (const name of ['PCT and Korea', 'Korea alone']) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Plans compared' }).waitFor()
  await DAYS(page, 'United States').getByText('Not in this plan').waitFor()

  await page.getByRole('link', { name: 'Korea alone' }).first().click()
  await page.getByRole('button', { name: 'Make the cases' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make the cases' }).click()
  await page.getByText('1 case was made from this plan').waitFor()
  const made = await call<{ record: { relation_type: string }[] }>('related_case/do/search', { iql: `earlier_sid = '${first.data.sid}'`, fl: 'relation_type', rows: 5 }, { as: manager }) // oxfmt-ignore
  assert.deepEqual(made.data.record.map(({ relation_type }) => relation_type), ['PARIS']) // oxfmt-ignore
  assert.deepEqual(complaints, [])
  await done()
})

test('a manager plans a mark abroad by Madrid and directly, compares the two, and makes the Madrid case with its designation', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager, width: 1440, height: 1300 })
  await go(`/m/trademark/${mark.data.sid}?tab=relations`)
  await page.getByRole('button', { name: 'Plan filings' }).click()
  await page.getByText('No planned cases yet').waitFor()
  const base = /T2026\d{5}/
  await add(page, base, 'International registration', [])
  // Six months end on Saturday 13 February 2027. The basic fee in black and white, and the complementary fee of a state of the Agreement.
  await DAYS(page, 'WIPO').getByText('15 Feb 2027').first().waitFor()
  await DAYS(page, 'WIPO')
    .getByText(/653\.00/)
    .first()
    .waitFor()
  await add(page, 'WIPO', 'Madrid designation', ['Germany'])
  await DAYS(page, 'Germany')
    .getByText(/100\.00/)
    .first()
    .waitFor()
  await page.getByLabel('Name of the plan').fill('Madrid')
  await page.getByRole('button', { name: 'Save plan' }).click()
  await page.getByRole('heading', { name: 'Madrid' }).waitFor()

  await page.getByLabel('Name of the plan').fill('Directly')
  await DAYS(page, 'WIPO')
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByText('Germany', { exact: true }).waitFor({ state: 'detached' })
  await add(page, base, 'Later filing', ['United States'])
  await DAYS(page, 'United States').getByText('16 Feb 2027').first().waitFor() // Monday is a holiday there
  await page.getByLabel('Classes', { exact: true }).fill('3')
  await DAYS(page, 'United States')
    .getByText(/1,050\.00/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Save as a new plan' }).click()
  await page.getByRole('heading', { name: 'Directly' }).waitFor()

  await go('/m/filing_plan')
  for (const name of ['Madrid', 'Directly']) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Plans compared' }).waitFor()
  await DAYS(page, 'Germany').getByText('Not in this plan').waitFor()

  await page.getByRole('link', { name: 'Madrid' }).first().click()
  await page.getByRole('button', { name: 'Make the cases' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make the cases' }).click()
  await page.getByText('2 cases were made from this plan').waitFor()
  const made = await call<{ record: { relation_type: string }[] }>('related_case/do/search', { iql: `earlier_sid = '${mark.data.sid}'`, fl: 'relation_type', rows: 5 }, { as: manager }) // oxfmt-ignore
  assert.deepEqual(made.data.record.map(({ relation_type }) => relation_type), ['MADRID']) // oxfmt-ignore
  assert.deepEqual(complaints, [])
  await done()
})
