import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startJobs } from '../../../server/jobs/start.ts'
import { openBrowser } from '../../harness/browser.ts'
import { workbook } from '../../harness/cases/exchange.ts'
import { type Person, testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

// Real publications; the last row has an impossible filing date, so it must be left out with a reason.
const ROWS = [
  ['申请号', '专利名称', '申请日', '公开（公告）号', '公开（公告）日', '授权公告日', '申请人', '法律状态', '内部备注'],
  ['CN202011312345.2', '一种电池热管理方法', '2020-11-20', 'CN112345678A', '2021-02-09', '', '示例科技有限公司', '实质审查', '甲'],
  ['US 17/123,456', 'Battery thermal management', '2020-12-16', 'US2022/0190401A1', '2022-06-16', '', 'Example Technology Co., Ltd.', '公开', '乙'],
  ['', '日期有误的一行', '2020-02-31', 'CN112345679A', '2021-02-09', '', '示例科技有限公司', '公开', '丙'],
]

const HEADINGS = {
  country: '国家',
  title: '专利名称',
  application_no: '申请号',
  filing_date: '申请日',
  publication_no: '公开（公告）号',
  publication_date: '公开（公告）日',
  grant_date: '授权公告日',
  applicants: '申请人',
}

/** The real publications of the demo, as a department stores them. */
function published() {
  const known: Record<string, string | string[]>[] = JSON.parse(readFileSync(new URL('../../../seed/demo/patents.json', import.meta.url), 'utf8'))
  return known.map((one) => Object.keys(HEADINGS).map((code) => [one[code] ?? ''].flat().join('; ')))
}

// Opened here and not in a hook, since the harness would close it at the end of the hook.
const server = await testServer()
const jobs = await startJobs(server.server)
const engineer: Person = await server.enrol('ip_engineer')
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'innoe-journey-'))
writeFileSync(join(folder, 'portfolio.xlsx'), await workbook(ROWS))
writeFileSync(join(folder, 'hundreds.xlsx'), await workbook([Object.values(HEADINGS), ...published()]))

after(async () => {
  await jobs.stop()
  rmSync(folder, { recursive: true, force: true })
})

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en') => openPage({ lang, as: engineer })

async function importFile(page: Page, file: string) {
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/step=columns/)
  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByRole('button', { name: /^导入 / }).click()
  await page.getByText('导入完成').waitFor()
}

test('a table is imported as cases: columns are recognised, and a rejected row is reported with its reason and saved to a file', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go('/import?model=patent')
  await page.locator('input[type=file]').setInputFiles(join(folder, 'portfolio.xlsx'))
  await page.waitForURL(/step=columns/)
  assert.match(
    await page
      .getByRole('row', { name: /申请号/ })
      .first()
      .innerText(),
    /确定/,
  )
  assert.match(await page.getByRole('row', { name: /内部备注/ }).innerText(), /不导入/)

  await page.getByRole('button', { name: /下一步/ }).click()
  await page.getByText('1 行有问题').waitFor()
  await page
    .getByText(/2020-02-31/)
    .first()
    .waitFor()
  await page.reload()
  await page.getByText('1 行有问题').waitFor()

  await page.getByRole('button', { name: /^导入 2 行/ }).click()
  await page.getByText('导入完成').waitFor()
  assert.match(await page.locator('.import-sums').innerText(), /新建\s*2[\s\S]*未导入\s*1/)
  await page.locator('.import-run').getByText(/已自动算出 \d+ 个期限/).waitFor() // oxfmt-ignore
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载错误文件' }).click()])
  assert.equal(file.suggestedFilename(), 'portfolio_未导入.xlsx')
  assert.deepEqual(complaints, [])
})

test('[5.19] a number is found in every spelling, and a batch lists missing ones', async () => {
  const { page, go } = await signedIn('en')
  await go('/patents')
  await page.getByRole('link', { name: /^P\d{9}USI/ }).waitFor()
  await page.locator('.list-search input').fill('17123456')
  await page.locator('.found', { hasText: 'Battery thermal management' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Batch search' }).click()
  await page.getByRole('textbox', { name: 'Batch search' }).fill('US 17/123,456\n202011312345.2\nEP99999999')
  await page.getByRole('button', { name: 'Search 3 numbers' }).click()
  await page.getByRole('tab', { name: 'Not found 1' }).click()
  assert.match(await page.locator('.missing').innerText(), /EP99999999/)
  await page.getByRole('button', { name: 'Show 2 in the list' }).click()
  await page.waitForURL(/iql=/)
  // The rows of the list before it are gone at once, those of the answer come in.
  await page.waitForFunction(() => document.querySelectorAll('.list-table .ant-table-row').length === 2)
})

test('Enter opens the suggested record despite the filters of the list, and the example query has results', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/patents?f.country=US')
  await page.getByRole('link', { name: /^P\d{9}USI/ }).waitFor()
  await page.locator('.list-search input').fill('0113123')
  await page.locator('.found', { hasText: '电池热管理' }).waitFor()
  await page.locator('.list-search input').fill('电池')
  await page.locator('.found', { hasText: '电池热管理' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^P\d{9}CNI/ }).waitFor()
  await go('/patents?iql=sid IS NOT EMPTY')
  await page.getByRole('link', { name: /^P\d{9}CNI/ }).waitFor()
  const query = page.getByRole('textbox', { name: 'Query' })
  const example = ((await query.getAttribute('placeholder')) ?? '').replace('Such as ', '')
  await query.fill(example)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('iql') === example)
  await page.locator('.list-table .ant-table-row').first().waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a list that cannot be loaded shows the error, not an empty list', async () => {
  const { page, go } = await signedIn('en')
  await page.route('**/patent/do/search', (route) => route.abort())
  await go('/patents')
  await page.getByRole('alert').filter({ hasText: 'network' }).waitFor()
  assert.equal(await page.getByText(/No patent yet|No records match/).count(), 0)
  await leave(page)
})

test('the day under the present step is that of the step, which is named where the case has gone on since', async () => {
  const facts = { country: 'CN', patent_type: 'INVENTION', filing_date: '2024-03-04', se_entered_date: '2025-06-02' }
  const of = async (status: string) =>
    (await server.call('patent/do/create', { title: `虚构支架 ${status}`, status, ...facts }, { as: engineer })).data.sid
  const { page, go } = await signedIn('zh')
  for (const [status, told] of [
    ['SE', /^实审\s+2025-06-02$/],
    ['OA', /^审查意见\s+实审 2025-06-02$/],
  ] as const) {
    await go(`/patents/${String(await of(status))}`)
    assert.match((await page.locator('.life [aria-current=step]').innerText()).trim(), told)
  }
  await leave(page)
})

test('an official document creates its deadline with an explanation', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go('/patents?q=电池热管理')
  await page.getByRole('link', { name: /^P\d{9}CNI/ }).click()
  await page.waitForURL(/\/patents\/[0-9a-f-]{36}/)
  assert.equal((await page.locator('.life [aria-current=step] .life-name').innerText()).trim(), '实审')
  await page.getByRole('button', { name: '登记来文' }).first().click()
  await page.getByLabel('文件类型').click()
  await page.keyboard.type('TYPO99')
  await page.getByText('文件类型目录中没有：请从目录中选择').waitFor()
  await page.getByLabel('文件类型').fill('CN14')
  await page.locator('.ant-select-item-option', { hasText: '第一次审查意见' }).click()
  await page.getByLabel('发文日').fill('2026-11-10')
  await page.keyboard.press('Tab')
  await page
    .locator('.ant-modal input[type=file]')
    .setInputFiles({ name: 'first action.txt', mimeType: 'text/plain', buffer: Buffer.from('First office action') })
  const save = page.getByRole('button', { name: '登记并计算期限' })
  if (await save.isVisible()) await save.click()
  await page.getByText('来文已登记').waitFor()
  await page.locator('.ant-modal .why').waitFor()
  const dialog = await page.locator('.ant-modal').innerText()
  assert.match(dialog, /答复第一次审查意见/)
  assert.match(dialog, /4个月/)
  assert.match(dialog, /视为撤回/)
  await page.locator('.dialog-foot').getByRole('button', { name: '关闭' }).click()
  await page.locator('.next-due', { hasText: '答复第一次审查意见' }).waitFor()
  assert.match(await page.locator('.life [aria-current=step]').innerText(), /审查意见/)
  assert.deepEqual(complaints, [])
})

test('a dropped document is filed with its type; the same document again is its next version', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go('/patents?q=Battery')
  await page.getByRole('link', { name: /^P\d{9}USI/ }).click()
  await page.getByRole('tab', { name: '文件' }).click()
  for (const version of ['V1', 'V2']) {
    await page
      .locator('.drop input[type=file]')
      .setInputFiles({ name: 'response.txt', mimeType: 'text/plain', buffer: Buffer.from(`Response, ${version}`) })
    await page.getByLabel('文件类型').last().click()
    await page.keyboard.type('CN14')
    await page.locator('.ant-select-item-option', { hasText: '第一次审查意见' }).last().click()
    await page.getByLabel('发文日').last().fill('2026-11-12')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /^上\s?传$/ }).click()
    await page.getByRole('button', { name: version }).waitFor()
  }
  await page.getByRole('button', { name: 'V2' }).click()
  await page.locator('.versions li').nth(1).waitFor()
  await page.getByRole('button', { name: '设为主版本' }).click()
  await page.locator('.versions li', { hasText: 'V1' }).getByText('主版本', { exact: true }).waitFor()
  // A notice of another office dockets nothing, and the head of the case says so.
  await page.locator('.case-head .ant-alert a[href*="/m/finding/"]').first().waitFor()
  assert.deepEqual(complaints, [])
})

test('a changed date shows the deadlines that move and asks for confirmation', async () => {
  const { page, go } = await signedIn('en')
  await go('/patents?q=电池热管理')
  await page.getByRole('link', { name: /^P\d{9}CNI/ }).click()
  const filed = page.locator('.fact', { has: page.getByText('Filing date', { exact: true }) }).first()
  await filed.hover()
  await filed.getByRole('button').click()
  await filed.locator('input').fill('2020-11-18')
  await page.keyboard.press('Enter')
  await page.locator('.ant-modal-confirm-title', { hasText: 'deadlines will change' }).waitFor()
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await page.reload()
  assert.match(
    await page
      .locator('.fact', { has: page.getByText('Filing date', { exact: true }) })
      .first()
      .innerText(),
    /20 Nov 2020/,
  )
})

test('a corrected first filing is confirmed once: its later cases were shown with their dates', async () => {
  const make = async (more: object) => {
    const body = { patent_type: 'INVENTION', title: 'Fictional clutch', ...more }
    return (await server.call<{ sid: string }>('patent/do/create', body, { as: engineer })).data.sid
  }
  const first = await make({ country: 'CN', filing_date: '2026-03-12', status: 'FILED' })
  const later = await make({ country: 'US', route: 'PARIS' })
  const related = await server.call('related_case/do/create', { earlier_sid: first, later_sid: later, relation_type: 'PARIS' }, { as: engineer })
  assert.equal(related.code, 0, related.text)
  const { page, complaints, go } = await signedIn('en')
  await go(`/patents/${first}`)
  const filed = page.locator('.fact', { has: page.getByText('Filing date', { exact: true }) }).first()
  await filed.hover()
  await filed.getByRole('button').click()
  await filed.locator('input').fill('2026-03-11')
  await filed.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await filed.locator('input').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.ant-modal-confirm').count(), 0)
  await filed.hover()
  await filed.getByRole('button').click()
  await filed.locator('input').fill('2026-03-')
  await page.keyboard.press('Enter') // no day yet: nothing is saved
  await filed.locator('input').fill('2026-03-10')
  await page.keyboard.press('Enter')
  await page.locator('.moved', { hasText: '10 Mar 2027' }).first().waitFor() // Paris Convention, art. 4C
  await page.getByRole('button', { name: 'Save and update deadlines' }).click()
  await page.locator('.fact', { hasText: '10 Mar 2026' }).first().waitFor()
  const { data } = await server.call<{ record: { filing_date: string }[] }>(
    'patent/do/search',
    { iql: `sid = '${first}'`, fl: 'filing_date', rows: 1 },
    { as: engineer },
  )
  assert.equal(data.record[0]?.filing_date, '2026-03-10')
  assert.deepEqual(complaints, [])
})

test('the form recognises a number during typing and shows the correct check digit', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/patents/new?country=CN&patent_type=INVENTION')
  await page.getByLabel('Application no.', { exact: true }).fill('202310123456.1')
  await page.locator('.reading .bad').waitFor()
  await page.locator('.reading').getByRole('button', { name: /^Use / }).click()
  await page.locator('.reading .bad').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Locarno', { exact: true }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('the route of a new case is that of its office, unless another is stated', async () => {
  const { page, complaints, go } = await signedIn('en')
  const isRoute = (name: string) =>
    page
      .locator('.ant-form-item', { has: page.getByLabel('Route') })
      .getByText(name, { exact: true })
      .waitFor()
  for (const [query, route] of [
    ['country=WO&patent_type=INVENTION', 'PCT international phase'],
    ['country=WO&patent_type=DESIGN', 'Hague international'],
    ['country=CN&patent_type=INVENTION', 'Direct'],
    ['country=CN&patent_type=INVENTION&route=PARIS', 'Paris Convention'],
  ] as const) {
    await go('/patents') // a new form each time
    await go(`/patents/new?${query}`)
    await isRoute(route)
  }
  assert.deepEqual(complaints, [])
})

test('a portfolio of several hundred cases is imported completely', async () => {
  const { page, go } = await signedIn('zh')
  await go('/import?model=patent')
  await importFile(page, join(folder, 'hundreds.xlsx'))
  const sums = await page.locator('.import-sums').innerText()
  const [created = 0, , skipped = 0, rejected = 0] = [...sums.matchAll(/\d+/g)].map(([one]) => Number(one))
  assert.equal(created + skipped + rejected, published().length)
  assert.ok(created > 0.95 * published().length, sums)
})

test('a batch search for several hundred numbers opens as a saved set with a short address', async () => {
  const { page, complaints, go } = await signedIn('en')
  const { data } = await server.call<{ record: { case_no: string }[] }>('patent/do/search', { fl: ['case_no'], rows: 100 }, { as: engineer })
  await go('/patents')
  await page.getByRole('button', { name: 'Batch search' }).click()
  await page.getByRole('textbox', { name: 'Batch search' }).fill(data.record.map(({ case_no }) => case_no).join('\n'))
  await page.getByRole('button', { name: 'Search 100 numbers' }).click()
  await page.getByRole('button', { name: 'Show 100 in the list' }).click()
  await page.waitForURL(/view=/)
  assert.ok(page.url().length < 300, page.url())
  await page.getByRole('tab', { name: 'Batch search (100)' }).waitFor()
  await page.getByText('100 total').waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a form that was opened first in its tab is left for its list', async () => {
  const { page, load, done } = await openPage({ lang: 'en', as: engineer, fresh: true })
  await load('/m/tag/new')
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/\/m\/tag$/)
  await done()
})

test('Escape closes a form and asks about unsaved changes', async () => {
  const { page, go } = await signedIn('en')
  await go('/patents')
  await page.getByRole('button', { name: /New$/ }).click()
  await page.waitForURL(/\/patents\/new$/)
  await page.getByRole('textbox', { name: /^Title( \*)?$/ }).fill('Left halfway')
  await page.keyboard.press('Escape')
  await page.locator('.ant-modal-confirm-title', { hasText: 'Discard unsaved changes?' }).waitFor()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await page.waitForURL(/\/patents$/)
  await leave(page)
})
