// A docketing specialist records a notice that entered the system late: what is refused, what waits for a colleague, what is then shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { confirmLaterDates } from '../../harness/sign-in/second-person.ts'
import { testServer } from '../../harness/server.ts'
import { startOn } from '../../harness/today.ts'
import { inLanguagesOf, leave, pageOpener } from '../../harness/visitor.ts'

startOn('2026-11-20')
const s = await testServer()
const [as, second] = [await s.enrol('ip_manager', { name: '王经理', name_en: 'Wang Manager' }), await s.enrol('ip_engineer')]
const { patent, listed } = casesOf(s.call, as)
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)

const zh = {
  open: '登记来文', issued: '发文日', received: '收文/进入系统日', why: '收文较晚的理由和证据', save: '登记并计算期限', done: '来文已登记',
  before: '2026-08-20 早于发文日 2026-09-01：文件不可能在发出前收到', future: '2027-01-20 在今天之后：只登记已经收到的文件',
  needed: '收到日比发文日晚 19 天，须说明理由和证据',
  waits: '收文/进入系统日：这会推迟“答复第一次审查意见通知书”（2027-01-01 → 2027-01-20），须另一人在“推迟期限的确认”中确认后生效；此前仍按 2027-01-01 计算',
  found: /收到日|送达证据/, check: '待核',
} // oxfmt-ignore
const en = {
  open: 'Record official document', issued: 'Issue date', received: 'Received / entered the system', why: 'Reason and proof of a late receipt', save: 'Record and calculate', done: 'Official document recorded',
  before: /is before the date of the notice/, future: /is in the future: record a notice only when it has been received/,
  needed: 'is required: the notice was received 19 days after its date',
  waits: /^Received \/ entered the system: .*Reply to the first office action.*01 Jan 2027 → 20 Jan 2027/,
  found: /recorded as received 19 days later: check the proof of receipt/, check: 'To be checked',
} // oxfmt-ignore

for (const [lang, words] of inLanguagesOf(import.meta.url, [
  ['zh', zh],
  ['en', en],
] as const))
  test(`a notice that entered the system late needs its reason and a second person, and is then marked to be checked (${lang})`, async () => {
    const one = await patent({ status: 'SE', filing_date: '2025-01-10', se_entered_date: '2026-01-10' })
    const { page, complaints, go, load } = await openPage({ lang, as })
    await go(`/patents/${one.sid}?tab=documents`)
    await page.getByRole('button', { name: words.open }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().fill('CN14')
    await page.locator('.ant-select-item-option').first().click()
    // Enter takes the day; the form is saved by its button alone.
    const enter = async (label: string, day: string) => {
      await dialog.getByLabel(label).fill(day)
      await page.keyboard.press('Enter')
    }
    const save = () => dialog.getByRole('button', { name: words.save }).click()
    const fieldOf = (label: string) => dialog.locator('.ant-form-item', { has: page.getByLabel(label) })
    await enter(words.issued, '2026-09-01')
    for (const [day, refusal] of [
      ['2026-08-20', words.before],
      ['2027-01-20', words.future],
    ] as const) {
      await enter(words.received, day)
      await save()
      await fieldOf(words.received).getByText(refusal).waitFor()
    }
    await enter(words.received, '2026-09-20')
    await save()
    await fieldOf(words.why).getByText(words.needed).waitFor()
    assert.equal(await fieldOf(words.received).locator('.ant-form-item-explain-error').count(), 0)
    await dialog.getByLabel(words.why).fill('电子回执')
    await save()
    await page.getByRole('dialog').getByText(words.done).waitFor()
    await dialog.getByRole('alert').getByText(words.waits).waitFor()
    const due = async () => (await listed('deadline', one.sid, 'official_due,certainty', " AND rule_id = 'CNP19'"))[0]
    assert.deepEqual([(await due())?.official_due, (await due())?.certainty], ['2027-01-01', 'SURE'])
    assert.equal(await confirmLaterDates(s.call, second), 1)
    assert.deepEqual([(await due())?.official_due, (await due())?.certainty], ['2027-01-20', 'CHECK'])
    await load(`/patents/${one.sid}?tab=deadlines`)
    await page.locator('.ant-alert', { hasText: words.found }).waitFor()
    await page.locator('.ant-table-row', { hasText: words.check }).waitFor()
    assert.deepEqual(complaints.filter((line) => !line.includes('400')), []) // oxfmt-ignore
    await leave(page)
  })
