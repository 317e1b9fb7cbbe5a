import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startJobs } from '../../../server/jobs/start.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { openBrowser } from '../../harness/browser.ts'
import { makerOf } from '../../harness/cases/granted-invention.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const jobs = await startJobs(s.server)
const engineer = await s.enrol('ip_engineer', { name: 'Mei Engineer' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(async () => {
  await jobs.stop()
})

const made = makerOf(s.call, engineer)
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

for (let at = 0; at < 25; at++) await createRow(systemContext(s.tenant), modelOf(s.tenant, 'tag'), { name: `Tag ${at}` })

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en' = 'en') => openPage({ lang, as: engineer, height: 800 })
const rows = (page: Page) => page.locator('.list-body .ant-table-row')

test('a filter shows its values by name with counts, finds a value by name, accepts several values and can be removed', async () => {
  const { page, complaints, go } = await signedIn()
  await go('/patents')
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'Country/office' }).click()
  const values = page.locator('.values li')
  await values.filter({ hasText: 'China' }).waitFor() // bars stand there until the counts come
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
  await counts.filter({ hasText: /Beta Motors\s*0$/ }).waitFor()
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
  await page.getByRole('button', { name: 'New' }).first().click()
  await page.locator('.record-form').waitFor()
  await page.keyboard.press('Escape') // the focus is in no field yet
  await rows(page).filter({ hasText: 'Rotor' }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a list is grouped, each group shows its count and opens its records, and the grouping is removed', async () => {
  const { page, complaints, go } = await signedIn()
  await go('/patents')
  await rows(page).first().waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).fill('Applicants')
  await page.locator('.ant-select-item-option[title="Applicants"]').click()
  await page.waitForURL(/group=applicants\.applicant_sid/)
  const groups = page.locator('.group-table .ant-table-row-level-0')
  await groups.first().waitFor()
  assert.deepEqual(
    (await groups.allInnerTexts()).map((text) => text.trim().split(/\s*\t\s*|\n+/)),
    [
      ['Alpha Batteries', '3'],
      ['Beta Motors', '1'],
    ],
  )
  await groups.filter({ hasText: 'Alpha Batteries' }).click()
  await page.getByText('Hinge').waitFor()
  assert.equal(await page.locator('.group-records').getByText('Rotor').count(), 0)
  await page.getByRole('button', { name: 'Show all 3 as a list' }).click()
  await page.locator('.group-table').waitFor({ state: 'detached' })
  await rows(page).filter({ hasText: 'Latch' }).waitFor()
  assert.equal(await rows(page).count(), 3)
  await go('/patents?group=country')
  const total = page.locator('.group-table .group-total')
  await total.waitFor()
  assert.deepEqual((await total.innerText()).trim().split(/\s+/), ['Total', '4'])
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('what was searched for is marked in the rows, and the status of a record stands beside its name alone', async () => {
  const { page, complaints, go } = await signedIn()
  await go('/patents?q=hinge')
  await rows(page)
    .locator('mark', { hasText: /^Hinge$/ })
    .waitFor()
  const number = await rows(page).locator('.record-link').first().innerText()
  const part = number.slice(1, 8)
  await go(`/patents?q=${part}`)
  await rows(page).filter({ hasText: 'Latch' }).waitFor()
  assert.deepEqual(await rows(page).locator('.record-link mark').allInnerTexts(), [part, part, part, part])
  await rows(page).filter({ hasText: 'Hinge' }).locator('.record-link').click()
  await page.locator('.overview .fact').first().waitFor()
  assert.equal(await page.locator('.page-title .state').count(), 1)
  assert.equal(await page.locator('.overview .state').count(), 0)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('[9.07] all results beyond one page are selected, counted, changed by a job and restored by undo', async () => {
  const manager = await s.enrol('ip_manager')
  const { page, complaints, go } = await openPage({ lang: 'en', as: manager, height: 800 })
  await go('/m/tag?f.name=Tag')
  await rows(page).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('20 selected').waitFor()
  await page.getByRole('button', { name: 'Select all results of the list' }).click()
  const bar = page.getByRole('toolbar', { name: 'Batch actions' })
  await bar.getByText('All results selected: 25').waitFor()
  await bar.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tag: edit 25 records' })
  await dialog.getByRole('combobox', { name: 'Choose the fields to change' }).click()
  await page.locator('.ant-select-item-option[title="Colour"]').click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('textbox', { name: 'Colour' }).fill('#123456')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await dialog.getByText('25 records get these values:').waitFor()
  await dialog.getByRole('button', { name: 'Save (25)' }).click()
  await page.getByText('Tag: 25 changed').waitFor()
  await page.getByRole('link', { name: 'Batch edit history' }).last().click()
  await page.getByRole('row', { name: 'All results of Name contains Tag' }).waitFor()
  await page.getByRole('row', { name: 'Colour #123456' }).waitFor()
  await page.getByRole('button', { name: 'Show the records' }).click()
  await page.getByRole('row', { name: 'Tag 1 — → #123456' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  const { data } = await s.call<{ total: number }>('tag/do/count', { iql: "colour = '#123456'" }, { as: manager })
  assert.equal(data.total, 0)
  assert.deepEqual(complaints, [])
  await leave(page)
})

for (const group of ['', '&group=colour'])
  test(`a query refused by the server is reported once${group && ', also in groups'}`, async () => {
    const { page, go, done } = await signedIn()
    await go(`/m/tag?iql=${encodeURIComponent("shade = 'blue'")}${group}`)
    await page.locator('#iql-says.bad').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByRole('alert').filter({ hasText: 'shade' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    await done()
  })

test('a batch edit reports the number of changed records, equal to its history', async () => {
  const { data } = await s.call<{ record: { sid: string }[] }>('tag/do/search', { iql: "name LIKE 'Tag 1%'", fl: 'sid', rows: 5 }, { as: engineer })
  const sids = data.record.map(({ sid }) => sid)
  await s.call('tag/do/batch_update', { sids: sids.slice(0, 2), changes: { remark: 'seen' } }, { as: engineer })
  const { page, complaints, go, done } = await signedIn()
  await go(`/m/tag?iql=${encodeURIComponent(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`)}`)
  await rows(page).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).first().check() // oxfmt-ignore
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox').click()
  await page.keyboard.type('Remark')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await drawer.getByRole('textbox', { name: 'Remark' }).fill('seen')
  await drawer.getByRole('button', { name: 'Preview changes' }).click()
  await drawer.getByRole('button', { name: 'Save (5)' }).click()
  await page.getByText('Changed: 3; unchanged: 2.').waitFor()
  await go('/batch-edit/history?model=tag')
  await page.getByText('Tag, changed: 3 (Remark)').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})
