import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { faultsIn } from '../../harness/in-words.ts'
import { testServer } from '../../harness/server.ts'
import { inLanguagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)

const WORDS = {
  zh: { entity: '提案', step: '提交', add: '添加一级', kind: '第 1 个审批人的来源', person: '指定人员', vote: '第 2 级 表决方式', half: '半数同意即通过', explained: '同意的人达到半数即通过', days: '第 2 级 办理时限', remove: '删除第 2 级', save: '保存', about: '审批提案的“提交”', only: '提案类型 属于 发明', levels: '审批级别', summary: /第 2 级审批：approver zh · 半数同意即通过 · 3 个工作日内/ },
  en: { entity: 'Invention disclosure', step: 'Submit', add: 'Add a level', kind: 'How participant 1 is found', person: 'Person', vote: 'Level 2 How the votes count', half: 'Half agree', explained: 'Passes as soon as half agree', days: 'Level 2 Time limit', remove: 'Remove level 2', save: 'Save', about: 'Approves “Submit” of the record type “Invention disclosure”', only: 'Type is one of Invention', levels: 'Levels', summary: /Level 2: approver en · Half agree · within 3 working days/ },
} as const // oxfmt-ignore

for (const [lang, theme] of inLanguagesOf(import.meta.url, [
  ['zh', 'light'],
  ['en', 'dark'],
] as const))
  test(`[9.05] an administrator lays out a process of two levels in words and reads it back: ${lang}`, { timeout: 120_000 }, async () => {
    const t = WORDS[lang]
    const approver = await enrol('ip_manager', { name: `approver ${lang}` })
    const { page, complaints, go, done } = await openPage({ lang, theme, as: admin })
    const choose = async (field: string | RegExp, text: string, typed = '') => {
      await page.getByLabel(field, { exact: true }).first().click()
      if (typed) await page.keyboard.type(typed)
      await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: text }).first().click()
    }
    await go('/m/approval_process/new')
    await page.locator('#code').fill(`JOURNEY_${lang.toUpperCase()}`)
    await page.locator('#name').fill(`虚构流程 ${lang}`)
    await page.locator('#name_en').fill(`Fictional process ${lang}`)
    await page.locator('#entity').click()
    await page.keyboard.type(t.entity)
    await page.locator('.ant-select-item-option').getByText(t.entity, { exact: true }).click()
    await page.locator('#transition').click()
    await page.locator('.ant-select-item-option').getByText(t.step, { exact: true }).first().click()
    for (let level = 0; level < 2; level++) await page.getByRole('button', { name: t.add }).click()
    const second = page.locator('.level').nth(1)
    await second.getByLabel(t.kind).click()
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').getByText(t.person, { exact: true }).click()
    await second.getByLabel(t.person, { exact: true }).click()
    await page.keyboard.type(`approver ${lang}`)
    await page
      .locator('.ant-select-item-option', { hasText: `approver ${lang}` })
      .first()
      .click()
    await choose(t.vote, t.half)
    await second.getByText(t.explained).waitFor()
    await page.getByLabel(t.days).fill('3')
    assert.deepEqual(await seriousFaults(page), [])
    if (process.env.INNOE_SHOTS) await page.screenshot({ path: `${process.env.INNOE_SHOTS}-form-${lang}.png`, fullPage: true })
    await page.getByRole('button', { name: t.save }).click()
    await page.getByText(t.about).waitFor()
    assert.match(await page.getByRole('region', { name: t.levels }).innerText(), t.summary)
    const sid = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const saved = (
      await call<{ levels: { participants: unknown[]; vote: string; days?: number }[] }>(`approval_process/${sid}`, undefined, { as: admin })
    ).data.levels
    assert.deepEqual(
      saved.map(({ participants, vote, days }) => ({ participants, vote, days })),
      [
        { participants: [{ kind: 'STARTER_LEADER', up: 1 }], vote: 'ALL_PASS', days: undefined },
        { participants: [{ kind: 'PERSON', sid: approver.sid }], vote: 'HALF_PASS', days: 3 },
      ],
    )
    const { version } = (await call<{ version: number }>(`approval_process/${sid}`, undefined, { as: admin })).data
    await call('approval_process/do/update', { sid, version, condition: "proposal_type IN ('INVENTION')" }, { as: admin })
    await go(`/m/approval_process/${sid}`)
    await page.getByText(t.only).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(faultsIn(await page.locator('#page-content').innerText(), lang, ['approver', `JOURNEY_${lang.toUpperCase()}`, '虚构流程', '总公司', 'system_admin']), []) // oxfmt-ignore
    await go(`/m/approval_process/${sid}/edit`)
    await page.getByRole('button', { name: t.remove }).click()
    await page.getByRole('button', { name: t.save }).click()
    await page.getByText(t.about).waitFor()
    assert.doesNotMatch(await page.getByRole('region', { name: t.levels }).innerText(), t.summary)
    await go('/m/approval_process')
    const row = page.locator('.ant-table-row', { hasText: lang === 'zh' ? '虚构流程 zh' : 'Fictional process en' })
    await row.getByText(t.step, { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })

const COURSE = {
  zh: { step: '定稿', more: '更多流转', started: '已发起审批', running: '“定稿”正在审批', agree: '同意', giveBack: '退回', opinion: '意见', reason: '请补充附图说明（虚构）', again: '重新提交', back: /“定稿”已退回修改\s*signer zh 退回修改：请补充附图说明（虚构）/, empty: '没有待办的审批' },
  en: { step: 'Final draft approved', more: 'More steps', started: 'Approval started', running: '“Final draft approved” is being approved', agree: 'Agree', giveBack: 'Return', opinion: 'Opinion', reason: 'Please describe the figures (fictional)', again: 'Submit again', back: /“Final draft approved” was returned for amendment\s*Returned for amendment by signer en: Please describe the figures \(fictional\)/, empty: 'No approval waits for you' },
} as const // oxfmt-ignore

const shot = async (page: Page, name: string) => {
  if (process.env.INNOE_SHOTS) await page.screenshot({ path: `${process.env.INNOE_SHOTS}-${name}.png` })
}

for (const [lang, theme] of inLanguagesOf(import.meta.url, [
  ['zh', 'light'],
  ['en', 'dark'],
] as const))
  test(`[4.08] a step waits for its approval, is returned with a reason, and happens once all agree: ${lang}`, { timeout: 150_000 }, async () => {
    const t = COURSE[lang]
    const starter = await enrol('ip_engineer', { name: `starter ${lang}` })
    const approver = await enrol('ip_manager', { name: `signer ${lang}` })
    const title = `虚构装置 fictional ${lang}`
    const level = { name: '经理审批', name_en: 'Manager', participants: [{ kind: 'PERSON', sid: approver.sid }], vote: 'ALL_PASS', days: 3 }
    const row = { code: `COURSE_${lang.toUpperCase()}`, name: '定稿审批', name_en: 'Final draft', entity: 'patent', transition: 'ready', condition: `title CONTAINS '${title}'`, levels: [level] } // oxfmt-ignore
    const definition = await call<{ sid: string }>('approval_process/do/create', row, { as: admin })
    assert.equal((await call('approval_process/do/publish', { sid: definition.data.sid }, { as: admin })).code, 0)
    const made = await call<{ sid: string }>(
      'patent/do/create',
      { title, country: 'CN', patent_type: 'INVENTION', owner_sid: starter.sid },
      { as: starter },
    )
    assert.equal(made.code, 0, made.text)
    const patent = `/patents/${made.data.sid}`

    const own = await openPage({ lang, theme, as: starter })
    await own.go(patent)
    const step = own.page.getByRole('button', { name: t.step, exact: true })
    const menu = own.page.getByRole('button', { name: t.more })
    await step.or(menu).first().waitFor()
    if (await step.isVisible()) await step.click()
    else {
      await menu.click()
      await own.page.getByRole('menuitem', { name: t.step, exact: true }).click()
    }
    await own.page.getByRole('dialog').getByRole('button', { name: t.step, exact: true }).click()
    await own.page.locator('.ant-modal-confirm-title', { hasText: t.started }).waitFor()
    await shot(own.page, `started-${lang}`)
    await own.page.keyboard.press('Enter')
    await own.page.getByText(t.running).waitFor()
    assert.deepEqual(await seriousFaults(own.page), [])
    await shot(own.page, `bar-${lang}`)

    const signing = await openPage({ lang, theme, as: approver })
    await signing.go('/approvals')
    await signing.page.locator('.approval-row', { hasText: title }).click()
    const panel = signing.page.locator('.approval-panel')
    await panel.getByRole('button', { name: t.giveBack }).waitFor()
    assert.deepEqual(await seriousFaults(signing.page), [])
    await shot(signing.page, `panel-${lang}`)
    await panel.getByRole('button', { name: t.giveBack }).click()
    await signing.page.getByLabel(t.opinion, { exact: true }).fill(t.reason)
    await signing.page.keyboard.press('Enter')
    await signing.page.locator('.approval-row').waitFor({ state: 'detached' })

    await own.go(patent)
    await own.page.locator('.approval-bar', { hasText: t.back }).waitFor()
    await shot(own.page, `returned-${lang}`)
    await own.page.getByRole('link', { name: t.again }).click()
    await own.page.locator('.approval-panel').getByRole('button', { name: t.again }).click()
    await own.page.locator('.ant-modal-footer').getByRole('button', { name: t.again }).click()
    await own.page.getByText(t.empty).waitFor()

    await signing.go('/approvals')
    await signing.page.locator('.approval-row', { hasText: title }).waitFor()
    await shot(signing.page, `todo-${lang}`)
    await signing.page.keyboard.press('a')
    await signing.page.getByRole('dialog').getByRole('button', { name: t.agree }).click()
    await signing.page.getByText(t.empty).waitFor()
    const taken = await call<{ status: string }>(`patent/${made.data.sid}`, undefined, { as: starter })
    assert.equal(taken.data.status, 'READY')
    await own.go(`${patent}?tab=approvals`)
    await own.page.getByText(t.reason).first().waitFor()
    assert.deepEqual(await seriousFaults(own.page), [])
    await shot(own.page, `tab-${lang}`)
    assert.deepEqual(
      [...own.complaints, ...signing.complaints].filter((text) => !text.includes('409')),
      [],
    )
    await own.done()
    await signing.done()
  })
