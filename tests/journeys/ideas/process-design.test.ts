// A process is drawn and changed while approvals run by it, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { approvalServer, level } from '../../harness/cases/approvals.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const { app, tenant, call, admin, first, second, third, published, started, patent, act } = await approvalServer()
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const shots = process.env['INNOE_SHOTS']
const THEMES = { zh: 'light', en: 'dark' } as const

const RUNNING = 40
const PASSED = 12
const two = (name: string, name_en: string) => [
  level([first, second], 'ALL_PASS', { name: '组长审批', name_en: 'Team leader', days: 3 }),
  level([third], 'ALL_PASS', { name, name_en }),
]
const begun: string[] = []

const WORDS = {
  zh: { runs: '进行中的审批', next: '新建版本', edit: '编辑', remove: '删除第 2 级', save: '保存', publish: '发布', runOn: `${RUNNING} 项正在进行的审批`, along: '将 28 件转入此版本', gone: '新版本没有节点“经理审批”', taken: '已转入 28 件', versions: '版本', compare: '比较', leader: '组长审批', manager: '经理审批', end: '结束', person: '丙（虚构）', drawn: /[甲乙]（虚构）、[甲乙]（虚构）\s*自 /, picture: '流程图', bell: '消息，0 条未读' },
  en: { runs: 'Running', next: 'New version', edit: 'Edit', remove: 'Remove level 2', save: 'Save', publish: 'Publish', runOn: `${RUNNING} running approvals`, along: 'Take 28 along', gone: 'the new version has no step “Manager”', taken: '28 taken along', versions: 'Versions', compare: 'Compare', leader: 'Team leader', manager: 'Manager', end: 'End', person: '丙（虚构）', drawn: /[甲乙]（虚构）, [甲乙]（虚构）\s*Since /, picture: 'Diagram', bell: 'Notices, 0 unread' },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url))
  test(`[5.13] an administrator changes a process by which ${RUNNING} approvals run: ${lang}`, { timeout: 240_000 }, async () => {
    const t = WORDS[lang]
    const sid = await published({ levels: two('经理审批', 'Manager') })
    begun.length = 0
    // Those of the other language wait for nobody any more.
    await tenant.db.updateTable('approval').set({ state: 'TERMINATED' }).where('state', '=', 'RUNNING').execute()
    await tenant.db.updateTable('approval_task').set({ state: 'NOT_NEEDED' }).where('state', '=', 'OPEN').execute()
    for (let no = 0; no < RUNNING; no++) begun.push(await started(await patent()))
    for (const approval of begun.slice(0, PASSED)) for (const one of [first, second]) await act(one, approval, 'agree')
    const { page, complaints, go, done } = await openPage({ lang, theme: THEMES[lang], as: admin })
    const shot = async (name: string) => shots && page.screenshot({ path: `${shots}-${name}-${lang}.png`, fullPage: true })

    await go(`/m/approval_process/${sid}`)
    await page.getByRole('button', { name: t.next }).waitFor()
    assert.equal(await page.getByRole('button', { name: t.edit, exact: true }).count(), 0, 'what is published is not edited')
    await page.getByRole('tab', { name: t.runs, exact: true }).click()
    await page.getByRole('row').nth(RUNNING).waitFor()
    await page.getByRole('row').nth(RUNNING).getByText(t.leader).waitFor()
    assert.equal(await page.getByText(new RegExp(`${t.person} \\(${t.manager}\\)`)).count(), PASSED)
    await page.getByRole('row').nth(RUNNING).getByRole('link').first().click()
    await page.getByRole('group', { name: t.picture }).locator('.process-step.is-now', { hasText: t.drawn }).waitFor()
    await page.getByRole('button', { name: t.bell, exact: true }).waitFor() // what others are told is not counted
    assert.deepEqual(await seriousFaults(page), [])
    await shot('instance')

    await go(`/m/approval_process/${sid}`)
    await page.getByRole('button', { name: t.next }).click()
    await page.getByRole('button', { name: t.remove }).click()
    await page.getByRole('button', { name: t.save, exact: true }).click()
    await page.getByRole('button', { name: t.publish, exact: true }).click()
    await page.getByRole('dialog').getByText(t.runOn).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: t.publish, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: t.runs, exact: true }).click()
    await page.getByText(t.gone).nth(PASSED - 1).waitFor() // oxfmt-ignore
    await page.getByRole('button', { name: t.along }).click()
    await page.getByText(t.taken).waitFor()
    assert.equal(await page.getByText(t.gone).count(), PASSED, 'the rest is named')
    await shot('along')
    await page.getByRole('tab', { name: t.versions, exact: true }).click()
    await page.getByRole('button', { name: t.compare }).first().click()
    const compared = page.getByRole('dialog')
    await compared.getByText(`${t.manager} → ${t.end}`).waitFor()
    await compared.getByRole('row', { name: new RegExp(`^${t.manager} `) }).getByText(t.person, { exact: true }).waitFor() // oxfmt-ignore
    assert.doesNotMatch(await compared.innerText(), /[{}"]|level_\d/, 'in words')
    assert.deepEqual(await seriousFaults(page), [])
    await shot('compared')
    assert.deepEqual(complaints, [])
    await done()
  })

const DRAWN = {
  zh: { about: '审批专利的“定稿”', draw: '画流程图', add: '在其后添加', choice: '条件分支', where: '满足以下条件时', fault: '须恰有一条没有条件的默认分支', text: '以查询语句编辑', unsaid: '发布前须解决 1 个问题', save: '保存', check: '检查', unmanned: '有节点可能无人办理', simulate: '试算', record: '记录', path: '审批路径', edit: '编辑', manager: '经理', name: /审批：审批 中文/, same: '恰有' },
  en: { about: 'Approves “Final draft approved”', draw: 'Draw the process', add: 'Add after it', choice: 'Exclusive gateway', where: 'where', fault: 'needs exactly one branch without a condition, the default', text: 'As a query text', unsaid: '1 problem to solve before publishing', save: 'Save', check: 'Check', unmanned: 'Some steps may find nobody', simulate: 'Simulate', record: 'Record', path: 'The way it would take', edit: 'Edit', manager: 'Manager', name: /Approve: Approval English/, same: 'exactly one' },
} as const // oxfmt-ignore

for (const lang of languagesOf(import.meta.url))
  test(
    `[9.05] an administrator draws a process with a choice, sees at its place what cannot run, and tries it: ${lang}`,
    { timeout: 180_000 },
    async () => {
      const t = DRAWN[lang]
      await patent(`一种虚构阀门 ${lang}`)
      const made = await call<{ sid: string }>('approval_process/do/create', { code: `DRAWN_${lang.toUpperCase()}`, name: '绘制的流程', name_en: 'A drawn process', entity: 'patent', transition: 'ready' }, { as: admin }) // oxfmt-ignore
      const { page, complaints, go, done } = await openPage({ lang, theme: THEMES[lang], as: admin, height: 1000 })
      const shot = async (name: string) => shots && page.screenshot({ path: `${shots}-${name}-${lang}.png`, fullPage: true })
      await go(`/m/approval_process/${made.data.sid}/edit`)
      await page.getByRole('button', { name: t.draw }).click()
      await page.getByLabel(t.name).fill(t.manager)
      await page.getByRole('button', { name: t.add }).click()
      await page.getByRole('menuitem', { name: t.choice }).click()
      const designer = page.locator('.process-designer')
      await designer.locator('.process-step.is-faulty', { hasText: t.fault }).waitFor()
      assert.deepEqual(await seriousFaults(page), [])
      await shot('faulty')
      await page.getByRole('button', { name: t.save, exact: true }).click()
      await page.locator('.ant-alert', { hasText: t.unsaid }).getByText(t.fault).waitFor() // a draft is kept with its faults, and says so
      await page.getByRole('button', { name: t.check, exact: true }).click()
      await page.getByRole('dialog').locator('.process-step.is-faulty', { hasText: t.same }).waitFor()
      await shot('checked')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: t.edit, exact: true }).click()
      await designer.locator('.process-step.is-faulty button').click()
      await designer.getByText(t.text).first().click()
      await designer.getByLabel(t.text).first().fill("patent_type = 'DESIGN'")
      await designer.getByText(t.where, { exact: true }).waitFor()
      await designer.locator('.process-step.is-faulty').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: t.save, exact: true }).click()
      await page.getByText(t.about).waitFor()
      await page.getByRole('button', { name: t.check, exact: true }).click()
      await page.getByRole('dialog').getByText(t.unmanned).waitFor() // nobody of this tenant has a leader
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: t.simulate, exact: true }).click()
      await page.getByLabel(t.record, { exact: true }).fill(`一种虚构阀门 ${lang}`)
      await page.locator('.ant-select-item-option', { hasText: `一种虚构阀门 ${lang}` }).click()
      await page.getByRole('button', { name: t.simulate, exact: true }).click()
      const path = page.getByRole('list', { name: t.path })
      await path.getByText(t.manager, { exact: true }).waitFor()
      assert.equal(await page.locator('.process-step.is-now').count(), await path.getByRole('listitem').count())
      await shot('simulated')
      const { data } = await call<{ levels: unknown; graph: { nodes: { type: string }[]; edges: { when?: string }[] } }>(`approval_process/${made.data.sid}`, undefined, { as: admin }) // oxfmt-ignore
      assert.deepEqual([data.levels, data.graph.nodes.length, data.graph.edges.flatMap(({ when }) => when ?? [])], [null, 5, ["patent_type = 'DESIGN'"]]) // oxfmt-ignore
      assert.deepEqual(complaints, [])
      await done()
    },
  )
