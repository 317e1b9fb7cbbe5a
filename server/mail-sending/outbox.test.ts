import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { openMailbox } from '../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import { queueMail, sendQueued } from './outbox.ts'

const smtp = await openMailbox()
const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager', { name_en: 'Fictional Manager' })
const inventor = await enrol('inventor')
const ctx = systemContext(tenant)
const { make, patent, done } = casesOf(call, admin, 'en')
const agency = await make('agency', { agency_name: '虚构代理', email: 'agent@agency.test' })
const invention = await patent({ title: '虚构装置', case_no: 'S-2024-1', agency_sid: agency.sid, application_no: '202310123456.6' })
const template = await make('mail_template', {
  code: 'INSTRUCT', name: '指示', name_en: 'Instruction', subject: '{{case_no}} 指示', subject_en: 'Instruction for {{case_no}}',
  body: '{{agency}}：请办理 {{title}}（{{application_no}}）。期限 {{next_due}}。{{sender}}', body_en: 'Please act on {{title_en}} ({{application_no}}). {{sender}}',
}) // oxfmt-ignore

const rowOf = (sid: string) => tenant.db.selectFrom('outgoing_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const due = () => tenant.db.updateTable('outgoing_mail').set({ next_try_at: '2020-01-01T00:00:00Z' }).where('state', '=', 'QUEUED').execute()
const send = (more: Record<string, unknown> = {}, as = manager) =>
  call<{ sid: string; state: string }>(
    'outgoing_mail/do/send',
    { case_sid: invention.sid, to_addresses: ['agent@agency.test'], subject: '主题', body: '正文', ...more },
    { as, lang: 'en' },
  )

test('[1.12] a template with an unknown variable or open braces is refused by field', async () => {
  const values = { code: 'BAD', name: 'x', name_en: 'x', subject: '{{password}}', subject_en: 'x', body: '{{case_no', body_en: 'x' }
  const { status, errors } = await call('mail_template/do/create', values, { as: admin, lang: 'en' })
  assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['subject', 'body']])
})

test('[1.12] a template is filled from a real case, in the chosen language; what has no value is named, with the addresses around the case', async () => {
  const filled = await done<{ subject: string; body: string; missing: string[]; addresses: { address: string; as: string }[] }>(
    'mail_template/do/fill', { sid: template.sid, case_sid: invention.sid, language: 'zh' }, manager,
  ) // oxfmt-ignore
  assert.equal(filled.subject, 'S-2024-1 指示')
  assert.ok(filled.body.startsWith('虚构代理：请办理 虚构装置（202310123456.6）。'), filled.body)
  assert.ok(
    filled.addresses.some(({ address, as }) => address === 'agent@agency.test' && as === 'agency'),
    JSON.stringify(filled.addresses),
  )
  const english = await done<{ subject: string; body: string; missing: string[] }>(
    'mail_template/do/fill',
    { sid: template.sid, case_sid: invention.sid, language: 'en' },
    manager,
  )
  assert.deepEqual([english.subject, english.missing], ['Instruction for S-2024-1', ['title_en']])
  assert.equal(english.body, 'Please act on 虚构装置 (202310123456.6). Fictional Manager', 'the title stands where there is no English one')
})

test('without a sending mailbox nothing is queued, and the refusal says so; an inventor may not send', async () => {
  const { status, text } = await send()
  assert.deepEqual([status, /sending mailbox is not set/.test(text)], [400, true])
  assert.equal((await send({}, inventor)).status, 403)
  const set = await call('/innoe-webapi/setting/mail/do/update', { ...smtp.settings, reply_address: 'cases@innoe.test' }, { as: admin })
  assert.equal(set.code, 0, set.text)
})

test('a mail is sent when its transaction has committed, and not when it is rolled back', async () => {
  const { data, code, text } = await send({ subject: 'S-2024-1\r\nBcc: all@innoe.test 指示' })
  assert.equal(code, 0, text)
  assert.equal(data.state, 'QUEUED')
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await queueMail(tx, { case_sid: invention.sid, to_addresses: ['never@agency.test'], subject: 'never', body: 'never' })
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  await sendQueued(ctx)
  const [mail] = smtp.receivedBy('agent@agency.test')
  assert.deepEqual([mail?.subject, mail?.text.trim()], ['S-2024-1 Bcc: all@innoe.test 指示', '正文'])
  assert.ok(mail?.raw.includes(`Message-ID: <${data.sid}@sender.test>`))
  assert.equal(smtp.received.length, 1)
  const row = await rowOf(data.sid)
  assert.deepEqual([row.state, row.reason], ['SENT', null])
  await sendQueued(ctx)
  assert.equal(smtp.received.length, 1)
})

test('several processes send each mail once', async () => {
  const before = smtp.received.length
  for (let at = 0; at < 6; at++) await send({ subject: `race ${at}` })
  await Promise.all([sendQueued(ctx), sendQueued(ctx), sendQueued(ctx)])
  assert.equal(smtp.received.length, before + 6)
})

test('a mail that fails is tried again after longer and longer waits, then given up with the reason, and sent again by hand', async () => {
  await call('/innoe-webapi/setting/mail/do/update', { port: 1, password: smtp.settings.password }, { as: admin })
  const { data } = await send({ subject: 'later' })
  await call('/innoe-webapi/setting/mail/do/update', { ...smtp.settings, security: 'STARTTLS' }, { as: admin })
  await sendQueued(ctx)
  const { state, reason_en } = await rowOf(data.sid)
  assert.deepEqual([state, reason_en], ['QUEUED', 'the mail server does not offer the chosen encryption'], 'mended in the settings')
  await tenant.db.updateTable('outgoing_mail').set({ attempts: 0 }).where('sid', '=', data.sid).execute()
  await due()
  await call('/innoe-webapi/setting/mail/do/update', { ...smtp.settings, port: 1 }, { as: admin })
  const waits: number[] = []
  for (let at = 0; at < 6; at++) {
    await sendQueued(ctx)
    const { next_try_at, state } = await rowOf(data.sid)
    if (state === 'QUEUED') waits.push(Math.round((Date.parse(next_try_at ?? '') - Date.now()) / 60_000))
    await due()
  }
  assert.deepEqual(waits, [1, 5, 30, 120, 360])
  const dead = await rowOf(data.sid)
  assert.deepEqual([dead.state, dead.reason_en], ['DEAD', 'the mail server cannot be reached'])
  await call('/innoe-webapi/setting/mail/do/update', { port: smtp.settings.port, password: smtp.settings.password }, { as: admin })
  const again = await call<{ state: string }>('outgoing_mail/do/retry', { sid: data.sid }, { as: manager })
  assert.equal(again.data.state, 'QUEUED', again.text)
  await sendQueued(ctx)
  assert.equal((await rowOf(data.sid)).state, 'SENT')
  assert.equal((await call('outgoing_mail/do/retry', { sid: data.sid }, { as: manager })).status, 400)
})

test('a mail that waits for its next attempt is sent at once when it is asked for, but not while it is being sent', async () => {
  const { data } = await send({ subject: 'repaired' })
  const asked = () => call<{ state: string }>('outgoing_mail/do/retry', { sid: data.sid }, { as: manager, lang: 'en' })
  await tenant.db.updateTable('outgoing_mail').set({ attempts: 1, next_try_at: new Date(Date.now() + 60_000).toISOString() }).where('sid', '=', data.sid).execute()
  assert.match((await asked()).text, /Only a mail that failed, waits for its next attempt/, 'it is being sent')
  await call('/innoe-webapi/setting/mail/do/update', { port: 1, password: smtp.settings.password }, { as: admin })
  await due()
  await sendQueued(ctx)
  const waiting = await rowOf(data.sid)
  assert.deepEqual([waiting.state, waiting.reason_en], ['QUEUED', 'the mail server cannot be reached'])
  await call('/innoe-webapi/setting/mail/do/update', { port: smtp.settings.port, password: smtp.settings.password }, { as: admin })
  const again = await asked()
  assert.equal(again.data?.state, 'QUEUED', again.text)
  await sendQueued(ctx)
  const sent = await rowOf(data.sid)
  assert.deepEqual([sent.state, sent.reason], ['SENT', null])
}) // oxfmt-ignore

const upload = async (content: string, fields: Record<string, string>) => {
  const { data, message } = await sendFile(app, { path: 'document/do/upload', token: manager.token, name: '指示.txt', file: content, fields })
  assert.ok(data?.sid, String(message))
  return String(data.sid)
}

test('a mail goes to several people with a copy and with documents of the case; replies go to the address for them', async () => {
  const file = await upload('虚构附件', { case_sid: invention.sid })
  const { data, text } = await send({
    subject: 'with files',
    to_addresses: ['a@agency.test', 'b@agency.test'],
    cc_addresses: ['c@agency.test'],
    document_sids: [file],
  })
  assert.ok(data?.sid, text)
  await sendQueued(ctx)
  const mail = smtp.received.at(-1)
  assert.deepEqual(mail?.to.toSorted(), ['a@agency.test', 'b@agency.test', 'c@agency.test'])
  assert.match(mail?.raw ?? '', /^Reply-To: cases@innoe\.test/m)
  assert.match(mail?.raw ?? '', /^Cc: c@agency\.test/m)
  assert.ok(mail?.raw.replaceAll('\r\n', '').includes(Buffer.from('虚构附件').toString('base64')))
})

for (const [what, more, field] of [
  ['a second address within one', { to_addresses: ['a@agency.test,b@agency.test'] }, 'to_addresses'],
  ['a line break in an address', { to_addresses: ['a@agency.test\r\nBcc: x@y.test'] }, 'to_addresses'],
  ['a name in angle brackets', { cc_addresses: ['A <a@agency.test>'] }, 'cc_addresses'],
  ['too many recipients', { to_addresses: Array.from({ length: 21 }, (_, at) => `p${at}@agency.test`) }, 'to_addresses'],
  ['too many with the copies', { to_addresses: Array.from({ length: 15 }, (_, at) => `p${at}@agency.test`), cc_addresses: Array.from({ length: 15 }, (_, at) => `q${at}@agency.test`) }, 'cc_addresses'],
  ['a subject of spaces', { subject: ' \t ' }, 'subject'],
] as const)
  test(`a mail is refused by field: ${what}`, async () => {
    const { status, errors } = await send(more)
    assert.deepEqual([status, errors.map((one) => one.field)], [400, [field]])
  }) // oxfmt-ignore

test('only documents of this case that the sender sees, and no more than the limit, are attached', async () => {
  const other = await patent({ title: '虚构其他', case_no: 'S-2024-2' })
  const elsewhere = await upload('x', { case_sid: other.sid })
  const refused = await send({ document_sids: [elsewhere] })
  assert.deepEqual([refused.status, refused.errors.map(({ field }) => field)], [400, ['document_sids']])
  assert.equal((await send({ document_sids: ['01900000-0000-7000-8000-000000000000'] })).status, 404)
  const large = await upload('x', { case_sid: invention.sid })
  await tenant.db
    .updateTable('document')
    .set({ size: 51 * 1024 * 1024 })
    .where('sid', '=', large)
    .execute()
  assert.match((await send({ document_sids: [large] })).text, /more than 50 MB/)
})

test('an attachment that was deleted meanwhile stops the mail, and its sender is told', async () => {
  const gone = await upload('gone', { case_sid: invention.sid })
  const { data } = await send({ subject: 'gone', document_sids: [gone] })
  await call('document/do/delete', { sid: gone }, { as: manager })
  await sendQueued(ctx)
  const row = await rowOf(data.sid)
  assert.deepEqual([row.state, row.reason_en], ['DEAD', 'an attachment no longer exists'])
  const told = await tenant.db.selectFrom('notification').select('user_sid').where('link', '=', `/m/outgoing_mail/${data.sid}`).execute()
  assert.deepEqual(told, [{ user_sid: manager.sid }])
})

test('a recipient that the server refuses for good is not tried again; one beside others is named', async () => {
  const { data } = await send({ subject: 'refused', to_addresses: ['refused@agency.test'] })
  await sendQueued(ctx)
  const row = await rowOf(data.sid)
  assert.deepEqual([row.state, row.attempts, row.reason_en], ['DEAD', 1, 'the mail server refuses the sender or the recipient'])
  const partly = await send({ subject: 'partly', to_addresses: ['refused@agency.test', 'agent@agency.test'] })
  await sendQueued(ctx)
  const sent = await rowOf(partly.data.sid)
  assert.deepEqual([sent.state, sent.reason_en], ['SENT', 'the server refused some recipients: refused@agency.test'])
})

test('a mail is discarded with a reason, and not sent then; one that was sent is not', async () => {
  const { data } = await send({ subject: 'discarded' })
  const discard = (body: object) => call<{ state: string }>('outgoing_mail/do/discard', { sid: data.sid, ...body }, { as: manager })
  assert.equal((await discard({})).status, 400)
  assert.equal((await discard({ reason: '虚构理由' })).data.state, 'DISCARDED')
  const before = smtp.received.length
  await sendQueued(ctx)
  assert.equal(smtp.received.length, before)
  const again = await call('outgoing_mail/do/retry', { sid: data.sid }, { as: manager })
  assert.equal(again.code, 0, again.text)
  await sendQueued(ctx)
  assert.equal((await rowOf(data.sid)).state, 'SENT')
  assert.equal((await discard({ reason: '虚构理由' })).status, 400)
})

test('a process that dies while it sends leaves the mail to be sent again under the same Message-ID', async () => {
  const { data } = await send({ subject: 'cut off' })
  await tenant.db.updateTable('outgoing_mail').set({ attempts: 1, next_try_at: new Date(Date.now() + 60_000).toISOString() }).where('sid', '=', data.sid).execute()
  const before = smtp.received.length
  await sendQueued(ctx)
  assert.equal(smtp.received.length, before, 'another process has it')
  await due()
  await sendQueued(ctx)
  assert.ok(smtp.received.at(-1)?.raw.includes(`Message-ID: <${data.sid}@sender.test>`))
  assert.equal((await rowOf(data.sid)).state, 'SENT')
}) // oxfmt-ignore
