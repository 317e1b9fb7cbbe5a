import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDovecot } from '../../tests/harness/mail/dovecot.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { mailOf } from '../../tests/harness/mail/mails.ts'
import { correctionNotice } from '../../tests/harness/cases/papers.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { fetchMailbox } from './fetch-mailbox.ts'

const dovecot = await openDovecot()
const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [admin, manager] = [await enrol('system_admin'), await enrol('ip_manager')]
const ctx = systemContext(tenant)

type Row = Record<string, unknown> & { sid: string }
const settings = { name: '虚构收信', host: dovecot.host, port: dovecot.port, security: 'NONE', username: dovecot.user, password: dovecot.pass, fetch_from: '2020-01-01', is_on: false, company_sid: admin.company } // oxfmt-ignore
const { data: mailbox } = await call<Row>('incoming_mailbox/do/create', settings, { as: admin })
await call('mail_sender/do/create', { address: 'agency.test' }, { as: admin })
const patent = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
  case_no: 'M-2023-001', title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: '2023-02-20', application_no: '202310123456.6',
  owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore

const mailNow = () => tenant.db.selectFrom('archived_mail').selectAll().executeTakeFirstOrThrow()
const papers = (hash: string | undefined) =>
  tenant.db.selectFrom('document').select('sid').where('case_sid', '=', patent).where('hash', '=', hash ?? '').where('deleted_at', 'is', null).execute() // oxfmt-ignore

test('a notice that came with a filed mail stands once in the case after it is accepted', async () => {
  const content = correctionNotice('2026051900000001', '2026年05月19日')
  await dovecot.fill(mailOf({ subject: 'M-2023-001 补正', files: [{ name: '补正.pdf', content, type: 'application/pdf' }] }))
  assert.equal((await fetchMailbox(ctx, mailbox.sid)).fault, undefined)
  const job = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').executeTakeFirstOrThrow()
  await jobEnded(tenant, job.sid)
  const mail = await mailNow()
  const { hash } = (mail.files as { at?: string; hash: string }[]).find(({ at }) => at !== undefined) ?? {}
  assert.equal((await papers(hash)).length, 1, 'the attachment is in the case before anybody accepts it')

  const iql = `mail_sid = '${mail.sid}'`
  const { data } = await call<{ record: Row[] }>('notice_intake/do/search', { iql, fl: ['doc_type', 'issue_date', 'serial_no'] }, { as: manager })
  const [notice] = data.record
  assert.ok(notice)
  const doc_type = (notice.doc_type as Row).sid // a link as the API answers it
  const body = { sid: notice.sid, case_sid: patent, doc_type, issue_date: notice.issue_date, serial_no: notice.serial_no }
  const accepted = await call<{ document_sid: Row }>('notice_intake/do/accept', body, { as: manager })
  assert.equal(accepted.code, 0, accepted.text)
  const filed = accepted.data.document_sid.sid
  assert.deepEqual(await papers(hash), [{ sid: filed }])
  const { state, documents } = await mailNow()
  assert.deepEqual([state, documents?.length, documents?.includes(filed)], ['FILED', 2, true])
})
