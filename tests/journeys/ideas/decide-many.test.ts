// Batch actions apply to all rows of a condition beyond one page; one click settles a row whose completion is unknown.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../../../server/jobs/start.ts'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const jobs = await startJobs(s.server)
const manager = await s.enrol('ip_manager')
const reader = await s.enrol('dept_leader')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(async () => {
  await jobs.stop()
})
const openPage = pageOpener(browser, address)

const today = Temporal.PlainDate.from(presentDay())
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), row)
const own = { owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department }
const case_sid = await make('patent', { title: 'Case of many dates', country: 'CN', patent_type: 'INVENTION', ...own })
const [DEADLINES, FEES] = [105, 305]
for (let at = 0; at < DEADLINES; at++)
  await make('deadline', {
    case_sid,
    name: `Reminder ${at}`,
    official_due: `${today.add({ days: 20 })}`,
    owner_sid: manager.sid,
    company_sid: manager.company,
  })
for (let at = 0; at < FEES; at++)
  await make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'MANY', due_date: `${today.add({ days: 40 })}`, amount: '10', status: 'TO_PAY', company_sid: manager.company }) // oxfmt-ignore
await s.tenant.db.updateTable('fee').set({ certainty: 'CHECK' }).where('fee_type', '=', 'MANY').execute()

/** A granted case: that its examination was asked for in time follows from the grant alone. */
const granted = await make('patent', {
  title: 'Granted long ago', country: 'CN', patent_type: 'INVENTION', status: 'GRANTED', filing_date: `${today.subtract({ years: 6 })}`, grant_date: `${today.subtract({ years: 3 })}`, ...own,
}) // oxfmt-ignore
const statusOf = async (names: string) =>
  (await s.tenant.db.selectFrom('deadline').select(['status', 'name_en']).where('case_sid', '=', granted).where('name_en', '=', names).execute())[0]
    ?.status

test('a job completes all deadlines of a tab by their condition and reports their number', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go('/deadlines?owner=me&bucket=month&kind=ACTION')
  await page.getByText('Reminder 1', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Select all results of the list' }).click()
  await bar.getByText(`All results selected: ${DEADLINES}`).waitFor()
  await bar.getByRole('button', { name: 'Complete' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`${DEADLINES}`) })
  await dialog.getByRole('button', { name: 'Complete' }).click()
  await page.getByText(`Deadline: ${DEADLINES} changed`).waitFor()
  await page.getByText('Reminder 1', { exact: true }).waitFor({ state: 'detached' })
  const { data } = await s.call<{ total: number }>(
    'deadline/do/search',
    { iql: "name LIKE 'Reminder %' AND status = 'DONE'", rows: 1 },
    { as: manager },
  )
  assert.equal(data.total, DEADLINES)
  assert.deepEqual(complaints, [])
  await done()
})

test('fees beyond one page are decided, put on one payment list and confirmed as paid, with their sum shown', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager, fresh: true })
  let clicks = 0
  await page.exposeFunction('countClick', () => void clicks++)
  // The function is put on the window by the line above.
  await page.addInitScript(() => addEventListener('click', () => (globalThis as unknown as { countClick(): void }).countClick(), true))
  const begun = performance.now()
  await go('/annuities?which=all&country=CN')
  await page.locator('.worklist-table .ant-table-row').first().waitFor()
  const selectAll = async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Select all results of the list' }).click()
    await page.getByRole('toolbar').getByText(/All results selected: \d+/).waitFor() // oxfmt-ignore
  }
  await selectAll()
  const bar = page.getByRole('toolbar')
  await bar.locator('.sum', { hasText: 'CNY' }).waitFor()
  await bar.getByRole('button', { name: 'Pay', exact: true }).click()
  await bar.waitFor({ state: 'detached' })
  await selectAll()
  await bar.getByRole('button', { name: 'Put on a payment list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put on a payment list' }).click()
  await page.waitForURL(/annuities\/payments\?open=/)
  const drawer = page.locator('.deadline-drawer')
  await drawer.getByRole('button', { name: 'Confirm paid' }).click()
  const dialog = page.getByRole('dialog', { name: /Confirm that JF/ })
  await dialog.getByRole('checkbox', { name: /checked with the office/ }).check()
  await dialog.getByRole('button', { name: 'Confirm paid' }).click()
  await page.getByText(/is recorded as paid/).waitFor()
  console.log(`${FEES} decisions, one payment list, confirmed: ${clicks} clicks, ${Math.round((performance.now() - begun) / 1000)} s`)
  assert.ok(clicks <= 20, `${clicks} clicks`)
  const { data } = await s.call<{ total: number }>('fee/do/search', { iql: "fee_type = 'MANY' AND status = 'PAID'", rows: 1 }, { as: manager })
  assert.equal(data.total, FEES)
  assert.deepEqual(complaints, [])
  await done()
})

test('one click in the row marks a presumed or unrecorded deadline as done or not done', async () => {
  const { page, complaints, go, done } = await openPage({ lang: 'en', as: manager })
  await go('/deadlines?owner=all')
  await page.getByRole('tab', { name: /Done or not\?/ }).click()
  const rows = page.locator('.worklist-table .ant-table-row', { hasText: 'Presumed done' }).filter({ hasNotText: 'Annual fee' })
  await rows.first().waitFor()
  for (const [button, says, status] of [
    ['Not done', 'Recorded as not done', 'MISSED'],
    ['Done', 'Recorded as done', 'DONE'],
  ] as const) {
    const row = rows.first()
    const name = await row.locator('.row-name').innerText()
    await row.getByRole('button', { name: button, exact: true }).click()
    await page.getByText(`${says}: ${name}`).waitFor()
    assert.equal(await statusOf(name), status)
    await page.locator('.worklist-table .ant-table-row', { hasText: name }).waitFor({ state: 'detached' })
  }
  assert.deepEqual(complaints, [])
  await done()
})

test('a person who may only read deadlines sees the status and no buttons', async () => {
  const { page, go, done } = await openPage({ lang: 'en', as: reader })
  await go('/deadlines?owner=all&bucket=unproved')
  await page.locator('.worklist-table .ant-table-row', { hasText: 'Presumed done' }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Not done' }).count(), 0)
  await done()
})
