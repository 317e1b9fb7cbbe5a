// A right that exists only in the tests, in a real browser: its screens follow from its declarations.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { startJobs } from '../../../server/jobs/start.ts'
import { openBrowser } from '../../harness/browser.ts'
import type { Person } from '../../harness/server.ts'
import { trialServer } from '../../harness/cases/trial-right.ts'
import { languagesOf, visitor } from '../../harness/visitor.ts'
import { VARIETY_EVENTS, VARIETY_PRICES, VARIETY_RULES } from '../../trial-right/law.ts'

const { server, app, call, enrol } = await trialServer()
const jobs = await startJobs(server)
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'innoe-variety-'))
after(async () => {
  await jobs.stop()
  rmSync(folder, { recursive: true, force: true })
})
const visit = visitor(browser, address)

async function make(model: string, values: object): Promise<string> {
  const { data, code, text } = await call<{ sid: string }>(`${model}/do/create`, { ...values }, { as: admin })
  assert.equal(code, 0, `${model}: ${text}`)
  return data.sid
}
await make('rbac_menu', { name: '植物新品种', name_en: 'Plant varieties', icon: 'case', path: '/m/plant_variety' })
for (const type of VARIETY_EVENTS) await make('document_type', type)
for (const price of VARIETY_PRICES) await make('fee_schedule', price)
for (const content of VARIETY_RULES) await make('deadline_rule', { rule_id: content.id, rule_version: 1, content })

const SEE = ['get', 'search', 'count']
/** A person whose role sees these models and nothing else. */
async function personWith(code: string, entities: readonly string[]): Promise<Person> {
  const role = await make('role', { code, name: code, platform: '1' })
  for (const entity of entities) await make('role_grant', { role_sid: role, verbs: SEE, entity, data_scope: 'ALL' })
  return enrol('inventor', { role_sids: [role] })
}
const reader = await personWith('variety_reader', ['plant_variety', 'deadline'])
const stranger = await personWith('no_varieties', ['patent'])

const filed = Temporal.Now.plainDateISO(ZONE).subtract({ days: 10 })
const FILED = { crop_kind: 'FLOWER', office: 'CN', growing_cycles: 2, status: 'FILED', filed_on: `${filed}` }
const one = await make('plant_variety', { ...FILED, denomination: '晚霞', title_en: 'Evening Glow', application_no: 'CNA 2025-77' })

const WORDS = {
  zh: { menu: '植物新品种', title: '晚霞', tabs: ['概览', '时间线', '文件', '期限', '费用', '备注', '代理协作', '任务', '合同与事务', '共享', '变更记录'], fee: '缴纳申请费', basis: /^递交申请日 .*\+ 1个月/, steps: ['筹备', '已受理', '测试', '授权'] },
  en: { menu: 'Plant varieties', title: 'Evening Glow', tabs: ['Overview', 'Timeline', 'Documents', 'Deadlines', 'Fees', 'Notes', 'Agency work', 'Tasks', 'Contracts and matters', 'Sharing', 'Changes'], fee: 'Pay the application fee', basis: /^Filed on .*\+ 1 month/, steps: ['Preparation', 'Filed', 'Tested', 'Granted'] },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url)) {
  const words = WORDS[lang]
  test(`${lang}: the menu opens its list, and the list opens a case with its progress, dates, timeline, deadlines and fees`, async () => {
    const { page, complaints, done } = await visit('/home', { lang, as: admin })
    await page.getByRole('link', { name: words.menu }).first().click()
    await page.waitForURL(/\/m\/plant_variety/)
    await page.locator('.ant-table-row', { hasText: words.title }).first().waitFor()
    await page
      .getByRole('link', { name: /^V\d{4}-\d{4}B/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
    assert.deepEqual(await page.locator('.detail [role=tab]').allInnerTexts(), words.tabs)
    assert.deepEqual((await page.locator('.life .life-name').allInnerTexts()).map((text) => text.trim()), words.steps) // oxfmt-ignore
    await page.locator('.next-due', { hasText: words.fee }).waitFor()
    await page.getByRole('tab', { name: words.tabs[3] }).click()
    const row = page.locator('.ant-table-row', { hasText: words.fee })
    await row.waitFor()
    await row.getByText(words.basis).waitFor()
    await page.getByRole('tab', { name: words.tabs[4] }).click()
    await page.locator('.ant-table-row', { hasText: '1,000.00' }).waitFor()
    await page.getByRole('tab', { name: words.tabs[1] }).click()
    await page.locator('.timeline-line', { hasText: words.fee }).waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })
}

test('its form names missing fields and creates a case with an automatic number, and a transition with a document follows', async () => {
  const { page, complaints, done } = await visit('/m/plant_variety/new', { lang: 'en', as: admin })
  const choose = async (label: RegExp, name: string) => {
    const box = page.getByRole('combobox', { name: label })
    await box.click()
    if (await box.isEditable()) await box.fill(name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).first().click()
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
  await page.getByLabel(/^Denomination/).fill('金穗一号')
  await choose(/^Crop/, 'Cereal')
  await choose(/^Office/, 'China')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^V\d{4}-\d{4}C 金穗一号/ }).waitFor()
  await page.getByRole('button', { name: 'Accepted', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Variety application no/).fill('CNA 2025-78')
  await dialog.getByLabel(/^Filed on/).fill(`${filed}`)
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: /^(OK|Confirm|Accepted)$/ }).click()
  await page.locator('.life [aria-current=step]', { hasText: 'Filed' }).waitFor()
  await page.locator('.next-due', { hasText: 'Pay the application fee' }).waitFor()
  await page.getByRole('tab', { name: 'Documents' }).click()
  await page.locator('.detail input[type=file]').first().waitFor({ state: 'attached' })
  assert.deepEqual(complaints.filter((line) => !/status of 400/.test(line)), []) // oxfmt-ignore
  await done()
})

test('its list is exported to a file, and a new import of the file updates the case that has changed since', async () => {
  const { page, complaints, done } = await visit('/m/plant_variety', { lang: 'en', as: admin })
  const count = async () => (await call<{ total: number }>('plant_variety/do/count', {}, { as: admin })).data.total
  const before = await count()
  await page.locator('.ant-table-row', { hasText: 'Evening Glow' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Export all results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  assert.equal(file.suggestedFilename(), 'Plant variety.xlsx')
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  await call('plant_variety/do/update', { sid: one, denomination: '朝霞' }, { as: admin })
  await page.goto(`${address}/innoe-web/import?model=plant_variety`)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: /^Next/ }).click()
  await page.getByRole('radio', { name: /^Update/ }).click()
  await page.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await page.getByText('has been imported').waitFor()
  assert.equal(await count(), before)
  const { data } = await call<{ record: { denomination: string }[] }>('plant_variety/do/search', { iql: `sid = '${one}'` }, { as: admin })
  assert.equal(data.record[0]?.denomination, '晚霞')
  assert.deepEqual(complaints, [])
  await done()
})

test('its prices are shown and edited with its own types', async () => {
  const { data } = await call<{ record: { sid: string }[] }>(
    'fee_schedule/do/search',
    { iql: "fee_code = 'PV.RENEW' AND base = 1200" },
    { as: admin },
  )
  const { page, complaints, done } = await visit(`/m/fee_schedule/${data.record[0]?.sid}`, { lang: 'en', as: admin })
  await page.getByText('For: flower.').waitFor()
  await page.goto(`${address}/innoe-web/m/fee_schedule/new`)
  await page.getByText('Utility model', { exact: true }).waitFor()
  await page.getByText('Flower', { exact: true }).waitFor()
  await page.getByLabel('Kind of case').fill('Plant variety') // the list shows only its first options
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'Plant variety' }).click()
  await page.getByText('Utility model', { exact: true }).waitFor({ state: 'hidden' })
  await page.getByText('Flower', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('a person with read permission sees the case and its deadlines without actions, and a person without a grant sees nothing', async () => {
  const reading = await visit(`/m/plant_variety/${one}?tab=deadlines`, { lang: 'en', as: reader })
  await reading.page.locator('.ant-table-row', { hasText: 'Pay the application fee' }).waitFor()
  assert.deepEqual(await reading.page.locator('.detail [role=tab]').allInnerTexts(), ['Overview', 'Timeline', 'Deadlines', 'Tasks', 'Changes'])
  for (const name of ['Edit', 'Growing test starts', 'Record official document'])
    assert.equal(await reading.page.getByRole('button', { name }).count(), 0, name)
  await reading.done()
  const denied = await visit(`/m/plant_variety/${one}`, { lang: 'en', as: stranger })
  await denied.page.getByText('This record does not exist, or you may not see it').waitFor()
  assert.equal(await denied.page.getByText('晚霞').count(), 0)
  await denied.done()
})
