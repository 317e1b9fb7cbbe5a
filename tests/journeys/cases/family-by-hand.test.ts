// A docketing specialist builds a PCT family in the browser: a priority with a slip, four national phases made of the application, the
// corrected priority, a division and a continuation. Every date was counted by hand from the law beside it; clicks and seconds are counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { confirmLaterDates } from '../../harness/sign-in/second-person.ts'
import { testServer } from '../../harness/server.ts'
import { startOn } from '../../harness/today.ts'
import { pageOpener } from '../../harness/visitor.ts'

startOn('2026-11-20')
const s = await testServer()
const [as, second] = [await s.enrol('ip_manager'), await s.enrol('ip_manager')]
const { make, done, patent } = casesOf(s.call, as, 'en')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const [applicant_sid, inventor_sid] = [(await make('applicant', { name: 'Fictional Gear Works' })).sid, (await make('inventor', { name: 'Li' })).sid]
const people = { applicants: [{ applicant_sid }], inventors: [{ inventor_sid }] }
const COUNTRIES = ['CN', 'EP', 'US', 'JP'] as const
const pct = (
  await patent({ title: 'Gear WO', country: 'WO', route: 'PCT_INTL', filing_date: '2025-06-10', application_no: 'PCT/CN2025/098765', status: 'INTL_FILED', ro: 'CN', designated: COUNTRIES, ...people })
).sid // oxfmt-ignore
const [phases, numbers] = [new Map<string, string>(), new Map<string, string>()]

const dueOf = async (sid: string, key: string) => {
  const { data } = await s.call<{ record: { official_due: string; certainty: string }[] }>(
    'deadline/do/search',
    { iql: `case_sid = '${sid}' AND key = '${key}' AND status = 'OPEN'`, fl: 'official_due,certainty', rows: 1 },
    { as },
  )
  return data.record[0]?.official_due
}
const shown = (page: Page, date: string) => page.locator('.ant-table-row', { hasText: date }).first().waitFor()

type Counted = { countClick(): void }
async function countClicks(page: Page) {
  const counted = { clicks: 0 }
  await page.exposeFunction('countClick', () => void counted.clicks++)
  // The function is put on the window by the line above.
  await page.addInitScript(() => addEventListener('click', () => (globalThis as unknown as Counted).countClick(), true))
  return counted
}

async function relate(page: Page, go: (path: string) => Promise<unknown>, later: string, earlier: string, type: string) {
  await go(`/patents/${later}?tab=relations`)
  await page.getByRole('button', { name: 'Relate a case' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().fill(earlier)
  await page.locator('.ant-select-item-option', { hasText: earlier }).first().click()
  await dialog.getByRole('combobox').nth(1).click()
  await page.locator('.ant-select-item-option', { hasText: type }).first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The countries are proposed as they were designated; each phase is found by its country. */
async function derivePhases(page: Page) {
  await page.getByRole('button', { name: 'New case from this one' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kind of new case' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'National phase' }).click()
  await dialog.locator('.ant-select-selection-item', { hasText: 'Japan' }).waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { record } = await done<{ record: { sid: string; country: string; case_no: string }[] }>('patent/do/search', {
    iql: "route = 'PCT_NATIONAL'",
    fl: 'country,case_no',
    rows: 10,
  })
  for (const { sid, country, case_no } of record) {
    phases.set(country, sid)
    numbers.set(country, case_no)
  }
  assert.deepEqual([...phases.keys()].toSorted(), COUNTRIES.toSorted())
}

test('a PCT family is related, its priority corrected and continued by hand, with every date right', { timeout: 240_000 }, async () => {
  const { page, complaints, go, done: close } = await openPage({ lang: 'en', as, fresh: true })
  const counted = await countClicks(page)
  const begun = performance.now()
  await go(`/patents/${pct}?tab=relations`)
  await page.getByRole('button', { name: 'Add a priority' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Priority date').fill('2024-06-13') // a slip: the first filing was a day earlier
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Priority country').fill('China')
  await page.locator('.ant-select-item-option', { hasText: /^China$/ }).click()
  await dialog.getByLabel('Priority no.').fill('202410754321.4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await derivePhases(page)
  const ep = phases.get('EP') ?? ''
  await go(`/patents/${ep}?tab=deadlines`)
  await shown(page, '13 Jan 2027') // EPC Rule 159: 31 months
  await go(`/patents/${pct}?tab=relations`)
  await page.getByRole('button', { name: 'Correct 202410754321.4' }).click()
  await dialog.getByLabel('Priority date').fill('2024-06-12')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const asked = page.locator('.ant-modal-confirm')
  await asked.or(page.getByText('12 Jun 2024')).first().waitFor()
  if (await asked.isVisible()) await asked.locator('.ant-btn-primary').click()
  await page.locator('.ant-table-row', { hasText: '12 Jun 2024' }).first().waitFor()
  await go(`/patents/${ep}?tab=deadlines`)
  await shown(page, '12 Jan 2027')
  const [related, clicks] = [performance.now() - begun, counted.clicks]
  for (const [country, key, due] of [
    ['CN', 'CNP50', '2026-12-14'], // Implementing Rules r. 120: 30 months, Saturday 12 December
    ['EP', 'NP02', '2027-01-12'],
    ['US', 'NP03', '2026-12-14'], // 37 CFR 1.495: 30 months
    ['JP', 'NP04', '2026-12-14'], // JPA art. 184-4: 30 months
  ] as const)
    assert.equal(await dueOf(phases.get(country) ?? '', key), due, country)

  const filed = { filing_date: '2025-06-10', pct_no: 'PCT/CN2025/098765', pct_filing_date: '2025-06-10' }
  for (const [country, transition, application_no, entry_date] of [
    ['CN', 'enter', '202580098765.X', '2026-10-12'],
    ['US', 'us_file', '19/123456', '2026-11-04'],
  ] as const)
    await done('patent/do/transition', { sid: phases.get(country), transition, application_no, entry_date, ...filed })
  const division = (await patent({ title: 'Gear division', country: 'CN', filing_date: '2025-06-10', submission_date: '2026-11-10', application_no: '202611234567.4', status: 'FILED', ...people })).sid // oxfmt-ignore
  const continuation = (await patent({ title: 'Gear continuation', country: 'US', filing_date: '2026-11-12', application_no: '19/234567', status: 'US_FILED', ...people })).sid // oxfmt-ignore
  await relate(page, go, division, numbers.get('CN') ?? '', 'Divisional')
  await relate(page, go, continuation, numbers.get('US') ?? '', 'Continuation')
  await confirmLaterDates(s.call, second)
  assert.equal(await dueOf(division, 'CNP15'), '2027-06-14') // Implementing Rules r. 49: the priority of the parent
  assert.equal(await dueOf(continuation, 'US05'), '2027-03-12') // 37 CFR 1.78(d)(3): 4 months from filing
  await go(`/patents/${continuation}?tab=deadlines`)
  await shown(page, '12 Mar 2027')
  console.log(`a priority, four national phases and the correction: ${clicks} clicks, ${Math.round(related / 1000)} s`)
  assert.ok(clicks <= 60, `${clicks} clicks`)
  assert.deepEqual(
    complaints.filter((line) => !line.includes('412')),
    [],
  ) // the correction asks to be confirmed // oxfmt-ignore
  await close()
})

test('a division is made of its case in Chinese, and refused words name the country', { timeout: 120_000 }, async () => {
  const cn = phases.get('CN')
  assert.ok(cn, 'the Chinese phase is made by the test before')
  const { page, go, done: close } = await openPage({ lang: 'zh', as })
  await go(`/patents/${pct}?tab=relations`)
  await page.getByRole('button', { name: '由本案新建' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '方式' }).click()
  await page.locator('.ant-select-item-option', { hasText: '进入国家阶段' }).click()
  await dialog.getByRole('combobox', { name: '国家/地区' }).fill('法国')
  await page.locator('.ant-select-item-option', { hasText: '法国' }).click()
  await dialog.locator('.ant-modal-title').click()
  await dialog.getByRole('button', { name: /新\s*建/ }).click()
  await dialog.getByText('国际申请不能在法国进入国家阶段，只能经欧洲专利局（PCT第45条第2款）').waitFor()
  await go(`/patents/${cn}?tab=relations`)
  await page.getByRole('button', { name: '由本案新建' }).click()
  await dialog.getByRole('combobox', { name: '方式' }).click()
  await page.locator('.ant-select-item-option', { hasText: '分案' }).click()
  await dialog.getByLabel('名称').fill('第二齿轮')
  await dialog.getByRole('button', { name: /新\s*建/ }).click()
  await page.getByRole('heading', { level: 1, name: /第二齿轮/ }).waitFor()
  await close()
})
