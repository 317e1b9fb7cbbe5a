// What is on the screen stays there while it is asked for again, and what could not be asked for is said.
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { presentDay, systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { openBrowser } from '../../harness/browser.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener, settled } from '../../harness/visitor.ts'

const s = await testServer()
const manager = await s.enrol('ip_manager')
const inventor = await s.enrol('inventor')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)

const add = (model: string, row: Record<string, unknown>) => createRow(systemContext(s.tenant), modelOf(s.tenant, model), row)
const day = (days: number) => `${Temporal.PlainDate.from(presentDay()).add({ days })}`
const AWAY = { status: 500, contentType: 'application/json', body: JSON.stringify({ code: 500, message: 'away' }) }
const STALE = 5500

const filed = async (title: string, more: Record<string, unknown>) => {
  const { data, text } = await s.call<{ sid: string }>('patent/do/create', { title, patent_type: 'INVENTION', filing_date: day(-700), ...more }, { as: manager }) // oxfmt-ignore
  assert.ok(data?.sid, text)
  return data.sid
}
const cases = {
  CN: await filed('Chinese hinge', { country: 'CN', status: 'SE', se_entered_date: day(-300) }),
  US: await filed('American hinge', { country: 'US', status: 'US_EXAM' }),
}
await add('deadline', { case_sid: cases.CN, name: 'Answer it', official_due: day(12), owner_sid: manager.sid })

for (const lang of languagesOf(import.meta.url)) {
  const inWords = (zh: string, en: string) => (lang === 'zh' ? zh : en)

  test(`the rows of the deadlines stay when asking for them again fails: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: manager })
    await go('/deadlines?owner=all&bucket=month')
    const row = page.getByRole('row', { name: /Answer it/ })
    await row.waitFor()
    await go('/tasks-elsewhere')
    await page.waitForTimeout(STALE)
    await page.route('**/model/deadline/do/desk', (route) => route.fulfill(AWAY))
    await go('/deadlines?owner=all&bucket=month')
    await page.getByRole('alert').getByText(inWords('服务器错误，请稍后再试', 'Server error, please try later')).waitFor()
    await row.waitFor()
    await done()
  })

  test(`"nothing waits" stays on the home page of an inventor while it is asked for again: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: inventor })
    await go('/home')
    const clear = page.locator('.widget.of-asked').getByText(inWords('目前没有需要您办理的事项', 'Nothing is waiting for you'))
    await clear.waitFor()
    await go('/me')
    await page.waitForTimeout(STALE)
    let asked = 0
    const isReturned = (body: string | null) => String(body).includes("status = 'RETURNED'")
    await page.route('**/model/proposal/do/search', async (route) => {
      if (isReturned(route.request().postData())) asked++
      else await route.fallback() // the others are never answered
    })
    await go('/home')
    await clear.waitFor()
    assert.equal(asked, 1)
    await done()
  })

  test(`the bills of each state say that their state is hidden from a person: ${lang}`, async () => {
    const { page, go, done } = await openPage({ lang, as: manager })
    await page.route('**/innoe-webapi/model/invoice', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json() // the envelope of the schema
      body.data.fields = body.data.fields.filter(({ code }: { code: string }) => code !== 'status')
      await route.fulfill({ response: answer, json: body })
    })
    await go('/home')
    await page.getByRole('button', { name: inWords('调整布局', 'Arrange') }).click()
    await page.getByRole('button', { name: inWords('添加组件', 'Add a widget') }).click()
    await page.getByRole('menuitem', { name: inWords('账单状态', 'Bills by status') }).click()
    const bills = page.locator('.widget.of-bills')
    await bills.getByText(inWords('您的角色看不到此处统计所用的字段。', 'Your role does not show the field that is counted here.')).waitFor()
    assert.equal(await bills.locator('.ant-skeleton').count(), 0)
    await done()
  })

  test(`a notice shows no deadlines of the case that was chosen before: ${lang}`, async () => {
    const type = await s.tenant.db.selectFrom('document_type').select('sid').where('code', '=', 'CN14').executeTakeFirstOrThrow()
    const now = new Date().toISOString()
    const row = { sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, company_sid: manager.company }
    await s.tenant.db
      .insertInto('notice_intake')
      .values({ ...row, original_name: 'notice.xml', state: 'READY', case_sid: cases.CN, doc_type: type.sid, issue_date: day(-5), reading: '{}' })
      .execute()
    const { page, go, done } = await openPage({ lang, as: manager })
    await go('/m/notice_intake')
    const follows = page.locator('.intake-form [aria-live]')
    await follows.getByText(inWords('答复第一次审查意见通知书', 'Reply to the first office action')).waitFor()
    await page.route('**/model/notice_intake/do/preview', () => undefined) // is never answered
    await page.locator('#intake-case_sid').fill('American')
    await page.getByTitle(/American hinge/).click()
    await follows.locator('.ant-skeleton').waitFor()
    assert.equal(await follows.locator('.moved').count(), 0)
    await done()
  })

  test(`the notices beyond the first hundred are on a page of their own: ${lang}`, async () => {
    const now = new Date().toISOString()
    const rows = Array.from({ length: 120 }, (_, n) => ({
      ...{ sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, company_sid: manager.company },
      ...{ original_name: `paper ${n}.xml`, state: 'NO_CASE' as const, reading: '{}' },
    }))
    await s.tenant.db.insertInto('notice_intake').values(rows).execute()
    // A write of the product, after which the server counts anew.
    assert.equal((await s.call('notice_intake/do/reject', { sid: rows[0]?.sid, reason: 'a copy' }, { as: manager })).code, 0)
    const { page, go, done } = await openPage({ lang, as: manager })
    await go('/m/notice_intake')
    await page.locator('.intake-rows li').first().waitFor()
    assert.equal(await page.locator('.intake-rows li').count(), 100)
    await page.getByText(inWords('第 1–100 条', '1–100 of')).waitFor()
    await page.getByTitle('2', { exact: true }).click()
    await page.waitForFunction(() => document.querySelectorAll('.intake-rows li').length < 100)
    await done()
  })

  test(`a change of all results says when it could not be tried: ${lang}`, async () => {
    for (let n = 0; n < 120; n++) await add('tag', { name: `Label ${n}` })
    const { page, go, done } = await openPage({ lang, as: manager })
    await page.route('**/do/batch_check', (route) => route.fulfill(AWAY))
    await go('/m/tag?rows=100')
    await page.locator('.list-table .ant-table-row').first().waitFor()
    await page.getByRole('checkbox', { name: inWords('选择本页全部', 'Select all') }).first().check() // oxfmt-ignore
    await page.getByRole('button', { name: inWords('选择列表的全部结果', 'Select all results of the list') }).click()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: inWords('编辑', 'Edit') })
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('combobox').click()
    await page.keyboard.type(inWords('备注', 'Remark'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await drawer.getByRole('textbox', { name: inWords('备注', 'Remark') }).fill('seen')
    await drawer.getByRole('button', { name: inWords('预览变更', 'Preview changes') }).click()
    await drawer.getByRole('alert').getByText(inWords('服务器错误，请稍后再试', 'Server error, please try later')).waitFor()
    await settled(page)
    await done()
  })
}
