// An idea on its way in a real browser, in both languages: sent from a phone, agreed by the leader, decided in the meeting, made a case.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { wordOf } from '../../harness/cases/disclosure-files.ts'
import { modelOf } from '../../harness/engine.ts'
import { testServer } from '../../harness/server.ts'
import { pageOpener } from '../../harness/visitor.ts'
import { systemContext } from '../../../server/records/context.ts'
import { createRow } from '../../../server/records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
const [writer, leader, manager] = [await enrol('inventor'), await enrol('dept_leader'), await enrol('ip_manager')]
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const openPage = pageOpener(browser, address)
const shots = process.env.INNOE_SHOTS

const WORDS = {
  zh: { title: '虚构折叠锁自检', send: '提交', sent: '已提交', draft: '部门审核', agree: '部门同意', reason: '值得申请', decided: '已评价', create: '立案', made: '已立 1 案', state: '已立案' },
  en: { title: 'Fictional self test of a folding lock', send: 'Submit', sent: 'Submitted', draft: 'Department review', agree: 'Department agrees', reason: 'Worth filing', decided: 'Evaluated', create: 'Create cases', made: '1 case(s) created', state: 'Case created' },
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
    await sent.locator('[aria-current=step]', { hasText: words.sent }).waitFor()
    await phone.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#title')?.value === '')
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

    const meeting = await openPage({ lang, as: manager, motion: true })
    await meeting.go('/ideas/meeting')
    await meeting.page.locator('.meeting-row', { hasText: words.title }).waitFor()
    await shot(meeting.page, 'meeting')
    assert.deepEqual(await seriousFaults(meeting.page), [])
    await meeting.page.keyboard.press('f')
    await meeting.page.keyboard.type(words.reason, { delay: 40 })
    await meeting.page.keyboard.press('Enter')
    await meeting.page.locator('.meeting-row', { hasText: words.title }).waitFor({ state: 'detached' })
    await meeting.page.getByText(words.decided, { exact: true }).click()
    await meeting.page.locator('.meeting-row', { hasText: words.reason }).first().waitFor()

    if (lang === 'en') await decidedLater(60)
    await meeting.go(`/m/proposal/${sid}?tab=outcome`)
    if (lang === 'en') {
      await meeting.page.getByLabel('Together with other disclosures to be filed (optional)').click()
      await meeting.page.getByText('The first 50; type to find others').waitFor()
      await meeting.page.keyboard.type(WORDS.zh.title)
      await meeting.page.locator('.ant-select-item-option', { hasText: WORDS.zh.title }).click()
      await meeting.page.keyboard.press('Escape')
    }
    await meeting.page.locator('.create-cases').getByRole('button', { name: words.create, exact: true }).click()
    await meeting.page.getByText(words.made).waitFor()
    await meeting.page.locator('.life [aria-current=step]', { hasText: words.state }).waitFor()
    await shot(meeting.page, 'outcome')
    assert.deepEqual(await seriousFaults(meeting.page), [])
    const after = await call<{ result_case_sids: { sid: string }[]; ip_opinion: string }>(`proposal/${sid}`, undefined, { as: manager })
    assert.deepEqual([after.data.result_case_sids.length, after.data.ip_opinion], [1, words.reason])
    const made = await call<{ total: number }>(
      'proposal/do/search',
      { iql: `result_case_sids = '${after.data.result_case_sids[0]?.sid}'` },
      { as: manager },
    )
    assert.equal(made.data.total, lang === 'en' ? 2 : 1, 'disclosures of the case')
    for (const { complaints, done } of [phone, theirs, meeting]) {
      assert.deepEqual(complaints, [])
      await done()
    }
  })

const FILE = {
  zh: { title: '虚构自检锁芯', found: '从 交底书.docx 读到的内容', all: '全部采用', saved: '已自动保存为草稿', goOn: '继续填写', similar: '可能已有相似的提案或专利', split: '平均分配', conflict: '保存我的内容', confirm: '确认贡献度', send: '提交', more: '增加一行', patents: '我的专利', place: /第 1 页第 3/, compare: '比较并选择' },
  en: { title: 'Fictional testing lock core', found: 'Found in 交底书.docx', all: 'Use all', saved: 'Saved as a draft', goOn: 'Continue writing', similar: 'Similar disclosures or patents may exist', split: 'Split equally', conflict: 'Save mine', confirm: 'Confirm', send: 'Submit', more: 'Add a row', patents: 'My patents', place: /Page 1, line 3/, compare: 'Compare and choose' },
} as const // oxfmt-ignore

for (const lang of ['zh', 'en'] as const)
  test(`${lang}: a dropped document fills the form, the draft keeps itself and survives a closed page, and a change elsewhere is said`, { timeout: 200_000 }, async () => {
    const words = FILE[lang]
    const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
    const own = (await tenant.db.selectFrom('inventor').select('sid').where('user_sid', '=', writer.sid).executeTakeFirst())?.sid ?? (await make('inventor', { name: '虚构发明人', user_sid: writer.sid }))
    await make('patent', { case_no: `IDEA-${lang}`, title: words.title.replace('自检', '报警').replace('testing', 'ringing'), country: 'CN', patent_type: 'INVENTION', status: 'FILED', owner_sid: manager.sid, company_sid: manager.company, inventors: [{ inventor_sid: own, contribution_pct: '100' }] })
    const file = await wordOf('技术交底书', `发明名称：${words.title}`, '技术方案', '锁舌装虚构传感器', '有益效果', '自动报警')
    const first = await openPage({ lang, as: writer, width: 390, height: 844 })
    await first.go('/ideas')
    await first.page.locator('.idea-drop input[type=file]').setInputFiles({ name: '交底书.docx', mimeType: 'application/octet-stream', buffer: file })
    const readings = first.page.getByRole('region', { name: words.found })
    await readings.getByRole('button', { name: words.place }).first().click()
    await readings.locator('.reading-place mark').first().waitFor()
    await readings.getByRole('button', { name: words.all }).click()
    assert.equal(await first.page.locator('#title').inputValue(), words.title)
    assert.equal(await first.page.locator('#effect').inputValue(), '自动报警')
    await first.page.getByText(words.saved).waitFor()
    await first.page.getByRole('region', { name: words.similar }).locator('mark').first().waitFor()
    assert.ok(await first.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling')
    assert.deepEqual(await seriousFaults(first.page), [])
    if (shots) await first.page.screenshot({ path: `${shots}-drop-${lang}.png`, fullPage: true })
    const sid = new URL(first.page.url()).searchParams.get('draft') ?? ''
    assert.deepEqual(first.complaints, [])
    await first.done()

    const second = await openPage({ lang, as: writer })
    await second.go('/ideas')
    await second.page.locator('.ideas-list li', { hasText: words.title }).getByRole('link', { name: words.goOn }).click()
    await second.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#solution')?.value === '锁舌装虚构传感器')
    const { data } = await call<{ version: number }>(`proposal/${sid}`, undefined, { as: writer })
    assert.equal((await call('proposal/do/update', { sid, version: data.version, problem: '他处填写' }, { as: writer })).code, 0)
    await second.page.locator('#solution').fill('锁舌装两个虚构传感器')
    await second.page.getByRole('dialog').getByRole('button', { name: words.conflict }).click()
    await second.page.getByText(words.saved).waitFor()
    const kept = (await call<{ solution: string; problem: string }>(`proposal/${sid}`, undefined, { as: writer })).data
    assert.deepEqual([kept.solution, kept.problem], ['锁舌装两个虚构传感器', '他处填写'])
    await second.page.getByRole('heading', { name: words.patents }).waitFor()
    if (shots) await second.page.screenshot({ path: `${shots}-desk-${lang}.png`, fullPage: true })
    assert.deepEqual(await seriousFaults(second.page), [])

    const colleague = await enrol('inventor')
    const theirs = await make('inventor', { name: '虚构同事', user_sid: colleague.sid })
    const now = (await call<{ version: number }>(`proposal/${sid}`, undefined, { as: writer })).data.version
    const shared = [{ inventor_sid: own, contribution_pct: '70' }, { inventor_sid: theirs, contribution_pct: '30' }]
    assert.equal((await call('proposal/do/update', { sid, version: now, inventors: shared }, { as: writer })).code, 0)
    await second.go(`/ideas?draft=${sid}`)
    await second.page.getByRole('button', { name: words.split }).click()
    await second.page.locator('.draft-line').getByText(words.saved).waitFor()
    const third = await openPage({ lang, as: colleague, width: 390, height: 844 })
    await third.go('/ideas')
    await third.page.locator('.ideas-list li', { hasText: words.title }).getByRole('button', { name: words.confirm }).click()
    await third.page.locator('.ideas-list li', { hasText: words.title }).getByRole('button', { name: words.confirm }).waitFor({ state: 'detached' })
    const parts = (await call<{ confirmed_by: { sid: string }[] }>(`proposal/${sid}`, undefined, { as: colleague })).data
    assert.ok(parts.confirmed_by.some((one) => one.sid === colleague.sid))
    for (const { complaints, done } of [second, third]) {
      assert.deepEqual(complaints.filter((line) => !line.includes('409')), []) // the conflict itself
      await done()
    }
  }) // oxfmt-ignore

/** Disclosures to be filed that come before all others. */
async function decidedLater(count: number) {
  const rows = await Promise.all(
    Array.from({ length: count }, (_, no) =>
      createRow(systemContext(tenant), modelOf(tenant, 'proposal'), { title: `虚构在先提案 ${no}`, company_sid: manager.company }),
    ),
  )
  await tenant.db.updateTable('proposal').set({ status: 'APPROVED', decided_date: '2099-01-01' }).where('sid', 'in', rows).execute()
}
