// An answer that did not come is never read as "nothing": it is said, and asked for again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const engineer = await s.enrol('ip_engineer')
const idle = await s.enrol('ip_engineer')
const inventor = await s.enrol('inventor')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const add = (model: string, row: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), row)
const soon = `${Temporal.PlainDate.from(presentDay()).add({ days: 12 })}`

const COUNTS = '**/model/deadline/do/desk'
const searchOf = (model: string) => `**/model/${model}/do/search`
const of = (words: string) => (request: Request) => String(request.postData()).includes(words)

/** What is asked for there fails until it is mended. */
async function failing(page: Page, path: string, isMeant: (request: Request) => boolean = () => true) {
  let isBroken = true
  await page.route(path, (route) =>
    isBroken && isMeant(route.request())
      ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify({ code: 500, message: 'away' }) })
      : route.fallback(),
  )
  return () => void (isBroken = false)
}

/** Asks again, until no fault is left in it. */
async function tryAgain(within: ReturnType<Page['locator']>, name: string) {
  const again = within.getByRole('button', { name })
  await again.click()
  await again.waitFor({ state: 'detached' })
}

const OPEN = "AND NOT (kind IN ('ACTION', 'ANNUITY')"
const LOSING = "AND kind IN ('ACTION', 'ANNUITY')"
const MISSED = "status = 'MISSED' AND final_due >= today()"

for (const lang of languagesOf(import.meta.url)) {
  const inWords = (zh: string, en: string) => (lang === 'zh' ? zh : en)

  for (const [what, path, words, said] of [
    ['the count', COUNTS, '', ['已错过的期限没有统计到', 'The missed deadlines could not be counted']],
    ['the open ones', searchOf('deadline'), OPEN, ['期限没有读全', 'Not all deadlines could be read']],
    ['those about to be lost', searchOf('deadline'), LOSING, ['期限没有读全', 'Not all deadlines could be read']],
    ['the missed ones', searchOf('deadline'), MISSED, ['期限没有读全', 'Not all deadlines could be read']],
  ] as const)
    test(`nobody is told that all deadlines are done while ${what} could not be read: ${lang}`, async () => {
      const { page, go, done } = await openPage({ lang, as: idle })
      const mend = await failing(page, path, of(words))
      await go('/home')
      const list = page.locator('.widget.of-overdue')
      const clear = list.getByText(inWords('都办完了', 'All clear'))
      await list.getByText(inWords(said[0], said[1])).waitFor()
      assert.equal(await clear.count(), 0)
      mend()
      await tryAgain(list, inWords('重试', 'Try again'))
      await clear.waitFor()
      await done()
    })

  test(`a person with nothing to do is not told so while returned disclosures could not be read: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: inventor })
    const mend = await failing(page, searchOf('proposal'), of("status = 'RETURNED'"))
    await go('/home')
    const asked = page.locator('.widget.of-asked')
    await asked.getByText(inWords('退回的提案没有读到', 'Returned disclosures could not be read')).waitFor()
    assert.equal(await asked.getByText(inWords('目前没有需要您办理的事项', 'Nothing is waiting for you')).count(), 0)
    mend()
    await tryAgain(asked, inWords('重试', 'Try again'))
    await asked.getByText(inWords('目前没有需要您办理的事项', 'Nothing is waiting for you')).waitFor()
    await done()
  })

  test(`the bell and the menu of approvals do not say "none" of what could not be counted: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: idle })
    const mended = [await failing(page, searchOf('notification')), await failing(page, '**/model/approval_task/do/todo**')]
    await go('/home')
    await page
      .getByRole('img', { name: inWords('待办审批没有统计到', 'The approvals that wait could not be counted') })
      .first()
      .waitFor()
    await page.getByRole('button', { name: inWords('未读消息没有读到', 'Unread notices could not be read') }).click()
    const notices = page.locator('.notices')
    await notices.getByText(inWords('未读消息没有读到', 'Unread notices could not be read')).waitFor()
    assert.equal(await notices.getByText(inWords('没有未读消息', 'No unread notices')).count(), 0)
    for (const mend of mended) mend()
    await tryAgain(notices, inWords('重试', 'Try again'))
    await notices.getByText(inWords('没有未读消息', 'No unread notices')).waitFor()
    await done()
  })

  test(`the search over everything says that it failed, not that nothing was found: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: idle })
    await go('/home')
    const mend = await failing(page, '**/model/case/do/find')
    await page.locator('button.find').click()
    const palette = page.locator('.palette')
    await palette.getByRole('combobox').fill('zzqq')
    await palette.getByText(inWords('没有搜索成功', 'The search failed')).waitFor()
    assert.equal(await palette.locator('.palette-none').count(), 0)
    mend()
    await tryAgain(palette, inWords('重试', 'Try again'))
    await palette.locator('.palette-none').waitFor()
    await done()
  })
}

let given: Promise<unknown> | undefined

/** The engineer's only deadline; the tests before have none. */
const deadline = () => (given ??= addDeadline())

async function addDeadline() {
  const case_sid = await add('patent', { title: 'Hinge', country: 'CN', patent_type: 'UTILITY', status: 'DRAFTING', company_sid: engineer.company, owner_sid: engineer.sid }) // oxfmt-ignore
  await add('deadline', { case_sid, name: 'Answer it', official_due: soon, owner_sid: engineer.sid })
}

for (const lang of languagesOf(import.meta.url)) {
  const inWords = (zh: string, en: string) => (lang === 'zh' ? zh : en)
  const again = inWords('重试', 'Try again')

  test(`the urgent deadlines are listed when only their count fails, and the count is asked for again: ${lang}`, async () => {
    await deadline()
    const { page, go, done } = await openPage({ lang, as: engineer })
    const mend = await failing(page, COUNTS)
    await go('/home')
    const list = page.locator('.widget.of-overdue')
    await list.getByText(inWords('已错过的期限没有统计到', 'The missed deadlines could not be counted')).waitFor()
    await list.getByText('Answer it').waitFor()
    assert.equal(await list.locator('.ant-skeleton').count(), 0)
    mend()
    await tryAgain(list, again)
    await list.getByText('Answer it').waitFor()
    await page.locator('.widget.of-deadlines').getByText(inWords('30 天内', '30 days')).waitFor()
    await done()
  })

  test(`the deadlines show no row while their counts, or the cases of the search, could not be read: ${lang}`, async () => {
    for (const [path, place] of [
      [COUNTS, '/deadlines?owner=all'],
      ['**/model/case/do/find', '/deadlines?owner=all&q=zzqq'],
    ] as const) {
      const { page, go, done } = await openPage({ lang, as: engineer })
      const mend = await failing(page, path)
      await go(place)
      await page.getByRole('alert').getByText(inWords('服务器错误，请稍后再试', 'Server error, please try later')).waitFor()
      assert.equal(await page.locator('.worklist-table').count(), 0)
      mend()
      await page.getByRole('button', { name: inWords('重试', 'Retry') }).click()
      await page.locator('.worklist-table').waitFor()
      await done()
    }
  })
}
