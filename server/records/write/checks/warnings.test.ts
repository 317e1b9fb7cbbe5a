import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { startJobs } from '../../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
type Made = { sid: string; warnings?: string[]; [code: string]: unknown }
const ask = <T = Made>(path: string, body: Record<string, unknown>, lang: 'zh' | 'en' = 'en') =>
  call<T>(path, path.endsWith('/aggregate') ? body : { confirm: [], ...body }, { as: manager, lang })
const tell = (path: string, body: Record<string, unknown>) => call<Made>(path, body, { as: manager, lang: 'en' })
const warningsIn = (text: string) => (JSON.parse(text) as { warnings?: unknown[] }).warnings
const named = (name: string) => tenant.db.selectFrom('applicant').select('sid').where('name', '=', name).execute()

test('a warning stops a create until its code is confirmed; its text is in both languages', async () => {
  const { data: first } = await ask('applicant/do/create', { name: 'Harbour Works' })
  const stopped = await ask('applicant/do/create', { name: 'harbour  works' })
  assert.deepEqual([stopped.status, stopped.code, stopped.message], [412, 500012, 'Confirm 1 warning(s) before saving'])
  const reason = 'An applicant named “harbour works” already exists'
  assert.deepEqual(warningsIn(stopped.text), [{ code: 'same_name', field: 'name', label: 'Name', reason }])
  const chinese = await ask('applicant/do/create', { name: 'Harbour Works' }, 'zh')
  assert.match(chinese.text, /已有同名申请人“Harbour Works”/)
  assert.equal((await named('Harbour Works')).length, 1, 'nothing was written')
  assert.equal((await ask('applicant/do/create', { name: 'Harbour Works', confirm: ['another'] })).status, 412)
  const kept = await ask('applicant/do/create', { name: 'Harbour Works', confirm: ['same_name'] })
  assert.equal(kept.code, 0, kept.text)
  assert.match(kept.data.warnings?.join() ?? '', /An applicant named “Harbour Works” already exists/)
  assert.notEqual(kept.data.sid, first.sid)
})

test('a caller that does not send confirm gets warnings and is not stopped', async () => {
  await tell('applicant/do/create', { name: 'Quay Works' })
  const again = await tell('applicant/do/create', { name: 'Quay Works' })
  assert.equal(again.code, 0, again.text)
  assert.match(again.data.warnings?.join() ?? '', /An applicant named “Quay Works” already exists/)
})

test('only changed fields stop an update', async () => {
  const { data: one } = await ask('applicant/do/create', { name: 'North Works' })
  await ask('applicant/do/create', { name: 'South Works' })
  assert.equal((await ask('applicant/do/update', { sid: one.sid, name: 'South Works' })).status, 412)
  assert.equal((await ask('applicant/do/update', { sid: one.sid, name: 'South Works', confirm: ['same_name'] })).code, 0)
  assert.equal((await ask('applicant/do/update', { sid: one.sid, remark: 'kept apart' })).code, 0)
})

test('a batch names the records of its warnings, and is accepted when they are confirmed', async () => {
  const sids = await Promise.all(['East A', 'East B'].map(async (name) => (await ask('applicant/do/create', { name })).data.sid))
  await ask('applicant/do/create', { name: 'East' })
  const stopped = await ask('applicant/do/batch_update', { sids, changes: { name: 'East' } })
  assert.equal(stopped.status, 412)
  assert.equal(warningsIn(stopped.text)?.length, 2)
  assert.equal((await ask('applicant/do/batch_update', { sids, changes: { name: 'East' }, confirm: ['same_name'] })).code, 0)
})

test('faults are reported before warnings, and confirm must be a list of codes', async () => {
  const faulty = await ask('applicant/do/create', { name: 'Harbour Works', uscc: 'no code' })
  assert.deepEqual([faulty.code, faulty.errors.map(({ field }) => field)], [500001, ['uscc']])
  assert.equal((await ask('applicant/do/create', { name: 'Fresh', confirm: 'same_name' })).status, 400)
})

test('a date that makes a relation doubtful needs a confirmation when it changes, and not again afterwards', async () => {
  const file = async (more: Record<string, unknown>) =>
    (await ask('patent/do/create', { title: 'Lamp', patent_type: 'INVENTION', country: 'CN', status: 'FILED', ...more })).data.sid
  const earlier = await file({ filing_date: '2022-03-01' })
  const later = await file({ country: 'US', route: 'PARIS', status: 'US_FILED', filing_date: '2022-12-01' })
  assert.equal((await ask('related_case/do/create', { earlier_sid: earlier, later_sid: later, relation_type: 'PARIS' })).code, 0)
  const moved = await ask('patent/do/update', { sid: later, filing_date: '2023-04-15' })
  assert.deepEqual([moved.status, /more than 12 months/.test(moved.text)], [412, true], moved.text)
  const [{ code = '' } = {}] = (warningsIn(moved.text) ?? []) as { code: string }[]
  assert.equal((await ask('patent/do/update', { sid: later, filing_date: '2023-04-15', confirm: [code] })).code, 0)
  assert.equal((await ask('patent/do/update', { sid: later, filing_date: '2023-04-16' })).code, 0)
})

test('an import is not stopped: the preview lists the warning at its row', async () => {
  const book = await workbook([['名称'], ['Harbour Works'], ['Quiet Works']])
  const sent = { token: manager.token, file: book, name: 'applicants.xlsx', lang: 'en' as const }
  const { data } = await sendFile(app, { ...sent, path: 'applicant/do/import_preview' })
  const lines = data.remarks.map(({ row, reason }: { row: number; reason: string }) => `${row} ${reason}`)
  assert.deepEqual(lines, ['2 Name: An applicant named “Harbour Works” already exists'])
  const started = await sendFile(app, { ...sent, path: 'applicant/do/import' })
  const job = await jobEnded(tenant, started.data.job_sid)
  assert.deepEqual([job.state, job.ok, job.failed], ['DONE', 2, 0])
})
