import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import type { Locator, Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { GRANTED_INVENTION, GRANTED_NUMBER, makerOf } from '../../harness/cases/granted-invention.ts'
import { confirmLaterDates } from '../../harness/sign-in/second-person.ts'
import { testServer } from '../../harness/server.ts'
import { day } from '../../harness/day.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const colleague = await s.enrol('ip_engineer', { name: 'Lin Colleague' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const made = makerOf(s.call, engineer)

/** A granted invention whose next annuity is due in a month, and two manual deadlines of its owner. */
const applicant_sid = await made('applicant', { name: 'Example Technology' })
const inventor_sid = await made('inventor', { name: 'Wang Inventor' })
const patent = await made('patent', {
  title: 'Heat sink for batteries', ...GRANTED_INVENTION, application_no: GRANTED_NUMBER,
  applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid,
}) // oxfmt-ignore
for (const [name, offset] of [
  ['Call the examiner', 'P2D'],
  ['Send the assignment', 'P5D'],
  ['Late answer', '-P3D'],
] as const)
  await made('deadline', { name, name_en: name, case_sid: patent, official_due: day(offset), owner_sid: engineer.sid })

/** Its annuity fell due half a year ago: the right is lost in a few days. */
await made('patent', {
  title: 'Rotor about to lapse', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: day('-P5Y6M'), grant_date: day('-P3Y'), claims_count: 8,
  applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid,
}) // oxfmt-ignore
/** An office action answered nowhere: its reply can be extended. */
const examined = await made('patent', {
  title: 'Wing under examination', country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: day('-P2Y'), claims_count: 8,
  applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: colleague.sid,
}) // oxfmt-ignore
await made('official_event', { case_sid: examined, code: 'CN14', event_date: day('-P1M'), delivery_way: 'ELECTRONIC', receive_date: day('-P1M') })

const openPage = pageOpener(browser, address)
const signedIn = (lang: 'zh' | 'en') => openPage({ lang, as: engineer, motion: true })

const row = (page: Page, text: string) => page.locator('.worklist-table .ant-table-row', { hasText: text })

test('[9.06] a number on the home page opens exactly its deadlines', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/home')
  const week = page.locator('.numbers a[href*="bucket=week"]')
  const total = Number(await week.locator('b').innerText())
  assert.equal(total, 2)
  await week.click()
  await row(page, 'Call the examiner').waitFor()
  assert.match(page.url(), /\/deadlines\?owner=me&bucket=week/)
  assert.equal(await page.locator('.worklist-table .ant-table-row').count(), total)
  assert.match(await row(page, 'Call the examiner').innerText(), /2 days left/)
  await page.getByRole('tab', { name: /Overdue/ }).click()
  await row(page, 'Late answer').waitFor()
  assert.match(await row(page, 'Late answer').innerText(), /3 days overdue/)
  await page.getByRole('tab', { name: /12 months/ }).click()
  assert.match(await row(page, 'Annual fee, year 6').innerText(), /Filing date .+ \+ 5 years/)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a right that is lost in a few days is listed first, in red on the home page and above later deadlines', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/home')
  const losing = page.locator('.numbers a', { hasText: 'Lost within 7 days' })
  await losing.waitFor()
  assert.equal((await losing.locator('b').innerText()).trim(), '1')
  assert.match((await losing.getAttribute('class')) ?? '', /due-over/)
  await losing.click()
  await row(page, 'Rotor about to lapse').waitFor()
  assert.match(await row(page, 'Rotor about to lapse').innerText(), /overdue[\s\S]*(Lost in \d days?|Last day today)/)
  await page.getByRole('tab', { name: /All open/ }).click()
  await row(page, 'Call the examiner').waitFor()
  const names = await page.locator('.worklist-table .ant-table-row').allInnerTexts()
  const at = (text: string) => names.findIndex((name) => name.includes(text))
  assert.ok(at('Rotor about to lapse') >= 0 && at('Rotor about to lapse') < at('Call the examiner'), names.join(' | '))
  assert.ok(at('Late answer') > at('Rotor about to lapse') && at('Late answer') < at('Call the examiner'), names.join(' | '))
  await page.getByRole('tab', { name: /Overdue/ }).click()
  await row(page, 'Call the examiner').waitFor({ state: 'detached' })
  await row(page, 'Late answer').waitFor()
  const overdue = await page.locator('.worklist-table .ant-table-row').allInnerTexts()
  assert.match(overdue[0] ?? '', /Rotor about to lapse/, overdue.join(' | '))
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a deadline is extended from the deadlines of its case, too', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go(`/patents/${examined}?tab=deadlines`)
  await page.locator('.ant-table-row', { hasText: 'Reply to the first office action' }).getByRole('button').first().click()
  await page.locator('.ant-drawer').getByRole('button', { name: 'Extend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend the deadline' })
  await dialog.getByText(/1 month.*fee due CNY 300\.00/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('an extension names its fee and shows one date everywhere', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/deadlines?owner=all&bucket=all&q=Wing under')
  await row(page, 'Reply to the first office action').getByRole('button', { name: /Reply/ }).click()
  const drawer = page.locator('.deadline-drawer')
  await drawer.getByRole('button', { name: 'Extend' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend the deadline' })
  const step = dialog.locator('.ant-radio-wrapper', { hasText: '2 months' })
  assert.match(await step.innerText(), /fee due CNY 600\.00/)
  await step.click()
  const extended = (await step.locator('time').innerText()).trim()
  await dialog.getByRole('button', { name: 'Extend' }).click()
  await page.getByText(/^This would make “Reply to the first office action.* takes effect when a second person confirms it/).waitFor()
  assert.equal(await confirmLaterDates(s.call, colleague), 1)
  await page.reload()
  await drawer.locator('.chain .last', { hasText: extended }).waitFor()
  await row(page, 'Reply to the first office action').locator('.due-day', { hasText: extended }).first().waitFor()
  await go(`/patents/${examined}?tab=deadlines`)
  await page.locator('.next-due-one', { hasText: 'Reply to the first office action' }).locator('time', { hasText: extended }).waitFor()
  await page.locator('.ant-table-row', { hasText: 'Reply to the first office action' }).getByText(extended).first().waitFor()
  await go(`/patents/${examined}?tab=timeline`)
  await page.locator('.timeline-line li', { hasText: 'Reply to the first office action' }).locator('time', { hasText: extended }).waitFor()
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('annuities are filtered by office and owner, and the selection shows its sum', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go(`/annuities?country=US`)
  await page.getByText('No fees are due').waitFor()
  await go(`/annuities?country=CN&owner_sid=${engineer.sid}`)
  await row(page, 'Heat sink').first().getByRole('checkbox').check()
  const sum = page.getByRole('toolbar').locator('.sum')
  await sum.waitFor()
  const owed = await row(page, 'Heat sink').first().locator('.owed').first().innerText()
  assert.ok(owed.replaceAll(/\s+/g, ' ').includes((await sum.innerText()).replace('CNY ', '')), owed)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a deadline shows the reason for its date, and several deadlines are reassigned and settled together', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go('/deadlines?bucket=year')
  await row(page, '第6年年费')
    .getByRole('button', { name: /第6年年费/ })
    .click()
  const drawer = page.locator('.ant-drawer-content, .ant-drawer-section').first()
  await drawer.locator('.chain').waitFor()
  assert.match(await drawer.innerText(), /申请日[\s\S]*5年[\s\S]*到期/)
  await page.keyboard.press('Escape')
  await go('/deadlines?bucket=week')
  for (const name of ['Call the examiner', 'Send the assignment']) await row(page, name).getByRole('checkbox').check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: '完 成' })
    .or(page.getByRole('toolbar').getByRole('button', { name: '完成' }))
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /完\s?成/ })
    .click()
  await page.getByText('2 个已处理').waitFor()
  await page.getByText('这里没有期限').waitFor()
  await go('/deadlines?bucket=overdue')
  await row(page, 'Late answer').getByRole('checkbox').check()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /转\s?交/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click() // only a dialog that has come to rest is clicked
  await page.keyboard.type('Lin Coll')
  await page.locator('.ant-select-item-option-active', { hasText: 'Lin Colleague' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /转\s?交/ }).click()
  await page.getByText('已转交 1 个期限').waitFor()
  const { data } = await s.call<{ total: number }>(
    'deadline/do/count',
    { iql: `name = 'Late answer' AND owner_sid = '${colleague.sid}'` },
    { as: engineer },
  )
  assert.equal(data.total, 1)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('unreadable deadlines are reported as a fault, and a retry shows them', async () => {
  const { page, go } = await signedIn('en')
  await page.route('**/deadline/do/search', (route) => route.abort())
  await go('/deadlines?bucket=year')
  const fault = page.getByRole('alert').filter({ hasText: 'network' })
  await fault.waitFor()
  assert.equal(await page.getByText('No deadlines here').count(), 0)
  await page.unroute('**/deadline/do/search')
  await fault.getByRole('button', { name: 'Retry' }).click()
  await row(page, 'Annual fee, year 6').waitFor()
  await leave(page)
})

test('a batch completion lists the refused deadlines with their reason', async () => {
  const { page, go } = await signedIn('en')
  for (const name of ['Pay the translator', 'Send the drawings'])
    await made('deadline', { name, name_en: name, case_sid: patent, official_due: day('P3D'), owner_sid: engineer.sid })
  await go('/deadlines?bucket=week')
  for (const name of ['Pay the translator', 'Send the drawings']) await row(page, name).getByRole('checkbox').check()
  const { data } = await s.call<{ record: { sid: string }[] }>('deadline/do/search', { iql: "name = 'Send the drawings'" }, { as: engineer })
  await s.call('deadline/do/transition', { sid: data.record[0]?.sid, transition: 'complete' }, { as: engineer })
  await page.getByRole('toolbar').getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByText(/1 completed, 1 not/).waitFor()
  assert.equal(await dialog.locator('.why li').count(), 1)
  await leave(page)
})

test('a row on a phone shows name, date and amount without horizontal scrolling', async () => {
  const { page, go } = await signedIn('en')
  await page.setViewportSize({ width: 390, height: 800 })
  const isWhole = () =>
    page.locator('.worklist-table').evaluate((box) => [...box.querySelectorAll('table')].every((table) => table.offsetWidth <= box.clientWidth))
  await go('/deadlines?bucket=year')
  assert.match(await row(page, 'Annual fee, year 6').innerText(), /Filing date .+ \+ 5 years/)
  assert.ok(await isWhole())
  await go('/annuities')
  assert.match(await row(page, 'Annual fee, year 6').innerText(), /CNY [\d,.]+[\s\S]*left[\s\S]*Abandon/)
  assert.ok(await isWhole())
  await leave(page)
})

test('a manual deadline is entered by keyboard alone: case, title, date, owner, reason', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/deadlines?bucket=week')
  await page.locator('.buckets').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New deadline' })
  await dialog.getByLabel('Case').waitFor()
  await page.keyboard.type('Heat sink')
  await page.locator('.ant-select-item-option-active', { hasText: 'Heat sink' }).waitFor()
  await page.keyboard.press('Enter')
  const reach = async (field: Locator) => {
    for (let at = 0; at < 10 && !(await field.evaluate((one) => one === document.activeElement)); at++) await page.keyboard.press('Tab')
  }
  const next = async (label: string, text: string) => {
    await reach(dialog.getByLabel(label))
    await page.keyboard.type(text)
  }
  await next('Action', 'Send the royalty report')
  await next('Official due', day('P6D'))
  await page.keyboard.press('Enter')
  await next('Reason', 'Licence of May, clause 4')
  await reach(dialog.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await page.getByText('Deadline created').waitFor()
  await row(page, 'Send the royalty report').waitFor()
  const { data } = await s.call<{ record: Record<string, unknown>[] }>(
    'deadline/do/search',
    { iql: `name = 'Send the royalty report' AND owner_sid = '${engineer.sid}'`, fl: ['official_due', 'kind', 'remark', 'manual'] },
    { as: engineer },
  )
  const [made] = data.record
  assert.deepEqual(
    [made?.['official_due'], made?.['kind'], made?.['remark'], made?.['manual']],
    [day('P6D'), 'ACTION', 'Licence of May, clause 4', true],
  )
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a screen reader announces the focused row, and the table is not a live region', async () => {
  const { page, go } = await signedIn('en')
  await go('/deadlines?owner=all&bucket=all')
  await row(page, 'Heat sink').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('.unseen[aria-live=polite]', { hasText: /row 1 of \d+/ }).waitFor({ state: 'attached' })
  assert.equal(await page.locator('[aria-live=polite] table, [aria-live=assertive] table').count(), 0)
  await leave(page)
})

test('a day in the calendar month opens the rows of that day', async () => {
  const { page, go } = await signedIn('en')
  await made('deadline', { name: 'Board meeting', name_en: 'Board meeting', case_sid: patent, official_due: day('P1D'), owner_sid: engineer.sid })
  await go(`/deadlines?view=calendar&month=${day('P1D').slice(0, 7)}`)
  await page.locator(`td[title="${dayIn(day('P1D'), 'en')}"] .day-titles li`, { hasText: /^P\d+\w* Board meeting/ }).waitFor()
  await page.locator(`td[title="${dayIn(day('P1D'), 'en')}"] .day-count`).click()
  await row(page, 'Board meeting').waitFor()
  assert.match(page.url(), new RegExp(`day=${day('P1D')}`))
  await leave(page)
})

test('annuities are decided by keyboard alone, and an abandonment is undone', async () => {
  const { page, complaints, go } = await signedIn('en')
  await go('/annuities')
  const fee = row(page, 'Annual fee, year 6')
  await fee.waitFor()
  const decided = (word: string) => fee.locator('.decide button[aria-pressed=true]', { hasText: word }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  await decided('Pay')
  await page.keyboard.press('k')
  await page.keyboard.press('u')
  await page.waitForFunction(() => !document.querySelector('.decide button[aria-pressed=true]'))
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await fee.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await fee.waitFor()
  const { data } = await s.call<{ record: { decision: string }[] }>(
    'fee/do/search',
    { iql: `case_sid = '${patent}' AND annuity_year = 6`, fl: ['decision'] },
    { as: engineer },
  )
  assert.deepEqual(
    data.record.map(({ decision }) => decision),
    ['ASK'],
  )
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('[2.32] the arrangement of the home page is kept', async () => {
  const { page, complaints, go } = await signedIn('zh')
  await go('/home')
  await page.getByRole('button', { name: '调整布局' }).click()
  await page.getByRole('button', { name: '移除 每年申请量' }).click()
  await page.getByRole('button', { name: '添加组件' }).click()
  const kept = page.waitForResponse(
    (response) =>
      /user_define_config\/do\/(create|update)/.test(response.url()) && response.ok() && `${response.request().postData()}`.includes('"type"'),
  )
  await page.getByRole('menuitem', { name: '按类型' }).click()
  await page.getByRole('heading', { name: '按类型' }).waitFor()
  await kept
  await go('/home')
  await page.getByRole('heading', { name: '按类型' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: '每年申请量' }).count(), 0)
  assert.deepEqual(complaints, [])
  await leave(page)
})
