import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)

const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), values)
const patent = (title: string, more: object) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, ...more })

test('[2.27] [4.12] an agency is made invalid on screen: its accounts and active cases are shown first, then its people are signed out', async () => {
  const agency = await make('agency', { agency_name: 'Fictional Breakwater IP', account_open: true })
  const agent = await s.enrol('agent', { agency_sid: agency })
  await patent('A running case', { owner_sid: admin.sid, agency_sid: agency })
  const theirs = await visit('/home', { lang: 'zh', as: agent, platform: 2 })
  const { page, complaints, done } = await visit(`/m/agency/${agency}`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Make invalid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Accounts: 1; running cases: 1; open deadlines: 0.').waitFor()
  await dialog.getByText('A running case').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: 'Make invalid' }).click()
  await page.getByText('“Fictional Breakwater IP” is no longer valid').waitFor()
  await theirs.page.waitForURL(/\/login/)
  assert.equal(await page.getByRole('button', { name: 'Make invalid' }).count(), 0)
  assert.deepEqual(complaints, [])
  await theirs.done()
  await done()
})

test('[4.13] a company is deactivated on screen: the dialog first shows the affected people and asks for confirmation', async () => {
  const company = await make('company', { company_name: '虚构航运有限公司', simple_name: '虚构航运' })
  const engineer = await s.enrol('ip_engineer', { company_sid: company })
  await patent('Shipping case', { owner_sid: engineer.sid, company_sid: company })
  const theirs = await visit('/home', { lang: 'zh', as: engineer })
  const { page, done } = await visit(`/m/company/${company}/edit`, { lang: 'zh', as: admin })
  await page.getByRole('combobox', { name: /^状态/ }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '停用' }).click()
  await page.getByRole('button', { name: /保\s*存/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/1 个账号将立即退出登录.*未结案件 1 件、未完成期限 0 项/).waitFor()
  await dialog.getByRole('button', { name: '继续保存' }).click()
  await theirs.page.waitForURL(/\/login/)
  await theirs.done()
  await done()
})

test('[4.03] the work of a leaver is counted, previewed, handed over to two colleagues on screen, one of whom is given the cases of one office, and recorded', async () => {
  const leaver = await s.enrol('ip_engineer', { name: 'Leaving Lin' })
  const [first, second] = [await s.enrol('ip_engineer', { name: 'First Fang' }), await s.enrol('ip_engineer', { name: 'Second Shen' })]
  const cases = [await patent('Keel', { owner_sid: leaver.sid }), await patent('Rudder', { owner_sid: leaver.sid, country: 'US' })]
  await make('user_info', { name: 'Junior', leader_sid: leaver.sid, company_sid: admin.company })
  const { page, complaints, done } = await visit(`/m/user_info/${leaver.sid}`, { lang: 'en', as: admin })
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3', { exact: false }).first().waitFor()
  const pick = async (label: string, name: string) => {
    await dialog.getByLabel(label, { exact: true }).fill(name)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click()
  }
  await pick('Recipient', 'Second Shen')
  await pick('Recipient of “Cases”', 'First Fang')
  await dialog
    .getByRole('row', { name: /^Cases/ })
    .getByRole('button', { name: 'Share among several' })
    .click()
  await dialog.getByLabel('Country/office', { exact: true }).fill('United States')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'United States' }).first().click()
  await pick('Recipient of a share of “Cases”', 'Second Shen')
  await dialog.getByLabel('The person leaves the company').check()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('columnheader', { name: 'Will move' }).waitFor()
  assert.deepEqual(await dialog.locator('tbody tr').allInnerTexts().then((rows) => rows.slice(1).map((row) => row.replace(/\s+/g, ' ').match(/^\D+\d/)?.[0])), ['Cases 2', 'People led 1']) // oxfmt-ignore
  assert.match((await dialog.locator('tbody tr').first().innerText()).replace(/\s+/g, ' '), / 1 0$/)
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: 'Hand over and mark as resigned' }).click()
  await page.getByRole('button', { name: 'Re-employ' }).waitFor()
  const owners = await s.tenant.db.selectFrom('patent').select('owner_sid').where('sid', 'in', cases).orderBy('country').execute()
  assert.deepEqual(
    owners.map(({ owner_sid }) => owner_sid),
    [first.sid, second.sid],
  )
  const record = await s.tenant.db.selectFrom('user_handover').select('sid').where('from_user', '=', leaver.sid).executeTakeFirstOrThrow()
  await page.goto(`${address}/innoe-web/m/user_handover/${record.sid}`)
  await page.getByRole('main').getByText('First Fang').first().waitFor()
  await page.getByRole('main').getByText('Second Shen').first().waitFor()
  assert.deepEqual(complaints, [])
  assert.notEqual(first.sid, second.sid)
  await done()
})

test('[4.03] an absence is entered on the personal page, and the deputy finds the deadlines of the absent person', async () => {
  const away = await s.enrol('ip_engineer', { name: '安远行（虚构）', name_en: 'An Yuanxing' })
  const deputy = await s.enrol('ip_engineer', { name: 'Deputy Dai' })
  const case_sid = await patent('A case of the absent person', { owner_sid: away.sid })
  const today = presentDay()
  const last = `${Temporal.PlainDate.from(today).add({ days: 3 })}`
  await make('deadline', { case_sid, name: '答复', name_en: 'Reply of the absent', kind: 'ACTION', official_due: last, owner_sid: away.sid })
  const { page, complaints, done } = await visit('/me?tab=absences', { lang: 'en', as: away })
  await page.getByRole('button', { name: 'Enter an absence' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, day] of [['Away from', today], ['Away until', last]] as const) {
    await dialog.getByLabel(label).fill(day)
    await page.keyboard.press('Enter')
  } // oxfmt-ignore
  await dialog.getByLabel('Deputy').fill('Deputy Dai')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'Deputy Dai' }).first().click()
  // A message that fades out has less contrast meanwhile.
  await page.waitForFunction(() => !document.querySelector('.ant-form-show-help-item-leave'))
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Deputy Dai' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
  const theirs = await visit('/deadlines', { lang: 'en', as: deputy })
  await theirs.page.getByText('For An Yuanxing').click()
  await theirs.page.getByText('Reply of the absent').first().waitFor()
  await theirs.done()
  const shown = await visit(`/m/user_info/${away.sid}`, { lang: 'zh', as: admin })
  await shown.page.getByText(/外出，由Deputy Dai代理/).waitFor()
  await shown.done()
})
