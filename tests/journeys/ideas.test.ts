// An idea on its way in a real browser, in both languages: sent from a phone, agreed by the leader, decided in the meeting, made a case.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seriousFaults } from '../harness/accessibility.ts'
import { openBrowser } from '../harness/browser.ts'
import { testServer } from '../harness/server.ts'
import { pageOpener } from '../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const [writer, leader, manager] = [await enrol('inventor'), await enrol('dept_leader'), await enrol('ip_manager')]
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
after(() => browser.close())
const openPage = pageOpener(browser, address)
const shots = process.env.INNOE_SHOTS

const WORDS = {
  zh: { title: '虚构折叠锁自检', send: '提交', draft: '部门审核', agree: '部门同意', reason: '值得申请', decided: '已评价', create: '立案', made: '已立 1 案', state: '已立案' },
  en: { title: 'Fictional self test of a folding lock', send: 'Submit', draft: 'Department review', agree: 'Department agrees', reason: 'Worth filing', decided: 'Evaluated', create: 'Create cases', made: '1 case(s) created', state: 'Case created' },
} as const // oxfmt-ignore

for (const lang of ['zh', 'en'] as const)
  test(`${lang}: an idea is sent from a phone, agreed, decided by a key, and becomes a case`, { timeout: 200_000 }, async () => {
    const words = WORDS[lang]
    const shot = async (page: { screenshot(of: object): Promise<unknown> }, name: string) =>
      shots && page.screenshot({ path: `${shots}-${name}-${lang}.png`, fullPage: true })
    const phone = await openPage({ lang, as: writer, width: 390, height: 844 })
    await phone.go('/ideas')
    await phone.page.locator('#title').fill(words.title)
    await phone.page.locator('#solution').fill('在锁舌上装虚构的传感器')
    await phone.page.getByRole('button', { name: words.send, exact: true }).click()
    const sent = phone.page.locator('.ideas-list li', { hasText: words.title }).first()
    await sent.locator('[aria-current=step]').waitFor()
    assert.equal(await phone.page.locator('#title').inputValue(), '')
    assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling')
    assert.deepEqual(await seriousFaults(phone.page), [])
    await shot(phone.page, 'phone')
    const { data } = await call<{ record: { sid: string }[] }>(
      'proposal/do/search',
      { iql: `title = '${words.title}'`, fl: ['sid'] },
      { as: manager },
    )
    const sid = data.record[0]?.sid ?? ''

    const theirs = await openPage({ lang, as: leader })
    await theirs.go(`/m/proposal/${sid}`)
    await theirs.page.getByRole('button', { name: words.agree, exact: true }).click()
    await theirs.page.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click()
    await theirs.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await shot(theirs.page, 'leader')

    const meeting = await openPage({ lang, as: manager })
    await meeting.go('/ideas/meeting')
    await meeting.page.locator('.meeting-row', { hasText: words.title }).waitFor()
    await shot(meeting.page, 'meeting')
    assert.deepEqual(await seriousFaults(meeting.page), [])
    await meeting.page.keyboard.press('f')
    await meeting.page.locator('#meeting-reason').fill(words.reason)
    await meeting.page.keyboard.press('Enter')
    await meeting.page.locator('.meeting-row', { hasText: words.title }).waitFor({ state: 'detached' })
    await meeting.page.getByText(words.decided, { exact: true }).click()
    await meeting.page.locator('.meeting-row', { hasText: words.reason }).first().waitFor()

    await meeting.go(`/m/proposal/${sid}?tab=outcome`)
    await meeting.page.locator('.create-cases').getByRole('button', { name: words.create, exact: true }).click()
    await meeting.page.getByText(words.made).waitFor()
    await meeting.page.locator('.life [aria-current=step]', { hasText: words.state }).waitFor()
    await shot(meeting.page, 'outcome')
    assert.deepEqual(await seriousFaults(meeting.page), [])
    const after = await call<{ result_case_sids: { sid: string }[]; ip_opinion: string }>(`proposal/${sid}`, undefined, { as: manager })
    assert.deepEqual([after.data.result_case_sids.length, after.data.ip_opinion], [1, words.reason])
    for (const { complaints, done } of [phone, theirs, meeting]) {
      assert.deepEqual(complaints, [])
      await done()
    }
  })
