import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchMailbox } from '../../../server/mail-archive/fetch-mailbox.ts'
import { systemContext } from '../../../server/records/context.ts'
import { modelNamed } from '../../../server/records/registry.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { casesOf } from '../../harness/cases/cases.ts'
import { sendFile } from '../../harness/cases/exchange.ts'
import { openDovecot } from '../../harness/mail/dovecot.ts'
import { mailOf } from '../../harness/mail/mails.ts'
import { testServer } from '../../harness/server.ts'
import { visitor } from '../../harness/visitor.ts'

const dovecot = await openDovecot()
const s = await testServer()
const admin = await s.enrol('system_admin')
const manager = await s.enrol('ip_manager')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']
const { make, patent } = casesOf(s.call, admin)
await make('mail_sender', { address: 'agency.test', note: '虚构代理机构' })
const mailbox = await make('incoming_mailbox', {
  name: '专利部收信', host: dovecot.host, port: dovecot.port, security: 'NONE', username: dovecot.user, password: dovecot.pass, fetch_from: '2020-01-01', is_on: false,
}) // oxfmt-ignore

const WORDS = {
  zh: { test: '测试连接', works: '可以收信', file: '归档到案件', rule: /以后自动归档/, possible: '邮件提到的案件', remote: '1 处网络内容未加载', download: '下载 意见.txt', documents: '文档' },
  en: { test: 'Test connection', works: 'mail can be fetched', file: 'File to case', rule: /File later mails/, possible: 'Cases named in the mail', remote: 'Not loaded from the network: 1', download: 'Download 意见.txt', documents: 'Documents' },
} as const // oxfmt-ignore

for (const [lang, theme, width] of [
  ['zh', 'light', 1280],
  ['en', 'dark', 1280],
] as const)
  test(`[2.29] a mailbox is tested, and a mail whose case is not sure is filed with a rule for the next one (${lang})`, async () => {
    const words = WORDS[lang]
    const cases = [
      await patent({ title: `虚构装置 ${lang}`, case_no: `J-${lang}-2024-1` }),
      await patent({ title: `虚构方法 ${lang}`, case_no: `J-${lang}-2024-2` }),
    ]
    const html = '<p>请查收 <img src="http://remote.test/x.png"></p>'
    const heads = (subject: string, id: string) => `From: 虚构代理师 <agent@agency.test>\r\nTo: ip@innoe.test\r\nSubject: ${subject}\r\nMessage-ID: <${id}@agency.test>\r\nDate: Mon, 16 Mar 2026 09:00:00 +0800\r\nMIME-Version: 1.0\r\n` // oxfmt-ignore
    await dovecot.fill(`${heads(`Ref AG-${lang}-7788 J-${lang}-2024-1 J-${lang}-2024-2`, `${lang}1`)}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b\r\nContent-Type: text/plain; name="=?UTF-8?B?${Buffer.from('意见.txt').toString('base64')}?="\r\nContent-Disposition: attachment; filename="=?UTF-8?B?${Buffer.from('意见.txt').toString('base64')}?="\r\n\r\nx\r\n--b--\r\n`) // oxfmt-ignore
    await dovecot.fill(mailOf({ subject: `plain ${lang}`, text: '正文如下' }))
    await dovecot.fill(mailOf({ from: 'stranger@elsewhere.test', subject: `stranger ${lang}` }))
    await fetchMailbox(systemContext(s.tenant), mailbox.sid)

    const box = await visit(`/m/incoming_mailbox/${mailbox.sid}`, { lang, theme, width, height: 1000, as: admin })
    await box.page.getByRole('button', { name: words.test }).click()
    await box.page.getByText(words.works).waitFor()
    assert.deepEqual(await seriousFaults(box.page), [])
    if (shots) await box.page.screenshot({ path: `${shots}-mailbox-${lang}-${theme}.png`, fullPage: true })
    assert.deepEqual(box.complaints, [])
    await box.done()

    const { page, complaints, done } = await visit('/m/archived_mail', { lang, theme, width, height: 1000, as: manager })
    await page.getByRole('button', { name: new RegExp(`plain ${lang}`) }).click()
    await page.getByText('正文如下').waitFor()
    assert.deepEqual(await seriousFaults(page), []) // here, since axe waits for ever in the frame of a mail in HTML, where nothing runs
    await page.getByRole('button', { name: new RegExp(`AG-${lang}-7788`) }).click()
    await page.getByText(words.remote).waitFor()
    await page.getByRole('button', { name: words.download }).waitFor()
    await page.getByText(words.possible).waitFor()
    await page.frameLocator('iframe[sandbox=""]').getByText('请查收').waitFor()
    if (shots) await page.screenshot({ path: `${shots}-mails-${lang}-${theme}.png`, fullPage: true })
    await page.getByRole('button', { name: new RegExp(`J-${lang}-2024-2`) }).last().click() // oxfmt-ignore
    await page.getByRole('checkbox', { name: words.rule }).check()
    await page.getByRole('button', { name: words.file }).click()
    await page.locator('.ant-message-success').waitFor() // its words also stand above the list
    if (shots) {
      await page.setViewportSize({ width: 420, height: 900 })
      await page.screenshot({ path: `${shots}-mails-narrow-${lang}.png`, fullPage: true })
    }
    assert.deepEqual(
      complaints.filter((line) => !line.includes('sandboxed')), // the test's own script may not run in the frame
      [],
    )
    await done()

    await dovecot.fill(mailOf({ subject: `Re: AG-${lang}-7788`, text: '后续' }))
    await fetchMailbox(systemContext(s.tenant), mailbox.sid)
    const found = await s.tenant.db
      .selectFrom('archived_mail')
      .select(['case_sid', 'matched_by'])
      .where('subject', '=', `Re: AG-${lang}-7788`)
      .executeTakeFirst()
    assert.deepEqual(found, { case_sid: cases[1]?.sid, matched_by: 'RULE' })

    const opened = await visit(`/m/case/${cases[1]?.sid}?tab=documents`, { lang, theme, width, height: 1000, as: manager })
    await opened.page.getByText('意见.txt').first().waitFor()
    if (shots) await opened.page.screenshot({ path: `${shots}-mail-documents-${lang}.png` })
    await opened.done()
  })

test('[2.29] filed mails beyond the first hundred are reached by their pages', async () => {
  const ctx = systemContext(s.tenant)
  const model = modelNamed(s.tenant.models, 'archived_mail')
  const { sid: case_sid } = await patent({ title: '虚构多信' })
  const sids = await Promise.all(Array.from({ length: 130 }, () => createRow(ctx, model, {})))
  for (const [at, sid] of sids.entries()) {
    const received_at = new Date(Date.UTC(2025, 0, 1, 0, 200 - at)).toISOString()
    const values = { state: 'FILED', subject: `old ${at}`, from_address: 'a@agency.test', files: '[]', received_at, case_sid } as const
    await s.tenant.db.updateTable('archived_mail').set(values).where('sid', '=', sid).execute()
  }
  const { page, complaints, done } = await visit('/m/archived_mail', { lang: 'en', width: 1280, height: 1000, as: manager })
  await page.locator('.ant-segmented-item', { hasText: /^Filed$/ }).click()
  await page.getByRole('button', { name: /old 0/ }).first().waitFor()
  await page.getByText(/^1–100 of \d+$/).waitFor()
  await page.locator('.ant-pagination-item-2').click()
  await page.getByRole('button', { name: /old 129/ }).click()
  await page
    .getByText(/Showing|^101–/)
    .first()
    .waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
  await done()
})

test('the letter from which a deadline runs is opened beside its reasons', async () => {
  const { sid: case_sid } = await patent({ title: '虚构审查', status: 'SE', application_no: '202610000012.7', filing_date: '2026-01-05' })
  const type = await s.tenant.db.selectFrom('document_type').select('sid').where('code', '=', 'CN14').executeTakeFirstOrThrow()
  const fields = { case_sid, doc_type: type.sid, issue_date: '2026-10-01' }
  const kept = await sendFile(s.app, { path: 'document/do/upload', token: manager.token, file: '虚构意见', name: 'letter.txt', fields })
  assert.equal(kept.status, 200, kept.message)
  const due = await s.tenant.db.selectFrom('deadline').select('sid').where('case_sid', '=', case_sid).where('trigger_event_sid', 'is not', null).executeTakeFirstOrThrow() // oxfmt-ignore
  const { page, complaints, done } = await visit(`/patents/${case_sid}?tab=deadlines&why=${due.sid}`, {
    lang: 'zh',
    width: 1280,
    height: 1000,
    as: manager,
  })
  await page.locator('.deadline-why').getByText('来文：').waitFor()
  await page.locator('.deadline-why').getByRole('button', { name: /txt/ }).click()
  await page.locator('.viewer-body').getByText('虚构意见').waitFor()
  assert.deepEqual(complaints, [])
  await done()
})
