import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../tests/harness/cases.ts'
import { openMailbox } from '../../tests/harness/mailbox.ts'
import { testServer } from '../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import { queueMail, sendQueued } from './outbox.ts'

const smtp = await openMailbox()
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')
const ctx = systemContext(tenant)
const { make, patent, done } = casesOf(call, admin, 'en')
const agency = await make('agency', { agency_name: '虚构代理', email: 'agent@agency.test' })
const invention = await patent({ title: '虚构装置', case_no: 'S-2024-1', agency_sid: agency.sid, application_no: '202310123456.6' })
const template = await make('mail_template', {
  code: 'INSTRUCT', name: '指示', name_en: 'Instruction', subject: '{{case_no}} 指示', subject_en: 'Instruction for {{case_no}}',
  body: '{{agency}}：请办理 {{title}}（{{application_no}}）。期限 {{next_due}}。{{sender}}', body_en: 'Please act on {{title_en}} ({{application_no}}).',
}) // oxfmt-ignore

const rowOf = (sid: string) => tenant.db.selectFrom('outgoing_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const due = () => tenant.db.updateTable('outgoing_mail').set({ next_try_at: '2020-01-01T00:00:00Z' }).where('state', '=', 'QUEUED').execute()
const send = (more: Record<string, unknown> = {}, as = manager) =>
  call<{ sid: string; state: string }>(
    'outgoing_mail/do/send',
    { case_sid: invention.sid, to_address: 'agent@agency.test', subject: '主题', body: '正文', ...more },
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
  const english = await done<{ subject: string; missing: string[] }>(
    'mail_template/do/fill',
    { sid: template.sid, case_sid: invention.sid, language: 'en' },
    manager,
  )
  assert.deepEqual([english.subject, english.missing], ['Instruction for S-2024-1', ['title_en']])
})

test('without a sending mailbox nothing is queued, and the refusal says so; an inventor may not send', async () => {
  const { status, text } = await send()
  assert.deepEqual([status, /sending mailbox is not set/.test(text)], [400, true])
  assert.equal((await send({}, inventor)).status, 403)
  const set = await call('/innoe-webapi/setting/mail/do/update', smtp.settings, { as: admin })
  assert.equal(set.code, 0, set.text)
})

test('a mail is sent when its transaction has committed, and not when it is rolled back', async () => {
  const { data, code, text } = await send({ subject: 'S-2024-1\r\nBcc: all@innoe.test 指示' })
  assert.equal(code, 0, text)
  assert.equal(data.state, 'QUEUED')
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await queueMail(tx, { case_sid: invention.sid, to_address: 'never@agency.test', subject: 'never', body: 'never' })
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
