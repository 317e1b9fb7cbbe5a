import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { startJobs } from '../../../server/jobs/start.ts'
import { day } from '../../harness/day.ts'
import { openBrowser } from '../../harness/browser.ts'
import { GRANTED_INVENTION, GRANTED_NUMBER, makerOf } from '../../harness/cases/granted-invention.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const jobs = await startJobs(s.server)
after(() => jobs.stop())
const [finance, engineer, inventor] = [await s.enrol('finance'), await s.enrol('ip_engineer'), await s.enrol('inventor')]
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const made = makerOf(s.call, engineer)
const year = Number(day('P0D').slice(0, 4))

const chinese = await made('patent', { title: 'Fictional radiator', ...GRANTED_INVENTION, application_no: GRANTED_NUMBER, owner_sid: engineer.sid })
await made('patent', { title: 'Fictional pump', country: 'US', patent_type: 'INVENTION', status: 'GRANTED', filing_date: day('-P4Y'), grant_date: day('-P2Y'), owner_sid: engineer.sid }) // oxfmt-ignore
await made('fee', {
  case_sid: chinese,
  fee_class: 'AGENCY',
  fee_type: 'OTHER',
  currency: 'USD',
  amount: '100',
  due_date: `${year}-12-31`,
  status: 'TO_PAY',
})

test('finance enters a rate; the forecast of ten years then counts dollars in renminbi, with the rate and its day', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'zh', as: finance })
  await go('/annuities/years')
  await page.getByText(/没有汇率，未计入：.*USD/).first().waitFor() // oxfmt-ignore
  await go('/m/exchange_rate/new')
  await page.getByRole('combobox', { name: /^原币/ }).click()
  await page.locator('.ant-select-item-option', { hasText: '美元' }).click()
  await page.getByLabel('日期').fill(day('-P2D'))
  await page.getByLabel('日期').press('Tab')
  await page.getByRole('spinbutton', { name: /^汇率/ }).fill('712.5')
  await page.getByRole('spinbutton', { name: /^每/ }).fill('100')
  await page.getByLabel('来源').fill('虚构银行')
  await page.getByRole('button', { name: '保存' }).click()
  await page.waitForURL(/exchange_rate\/[0-9a-f]/)
  await go('/annuities/years')
  await page.getByRole('button', { name: /约合/ }).first().click()
  const rates = page.locator('.ant-popover', { hasText: '所用汇率' })
  await rates.getByText('712.5 / 100').waitFor()
  await rates.getByText(day('-P2D')).waitFor()
  await rates.getByText('虚构银行').waitFor()
  assert.equal(await page.getByText(/没有汇率，未计入/).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `${year + 3}`, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `${year + 3} 年的年费` })
  await drawer.getByText('按法律推算').first().waitFor()
  await drawer.getByText('Fictional radiator').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('finance enters a budget, sees that it is exceeded, opens the fees behind it, takes it as a spreadsheet and prints the fees in groups with totals', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: finance })
  await go('/budgets')
  await page.getByText(`No budgets for ${year}`).waitFor()
  await page.getByRole('button', { name: 'New budget' }).click()
  await page.getByLabel('Name').fill('Agencies')
  await page.getByLabel('Year').fill(`${year}`)
  await page.getByLabel('Amount').fill('700')
  await page.getByLabel('Classes of fees').click()
  await page.locator('.ant-select-item-option', { hasText: 'Agency' }).first().click() // oxfmt-ignore
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/m\/budget\/[0-9a-f]/)
  await go('/budgets')
  await page.getByText('Budgets exceeded: 1 (Agencies)').waitFor()
  const row = page.locator('.ant-table-row', { hasText: 'Agencies' })
  assert.match(await row.innerText(), /712\.50[\s\S]*-12\.50[\s\S]*Over budget[\s\S]*101\.8 %/)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export to Excel' }).click()])
  const [sheet] = (await readXlsx(readFileSync(await file.path()))).sheets
  assert.deepEqual(sheet?.rows[1]?.slice(3, 8), [700, 0, 712.5, -12.5, 101.8])
  await row.getByRole('button', { name: 'Agencies' }).click()
  const drawer = page.getByRole('dialog', { name: 'Agencies' })
  await drawer.getByRole('link', { name: 'Show the fees' }).last().click()
  await page.waitForURL(/m\/fee\?iql=/)
  await page.locator('.ant-table-row', { hasText: 'Fictional radiator' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Export all results' }).click()
  const box = page.getByRole('dialog', { name: /^Export Fee/ })
  await box.getByText('PDF, to print').click()
  assert.ok(await box.getByRole('checkbox', { name: 'Totals of amounts, by currency' }).isChecked())
  await box.getByRole('combobox', { name: 'Group by' }).fill('Status')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: /^Status$/ }).click()
  const asked = page.waitForRequest((request) => request.url().includes('fee/do/export'))
  await box.getByRole('button', { name: 'Export', exact: true }).click()
  assert.match(String((await asked).postData()), /"format":"pdf","group":"status","totals":true/)
  const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  assert.equal(pdf.suggestedFilename(), 'Fee.pdf')
  assert.deepEqual(complaints, [])
  await done()
})

test('who sees no fees is told so', async () => {
  const { page, go, done } = await openPage({ lang: 'en', as: inventor })
  for (const path of ['/budgets', '/annuities/years']) {
    await go(path)
    await page.getByText('You do not have permission to view this').waitFor()
  }
  await done()
})
