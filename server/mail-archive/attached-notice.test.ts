import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDovecot } from '../../tests/harness/mail/dovecot.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { mailOf } from '../../tests/harness/mail/mails.ts'
import { correctionNotice } from '../../tests/harness/cases/papers.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { queueMail } from '../mail-sending/outbox.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { fetchMailbox } from './fetch-mailbox.ts'

const dovecot = await openDovecot()
const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [admin, manager, engineer] = [await enrol('system_admin'), await enrol('ip_manager'), await enrol('ip_engineer')]
const ctx = systemContext(tenant)

type Row = Record<string, unknown> & { sid: string }
const settings = { name: '虚构收信', host: dovecot.host, port: dovecot.port, security: 'NONE', username: dovecot.user, password: dovecot.pass, fetch_from: '2020-01-01', is_on: false, company_sid: admin.company } // oxfmt-ignore
const { data: mailbox } = await call<Row>('incoming_mailbox/do/create', settings, { as: admin })
await call('mail_sender/do/create', { address: 'agency.test' }, { as: admin })
const patent = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
  case_no: 'M-2023-001', title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', share_level: 'SYSTEM', filing_date: '2023-02-20', application_no: '202310123456.6',
  owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore

const mailNow = (sid: string) => tenant.db.selectFrom('archived_mail').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
const papers = (hash: string | undefined) =>
  tenant.db.selectFrom('document').select('sid').where('case_sid', '=', patent).where('hash', '=', hash ?? '').where('deleted_at', 'is', null).execute() // oxfmt-ignore

/** A mail that names its case, with a notice that is read: the mail, and the attachment as it was filed. */
async function arrived(serial: string) {
  const content = correctionNotice(serial, '2026年05月19日')
  await dovecot.fill(mailOf({ subject: `M-2023-001 ${serial}`, files: [{ name: `${serial}.pdf`, content, type: 'application/pdf' }] }))
  assert.equal((await fetchMailbox(ctx, mailbox.sid)).fault, undefined)
  const { sid: mail, files } = await tenant.db.selectFrom('archived_mail').selectAll().where('subject', 'like', `%${serial}`).executeTakeFirstOrThrow() // oxfmt-ignore
  const job = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').orderBy('created_at', 'desc').executeTakeFirstOrThrow() // oxfmt-ignore
  await jobEnded(tenant, job.sid)
  const { hash } = (files as { at?: string; hash: string }[]).find(({ at }) => at !== undefined) ?? {}
  const [copy, ...others] = await papers(hash)
  assert.ok(copy && others.length === 0, 'the attachment is in the case before anybody accepts it')
  return { mail, hash, copy: copy.sid }
}

async function accept(mail: string) {
  const iql = `mail_sid = '${mail}'`
  const { data } = await call<{ record: Row[] }>('notice_intake/do/search', { iql, fl: ['doc_type', 'issue_date', 'serial_no'] }, { as: manager })
  const [notice] = data.record
  assert.ok(notice)
  const doc_type = (notice.doc_type as Row).sid // a link as the API answers it
  const body = { sid: notice.sid, case_sid: patent, doc_type, issue_date: notice.issue_date, serial_no: notice.serial_no }
  const accepted = await call<{ document_sid: Row }>('notice_intake/do/accept', body, { as: manager })
  assert.equal(accepted.code, 0, accepted.text)
  return { notice: notice.sid, filed: accepted.data.document_sid.sid }
}

test('a notice that came with a filed mail stands once in the case after it is accepted', async () => {
  const { mail, hash } = await arrived('2026051900000001')
  const { filed } = await accept(mail)
  assert.deepEqual(await papers(hash), [{ sid: filed }])
  const { state, documents } = await mailNow(mail)
  assert.deepEqual([state, documents?.length, documents?.includes(filed)], ['FILED', 2, true])
})

const sendWith = (copy: string) =>
  queueMail(ctx, { case_sid: patent, to_addresses: ['agent@agency.test'], subject: '虚构', body: '虚构', document_sids: [copy] })
async function shareOf(document_sid: string) {
  const body = { case_sid: patent, document_sid, to_kind: 'USER', user_sids: [engineer.sid], rights: 'DOWNLOAD' }
  const given = await call('share/do/give', body, { as: manager })
  assert.equal(given.code, 0, given.text)
  return tenant.db.selectFrom('share').select('sid').where('document_sid', '=', document_sid).executeTakeFirstOrThrow()
}

test('an attachment that a waiting mail takes along, or that is shared, stays beside its accepted notice', async () => {
  for (const [serial, use] of [
    ['2026051900000002', sendWith],
    ['2026051900000003', shareOf],
  ] as const) {
    const { mail, hash, copy } = await arrived(serial)
    await use(copy)
    const { filed } = await accept(mail)
    assert.deepEqual((await papers(hash)).map(({ sid }) => sid).sort(), [copy, filed].sort(), serial)
  }
})

test('a mail that was sent and a share that was revoked keep no attachment beside its accepted notice', async () => {
  const { mail, hash, copy } = await arrived('2026051900000004')
  await tenant.db.updateTable('outgoing_mail').set({ state: 'SENT' }).where('sid', '=', await sendWith(copy)).execute() // oxfmt-ignore
  const { sid } = await shareOf(copy)
  assert.equal((await call('share/do/revoke', { sid }, { as: manager })).code, 0)
  const { filed } = await accept(mail)
  assert.deepEqual(await papers(hash), [{ sid: filed }])
})

/** The event of a notice that was accepted wrongly lets its document go, which is then deleted. */
async function takeBack(document_sid: string) {
  const { sid } = await tenant.db.selectFrom('official_event').select('sid').where('document_sid', '=', document_sid).executeTakeFirstOrThrow()
  for (const [path, body] of [
    ['official_event/do/update', { sid, document_sid: null }],
    [`document/do/delete/${document_sid}`, {}],
  ] as const) {
    const gone = await call(path, body, { as: manager })
    assert.equal(gone.code, 0, gone.text)
  }
}

test('the attachment comes back to the case when the document of its wrongly accepted notice is deleted', async () => {
  const { mail, hash } = await arrived('2026051900000005')
  const { notice, filed } = await accept(mail)
  await takeBack(filed)
  const [back, ...others] = await papers(hash)
  assert.ok(back && others.length === 0)
  assert.equal((await call('notice_intake/do/reject', { sid: notice, reason: '虚构' }, { as: manager })).code, 0)
  assert.deepEqual(await papers(hash), [back])
  const { documents } = await mailNow(mail)
  assert.deepEqual([documents?.length, documents?.includes(back.sid), documents?.includes(filed)], [2, true, false])
  const { source, doc_type, note } = await tenant.db.selectFrom('document').selectAll().where('sid', '=', back.sid).executeTakeFirstOrThrow()
  assert.deepEqual([source, doc_type, note?.includes('M-2023-001')], ['MAIL_ARCHIVE', null, true])
})

test('a notice that is accepted anew stands once in the case', async () => {
  const { mail, hash } = await arrived('2026051900000006')
  const { filed } = await accept(mail)
  await takeBack(filed)
  const again = await accept(mail)
  assert.deepEqual(await papers(hash), [{ sid: again.filed }])
})

test('a notice is accepted also while somebody deletes the attachment', async () => {
  const { mail, hash, copy } = await arrived('2026051900000007')
  const accepting = await tenant.db.transaction().execute(async (tx) => {
    await tx.updateTable('document').set({ deleted_at: new Date().toISOString() }).where('sid', '=', copy).execute()
    const waiting = accept(mail)
    const done = waiting.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([done, isHeldUp()]))) await wait(20)
    return { waiting }
  })
  const { filed } = await accepting.waiting
  assert.deepEqual(await papers(hash), [{ sid: filed }])
})

const isHeldUp = async () => (await sql`select from pg_locks where not granted`.execute(tenant.db)).rows.length > 0
