// One person proposes a change that postpones the loss of a right; another confirms or refuses it; the case shows the result.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { presentDay } from '../../../server/records/context.ts'
import { openBrowser } from '../../harness/browser.ts'
import { type Person, testServer } from '../../harness/server.ts'
import { inLanguagesOf, type Lang, pageOpener } from '../../harness/visitor.ts'

const s = await testServer()
const proposer = await s.enrol('ip_manager', { name: 'Wang Proposer' })
const second = await s.enrol('ip_engineer', { name: 'Li Second' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const day = (days: number) => `${Temporal.PlainDate.from(presentDay()).subtract({ days })}`
const made = async (model: string, values: Record<string, unknown>) => {
  const { data, text } = await s.call<{ sid: string }>(`${model}/do/create`, values, { as: proposer })
  assert.ok(data?.sid, text)
  return data.sid
}
let n = 0
const filed = (more: Record<string, unknown> = {}) =>
  made('patent', { title: `Heat sink ${++n}`, country: 'CN', patent_type: 'INVENTION', status: 'FILED', filing_date: day(600), ...more })

const openPage = pageOpener(browser, address)
const fact = (page: Page, label: string) => page.locator('.fact', { has: page.getByText(label, { exact: true }) }).first()
const noticeOf = (page: Page, words: RegExp) => page.locator('.ant-message-notice', { hasText: words }).first().waitFor() // oxfmt-ignore

/** The list of later dates, and the one that was proposed for this case. */
async function openProposal(as: Person, lang: Lang, about: RegExp) {
  const opened = await openPage({ lang, as })
  await opened.go('/m/date_confirmation')
  await opened.page.getByRole('link', { name: about }).first().click()
  await opened.page.locator('.moved').waitFor()
  return opened
}

async function correctFilingDate(page: Page, to: string, words: { label: string; save: string; waits: RegExp; propose: string }) {
  const filing = fact(page, words.label)
  await filing.hover()
  await filing.getByRole('button').click()
  await filing.locator('input').fill(to)
  await page.keyboard.press('Enter')
  await filing.getByRole('button', { name: words.save }).dispatchEvent('click') // both are heard once
  await page.locator('.ant-modal-confirm', { hasText: words.waits }).waitFor()
  await page.getByRole('button', { name: words.propose }).click()
}

test('a corrected filing date is announced before and after saving and is confirmed by a person other than its proposer', async () => {
  const sid = await filed()
  const { page, complaints, go } = await openPage({ lang: 'en', as: proposer })
  await go(`/patents/${sid}`)
  await correctFilingDate(page, day(590), {
    label: 'Filing date',
    save: 'Save',
    waits: /a second person confirms it. Saved, it waits/,
    propose: 'Save and submit for confirmation',
  })
  await noticeOf(page, /takes effect when a second person confirms it/)
  assert.match(await fact(page, 'Filing date').innerText(), new RegExp(dayIn(day(600), 'en')))

  const waiting = page.locator('.ant-alert', { hasText: 'waits for a second person; until then the former date applies' })
  await waiting.getByRole('link', { name: /Filing date/ }).waitFor()
  assert.match(await waiting.innerText(), /proposed by Wang Proposer on /)

  await go('/m/date_confirmation')
  await page.getByRole('link', { name: /Filing date/ }).click()
  await page.getByText('You proposed this, so another person confirms it').waitFor()
  await page.getByText(/^May be confirmed by /).waitFor()
  await page.getByRole('button', { name: 'Refuse', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Confirm', exact: true }).count(), 0)
  assert.deepEqual(complaints, [])

  const other = await openProposal(second, 'en', /Filing date/)
  assert.match(await other.page.locator('.moved').innerText(), /Examination request|Request.*examination/i)
  assert.match(await fact(other.page, 'Proposed by').innerText(), /Wang Proposer/)
  await other.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await other.page.getByText('Confirmed', { exact: true }).first().waitFor()
  await other.page.locator('.state', { hasText: 'Confirmed' }).locator('.anticon-check').first().waitFor()
  await other.go(`/patents/${sid}`)
  await fact(other.page, 'Filing date')
    .getByText(dayIn(day(590), 'en'))
    .waitFor()
  await other.page.getByText('Next deadline').waitFor()
  assert.equal(await other.page.getByText('waits for a second person; until then').count(), 0)
  assert.deepEqual(other.complaints, [])
})

for (const [lang, filing, waits] of inLanguagesOf(import.meta.url, [
  ['en', 'Filing date', (to: string, on: string) => `(${to}) waits for confirmation by a second person; proposed by Wang Proposer on ${on}`],
  ['zh', '申请日', (to: string, on: string) => `拟改为 ${to}，推迟期限，待另一人确认（Wang Proposer 于 ${on} 提出）`],
] as const))
  test(`a proposed value is shown next to its field in the view and the form and links to its confirmation (${lang})`, async () => {
    const sid = await filed()
    const { data } = await s.call<{ version: number }>(`patent/${sid}`, undefined, { as: proposer })
    await s.call('patent/do/update', { sid, version: data.version, filing_date: day(590) }, { as: proposer })
    const { page, complaints, go } = await openPage({ lang, as: second })
    const says = waits(dayIn(day(590), lang), dayIn(day(0), lang))
    await go(`/patents/${sid}`)
    await fact(page, filing).getByText(says).waitFor()
    await go(`/patents/${sid}/edit`)
    await page.locator('.ant-form-item', { has: page.getByLabel(filing, { exact: true }) }).getByText(says).waitFor() // oxfmt-ignore
    await page.getByRole('link', { name: says }).first().click()
    await page.locator('.moved').waitFor()
    assert.deepEqual(complaints, [])
  })

test('a proposal names the other cases of the family whose dates it moves', async () => {
  const first = await filed()
  const wo = await filed({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: day(300), designated: ['CN'] })
  await made('priority', { case_sid: wo, priority_case_sid: first, priority_country: 'CN', priority_date: day(600), to_complete: true })
  const [own, other] = await Promise.all(
    [first, wo].map(async (sid) => (await s.call<{ version: number; case_no: string }>(`patent/${sid}`, undefined, { as: proposer })).data),
  )
  await s.call('patent/do/update', { sid: first, version: own?.version, filing_date: day(595) }, { as: proposer })
  const { page, complaints } = await openProposal(second, 'en', new RegExp(`${own?.case_no}: Filing date`))
  await page.locator('.moved', { hasText: String(other?.case_no) }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the deletion of a notice awaits confirmation; a refusal with a reason keeps the notice', async () => {
  const sid = await filed({ status: 'SE' })
  const event = await made('official_event', { case_sid: sid, code: 'CN14', event_date: day(40) })
  const { page, complaints, go } = await openPage({ lang: 'zh', as: proposer })
  await go(`/m/official_event/${event}`)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /删\s?除/ }).click() // oxfmt-ignore
  await noticeOf(page, /^删除待另一人确认：会使“答复第一次审查意见通知书”.*不再计算；/)
  assert.deepEqual(complaints, [])

  const other = await openProposal(second, 'zh', /删除官方事件/)
  assert.match(await other.page.locator('.moved').innerText(), /终止[\s\S]*答复第一次审查意见通知书[\s\S]*随删除终止/)
  await other.page.getByRole('button', { name: /^不同意$/ }).click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^不同意$/ }).click()
  await dialog.getByText(/必填|请填写/).first().waitFor() // oxfmt-ignore
  await dialog.getByLabel('确认说明').fill('来文真实存在')
  await dialog.getByRole('button', { name: /^不同意$/ }).click()
  await other.page.getByText('未同意', { exact: true }).first().waitFor()
  assert.match(await fact(other.page, '确认说明').innerText(), /来文真实存在/)
  const { data } = await s.call<{ record: unknown[] }>('official_event/do/search', { iql: `sid = '${event}'`, fl: 'sid' }, { as: second })
  assert.equal(data.record.length, 1)
})

test('the deletion of a priority awaits confirmation, and the priority stays until then', async () => {
  const sid = await filed({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: day(100), designated: ['CN'] })
  await made('priority', { case_sid: sid, priority_no: '202510123456.5', priority_country: 'CN', priority_date: day(400) })
  const { page, complaints, go } = await openPage({ lang: 'zh', as: proposer })
  await go(`/patents/${sid}?tab=relations`)
  await page.getByRole('button', { name: /^删除 / }).click()
  await page.getByRole('dialog').getByRole('button', { name: /删\s?除/ }).click() // oxfmt-ignore
  await noticeOf(page, /^删除待另一人确认：/)
  await page.getByRole('button', { name: /^删除 / }).waitFor()
  assert.deepEqual(complaints, [])
})

for (const [lang, words] of inLanguagesOf(import.meta.url, [
  [
    'en',
    {
      more: 'More actions',
      remove: 'Delete',
      two: /a second person may have to confirm the deletion/,
      noticeOf: /^The deletion waits for a second person/,
      case: /A deletion waits for a second person/,
      own: /You proposed this deletion/,
      about: /Delete the patent/,
      ends: /Ends[\s\S]*ends with the deletion/,
      ask: /the record is then deleted/,
      confirm: 'Confirm',
      done: 'Confirmed',
    },
  ],
  [
    'zh',
    {
      more: '更多操作',
      remove: /删\s?除$/,
      two: /删除可能须由另一人确认/,
      noticeOf: /^删除待另一人确认：/,
      case: /删除待另一人确认；此前记录及其期限保持不变/,
      own: /删除由您提出/,
      about: /删除专利/,
      ends: /终止[\s\S]*随删除终止/,
      ask: /确认后，记录将被删除/,
      confirm: /^确\s?认$/,
      done: '已确认',
    },
  ],
] as const))
  test(`a filed case stays until a second person confirms its deletion, and the proposal stays readable (${lang})`, async () => {
    const sid = await filed()
    const { page, complaints, go } = await openPage({ lang, as: proposer })
    await go(`/patents/${sid}`)
    await page.getByRole('button', { name: words.more, exact: true }).click()
    await page.getByRole('menuitem', { name: words.remove }).click()
    await page.getByRole('dialog').getByText(words.two).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
    await noticeOf(page, words.noticeOf)
    await page.getByText(words.case).waitFor()
    await page.getByRole('link', { name: words.about }).click()
    await page.getByText(words.own).waitFor()
    assert.deepEqual(complaints, [])

    const other = await openPage({ lang, as: second })
    await other.go(new URL(page.url()).pathname.replace('/innoe-web', ''))
    await other.page.getByText(words.ask).waitFor()
    assert.match(await other.page.locator('.moved').innerText(), words.ends)
    await other.page.getByRole('button', { name: words.confirm, exact: true }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click()
    await other.page.locator('.state', { hasText: words.done }).waitFor()
    assert.ok((await other.page.locator('.ant-message-notice').count()) <= 1, 'told once')
    await other.page.reload()
    await other.page.getByText(words.about).first().waitFor()
    assert.deepEqual(other.complaints, [])
  })

for (const [lang, words] of inLanguagesOf(import.meta.url, [
  ['en', { says: /A later date of this case was refused/, about: /the facts of the case put deadlines later/, again: 'Propose again' }],
  ['zh', { says: /本案的推迟期限未获同意/, about: /案件的记录使期限推迟/, again: '重新提出' }],
] as const))
  test(`the case page shows a refused later date and links to a new proposal (${lang})`, async () => {
    const sid = await filed({ status: 'SE', filing_date: day(900) })
    for (const days of [40, 20]) await made('official_event', { case_sid: sid, code: 'CN17', event_date: day(days) })
    const search = { iql: `case_sid = '${sid}' AND status = 'PROPOSED'`, fl: 'sid' }
    const { data } = await s.call<{ record: { sid: string }[] }>('date_confirmation/do/search', search, { as: second })
    const refusal = { sid: data.record[0]?.sid, transition: 'refuse', decided_reason: 'not received' }
    await s.call('date_confirmation/do/transition', refusal, { as: second })
    const { page, complaints, go } = await openPage({ lang, as: proposer })
    await go(`/patents/${sid}`)
    await page.getByText(words.says).waitFor()
    await page.getByRole('link', { name: words.about }).click()
    await page.getByRole('button', { name: words.again }).waitFor()
    assert.deepEqual(complaints, [])
  })
