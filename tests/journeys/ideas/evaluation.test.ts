import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { wordOf } from '../../harness/cases/disclosure-files.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { modelOf } from '../../harness/engine.ts'
import { faultsIn } from '../../harness/in-words.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol, tenant } = await testServer()
const manager = await enrol('ip_manager')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { agree: '同意申请', refuse: '不同意申请', opinion: '意见', conflict: '利益冲突，回避', ok: '确定', none: '没有待您评审的提案', done: '已评价', mean: '4.00', passed: '表决通过', toEvaluate: '待评审提案', missing: '请为每一项打分' },
  en: { agree: 'In favour', refuse: 'Against', opinion: 'Opinion', conflict: 'Conflict of interest', ok: 'OK', none: 'Nothing waits for your evaluation', done: 'Evaluated', mean: '4.00', passed: 'Voted in favour', toEvaluate: 'Disclosures to evaluate', missing: 'Score each criterion' },
} as const // oxfmt-ignore

for (const [lang, theme, width] of [
  ['zh', 'light', 1280],
  ['en', 'dark', 390],
] as const)
  test(`[4.09] an expert scores one disclosure by keys, declines the next, and the meeting sees the result: ${lang}`, { timeout: 120_000 }, async () => {
    const t = WORDS[lang]
    const [writer, judge] = [await enrol('inventor'), await enrol('dept_leader', { name: `judge ${lang}` })]
    const expert = await createRow(systemContext(tenant), modelOf(tenant, 'expert'), { name: `虚构专家 ${lang}`, user_sid: judge.sid, company_sid: judge.company })
    const idea = async (title: string) => {
      const attached = await sendFile(app, { path: 'proposal/do/attach/disclosure_doc', token: writer.token, name: '交底书.docx', file: new Uint8Array(await wordOf('技术方案', '虚构的附图')) })
      const { data } = await call<{ sid: string }>('proposal/do/create', { title, problem: '虚构的问题', solution: '虚构的做法', disclosure_doc: [attached.data.file] }, { as: writer })
      for (const [transition, as, more] of [['submit', writer, { confirm: ['look_alike'] }], ['agree', manager, {}], ['send_to_evaluation', manager, { expert_sids: [expert] }]] as const)
        assert.equal((await call('proposal/do/transition', { sid: data.sid, transition, ...more }, { as })).code, 0)
      return data.sid
    }
    const [first, second] = [await idea(`甲构想 A ${lang}`), await idea(`乙构想 B ${lang}`)]
    const { page, complaints, go, done } = await openPage({ lang, theme, as: judge })
    await page.setViewportSize({ width, height: 900 })
    await go('/home')
    await page.getByRole('link', { name: t.toEvaluate }).waitFor()
    await go('/ideas/reviews')
    await page.getByRole('button', { name: `甲构想 A ${lang}` }).click()
    await page.locator('#review-title', { hasText: `甲构想 A ${lang}` }).waitFor()
    await page.getByRole('article').getByText('交底书.docx').first().waitFor()
    await page.getByRole('button', { name: t.agree, exact: true }).click()
    await page.getByText(t.missing).waitFor()
    for (const score of ['4', '4', '4', '4', '4']) await page.keyboard.press(score)
    await page.getByLabel(t.opinion, { exact: true }).fill('可行（虚构）')
    assert.deepEqual(await seriousFaults(page), [])
    if (process.env.INNOE_SHOTS) await page.screenshot({ path: `${process.env.INNOE_SHOTS}-review-${lang}.png`, fullPage: true })
    await page.getByRole('button', { name: t.agree, exact: true }).click()
    await page.locator('#review-title', { hasText: `乙构想 B ${lang}` }).waitFor()
    await page.getByRole('button', { name: t.conflict }).click()
    await page.locator('.ant-popconfirm').getByRole('button', { name: t.ok }).click()
    await page.getByText(t.none).waitFor()
    const state = async (sid: string) => (await call<{ status: string }>(`proposal/${sid}`, undefined, { as: manager })).data.status
    assert.deepEqual([await state(first), await state(second)], ['EVALUATED', 'EVALUATING'])
    assert.deepEqual(faultsIn(await page.locator('#page-content').innerText(), lang, ['甲构想', '乙构想']), [])
    assert.deepEqual(complaints, [])
    await done()
    const meeting = await openPage({ lang, theme, as: manager })
    await meeting.go('/ideas/meeting')
    const row = meeting.page.locator('.meeting-row', { hasText: `甲构想 A ${lang}` })
    await row.getByText(t.mean).waitFor()
    await row.getByText(t.passed).waitFor()
    if (process.env.INNOE_SHOTS) await meeting.page.screenshot({ path: `${process.env.INNOE_SHOTS}-meeting-${lang}.png` })
    assert.deepEqual(await seriousFaults(meeting.page), [])
    assert.deepEqual(meeting.complaints, [])
    await meeting.done()
  }) // oxfmt-ignore
