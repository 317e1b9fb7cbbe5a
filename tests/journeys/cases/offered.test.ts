import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { GRANTED_INVENTION, makerOf } from '../../harness/cases/granted-invention.ts'
import { type Person, testServer } from '../../harness/server.ts'
import { leave, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const [engineer, inventor, finance, admin] = [
  await s.enrol('ip_engineer'), await s.enrol('inventor'), await s.enrol('finance'), await s.enrol('system_admin'),
] // oxfmt-ignore
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)

const made = makerOf(s.call, engineer)

/** A granted invention with an annuity to decide on; the inventor is one of its persons. */
const applicant_sid = await made('applicant', { name: 'Example Technology' })
const inventor_sid = await made('inventor', { name: 'Wang Inventor' })
const patent = await made('patent', {
  title: 'Heat sink', ...GRANTED_INVENTION,
  applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid, co_owner_sids: [inventor.sid],
}) // oxfmt-ignore
const own = await made('role', { code: 'own_role', name: 'Own role', platform: '1' }, admin)
const { sid: builtIn } = await s.tenant.db.selectFrom('role').select('sid').where('is_system', '=', true).executeTakeFirstOrThrow()
const search = encodeURIComponent

async function opened(who: Person, path: string): Promise<Page> {
  const { page, go } = await openPage({ lang: 'en', as: who })
  const isQuiet = watchCalls(page)
  await go(path)
  await page.locator('main h1, main .notice').first().waitFor()
  await isQuiet()
  return page
}

const QUIET_MS = 400

/** Resolves when no call has been pending for a while; the stream of events never ends and does not count. */
function watchCalls(page: Page): () => Promise<void> {
  let under = 0
  let since = Date.now()
  const count = (by: number) => (request: { url(): string }) => {
    if (request.url().endsWith('/innoe-webapi/events')) return
    under += by
    since = Date.now()
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    const end = Date.now() + 15_000
    while (under > 0 || Date.now() - since < QUIET_MS) {
      assert.ok(Date.now() < end, `${under} calls are under way`)
      await page.waitForTimeout(50)
    }
  }
}

/** The words of all buttons, links and upload areas of the page, and of what its menus hold. */
async function offeredOn(page: Page): Promise<Set<string>> {
  const names = new Set<string>()
  const collect = async (selector: string) => {
    for (const one of await page.locator(selector).all()) {
      const name = (await one.getAttribute('aria-label')) ?? (await one.innerText())
      if (name) names.add(name.trim())
    }
  }
  for (const menu of await page.locator('main button:has(.anticon-more)').all()) {
    await menu.click()
    await page.locator('.ant-dropdown-menu-item').first().waitFor()
    await collect('.ant-dropdown-menu-item')
    await page.keyboard.press('Escape')
  }
  await collect('main button:visible, main a:visible, main .ant-upload-drag:visible')
  return names
}

const selectFirst = async (page: Page) => page.locator('.ant-table-row .ant-checkbox-input').first().check()

const LIST = ['New', 'Import', 'Export all results', 'Recycle bin']
const BATCH = ['Edit', 'Export', 'Delete']
const CASE = ['Edit', 'Delete', 'Record official document']
const DROP = 'Drop one or more files here, or click to choose.'
const FEES = ['Pay', 'Abandon', 'Undecided', 'Put on a payment list']

type Row = [what: string, who: Person, path: string, offered: readonly string[], withheld: readonly string[], select?: 'select']
const rows: readonly Row[] = [
  ['an engineer on the list of patents', engineer, '/patents', [...LIST, ...BATCH], [], 'select'],
  ['an inventor on the list of patents', inventor, '/patents', [], [...LIST, ...BATCH], 'select'],
  ['a finance person on the list of patents', finance, '/patents', [], [...LIST, ...BATCH], 'select'],
  ['an engineer on a case', engineer, `/patents/${patent}`, CASE, []],
  ['an inventor on a case', inventor, `/patents/${patent}`, [], [...CASE, 'Documents', 'Fees']],
  ['a finance person on a case', finance, `/patents/${patent}`, [], CASE],
  ['an engineer on the documents of a case', engineer, `/patents/${patent}?tab=documents`, [DROP], []],
  ['an engineer on the deadlines of a case', engineer, `/patents/${patent}?tab=deadlines`, ['New deadline'], []],
  ['a finance person on the deadlines of a case', finance, `/patents/${patent}?tab=deadlines`, [], ['New deadline', 'Record official document']],
  ['an engineer on relations', engineer, `/patents/${patent}?tab=relations`, ['Add a priority', 'Relate a case'], []],
  ['an inventor on relations', inventor, `/patents/${patent}?tab=relations`, [], ['Add a priority', 'Relate a case']],
  ['a finance person on annuities', finance, '/annuities', FEES, [], 'select'],
  ['an engineer on deadlines', engineer, '/deadlines?bucket=year', ['New deadline', 'Complete', 'Reassign'], [], 'select'],
  ['a finance person on deadlines', finance, '/deadlines?bucket=year', [], ['New deadline', 'Complete', 'Reassign'], 'select'],
  ['an administrator on a built-in role', admin, `/m/role/${builtIn}`, ['Edit'], ['Delete']],
  ['an administrator on a role of the tenant', admin, `/m/role/${own}`, ['Edit', 'Delete'], []],
  ['an administrator who selects a built-in role', admin, `/m/role?iql=${search(`sid = '${builtIn}'`)}`, ['Export'], ['Delete'], 'select'],
  ['an administrator who selects a role of the tenant', admin, `/m/role?iql=${search(`sid = '${own}'`)}`, ['Edit', 'Export', 'Delete'], [], 'select'],
]

for (const [what, who, path, offered, withheld, select] of rows)
  test(`${what} sees only permitted actions`, async () => {
    const page = await opened(who, path)
    if (select) await selectFirst(page)
    const names = await offeredOn(page)
    assert.deepEqual([offered.filter((name) => !names.has(name)), withheld.filter((name) => names.has(name))], [[], []], [...names].join(' | '))
    await leave(page)
  })

for (const [what, who] of [
  ['an inventor', inventor],
  ['a finance person', finance],
] as const)
  test(`${what} who opens the address of a form sees that it is not permitted`, async () => {
    for (const path of [`/patents/${patent}/edit`, '/patents/new']) {
      const page = await opened(who, path).catch((fault: Error) => assert.fail(`${path}: ${fault.message}`))
      assert.equal(await page.locator('form.record-form').count(), 0, path)
      await leave(page)
    }
  })
