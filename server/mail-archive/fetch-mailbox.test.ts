import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDovecot } from '../../tests/harness/mail/dovecot.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { mailOf, nestedMail, returnedMail } from '../../tests/harness/mail/mails.ts'
import { correctionNotice, pdfOf, protectedPdf, sheet, zipOf } from '../../tests/harness/cases/papers.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { startJob } from '../jobs/job-row.ts'
import { queueMail } from '../mail-sending/outbox.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { fetchMailbox } from './fetch-mailbox.ts'

const dovecot = await openDovecot()
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [admin, manager, inventor] = [await enrol('system_admin'), await enrol('ip_manager'), await enrol('inventor')]
const ctx = systemContext(tenant)

type Row = Record<string, unknown> & { sid: string }
const settings = {
  name: '虚构收信',
  host: dovecot.host,
  port: dovecot.port,
  security: 'NONE',
  username: dovecot.user,
  password: dovecot.pass,
  fetch_from: '2020-01-01',
  is_on: false, // the tests fetch, and not the clock
  company_sid: admin.company,
}
const made = await call<Row>('incoming_mailbox/do/create', settings, { as: admin, lang: 'en' })
assert.equal(made.code, 0, made.text)
const mailbox = made.data.sid
for (const address of ['agency.test', 'one@office.test']) assert.equal((await call('mail_sender/do/create', { address }, { as: admin })).code, 0)

const patentOf = (case_no: string, application_no?: string) =>
  createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no, title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: '2023-02-20', ...(application_no && { application_no }),
    owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
const first = await patentOf('M-2023-001', '202310123456.6')
const second = await patentOf('M-2023-002')

const mails = () => tenant.db.selectFrom('archived_mail').selectAll().where('deleted_at', 'is', null).orderBy('created_at').orderBy('sid').execute()
const documentsOf = (case_sid: string) =>
  tenant.db.selectFrom('document').select(['sid', 'file_name', 'hash', 'source', 'direction', 'ext']).where('case_sid', '=', case_sid).where('deleted_at', 'is', null).execute() // oxfmt-ignore
/** Puts the mails into the mailbox, fetches, and answers the records that came. */
async function fetched(...contents: (string | Buffer)[]) {
  const before = new Set((await mails()).map(({ sid }) => sid))
  for (const content of contents) await dovecot.fill(content)
  const { fault } = await fetchMailbox(ctx, mailbox)
  assert.equal(fault, undefined)
  return (await mails()).filter(({ sid }) => !before.has(sid))
}
async function only(content: string | Buffer) {
  const rows = await fetched(content)
  assert.equal(rows.length, 1)
  return rows[0] as NonNullable<(typeof rows)[0]> // there is one
}

test('[2.29] [9.02] a mail that names its case in the subject is filed with its attachments, each stored with its SHA-256', async () => {
  const file = Buffer.from('虚构说明\n')
  const row = await only(
    mailOf({ subject: '关于 M-2023-001 的说明', text: '请查收', files: [{ name: '说明.txt', content: file, type: 'text/plain' }] }),
  )
  assert.deepEqual([row.state, row.case_sid, row.matched_by, row.from_address, row.subject], ['FILED', first, 'NUMBER', 'agent@agency.test', '关于 M-2023-001 的说明']) // oxfmt-ignore
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256').update(file).digest('hex')
  assert.deepEqual(row.attachments, [{ name: '说明.txt', size: file.length, hash, kept: 'KEPT' }])
  const documents = await documentsOf(first)
  assert.deepEqual(documents.map(({ file_name }) => file_name).sort(), ['关于 M-2023-001 的说明.eml', '说明.txt'])
  assert.ok(documents.every(({ source, direction }) => source === 'MAIL_ARCHIVE' && direction === 'IN'))
  assert.ok(documents.some((one) => one.hash === hash))
  const download = await app.inject({
    url: `/innoe-webapi/model/document/do/download/${documents.find((one) => one.hash === hash)?.sid}`,
    headers: { authorization: `Bearer ${manager.token}` },
  })
  assert.deepEqual([download.statusCode, download.body], [200, '虚构说明\n'])
})

for (const [where, mail] of [
  ['the text, as its application number', { subject: '通知', text: '申请号：202310123456.6，请答复。' }],
  ['the name of an attachment', { subject: '通知', files: [{ name: 'M-2023-001_意见.txt', content: 'x', type: 'text/plain' }] }],
  ['the text, in another spelling', { subject: 'notice', text: 'Re CN 202310123456.6' }],
] as const)
  test(`a mail is filed by a number in ${where}`, async () => {
    const row = await only(mailOf(mail))
    assert.deepEqual([row.state, row.case_sid], ['FILED', first])
  })

test('two cases, or none, wait for a person; nothing is guessed', async () => {
  const two = await only(mailOf({ subject: 'M-2023-001 and M-2023-002' }))
  assert.deepEqual([two.state, two.case_sid, [...(two.candidates ?? [])].sort()], ['UNMATCHED', null, [first, second].sort()])
  const none = await only(mailOf({ subject: 'Your ref', text: 'call 20231012 or 86-755-12345678' }))
  assert.deepEqual([none.state, none.reason_en, none.candidates?.length ?? 0], ['UNMATCHED', 'no case was found for it', 0])
})

test('[2.29] senders outside the list are recorded, not archived; the domain alone does not include its subdomains', async () => {
  for (const [from, state] of [
    ['stranger@elsewhere.test', 'IGNORED'],
    ['agent@sub.agency.test', 'IGNORED'],
    ['agent@notagency.test', 'IGNORED'],
    ['"agent@agency.test" <stranger@elsewhere.test>', 'IGNORED'],
    ['two@office.test', 'IGNORED'],
    ['ONE@Office.Test', 'FILED'],
  ] as const) {
    const row = await only(mailOf({ from, subject: 'M-2023-002', files: [{ name: 'a.txt', content: from }] }))
    assert.equal(row.state, state, from)
    if (state === 'IGNORED') assert.deepEqual([row.files, row.case_sid, row.reason_en], [null, null, 'the sender is not among the allowed senders'])
  }
})

test('the same mail is filed once: fetched again, under another UIDVALIDITY, or from a second mailbox', async () => {
  const mail = mailOf({ subject: 'M-2023-002 once', files: [{ name: 'once.txt', content: 'once' }] })
  await only(mail)
  assert.equal((await fetched()).length, 0)
  assert.equal((await fetched(mail)).length, 0, 'a copy in the same mailbox')
  const count = (await mails()).length
  await dovecot.restartUids()
  await fetchMailbox(ctx, mailbox)
  assert.equal((await mails()).length, count)
  const other = await call<Row>('incoming_mailbox/do/create', { ...settings, name: '虚构收信二' }, { as: admin })
  await fetchMailbox(ctx, other.data.sid)
  const again = (await mails()).slice(count)
  assert.ok(
    again.every(({ state }) => state === 'IGNORED'),
    'only what is not kept is recorded for each mailbox',
  )
  assert.equal((await documentsOf(second)).filter(({ file_name }) => file_name?.startsWith('once')).length, 1)
})

test('two mails with one Message-ID and other content are two mails; so are mails without one', async () => {
  const rows = await fetched(
    mailOf({ id: '<same@agency.test>', subject: 'one', text: '1' }),
    mailOf({ id: '<same@agency.test>', subject: 'two', text: '2' }),
    mailOf({ id: null, subject: 'three' }),
    mailOf({ id: null, subject: 'four' }),
  )
  assert.deepEqual(rows.map(({ subject }) => subject).sort(), ['four', 'one', 'three', 'two'])
})

test('a reply to a mail that was sent about a case is filed to it', async () => {
  const sid = await queueMail(ctx, { case_sid: second, to_addresses: ['agent@agency.test'], subject: 'question', body: 'question' })
  const { message_id } = await tenant.db.selectFrom('outgoing_mail').select('message_id').where('sid', '=', sid).executeTakeFirstOrThrow()
  const row = await only(mailOf({ subject: 'Re: question', headers: [`In-Reply-To: ${message_id}`, `References: <x@y.test> ${message_id}`] }))
  assert.deepEqual([row.state, row.case_sid, row.matched_by], ['FILED', second, 'REPLY'])
})

test('a mail that comes back is marked so with the reason, its sender is told once of each address, and it may be sent again; other reports change nothing', async () => {
  const far = Array.from({ length: 9 }, (_, at) => `far${at}@agency.test`)
  const sid = await queueMail({ ...ctx, actor: { ...ctx.actor, sid: manager.sid } }, { case_sid: second, to_addresses: ['gone@agency.test', 'lost@agency.test', ...far], subject: 'question', body: 'question' }) // oxfmt-ignore
  const mail = () => tenant.db.selectFrom('outgoing_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  const told = () => tenant.db.selectFrom('notification').select(['user_sid', 'level']).where('link', '=', `/m/outgoing_mail/${sid}`).execute()
  await tenant.db.updateTable('outgoing_mail').set({ state: 'SENT' }).where('sid', '=', sid).execute()
  const id = String((await mail()).message_id)
  for (const report of [returnedMail(id, { action: 'delayed' }), returnedMail('<unknown@innoe.test>'), returnedMail(id, { to: 'other@agency.test' })]) assert.equal((await only(report)).reason_en, 'the sender is not among the allowed senders') // oxfmt-ignore
  assert.equal((await mail()).state, 'SENT')
  assert.deepEqual((await fetched(returnedMail(id), returnedMail(id))).map(({ state, case_sid }) => [state, case_sid]), [['IGNORED', null], ['IGNORED', null]]) // oxfmt-ignore
  const { state, reason, reason_en } = await mail()
  assert.deepEqual([state, reason, reason_en], ['RETURNED', '未能送达 gone@agency.test：550 5.1.1 no such user', 'not delivered to gone@agency.test: 550 5.1.1 no such user']) // oxfmt-ignore
  assert.deepEqual(await told(), [{ user_sid: manager.sid, level: 'URGENT' }])
  await fetched(returnedMail(id, { to: 'lost@agency.test' }), returnedMail(id))
  assert.equal((await mail()).reason_en, `${reason_en}; not delivered to lost@agency.test: 550 5.1.1 no such user`)
  await fetched(...[...far, ...far].map((to) => returnedMail(id, { to })))
  const named = [...String((await mail()).reason_en).matchAll(/not delivered to (\S+@agency\.test): 550 5\.1\.1 no such user/g)]
  assert.deepEqual([named.length, (await told()).length], [8, 8]) // the text takes no more
  assert.equal((await call<Row>('outgoing_mail/do/retry', { sid }, { as: manager })).data.state, 'QUEUED')
})

test('a person files a mail of the queue, keeps the text of its subject as a rule, and the next mail follows it', async () => {
  const mail = await only(mailOf({ subject: '我方案号 AG/2024/7788 转达', files: [{ name: 'a.txt', content: 'rule' }] }))
  const read = await call<{ preview: { kind: string }; subject_text: string }>('archived_mail/do/read', { sid: mail.sid }, { as: manager })
  assert.deepEqual([read.data.preview.kind, read.data.subject_text], ['mail', 'AG/2024/7788'])
  assert.equal((await call('archived_mail/do/file', { sid: mail.sid, case_sid: second }, { as: inventor })).status, 403)
  const wrong = await call('archived_mail/do/file', { sid: mail.sid, case_sid: second, subject_text: 'not there' }, { as: manager, lang: 'en' })
  assert.deepEqual([wrong.status, /must stand in the subject/.test(wrong.text)], [400, true])
  const filed = await call<Row>('archived_mail/do/file', { sid: mail.sid, case_sid: second, subject_text: 'AG/2024/7788' }, { as: manager, lang: 'en' }) // oxfmt-ignore
  assert.equal(filed.code, 0, filed.text)
  assert.deepEqual([filed.data.state, filed.data.matched_by, (filed.data.documents as unknown[]).length], ['FILED', 'PERSON', 2])
  const twice = await call('archived_mail/do/file', { sid: mail.sid, case_sid: second }, { as: manager, lang: 'en' })
  assert.deepEqual([twice.status, /has been decided on/.test(twice.text)], [400, true])
  const next = await only(mailOf({ subject: 'Re: ag/2024/7788 第二封' }))
  assert.deepEqual([next.state, next.case_sid, next.matched_by], ['FILED', second, 'RULE'])
  const stranger = await only(mailOf({ from: 'other@agency.test', subject: 'Re: AG/2024/7788' }))
  assert.equal(stranger.state, 'UNMATCHED')
  const dismissed = await call<Row>('archived_mail/do/dismiss', { sid: stranger.sid }, { as: manager })
  assert.equal(dismissed.data.state, 'IGNORED')
})

test('an attached notice waits in the notice intake for a person; another PDF does not', async () => {
  const notice = pdfOf([sheet('国家知识产权局', '申请号：202310123456.6', '发文日：2026年03月16日', '第一次审查意见通知书', '虚构')])
  const bill = pdfOf([sheet('虚构账单', '金额 100 元')])
  const row = await only(mailOf({ subject: '转达官文', files: [{ name: '通知书.pdf', content: notice, type: 'application/pdf' }, { name: '账单.pdf', content: bill, type: 'application/pdf' }] })) // oxfmt-ignore
  const job = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').orderBy('sid', 'desc').executeTakeFirstOrThrow()
  await jobEnded(tenant, job.sid)
  const intakes = await call<{ record: Row[] }>('notice_intake/do/search', { iql: `mail_sid = '${row.sid}'`, fl: ['state', 'original_name', 'case_sid', 'issue_date'] }, { as: manager }) // oxfmt-ignore
  assert.deepEqual(
    intakes.data.record.map(({ state, original_name, issue_date }) => [state, original_name, issue_date]),
    [['READY', '通知书.pdf', '2026-03-16']],
  )
})

test('the notices of an archive and of a forwarded mail are read; with an archive that was not opened the mail still waits for a person', async () => {
  const notice = (serial: string) => correctionNotice(serial, '2026年04月16日')
  const forwarded = mailOf({
    from: 'office@cnipa.test',
    subject: '虚构',
    files: [{ name: '二.pdf', content: notice('2026041600000002'), type: 'application/pdf' }],
  })
  const locked = { name: '坏的.zip', content: Buffer.from('PK\u0003\u0004'), type: 'application/zip' }
  const packed = {
    name: '官文.zip',
    content: await zipOf({ '一.pdf': notice('2026041600000001'), '账单.pdf': pdfOf([sheet('虚构账单')]) }),
    type: 'application/zip',
  }
  const closed = { name: '加密.pdf', content: protectedPdf(), type: 'application/pdf' }
  const row = await only(
    mailOf({ subject: '官文两份', files: [packed, locked, closed, { name: '转发.eml', content: forwarded, type: 'message/rfc822' }] }),
  )
  assert.equal(row.state, 'UNMATCHED')
  const read = async () => {
    for (const { sid } of await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').execute()) await jobEnded(tenant, sid)
    const iql = `mail_sid = '${row.sid}' ORDER BY serial_no`
    const fl = ['state', 'original_name', 'packed_in', 'serial_no', 'doc_type', 'issue_date', 'reason', 'reason_en']
    return (await call<{ record: Row[] }>('notice_intake/do/search', { iql, fl }, { as: manager })).data.record
  }
  await read()
  const all = await read()
  const others = all.filter(({ state }) => state === 'UNREADABLE')
  const [one, two, ...none] = all.filter(({ state }) => state !== 'UNREADABLE')
  assert.deepEqual([one?.original_name, one?.packed_in, two?.original_name, two?.packed_in], ['一.pdf', '官文.zip', '二.pdf', '转发.eml'])
  assert.deepEqual(none, [])
  const [broken, secret] = ['坏的.zip', '加密.pdf'].map((name) => others.find(({ original_name }) => original_name === name))
  assert.deepEqual([broken?.state, broken?.original_name, broken?.reason, broken?.reason_en], ['UNREADABLE', '坏的.zip', '坏的.zip：压缩包已损坏', '坏的.zip: the archive is damaged']) // oxfmt-ignore
  assert.deepEqual([secret?.state, secret?.original_name, others.length], ['UNREADABLE', '加密.pdf', 2])
  for (const { sid } of others) {
    const rejected = await call('notice_intake/do/reject', { sid }, { as: manager })
    assert.equal(rejected.status, 200, rejected.text)
  }
  for (const notice of [one, two]) {
    assert.equal((await call<Row>(`archived_mail/${row.sid}`, undefined, { as: manager })).data.state, 'UNMATCHED')
    const { sid, serial_no, issue_date, doc_type } = notice as Row
    const body = { sid, case_sid: first, doc_type: (doc_type as Row).sid, serial_no, issue_date } // a link as the API answers it
    const accepted = await call('notice_intake/do/accept', body, { as: manager })
    assert.equal(accepted.status, 200, accepted.text)
  }
  const left = await mailRow(row.sid)
  assert.deepEqual([left.state, left.candidates, left.documents], ['UNMATCHED', [first], []])
  const filed = await call<{ documents: Row[] }>('archived_mail/do/file', { sid: row.sid, case_sid: first }, { as: manager })
  assert.equal(filed.status, 200, filed.text)
  assert.equal(new Set(filed.data.documents.map(({ sid }) => sid)).size, 5, 'without the two that were rejected')
  // The limits hold for all archives of the mail.
  await tenant.db.updateTable('notice_intake').set({ size: 200 << 20 }).where('mail_sid', '=', row.sid).where('packed_in', '=', '官文.zip').execute() // oxfmt-ignore
  const again = await tenant.db
    .updateTable('notice_intake')
    .set({ state: 'READING', deleted_at: null })
    .where('mail_sid', '=', row.sid)
    .where('original_name', '=', '官文.zip')
    .returning('sid')
    .execute()
  const sids = again.map(({ sid }) => sid)
  await jobEnded(tenant, await startJob(ctx, { kind: 'INTAKE', title: ['', ''], entity: 'notice_intake', input: { sids }, total: 1 }))
  const over = await tenant.db.selectFrom('notice_intake').select('state').where('sid', 'in', sids).execute()
  assert.deepEqual(over, [{ state: 'UNREADABLE' }])
})

const mailRow = (sid: string) => tenant.db.selectFrom('archived_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const noticeNo = (serial: string, number?: string) => ({ name: `${serial}.pdf`, content: correctionNotice(serial, '2026年05月18日', number), type: 'application/pdf' }) // oxfmt-ignore
const unreadable = { name: '扫描.tif', content: Buffer.concat([Buffer.from('II*\u0000'), Buffer.alloc(400)]), type: 'image/tiff' }

for (const [which, files, rejects, state] of [
  ['all of one case', [noticeNo('2026051800000001'), noticeNo('2026051800000002')], false, 'FILED'],
  ['one of them rejected', [noticeNo('2026051800000003'), noticeNo('2026051800000004', '202399999999.3')], true, 'UNMATCHED'],
  ['beside an unreadable scan', [noticeNo('2026051800000005'), unreadable], false, 'UNMATCHED'],
  [
    'beside a message nested too deep',
    [{ name: '深.eml', content: nestedMail(40), type: 'application/octet-stream' }, noticeNo('2026051800000006')],
    false,
    'UNMATCHED',
  ],
] as const)
  test(`a mail with notices, ${which}: ${state}`, async () => {
    const row = await only(mailOf({ subject: '转达官文', files }))
    for (const { sid } of await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').execute()) await jobEnded(tenant, sid)
    const iql = `mail_sid = '${row.sid}' AND state != 'UNREADABLE' ORDER BY serial_no DESC`
    const fl = ['state', 'serial_no', 'doc_type', 'issue_date', 'case_sid', 'hash']
    const { record } = (await call<{ record: Row[] }>('notice_intake/do/search', { iql, fl }, { as: manager })).data
    assert.equal(record.length, files.filter(({ name }) => name.endsWith('.pdf')).length)
    for (const { sid, case_sid, doc_type, serial_no, issue_date } of record) {
      const known = (case_sid as Row | null)?.sid // a link as the API answers it
      assert.ok(known || rejects)
      const body = { sid, case_sid: known, doc_type: (doc_type as Row).sid, serial_no, issue_date } // a link as the API answers it
      const done = known
        ? await call('notice_intake/do/accept', body, { as: manager })
        : await call('notice_intake/do/reject', { sid, reason: '其他案件' }, { as: manager })
      assert.equal(done.status, 200, done.text)
    }
    const mail = await mailRow(row.sid)
    // What could not be opened waits among the notices until somebody decides it.
    const undecided = await tenant.db.selectFrom('notice_intake').select('sid').where('mail_sid', '=', row.sid).where('state', '=', 'UNREADABLE').where('deleted_at', 'is', null).execute() // oxfmt-ignore
    const [filed_to, candidates] = state === 'FILED' ? [first, []] : [null, undecided.length > 0 ? [] : [first]]
    assert.deepEqual([mail.state, mail.case_sid, mail.candidates ?? []], [state, filed_to, candidates])
    assert.equal(undecided.length > 0, which === 'beside a message nested too deep')
    if (!rejects) return
    const filed = await call('archived_mail/do/file', { sid: row.sid, case_sid: first }, { as: manager })
    assert.equal(filed.status, 200, filed.text)
    const rejected = record.find(({ case_sid }) => !case_sid)?.['hash']
    assert.ok(rejected && (await documentsOf(first)).every(({ hash }) => hash !== rejected))
  })

test('[5.11] what exceeds a limit, and what is hostile, has a plain state; nothing of it is kept, and the next mail is fetched', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ name: `${at}.txt`, content: 'x' }))
  const bomb = await zipOf({ 'bomb.txt': Buffer.alloc(60 << 20) })
  const rows = await fetched(
    mailOf({ subject: 'parts M-2023-002', files: many }),
    mailOf({ subject: 'head M-2023-002', headers: Array.from({ length: 9000 }, (_, at) => `X-Long-${at}: ${'y'.repeat(60)}`) }),
    mailOf({ subject: 'large M-2023-002', files: [{ name: 'a.bin', content: Buffer.alloc(51 << 20, 1) }] }),
    mailOf({ subject: 'bomb', files: [{ name: 'bomb.zip', content: bomb }] }),
    mailOf({ subject: 'program', files: [{ name: 'a.pdf.exe', content: 'MZ' }, { name: '\u202Efdp.exe', content: 'MZ' }, { name: '../../etc/passwd', content: 'x' }, { name: 'fake.pdf', content: 'text' }] }), // oxfmt-ignore
    mailOf({ subject: '=?utf-8?q?x=0D=0ABcc:_all@innoe.test?=', from: '' }),
    Buffer.from('no mail at all'),
    Buffer.alloc(0),
    mailOf({ subject: 'last M-2023-002' }),
  )
  const by = (subject: string) => rows.find((row) => row.subject?.startsWith(subject))
  assert.deepEqual([by('parts')?.state, by('parts')?.reason_en], ['TOO_LARGE', 'it has more than 100 parts'])
  assert.ok(rows.some(({ state, reason_en }) => state === 'TOO_LARGE' && reason_en === 'its headers are too long'))
  assert.deepEqual([by('large')?.state, by('large')?.reason_en], ['TOO_LARGE', 'its attachments have more than 50 MB'])
  assert.equal((by('bomb')?.attachments as { kept: string }[] | undefined)?.[0]?.kept, 'KEPT', 'a zip is kept as it is, and not unpacked')
  assert.deepEqual(
    ((by('program')?.attachments ?? []) as { name: string; kept: string }[]).map(({ name, kept }) => [name, kept]),
    [['a.pdf.exe', 'PROGRAM'], ['fdp.exe', 'PROGRAM'], ['passwd', 'KEPT'], ['fake.pdf', 'ODD']],
  ) // oxfmt-ignore
  const injected = rows.find(({ subject }) => subject?.includes('Bcc'))
  assert.deepEqual([injected?.state, /[\r\n]/.test(injected?.subject ?? ''), injected?.reason_en], ['IGNORED', false, 'it names no single sender'])
  assert.equal(by('last')?.state, 'FILED')
  for (const { state, files } of rows) if (state === 'TOO_LARGE' || state === 'IGNORED') assert.equal(files, null)
})

test('a fetch that fails in the middle files nothing twice and loses nothing', async () => {
  const count = (await mails()).length
  for (const subject of ['a', 'b', 'c'])
    await dovecot.fill(mailOf({ subject: `M-2023-002 ${subject}`, files: [{ name: `${subject}.txt`, content: subject }] }))
  const storage = await import('../storage/tenant-storage.ts')
  const real = storage.storageOf(tenant)
  const put = real.put
  let puts = 0
  real.put = (...given) => (++puts === 3 ? Promise.reject(new Error('the disk is full')) : put(...given))
  await assert.rejects(fetchMailbox(ctx, mailbox), /disk is full/)
  real.put = put
  assert.equal((await mails()).length, count + 1)
  const told = await call<Row>(`incoming_mailbox/${mailbox}`, undefined, { as: admin })
  assert.equal(told.data.fault_en, 'fetching failed and is tried again')
  assert.equal((await fetchMailbox(ctx, mailbox)).taken, 2)
  assert.equal((await mails()).length, count + 3)
  assert.equal((await call<Row>(`incoming_mailbox/${mailbox}`, undefined, { as: admin })).data.fault, null)
})

test('one process fetches a mailbox at a time, and one that was overtaken commits nothing', async () => {
  for (const at of [1, 2, 3, 4]) await dovecot.fill(mailOf({ subject: `M-2023-002 race ${at}` }))
  const count = (await mails()).length
  const both = await Promise.all([fetchMailbox(ctx, mailbox), fetchMailbox(ctx, mailbox)])
  assert.deepEqual(both.map(({ busy }) => busy === true).sort(), [false, true])
  assert.equal((await mails()).length, count + 4)
})

for (const [what, changes, says] of [
  ['a server that does not exist', { host: 'nowhere.invalid' }, 'there is no such mail server'],
  ['a port where nothing listens', { port: 1 }, 'the mail server cannot be reached; check the host and the port'],
  ['a wrong password', { password: 'wrong' }, 'the mail server refuses the account or password'],
  ['a folder that does not exist', { folder: 'Nowhere' }, 'the mailbox has no folder “Nowhere”'],
  ['a certificate that nobody knows', { port: dovecot.tlsPort, security: 'TLS' }, 'the certificate of the mail server is not trusted'],
  ['TLS at a port without it', { security: 'TLS' }, 'the mail server does not offer the chosen encryption; check the encryption and the port'],
  ['right settings', {}, 'mail can be fetched'],
] as const)
  test(`the test of a mailbox says in words: ${what}`, async () => {
    const { data } = await call<Row>('incoming_mailbox/do/create', { ...settings, name: what, is_on: false, ...changes }, { as: admin })
    await tenant.db.deleteFrom('attempt').execute()
    const tried = await call<{ works: boolean; says: string }>('incoming_mailbox/do/test', { sid: data.sid }, { as: admin, lang: 'en' })
    assert.equal(tried.code, 0, tried.text)
    assert.deepEqual(tried.data, { works: says === 'mail can be fetched', says })
  })

test('[5.11] limits and the port are checked; the password is never given back, and not sent to another server', async () => {
  for (const [field, value] of [['port', 65_536], ['port', -1], ['attachment_limit', 9], ['attachment_limit', 1001]] as const) {
    const { status, errors } = await call('incoming_mailbox/do/create', { ...settings, name: 'x', [field]: value }, { as: admin, lang: 'en' })
    assert.deepEqual([status, errors[0]?.field], [400, field])
  } // oxfmt-ignore
  const shown = await call<Row>(`incoming_mailbox/${mailbox}`, undefined, { as: admin })
  assert.deepEqual(shown.data.password, { is_set: true })
  assert.ok(!shown.text.includes(dovecot.pass))
  const moved = await call('incoming_mailbox/do/update', { sid: mailbox, host: 'thief.test' }, { as: admin, lang: 'en' })
  assert.deepEqual([moved.status, moved.errors[0]?.field], [400, 'password'])
  for (const path of ['incoming_mailbox/do/search', 'mail_sender/do/search']) assert.equal((await call(path, {}, { as: manager })).status, 403)
  assert.equal((await call('archived_mail/do/search', {}, { as: inventor })).status, 403)
})
