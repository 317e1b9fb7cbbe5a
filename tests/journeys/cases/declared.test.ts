import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

// The declarations of the fields decide the visible and required fields of a form.
const s = await testServer()
const manager = await s.enrol('ip_manager')
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const ask = <T = { sid: string }>(path: string, body: Record<string, unknown>) => s.call<T>(path, body, { as: manager, lang: 'en' })

/** Chooses an option; a long list is searched first. */
async function choose(page: Page, label: string, name: string) {
  const box = page.getByRole('combobox', { name: new RegExp(`^${label}( \\*)?$`) })
  await box.click()
  if (await box.isEditable()) await box.fill(name)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click()
}

test('a form shows the applicable fields as soon as the route changes and marks values that no longer apply', async () => {
  const national = { country: 'CN', patent_type: 'INVENTION', route: 'PCT_NATIONAL', pct_no: 'PCT/CN2023/071235' }
  const { data } = await ask('patent/do/create', { title: 'Heat pump', ...national })
  const { page, complaints, done } = await visit(`/patents/${data.sid}/edit`, { lang: 'en', as: manager })
  const number = page.getByLabel('PCT application no.', { exact: true })
  const entry = page.getByLabel('National-phase entry date', { exact: true })
  await number.waitFor()
  await entry.waitFor()
  assert.equal(await page.getByLabel('Locarno', { exact: true }).count(), 0)
  await choose(page, 'Route', 'Direct')
  await entry.waitFor({ state: 'detached' })
  assert.equal(await number.inputValue(), 'PCT/CN2023/071235')
  await page.getByText('No longer applies (only where Route is PCT international phase or PCT national phase)').first().waitFor()
  await choose(page, 'Type', 'Design')
  await page.getByLabel('Locarno', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Claims', { exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((url) => url.pathname.endsWith(`/patents/${data.sid}`))
  await page.getByText('the value was kept').first().waitFor()
  await page.getByText('PCT application no.', { exact: true }).waitFor()
  assert.equal(await page.getByText('National-phase entry date', { exact: true }).count(), 0)
  assert.deepEqual(complaints, [])
  await done()
})

test('one dialog asks to confirm a doubtful save: back keeps the form, continue saves', async () => {
  await ask('applicant/do/create', { name: '海港科技有限公司' })
  const { page, complaints, done } = await visit('/m/applicant/new', { lang: 'zh', as: manager })
  const name = page.getByRole('textbox', { name: /^名称/ })
  await name.fill('海港科技有限公司')
  const save = page.getByRole('button', { name: '保存', exact: true })
  await save.click()
  const dialog = page.getByRole('dialog', { name: '保存前请确认' })
  await dialog.getByText('已有同名申请人“海港科技有限公司”').waitFor()
  await page.locator('.ant-modal-confirm:not(.ant-zoom-appear)').waitFor() // a click during its animation is lost
  await dialog.getByRole('button', { name: '返回修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), '海港科技有限公司')
  await save.click()
  await dialog.getByRole('button', { name: '继续保存' }).click()
  await page.waitForURL((url) => /\/m\/applicant\/[0-9a-f-]{36}$/.test(url.pathname))
  // The browser itself writes a line for each answer above 399.
  assert.deepEqual(complaints.filter((line) => !/status of 412/.test(line)), []) // oxfmt-ignore
  await done()
})

test('a custom field is published, changed and reverted from its own page; only published options are offered', async () => {
  const [one, two] = [{ code: 'A', label_zh: '甲', label_en: 'Alpha' }, { code: 'B', label_zh: '乙', label_en: 'Beta' }] // oxfmt-ignore
  const body = { entity: 'tag', code: 'use', name: '用途', name_en: 'Use', data_type: 'OPTION', options: [one] }
  const made = await s.call<{ sid: string }>('custom_field/do/create', body, { as: admin })
  const { page, complaints, done } = await visit(`/m/custom_field/${made.data.sid}`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Unpublish', exact: true }).waitFor()
  await s.call('custom_field/do/update', { sid: made.data.sid, options: [one, two] }, { as: admin })
  await page.reload()
  await page.getByRole('button', { name: 'Revert', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await page.getByText('Reverted to the published content').waitFor()
  await page.getByRole('button', { name: 'Revert', exact: true }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('cell', { name: 'Beta' }).count(), 0)
  await page.getByRole('cell', { name: 'Alpha' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('an option that a company adds is offered in the form and shown in its colour; one made invalid is not offered', async () => {
  const colour = { dictionary: 'value_grade', code: 'STAR', label_zh: '战略专利', label_en: 'Strategic', sort: 5, colour: '#1a7f37' }
  assert.equal((await s.call('dictionary_item/do/create', colour, { as: admin })).code, 0)
  const item = await s.tenant.db.selectFrom('dictionary_item').select('sid').where('code', '=', 'D').executeTakeFirstOrThrow()
  await s.call('dictionary_item/do/update', { sid: item.sid, valid: false }, { as: admin })
  const { data } = await ask('patent/do/create', { title: 'Wind turbine', country: 'CN', patent_type: 'INVENTION' })
  const { page, complaints, done } = await visit(`/patents/${data.sid}/edit`, { lang: 'zh', as: manager })
  await page.getByRole('combobox', { name: '价值等级' }).click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await options.nth(3).waitFor() // the list may be drawn anew while it opens
  await page.waitForFunction((wanted) => {
    const offered = document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    return [...offered].map((one) => one.textContent).join() === wanted
  }, '战略专利,A,B,C')
  await options.first().click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.locator('.fact .ant-tag', { hasText: '战略专利' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})
