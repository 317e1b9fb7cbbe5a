import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { makerOf } from '../../harness/cases/granted-invention.ts'
import { testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer', { name: 'Mei Engineer' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const made = makerOf(s.call, engineer)
for (const title of ['Heat sink', 'Hinge', 'Latch'])
  await made('patent', { title, patent_type: 'INVENTION', country: 'CN', filing_date: '2024-03-04', status: 'OA', se_entered_date: '2024-09-05' })
const MISSING = "code = 'MISSING_NOTICE'"
const states = async () => {
  const { data } = await s.call<{ record: { status: string; reason?: string | null }[] }>('finding/do/search', { iql: `${MISSING} ORDER BY status`, fl: 'status,reason' }, { as: engineer }) // oxfmt-ignore
  return data.record.map(({ status, reason }) => [status, reason ?? null])
}

const openPage = pageOpener(browser, address)
const rows = (page: Page) => page.locator('.list-body .ant-table-row')
const choose = async (page: Page, count: number) => {
  for (let at = 0; at < count; at++) await rows(page).nth(at).getByRole('checkbox').check()
}
const step = async (page: Page, dialog: string, field: string, option: RegExp) => {
  const opened = page.getByRole('dialog', { name: dialog })
  await opened.getByRole('combobox', { name: field }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
  return opened
}

test('findings of several cases are acknowledged in one step with one reason; a missing reason is refused at its field', async () => {
  const { page, complaints, go } = await openPage({ lang: 'en', as: engineer, height: 800 })
  await go('/m/finding?f.code=MISSING_NOTICE')
  await rows(page).nth(2).waitFor()
  await choose(page, 2)
  await page.getByRole('toolbar', { name: 'Batch actions' }).getByRole('button', { name: 'Change state' }).click()
  const dialog = await step(page, 'Completeness finding: change the state of 2 records', 'Step', /^Acknowledge \(2\)$/)
  await dialog.getByText('The status will become "Acknowledged".').waitFor()
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await dialog.locator('.ant-form-item-explain-error').first().waitFor()
  assert.deepEqual((await states()).map(([status]) => status), ['OPEN', 'OPEN', 'OPEN']) // oxfmt-ignore
  await dialog.getByLabel('Reason').fill('The notices are in the paper files')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('Acknowledge: 2 done').waitFor()
  assert.deepEqual(await states(), [
    ['ACKNOWLEDGED', 'The notices are in the paper files'],
    ['ACKNOWLEDGED', 'The notices are in the paper files'],
    ['OPEN', null],
  ])
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('of records in different states those that can take the step do; the others are listed with their reason', async () => {
  const { page, complaints, go } = await openPage({ lang: 'zh', as: engineer, height: 800 })
  await go('/m/finding?f.code=MISSING_NOTICE')
  await rows(page).nth(2).waitFor()
  await choose(page, 3)
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '变更状态' }).click()
  const dialog = await step(page, '变更 3 条完整性问题的状态', '操作', /^重新打开（2 条）$/)
  await dialog.getByRole('button', { name: '重新打开' }).click()
  const outcome = page.getByRole('dialog').filter({ hasText: '2 个已处理，1 个没有：' })
  await outcome.getByText('状态“未处理”下不能“重新打开”').waitFor()
  assert.deepEqual((await states()).map(([status]) => status), ['OPEN', 'OPEN', 'OPEN']) // oxfmt-ignore
  assert.deepEqual(complaints, [])
  await leave(page)
})
