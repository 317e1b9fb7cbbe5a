// A notice that comes while its case is being approved.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approvalServer, level } from '../../tests/harness/cases/approvals.ts'
import { jobEnded, sendForm } from '../../tests/harness/cases/exchange.ts'
import { pdfOf, sheet } from '../../tests/harness/cases/papers.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, call, admin, starter, first, patent, published, started, act } = await approvalServer()
const ctx = systemContext(tenant)
const jobs = await startJobs(server)
after(() => jobs.stop())

type Row = { sid: string; state: string; waits_to_enter: boolean | null; application_no: string | null; warnings?: string[] }
type Case = { status: string; application_no: string | null; filing_date: string | null }

async function received(name: string, lines: string[]) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(Buffer.from(pdfOf([sheet(...lines)])))], name))
  const { data } = await sendForm(app, { path: 'notice_intake/do/receive', token: admin.token, form, lang: 'en' })
  const job = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'INTAKE').orderBy('sid', 'desc').executeTakeFirstOrThrow()
  await jobEnded(tenant, job.sid)
  return String(data.record[0])
}
const caseOf = async (sid: string) => (await call<Case>(`patent/${sid}`, undefined, { as: admin })).data
const type = async (code: string) =>
  (await tenant.db.selectFrom('document_type').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const enter = (sid: string) => call<Row>('notice_intake/do/enter', { sid }, { as: admin, lang: 'en' })

async function whole() {
  const sid = await patent()
  const party = await createRow(ctx, modelNamed(tenant.models, 'applicant'), { name: '虚构申请人', country: 'CN', company_sid: starter.company })
  const maker = await createRow(ctx, modelNamed(tenant.models, 'inventor'), { name: '虚构发明人', company_sid: starter.company })
  const people = { applicants: [{ applicant_sid: party }], inventors: [{ inventor_sid: maker }] }
  assert.equal((await call('patent/do/update', { sid, ...people }, { as: admin })).code, 0)
  return sid
}

/** A receipt accepted while its case was being approved, which has ended. */
async function waiting(no: string) {
  await published({ levels: [level([first])] })
  const sid = await whole()
  const approval = await started(sid)
  const notice = await received(`受理 ${no}.pdf`, ['国家知识产权局', `申请号：${no}`, '发文日：2026年03月20日', '专利申请受理通知书', '申请日：2026年03月16日']) // oxfmt-ignore
  const facts = { case_sid: sid, doc_type: await type('CN01'), issue_date: '2026-03-20', application_no: no, filing_date: '2026-03-16' }
  const { data, text } = await call<Row>('notice_intake/do/accept', { sid: notice, ...facts }, { as: admin, lang: 'en' })
  assert.equal(data?.waits_to_enter, true, text)
  assert.equal((await act(first, approval, 'refuse', { opinion: '不撤回' })).code, 0)
  return { sid, notice }
}

test('number and filing date of a receipt for a case that is being approved wait, and are entered by one act once the approval has ended', async () => {
  await published({ levels: [level([first])] })
  const sid = await whole()
  const approval = await started(sid)
  const notice = await received('受理.pdf', ['国家知识产权局', '申请号：202610001234.0', '发文日：2026年03月20日', '专利申请受理通知书', '申请日：2026年03月16日']) // oxfmt-ignore
  const facts = { case_sid: sid, doc_type: await type('CN01'), issue_date: '2026-03-20', application_no: '202610001234.0', filing_date: '2026-03-16' }
  const accepted = await call<Row>('notice_intake/do/accept', { sid: notice, ...facts }, { as: admin, lang: 'en' })
  assert.equal(accepted.code, 0, accepted.text)
  assert.match(String(accepted.data.warnings), /not entered.+Enter them in “Notices received” after that/)
  assert.deepEqual([accepted.data.waits_to_enter, accepted.data.application_no, (await caseOf(sid)).filing_date], [true, facts.application_no, null])
  assert.match((await enter(notice)).message, /is being approved/)
  assert.equal((await act(first, approval, 'refuse', { opinion: '不撤回' })).code, 0)
  const entered = await enter(notice)
  assert.deepEqual([entered.code, entered.data.waits_to_enter, entered.data.application_no], [0, null, null])
  const { status, application_no, filing_date } = await caseOf(sid)
  assert.deepEqual([status, application_no, filing_date], ['FILED', facts.application_no, facts.filing_date])
  assert.match((await enter(notice)).message, /Nothing of this notice waits/)
})

test('they are entered in the case to which the document was moved', async () => {
  const { sid, notice } = await waiting('202610001235.5')
  const other = await whole()
  const { document_sid } = await tenant.db.selectFrom('notice_intake').select('document_sid').where('sid', '=', notice).executeTakeFirstOrThrow()
  await tenant.db.updateTable('official_event').set({ deleted_at: new Date().toISOString() }).where('document_sid', '=', document_sid).execute()
  await tenant.db.updateTable('document').set({ case_sid: other }).where('sid', '=', document_sid).execute()
  const entered = await enter(notice)
  assert.equal(entered.code, 0, entered.text)
  assert.deepEqual([(await caseOf(sid)).application_no, (await caseOf(other)).application_no], [null, '202610001235.5'])
  const { case_sid } = await tenant.db.selectFrom('notice_intake').select('case_sid').where('sid', '=', notice).executeTakeFirstOrThrow()
  assert.equal(case_sid, other)
})

test('a notice that waits is listed under the case to which its document was moved', async () => {
  const { notice } = await waiting('202610001238.9')
  const other = await whole()
  const { document_sid } = await tenant.db.selectFrom('notice_intake').select('document_sid').where('sid', '=', notice).executeTakeFirstOrThrow()
  await tenant.db.updateTable('official_event').set({ deleted_at: new Date().toISOString() }).where('document_sid', '=', document_sid).execute()
  const moved = await call('document/do/move', { sid: document_sid, case_sid: other }, { as: admin, lang: 'en' })
  assert.equal(moved.code, 0, moved.text)
  const { data } = await call<{ record: { case_sid: { sid: string } }[] }>('notice_intake/do/search', { iql: `sid = '${notice}'`, fl: ['case_sid'] }, { as: admin }) // oxfmt-ignore
  assert.equal(data.record[0]?.case_sid.sid, other)
})

test('a notice that brings about no step is not dismissed as entered; it waits no longer once a person leaves its values out', async () => {
  const { sid, notice } = await waiting('202610001237.4')
  const { document_sid } = await tenant.db.selectFrom('notice_intake').select('document_sid').where('sid', '=', notice).executeTakeFirstOrThrow()
  await tenant.db
    .updateTable('document')
    .set({ doc_type: await type('CN08') })
    .where('sid', '=', document_sid)
    .execute()
  assert.match((await enter(notice)).message, /no step/)
  const left = await call<Row>('notice_intake/do/enter', { sid: notice, leaves_out: true }, { as: admin, lang: 'en' })
  assert.deepEqual([left.code, left.data.waits_to_enter, left.data.application_no], [0, null, null], left.text)
  assert.equal((await caseOf(sid)).application_no, null)
})
