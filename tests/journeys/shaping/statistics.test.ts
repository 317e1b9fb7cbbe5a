import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const inventor = await call<{ sid: string }>('inventor/do/create', { name: 'Wang Wei' }, { as: manager })
for (const [title, country, filing_date] of [
  ['Hinge', 'CN', '2021-03-31'],
  ['Latch', 'CN', '2022-04-01'],
  ['Rotor', 'US', '2022-12-31'],
] as const)
  await call('patent/do/create', { title, country, filing_date, patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid, inventors: [{ inventor_sid: inventor.data.sid, contribution_pct: '100' }] }, { as: manager }) // oxfmt-ignore

type Page = Awaited<ReturnType<typeof openPage>>['page']

async function pick(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.type(option)
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option }).first().click()
}

test('[2.33] a manager makes a statistic, charts it, opens the list behind a figure, saves and shares it, and puts it on the home page', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager, height: 1400 })
  await go('/statistics')
  await page.getByText('Filings per year by right').waitFor()
  await page.getByRole('button', { name: 'New statistic' }).click()
  await page.getByText('Choose the records and the rows').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('专利申请')
  await page.getByLabel('English name (optional)').fill('Patents filed')
  await pick(page, 'Records', 'Patent')
  await pick(page, 'Rows', 'Filing date (by year)')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('img', { name: /2021 1, 2022 2/ }).waitFor()
  await pick(page, 'Columns (optional)', 'Country')
  await pick(page, 'Drawing', 'Stacked bars')
  await preview.getByRole('rowheader', { name: '2022' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Share' }).waitFor() // its heading and chart stand in the editor, too
  await page.locator('.figures-chart svg').waitFor()

  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '2022' }) })
  const total = await row.getByRole('link').last().textContent()
  assert.equal(total, '2')
  await row.getByRole('link').last().click()
  await page.getByText('Latch').first().waitFor()
  await page.getByText('Rotor').first().waitFor()
  assert.equal(await page.getByText('Hinge').count(), 0)
  await page.goBack()

  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('radio', { name: 'Everyone in my company' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await go('/home')
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: 'Add a widget' }).click()
  const kept = page.waitForResponse((one) => /user_define_config\/do\/(?!search)/.test(one.url()))
  await page.getByRole('menuitem', { name: 'Patents filed' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await kept // the page is loaded anew below
  const widget = page.locator('.widget', { hasText: 'Patents filed' })
  await widget.scrollIntoViewIfNeeded()
  await widget.locator('svg').first().waitFor()
  await page.reload()
  await page.locator('.widget', { hasText: 'Patents filed' }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

for (const [lang, w] of [
  [
    'en',
    {
      entity: 'Records',
      patent: 'Patent',
      rows: 'Rows',
      by: 'Country/office',
      day: 'As of (optional)',
      preview: 'Preview',
      says: /as the cases stood on that day/,
    },
  ],
  [
    'zh',
    { entity: '统计对象', patent: '专利', rows: '行（分组）', by: '国家/地区', day: '截至日（选填）', preview: '预览', says: /按案件当日的状态/ },
  ],
] as const)
  // oxfmt-ignore
  test(`[2.33] the cases of a past day are counted as they stood, and no figure opens a list of today (${lang})`, async () => {
    const { sql } = await import('kysely')
    for (const table of ['patent', 'change_log'])
      await sql`update ${sql.table(table)} set created_at = created_at - interval '10 days', updated_at = updated_at - interval '10 days'`.execute(tenant.db)
    const [rotor] = await tenant.db.selectFrom('patent').select('sid').where('title', '=', 'Rotor').execute()
    await call('patent/do/update', { sid: rotor?.sid, country: lang === 'en' ? 'JP' : 'KR' }, { as: manager })
    const { page, complaints, go, done } = await openPage({ lang, as: manager, height: 1400 })
    await go('/statistics/new')
    await pick(page, w.entity, w.patent)
    await pick(page, w.rows, w.by)
    const preview = page.getByRole('region', { name: w.preview })
    await preview.getByRole('link').first().waitFor()
    const day = Temporal.Now.plainDateISO(ZONE).subtract({ days: 5 })
    await page.getByLabel(w.day).fill(`${day}`)
    await page.keyboard.press('Enter')
    await preview.getByText(w.says).waitFor()
    await preview.getByText(new RegExp(`${day}`)).waitFor()
    assert.equal(await preview.getByRole('link').count(), 0)
    const then = lang === 'en' ? 'United States' : '日本'
    await preview.getByRole('rowheader', { name: then }).waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })

test('[2.23] [2.33] an administrator puts a shared statistic on a page of the portal; an engineer sees it there, copies it and gets it by mail', async () => {
  const { data } = await call<{ record: { code: string }[] }>('statistic/do/search', { fl: ['code'], iql: "name = '专利申请'" }, { as: admin })
  const made = await call<{ sid: string }>('portal_template/do/create', { name: '看板', name_en: 'Board', alias: 'board', portal_type: 'MODULE', layout: [{ i: data.record[0]?.code, x: 0, y: 0, w: 8, h: 9 }] }, { as: admin }) // oxfmt-ignore
  assert.equal((await call('portal_template/do/publish', { sid: made.data.sid }, { as: admin })).code, 0)
  const design = await openPage({ lang: 'zh', as: admin, height: 1400 })
  await design.go(`/m/portal_template/${made.data.sid}`)
  await design.page.locator('.portal-design').getByRole('heading', { name: '专利申请' }).waitFor()
  await design.page.locator('.portal-design').getByRole('button', { name: '添加组件' }).click()
  await design.page.getByRole('menuitem', { name: '历年申请量（按权利类型）' }).waitFor()
  assert.deepEqual(design.complaints, [])
  await design.done()

  const { page, complaints, go, done } = await openPage({ lang: 'zh', as: engineer, height: 1400 })
  await go('/portal/board')
  const widget = page.locator('.widget', { hasText: '专利申请' })
  await widget.locator('svg').first().waitFor()
  await widget.getByRole('link', { name: '打开统计' }).click()
  await page.getByRole('heading', { name: '专利申请' }).waitFor()
  assert.equal(await page.getByRole('button', { name: '修改' }).count(), 0, 'it is another person’s')
  await page.getByRole('button', { name: '定期发送' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '添加' }).click()
  await page.getByRole('dialog').getByText('每周一 08:00').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '复制' }).click()
  await page.getByLabel('名称', { exact: true }).fill('我的专利申请')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByRole('button', { name: '定期发送' }).waitFor() // its heading stands in the editor, too
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 Excel' }).click()
  assert.match((await download).suggestedFilename(), /^我的专利申请_.*\.xlsx$/)
  await go('/statistics')
  await page.getByRole('region', { name: '我的统计' }).getByText('我的专利申请').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('a statistic by a field that is not published any more says so on a page of the portal', async () => {
  const make = async (path: string, body: Record<string, unknown>) => {
    const { data, text } = await call<{ sid: string; code: string }>(path, body, { as: admin })
    assert.ok(data?.sid, text)
    return data
  }
  const field = await make('custom_field/do/create', { entity: 'patent', code: 'place_of_use', name: '使用地', data_type: 'STRING' })
  await call('custom_field/do/publish', { sid: field.sid }, { as: admin })
  const { code } = await make('statistic/do/create', { name: '按使用地', entity: 'patent', row_by: 'place_of_use', measure: 'COUNT', drawing: 'BAR', share: 'COMPANY' }) // oxfmt-ignore
  const page = await make('portal_template/do/create', { name: '使用地', alias: 'places', portal_type: 'MODULE', layout: [{ i: code, x: 0, y: 0, w: 8, h: 9 }] }) // oxfmt-ignore
  await call('portal_template/do/publish', { sid: page.sid }, { as: admin })
  await call('custom_field/do/unpublish', { sid: field.sid }, { as: admin })
  const opened = await openPage({ lang: 'en', as: admin })
  await opened.go('/portal/places')
  await opened.page.getByText('has no field “place_of_use”').waitFor()
  await opened.done()
})
