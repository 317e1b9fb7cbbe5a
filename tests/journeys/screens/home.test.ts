import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const inventor = await s.enrol('inventor')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const made = async (model: string, values: Record<string, unknown>) => {
  const { data, message } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${message}`)
  return data.sid
}

const applicant_sid = await made('applicant', { name: 'Example Technology' })
const inventor_sid = await made('inventor', { name: 'Wang Inventor', user_sid: inventor.sid })
const patent = await made('patent', {
  title: 'Heat sink for batteries', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: '2023-03-01', grant_date: '2025-06-03',
  claims_count: 8, applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: manager.sid,
}) // oxfmt-ignore
await made('patent', { title: 'Somebody else’s hinge', country: 'CN', patent_type: 'UTILITY', status: 'DRAFTING' })

const openPage = pageOpener(browser, address)
const signedIn = (as: typeof manager, lang: 'zh' | 'en') => openPage({ lang, as, height: 1600 })

const soon = `${Temporal.PlainDate.from(presentDay()).add({ days: 12 })}`
const add = (model: string, row: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), row)
const admin = await s.enrol('system_admin')
const file = (case_sid: string, name: string, visibility: string) =>
  sendFile(s.app, { path: 'document/do/upload', token: admin.token, file: name, name, fields: { case_sid, visibility } })

test('an inventor sees the progress, the next step and the documents of own patents, and no fees or other cases', async () => {
  await add('deadline', { case_sid: patent, name: 'Answer the examiner', official_due: soon })
  await file(patent, 'certificate.txt', 'V3')
  await file(patent, 'dispute.txt', 'V6')
  const { page, complaints, go } = await signedIn(inventor, 'en')
  await go('/home')
  const mine = page.locator('.widget.of-mine')
  await mine.getByText('Heat sink for batteries').waitFor() // a list that is loading has lines of its own
  assert.equal(await mine.locator('li').count(), 1)
  await mine.getByText(/Next: Answer the examiner, by .*12 days/).waitFor()
  assert.match(await mine.innerText(), /Heat sink for batteries[\s\S]*Granted and in force/)
  await page.locator('.widget.of-documents').getByText('certificate.txt').waitFor()
  assert.equal(await page.getByText('dispute.txt').count(), 0)
  await page.locator('.widget.of-asked').getByText('Nothing is waiting for you').waitFor()
  const headings = await page.locator('.widget h2').allInnerTexts()
  assert.deepEqual(headings.sort(), ['For me to do', 'My patents', 'My tasks', 'New documents', 'Quick entries', 'Recently opened cases'])
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: 'Add a widget' }).click()
  assert.deepEqual(await page.getByRole('menuitem').filter({ visible: true }).allInnerTexts(), ['Approvals to do', 'My awards'])
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('a missed reply whose right may still be restored is told at home, and not that all is clear', async () => {
  const engineer = await s.enrol('ip_engineer')
  const sid = await made('patent', { title: 'Late reply', country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: '2023-02-20', owner_sid: engineer.sid }) // oxfmt-ignore
  const issued = `${Temporal.PlainDate.from(presentDay()).subtract({ months: 4, days: 20 })}`
  const added = await s.call('official_event/do/create', { case_sid: sid, code: 'CN14', event_date: issued }, { as: manager })
  assert.equal(added.code, 0, added.text)
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: engineer })
  await go('/home')
  const list = page.locator('.widget.of-overdue')
  await list.getByRole('link', { name: '1 deadline missed: check whether the right can be restored' }).click()
  await page.getByRole('row', { name: /Reply to the first office action/ }).waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('an inventor without a patent reads how a patent is added and what to do first', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'zh', as: await s.enrol('inventor') })
  await go('/home')
  const mine = page.locator('.widget.of-mine')
  await mine.getByText('您还没有专利').waitFor()
  await mine.getByRole('link', { name: '查看我的资料' }).click()
  await page.waitForURL('**/me')
  assert.deepEqual(complaints, [])
  await done()
})

test('an agency sees its cases by client, notices by last day, drafts and new documents, and no data of another agency', async () => {
  const [own, other] = [await add('agency', { agency_name: 'North IP' }), await add('agency', { agency_name: 'South IP' })]
  const agent = await s.enrol('agency_admin', { agency_sid: own, department_sid: null })
  const client = { company_sid: manager.company, owner_sid: manager.sid }
  const entrusted = await add('patent', {
    title: 'Their hinge',
    country: 'CN',
    patent_type: 'UTILITY',
    status: 'DRAFTING',
    agency_sid: own,
    ...client,
  })
  const foreign = await add('patent', {
    title: 'Not theirs',
    country: 'CN',
    patent_type: 'UTILITY',
    status: 'DRAFTING',
    agency_sid: other,
    ...client,
  })
  for (const case_sid of [entrusted, foreign]) {
    const trigger_event_sid = await add('official_event', { case_sid, code: 'CN45', name: 'First action', event_date: presentDay() })
    const later = `${Temporal.PlainDate.from(soon).add({ months: 3 })}`
    for (const [name, official_due, final_due] of [
      ['Answer it', soon, later],
      ['Correct it', later, soon],
    ] as const) {
      const sid = await add('deadline', { case_sid, name, official_due })
      await s.tenant.db.updateTable('deadline').set({ final_due, trigger_event_sid }).where('sid', '=', sid).execute()
    }
    await add('deadline', { case_sid, name: 'Asked by nobody', official_due: soon })
    await file(case_sid, 'letter.txt', 'V2')
  }
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: agent, platform: 2, height: 1600 })
  await go('/home')
  const notices = page.locator('.widget.of-notices li')
  await notices.filter({ hasText: 'Correct it' }).waitFor()
  assert.deepEqual((await notices.allInnerTexts()).map((text) => text.split('\n')[0]), ['Correct it', 'Answer it']) // oxfmt-ignore
  await page.locator('.widget.of-clients li', { hasText: '1 reply due within 30 days' }).waitFor()
  await page.locator('.widget.of-drafts li', { hasText: 'Their hinge' }).waitFor()
  await page.locator('.widget.of-documents li', { hasText: 'letter.txt' }).waitFor()
  assert.equal(await page.locator('.widget.of-documents li').count(), 1)
  assert.equal(await page.getByText('Not theirs').count(), 0)
  await page.locator('.widget.of-clients a').first().click()
  await page.getByText('Their hinge').first().waitFor()
  assert.deepEqual(complaints, [])
  await done()
})

test('a bar of a chart is reachable by keyboard and opens exactly its cases', async () => {
  const { page, complaints, go } = await signedIn(manager, 'en')
  await go('/home')
  const bar = page.locator('.widget.of-type .chart-links a', { hasText: 'Utility' })
  await bar.waitFor({ state: 'attached' })
  await bar.focus()
  assert.match(await bar.innerText(), /: 3$/)
  await page.keyboard.press('Enter')
  await page.getByText('Somebody else’s hinge').first().waitFor()
  assert.equal(new URL(page.url()).searchParams.get('iql'), "patent_type = 'UTILITY'")
  assert.equal(await page.getByText('Heat sink for batteries').count(), 0)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('an opened case is listed on the home page', async () => {
  const { page, complaints, go } = await signedIn(manager, 'zh')
  await go('/home')
  const recent = page.locator('.widget.of-recent')
  await recent.getByRole('link', { name: '查看案件' }).waitFor()
  await go(`/patents/${patent}`)
  await page
    .getByRole('heading', { name: /Heat sink/ })
    .first()
    .waitFor()
  await go('/home')
  await recent.getByText('Heat sink for batteries').click()
  await page.waitForURL(`**/patents/${patent}`)
  assert.deepEqual(complaints, [])
  await leave(page)
})

test('[2.32] a widget is moved and resized by keyboard and keeps its place', async () => {
  const { page, complaints, go } = await signedIn(manager, 'en')
  await go('/home')
  await page.getByRole('button', { name: 'Arrange' }).click()
  const where = page.locator('.widget.of-type [aria-live]')
  const before = await where.innerText()
  const choose = async (step: string) => {
    await page.getByRole('button', { name: 'Move or resize By type' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: step }).click()
  }
  await choose('Narrower')
  await choose('Taller')
  const kept = page.waitForResponse((response) => /user_define_config\/do\/(create|update)/.test(response.url()) && response.ok())
  await kept
  const after = await where.innerText()
  assert.notEqual(after, before)
  await go('/home')
  await page.getByRole('button', { name: 'Arrange' }).click()
  assert.equal(await where.innerText(), after)
  assert.deepEqual(complaints, [])
  await leave(page)
})
