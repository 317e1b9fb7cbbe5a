import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJobs } from '../../../server/jobs/start.ts'
import { sendQueued } from '../../../server/mail-sending/outbox.ts'
import { systemContext } from '../../../server/records/context.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { sendFile, workbook } from '../../harness/cases/exchange.ts'
import { openMailbox } from '../../harness/mail/mailbox.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const smtp = await openMailbox()
const s = await testServer()
const admin = await s.enrol('system_admin')
const manager = await s.enrol('ip_manager', { name: '王经理' })
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']
const { make, patent } = casesOf(s.call, admin)
await s.call('/innoe-webapi/setting/mail/do/update', smtp.settings, { as: admin })
const agency = await make('agency', { agency_name: '虚构代理', simple_name: '虚构', email: 'agent@agency.test' })
const about = await patent({ title: '虚构装置', title_en: 'Fictional device', case_no: 'M-2024-1', agency_sid: agency.sid, country: 'CN' })
await sendFile(s.app, { path: 'document/do/upload', token: manager.token, name: '指示.txt', file: '虚构', fields: { case_sid: about.sid } })
// More newer files than a list shows at once.
for (let at = 0; at <= 100; at++)
  await sendFile(s.app, { path: 'document/do/upload', token: manager.token, name: `虚构 ${at}.txt`, file: '虚构', fields: { case_sid: about.sid } })

const WORDS = {
  zh: { insert: '插入变量：主题', variable: /\{\{title\}\}/, save: '保存', preview: '预览', open: '发邮件', template: '委案指示', to: '收件人', files: /附件/, send: '发送', failed: '发送失败', discard: '放弃发送', reason: '理由', again: '再次发送', discarded: '已放弃', subject: '【委案】M-2024-1 虚构装置', name: '虚构模板' },
  en: { insert: 'Insert variable: Subject', variable: /\{\{title\}\}/, save: 'Save', preview: 'Preview', open: 'Send mail', template: 'Instruction to the agency', to: 'To', files: /Attachments/, send: 'Send', failed: 'Failed', discard: 'Discard', reason: 'Reason', again: 'Send again', discarded: 'Discarded', subject: 'Instruction: M-2024-1 Fictional device', name: 'Fictional template' },
} as const // oxfmt-ignore

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`[1.12] a template gets a variable from the menu and is read with a real case (${lang})`, async () => {
    const words = WORDS[lang]
    const template = await make('mail_template', { code: `OWN_${lang}`, name: '虚构模板', name_en: 'Fictional template', subject: 'A', subject_en: 'B', body: '{{case_no}}', body_en: '{{case_no}}' }) // oxfmt-ignore
    const { page, complaints, done } = await visit(`/m/mail_template/${template.sid}/edit`, { lang, theme, width: 1280, height: 900, as: admin })
    await page.getByRole('button', { name: words.insert, exact: true }).click()
    await page.getByRole('menuitem', { name: words.variable }).first().click()
    if (shots) await page.screenshot({ path: `${shots}-template-form-${lang}.png`, fullPage: true })
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit')) // saved: the heading is that of the form, too
    await page.getByRole('heading', { name: words.name }).first().waitFor()
    const kept = await s.tenant.db.selectFrom('mail_template').select('subject').where('sid', '=', template.sid).executeTakeFirstOrThrow()
    assert.equal(kept.subject, 'A{{title}}')
    await page.getByRole('tab', { name: words.preview }).click()
    await page.getByRole('combobox').last().fill('M-2024-1')
    await page.locator('.ant-select-item-option', { hasText: 'M-2024-1' }).first().click()
    await page.getByRole('article').getByText('M-2024-1').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-template-preview-${lang}.png`, fullPage: true })
    assert.deepEqual(complaints, [])
    await done()
  }) // oxfmt-ignore

for (const [lang, theme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`a mail to the agency is sent from the page of a case; one that failed is discarded with a reason and sent again (${lang})`, async () => {
    const words = WORDS[lang]
    const before = smtp.received.length
    const { page, complaints, done } = await visit(`/patents/${about.sid}`, { lang, theme, width: 1280, height: 1000, as: manager })
    await page.getByRole('button', { name: words.open }).click()
    const dialog = page.getByRole('dialog')
    const choose = async (label: string | RegExp, option: string | RegExp) => {
      await dialog.getByLabel(label, typeof label === 'string' ? { exact: true } : {}).click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).click()
    }
    await choose(lang === 'zh' ? '模板' : 'Template', words.template)
    await page.waitForFunction((subject) => [...document.querySelectorAll('input')].some(({ value }) => value === subject), words.subject)
    await choose(words.to, 'agent@agency.test')
    await page.keyboard.press('Tab')
    await choose(words.files, '虚构 100.txt')
    await dialog.getByLabel(words.files).fill('指示')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '指示.txt' }).click()
    await dialog.getByLabel(words.files).fill('没有')
    for (const name of ['虚构 100.txt', '指示.txt']) await dialog.locator('.ant-select-selection-item', { hasText: name }).waitFor()
    await dialog.getByLabel(words.files).fill('')
    await page.keyboard.press('Tab')
    assert.deepEqual(await seriousFaults(page), [])
    if (shots) await page.screenshot({ path: `${shots}-send-${lang}.png` })
    await dialog.getByRole('button', { name: words.send, exact: true }).click()
    await page.locator('.ant-message-success').waitFor()
    await sendQueued(systemContext(s.tenant))
    const mail = smtp.received[before]
    assert.deepEqual([mail?.to, mail?.subject], [['agent@agency.test'], words.subject])
    assert.match(mail?.raw ?? '', /filename/)

    const { data } = await s.call<{ sid: string }>('outgoing_mail/do/send', { case_sid: about.sid, to_addresses: ['refused@agency.test'], subject: `虚构 ${lang}`, body: '虚构' }, { as: manager }) // oxfmt-ignore
    await sendQueued(systemContext(s.tenant))
    await page.goto(`${address}/innoe-web/m/outgoing_mail`)
    await page.getByText(words.failed, { exact: true }).first().waitFor()
    if (shots) await page.screenshot({ path: `${shots}-outbox-${lang}.png` })
    await page.goto(`${address}/innoe-web/m/outgoing_mail/${data.sid}`)
    await page.getByRole('button', { name: words.discard }).click()
    await page.getByRole('dialog').getByLabel(words.reason).fill('地址已停用')
    await page.getByRole('dialog').getByRole('button', { name: words.discard, exact: true }).click()
    await page.getByText(words.discarded, { exact: true }).first().waitFor()
    if (shots) await page.screenshot({ path: `${shots}-outgoing-${lang}.png` })
    await page.getByRole('button', { name: words.again }).click()
    await page.locator('.ant-message-success').waitFor()
    assert.deepEqual(complaints, [])
    await done()
  })

test('a search for attachments that fails says so and is tried again, and does not say that nothing is found', async () => {
  const { page, done } = await visit(`/patents/${about.sid}`, { lang: 'en', theme: 'light', width: 1280, height: 1000, as: manager })
  await page.getByRole('button', { name: WORDS.en.open }).click()
  const dialog = page.getByRole('dialog')
  const files = dialog.getByLabel(WORDS.en.files)
  await files.click()
  const answer = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/model/document/do/search', async (route) => {
    if (!(route.request().postData() ?? '').includes('没有')) return route.continue()
    if (++asked > 1) await answer.promise
    return asked > 1 ? route.continue() : route.fulfill({ status: 400, json: { code: 400, message: 'The search failed' } })
  })
  await files.fill('没有')
  const list = page.locator('.ant-select-dropdown:visible')
  const nothing = list.getByText('Nothing found')
  await list.getByText('The search failed').waitFor()
  assert.equal(await nothing.count(), 0)
  await list.getByRole('button', { name: 'Retry' }).click()
  assert.equal(await nothing.count(), 0, 'the answer is under way')
  answer.resolve()
  await nothing.waitFor()
  await done()
})

const DOCKET = { upload: '上传代理机构清单', agency: '代理机构', compare: '开始核对', take: '采用对方', taken: '已采用 1 项', theirs: '对方没有', ask: '询问代理机构', letter: '邮件文字', done: '完成', asked: '已询问' } as const // oxfmt-ignore

test('[2.33] the list of an agency is uploaded, a difference is taken over, and the agency is asked about what it lacks', async () => {
  const jobs = await startJobs(s.server)
  after(() => jobs.stop())
  const [taken, lacking] = await Promise.all([
    patent({ title: '虚构阀门', case_no: 'M-2024-2', agency_sid: agency.sid, country: 'CN', status: 'SE', filing_date: '2024-02-01' }),
    patent({ title: '虚构滤芯', case_no: 'M-2024-3', agency_sid: agency.sid, country: 'CN', status: 'SE', filing_date: '2024-02-01' }),
  ])
  const words = DOCKET
  const { page, complaints, done } = await visit('/m/docket_list', { lang: 'zh', theme: 'light', width: 1280, height: 900, as: manager })
  await page.getByRole('button', { name: words.upload }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.agency, { exact: true }).fill('虚构')
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  const list = Buffer.from(await workbook([['我方案号', '贵方案号', '名称'], ['X-1', 'M-2024-2', '虚构阀门（二）']])) // oxfmt-ignore
  await dialog.locator('input[type=file]').setInputFiles({ name: '清单.xlsx', mimeType: 'application/octet-stream', buffer: list })
  await dialog.getByRole('button', { name: words.compare }).click()
  const row = page.getByRole('row', { name: '虚构阀门（二）' })
  await row.getByRole('checkbox').check()
  assert.deepEqual(await seriousFaults(page), [])
  await page.getByRole('button', { name: words.take, exact: true }).click()
  await page.getByText(words.taken).waitFor()
  assert.equal((await s.call(`patent/${taken.sid}`, undefined, { as: admin })).data.title, '虚构阀门（二）')
  await page.getByRole('tab', { name: words.theirs }).click()
  await page.getByRole('row', { name: '虚构滤芯' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: words.ask }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.ask }).click()
  assert.match(await page.getByRole('textbox', { name: words.letter }).inputValue(), /虚构滤芯/)
  await page.getByRole('dialog').getByRole('button', { name: words.done, exact: true }).click()
  await page.getByRole('row', { name: '虚构滤芯' }).getByText(words.asked).waitFor()
  const task = await s.tenant.db.selectFrom('docket_line').select('task_sid').where('case_sid', '=', lacking.sid).executeTakeFirstOrThrow()
  assert.ok(task.task_sid)
  assert.deepEqual(complaints, [])
  await done()
})
