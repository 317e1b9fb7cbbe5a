import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { inLanguagesOf, leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en', theme: 'light' | 'dark' = 'light', as = manager) => openPage({ lang, theme, as })

async function sidOf(model: string, iql: string, as = manager) {
  const { data } = await s.call<{ record: { sid: string }[] }>(`${model}/do/search`, { fl: ['sid'], iql, rows: 1 }, { as })
  const sid = data.record[0]?.sid
  assert.ok(sid, iql)
  return sid
}

const rule = await sidOf('deadline_rule', "rule_id = 'CNP73' AND rule_version = 1")
const reply = await sidOf('deadline_rule', "rule_id = 'CNP19'")
const price = await sidOf('fee_schedule', "fee_code = 'US.CLAIM' AND entity = 'SMALL'")

test('a rule is shown in sentences without codes and links to its other versions', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go(`/m/deadline_rule/${rule}`)
  const account = page.getByRole('region', { name: 'Rule in words' })
  await account.getByText('10 years after the filing date.').waitFor()
  await account.getByText('Applies to triggers up to and including 31 May 2021.').waitFor()
  await page.getByRole('heading', { level: 1, name: /^Expiry of the design patent/ }).waitFor()
  assert.equal(await page.getByText('Source data').count(), 0) // the content with its codes is for those who edit rules
  await page
    .getByRole('row', { name: /15|Expiry of the design patent/ })
    .getByRole('link', { name: '2' })
    .click()
  await account.getByText('15 years after the filing date.').waitFor()
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('region', { name: 'What changes' }).getByText('10 years after the filing date.').waitFor()
  await go(`/m/deadline_rule/${reply}`)
  await account.getByText('It is created when “First office action” is recorded in the case.').waitFor()
  await account.getByText('The remedy is governed by the rule “Request restoration (other proper reason)”.').waitFor()
  assert.doesNotMatch(await account.innerText(), /\bCN\d\d\b|[a-z]_[a-z]|undefined|[\u4e00-\u9fff]/)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('the same rule is shown in Chinese', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go(`/m/deadline_rule/${reply}`)
  const account = page.getByRole('region', { name: '规则说明' })
  await account.getByText('案件记录了“第一次审查意见通知书”即产生。').waitFor()
  await account.getByText('自推定收到日起4个月。').waitFor()
  await page.getByRole('heading', { level: 1, name: /^答复第一次审查意见通知书/ }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a price is shown in sentences, with the other prices of its fee', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go(`/m/fee_schedule/${price}`)
  const account = page.getByRole('region', { name: 'Fee in words' })
  await account.getByText('The first 20 claims are free.').waitFor()
  await account.getByText('Only for small entities.').waitFor()
  await page
    .getByRole('row', { name: /micro entities/ })
    .getByRole('link', { name: /for each claim/ })
    .click()
  await account.getByText('Only for micro entities.').waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('an English list starts with the English names, a Chinese list with the Chinese names', async () => {
  for (const [lang, name, other] of [
    ['en', 'Annual fee', '年费'],
    ['zh', '年费', 'Annual fee'],
  ] as const) {
    const { page, go } = await signedIn(lang)
    await go(`/m/deadline_rule?q=CNP38`)
    const row = page.locator('.ant-table-row').first()
    await row.waitFor()
    await row.getByText(name, { exact: true }).first().waitFor()
    assert.equal(await row.getByText(other, { exact: true }).count(), 0)
    await go(`/m/deadline_rule?q=${encodeURIComponent(name)}`)
    await row.getByText(name).first().waitFor()
    await leave(page)
  }
})

test('the form shows the open deadlines that a changed rule would move before saving; going back saves nothing', async () => {
  const values = { title: 'Battery cooler', country: 'CN', patent_type: 'INVENTION', status: 'PRELIM', filing_date: '2026-06-15' }
  const made = await s.call<{ sid: string }>('patent/do/create', values, { as: admin })
  assert.equal(made.code, 0, made.message)
  const sid = await sidOf('deadline_rule', "rule_id = 'CNP15' AND rule_version = 1")
  const { page, complaints, go } = await signedIn('en', 'light', admin)
  await go(`/m/deadline_rule/${sid}/edit`)
  const length = page.getByRole('group', { name: 'Length' }).first()
  await length.getByLabel('Number').fill('2')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const dialog = page.getByRole('dialog')
  await save.click()
  await dialog.locator('.ant-modal-confirm-title', { hasText: 'Open deadlines that would move: 1 of 1' }).waitFor()
  assert.match(
    await dialog
      .getByRole('row', { name: /Battery cooler/ })
      .first()
      .innerText(),
    /15 Jun 2029[\s\S]*15 Jun 2028/,
  )
  await dialog.getByRole('row', { name: 'Calculation 3 years after the earliest priority date. 2 years after the earliest priority date.' }).waitFor()
  await dialog.getByRole('row', { name: 'China Patent 1 1' }).waitFor()
  await dialog.getByText(/CN-D08.*expected 01 Mar 2027, would be 28 Feb 2026/).waitFor()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const period = async () => {
    const { data } = await s.call<{ content: { terms: { period: string }[] } }>(`deadline_rule/${sid}`, undefined, { as: admin })
    return data.content.terms[0]?.period
  }
  assert.equal(await period(), '3y')
  await save.click()
  const accept = dialog.getByRole('button', { name: 'Save the rule' })
  assert.ok(await accept.isDisabled())
  await dialog.getByLabel('Reason for the change').fill('Amendment of the law')
  await accept.click()
  await page.waitForURL(`**/m/deadline_rule/${sid}`)
  await page.getByRole('region', { name: 'Rule in words' }).getByText('2 years after the earliest priority date.').waitFor()
  assert.equal(await period(), '2y')
  await go('/law/golden-cases?only=failed')
  await page.getByRole('row', { name: /Failed CN-D08/ }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('[9.09] a rule is edited without code; the form describes it in words and computes an example date', async () => {
  const { page, complaints, go } = await signedIn('en', 'light', admin)
  await go('/m/deadline_rule/new')
  await page.getByLabel('Rule number').fill('OWN9')
  await page.getByLabel('Name Chinese').fill('内部复核')
  await page.getByLabel('Name English').fill('In-house review')
  await page.getByLabel('Legal basis Chinese').fill('本公司制度')
  await page.getByLabel('Legal basis English').fill('Our own practice')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('Source', { exact: true }).waitFor()
  await page.getByLabel('Source', { exact: true }).fill('Handbook 3.2')
  await pick(page, 'Triggering document or event', 'First office action', /^First office action/)
  const dated = page.locator('.ant-select').filter({ has: page.getByLabel('Triggering date') })
  await dated.hover()
  await dated.locator('.ant-select-clear').click()
  const length = page.getByRole('group', { name: 'Length' }).first()
  await length.getByLabel('Number').fill('15')
  await choose(page, length.getByLabel('Unit'), 'days')
  await length.getByRole('button', { name: 'Add a part' }).click()
  await length.getByLabel('Number').nth(1).fill('4')
  await choose(page, length.getByLabel('Unit').nth(1), 'months')
  const account = page.getByRole('region', { name: 'Rule in words' })
  await account.getByText('It is created when “First office action” is recorded in the case.').waitFor()
  await account.getByText(/15 days, 4 months after the date of that document or event/).waitFor()
  const example = page.getByRole('region', { name: 'Worked example' })
  await example.getByLabel('Day of the example').fill('2026-05-20')
  await page.keyboard.press('Enter')
  await example.locator('time[datetime="2026-10-08"]').first().waitFor()
  await example
    .getByText(/National Day|国庆/)
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Expert' }).click()
  assert.match(await page.getByLabel('Content').inputValue(), /"period": "15d,4m"/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /In-house review/ }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a price is edited in a form and described in words; the next price starts as a copy of the last', async () => {
  const { page, complaints, go } = await signedIn('en', 'light', admin)
  const latest = await sidOf('fee_schedule', "fee_code = 'US.CLAIM' AND entity = 'SMALL' AND to_date IS EMPTY")
  await go(`/m/fee_schedule/${latest}`)
  await page.getByRole('link', { name: 'Next price' }).click()
  const account = page.getByRole('region', { name: 'Fee in words' })
  await account.getByText('Only for small entities.').waitFor()
  await page.getByLabel('In force from').fill('2031-01-01')
  await page.keyboard.press('Enter')
  await page.getByLabel('Amount for each').fill('77.5')
  await account
    .getByText(/77\.50?/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((url) => /fee_schedule\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(latest))
  await account
    .getByText(/77\.50?/)
    .first()
    .waitFor()
  const { data } = await s.call<{ record: { from_date: string; content: { from_date: string } }[] }>(
    'fee_schedule/do/search',
    { fl: ['from_date', 'content'], iql: "fee_code = 'US.CLAIM' AND from_date = '2031-01-01'" },
    { as: admin },
  )
  assert.deepEqual(data.record.map((row) => [row.from_date, row.content.from_date]), [['2031-01-01', '2031-01-01']]) // oxfmt-ignore
  const before = await s.call<{ to_date: string }>(`fee_schedule/${latest}`, undefined, { as: admin })
  assert.equal(before.data.to_date, '2030-12-31')
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('the previous version of a rule ends on the day before the next version starts', async () => {
  const last = await sidOf('deadline_rule', "rule_id = 'CNP27'")
  const { page, complaints, go } = await signedIn('en', 'light', admin)
  await go(`/m/deadline_rule/${last}`)
  await page.getByRole('link', { name: 'New version' }).click()
  await page.getByText('Enter the effective date').waitFor()
  await page.getByLabel('Applies from').fill('2031-01-01')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((url) => /deadline_rule\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(last))
  const { data } = await s.call<{ valid_to: string; content: { valid_to: string } }>(`deadline_rule/${last}`, undefined, { as: admin })
  assert.deepEqual([data.valid_to, data.content.valid_to], ['2030-12-31', '2030-12-31'])
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a click closes a day of a calendar, and another click opens it', async () => {
  const { page, complaints, go } = await signedIn('zh', 'light', admin)
  await go('/m/office_calendar?office=CN&year=2026')
  await page.getByRole('button', { name: /^2026年10月1日, .*放假$/ }).waitFor()
  const day = page.getByRole('button', { name: /^2026年12月24日/ })
  await day.click()
  await page.getByLabel('名称').fill('本所休息')
  await page.getByRole('button', { name: '设为放假' }).click()
  await page.getByRole('button', { name: '2026年12月24日, 本所休息, 放假' }).click()
  await page.getByRole('button', { name: '恢复为工作日' }).click()
  await page.getByRole('button', { name: '2026年12月24日', exact: true }).waitFor()
  await page.getByRole('button', { name: '2026年12月26日, 周末' }).click()
  await page.getByRole('button', { name: '设为上班' }).click()
  await page.getByRole('button', { name: /2026年12月26日, .*调休上班/ }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('with two people for changes of the law, a changed rule waits, is shown with its effects, and takes effect when the second confirms it', async () => {
  const second = await s.enrol('system_admin')
  await s.call('permission_proposal/do/set_rule', { two_people: true }, { as: admin })
  const one = await signedIn('en', 'light', admin)
  await one.go('/m/law_proposal')
  await one.page.getByRole('switch', { name: 'Two people for changes of the law' }).click()
  await one.page.getByRole('switch', { name: 'Two people for changes of the law', checked: true }).waitFor()
  await one.go(`/m/deadline_rule/${reply}/edit`)
  await one.page.getByLabel('Name English', { exact: true }).fill('Reply to the very first office action')
  await one.page.getByRole('button', { name: 'Save', exact: true }).click()
  await one.page.getByText(/Not in effect yet: “Deadline rule “Reply to the very first office action””?/).waitFor()
  await one.page.getByRole('heading', { level: 1, name: /^Reply to the first office action/ }).waitFor()
  assert.deepEqual(
    one.complaints.filter((text) => !text.includes('409')),
    [],
  ) // the browser notes the answer itself
  const two = await signedIn('en', 'light', second)
  await two.go(`/m/law_proposal/${await sidOf('law_proposal', "status = 'PROPOSED'", admin)}`)
  await two.page
    .getByRole('region', { name: 'What it would move today' })
    .getByText(/Open deadlines that would move: \d+ of \d+/)
    .waitFor()
  await two.page.getByRole('region', { name: 'What changes' }).waitFor()
  await two.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await two.page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await two.page.getByText('Confirmed', { exact: true }).first().waitFor()
  await one.go(`/m/deadline_rule/${reply}`)
  await one.page.getByRole('heading', { level: 1, name: /^Reply to the very first office action/ }).waitFor()
  assert.deepEqual(two.complaints, [])
  for (const { page } of [one, two]) await leave(page)
})

async function choose(page: Page, box: Locator, option: string) {
  await box.click()
  await page.locator('.ant-select-dropdown:visible').last().getByText(option, { exact: true }).click()
}

async function pick(page: Page, label: string, text: string, option: RegExp) {
  await page.getByLabel(label, { exact: true }).fill(text)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
}

for (const [lang, theme] of inLanguagesOf(import.meta.url, [
  ['zh', 'dark'],
  ['en', 'light'],
] as const)) {
  test(`the law screens have no serious accessibility fault: ${lang}, ${theme}`, async () => {
    const { page, go } = await signedIn(lang, theme, admin)
    for (const [path, sign] of [
      [`/m/deadline_rule/${reply}`, '.account li'],
      [`/m/fee_schedule/${price}`, '.account li'],
      [`/m/deadline_rule/${reply}/edit`, '.law-worked time'],
      [`/m/fee_schedule/${price}/edit`, '.account li'],
      ['/m/office_calendar?office=CN&year=2026', '.day.off'],
    ] as const) {
      await go(path)
      await page.locator(sign).first().waitFor()
      assert.deepEqual([path, ...(await seriousFaults(page))], [path])
    }
    await leave(page)
  })
}
