// Rows that update a case where a later date waits for a second person.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ChangedRow } from '../../model/import/import-routes.ts'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done, listed } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', {
    title: `Case ${++made}`,
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'FILED',
    filing_date: ago(600),
    publication_no: `CN12100000${made}A`,
    ...more,
  })

async function sent(rows: readonly (readonly string[])[], path: string, more: Record<string, string> = {}) {
  const answer = await sendFile(app, { path, token: as.token, file: await workbook(rows), name: 'update.xlsx', fields: { mode: 'update', ...more }, lang: 'en' }) // oxfmt-ignore
  assert.equal(answer.status, 200, answer.message)
  return answer.data
}

async function imported(rows: readonly (readonly string[])[], more: Record<string, string> = {}) {
  const job = await jobEnded(tenant, (await sent(rows, 'patent/do/import', more)).job_sid)
  assert.equal(job.state, 'DONE', JSON.stringify(job.message))
  return job
}
const counts = ({ created, updated, completed, waiting, skipped, rejected }: Record<string, number>) => [created, updated, completed, waiting, skipped, rejected] // oxfmt-ignore
const didOf = async (job_sid: unknown) => {
  const rows = await tenant.db.selectFrom('imported_row').select(['row_no', 'did']).where('job_sid', '=', String(job_sid)).orderBy('row_no').execute()
  return rows.map(({ row_no, did }) => `${row_no} ${did}`)
}
const waitingOn = async (case_sid: string) => (await listed('date_confirmation', case_sid, 'about_en', " AND status = 'PROPOSED'")).length
const findingsOf = async (case_sid: string) =>
  (await listed('finding', case_sid, 'code', " AND status = 'OPEN'")).map(({ code }) => String(code)).sort()
const priorityOf = async (case_sid: string) => (await listed('priority', case_sid, 'priority_no,priority_date'))[0]?.priority_date

test('a row with a later date is waiting in preview, dry run and import, and the undo of the import removes its proposals', async () => {
  const [later, renamed, same] = [await patent(), await patent(), await patent()]
  const before = await findingsOf(later.sid)
  const rows = [
    ['案号', '专利名称', '申请日'],
    [String(later.case_no), String(later.title), ago(590)],
    [String(renamed.case_no), 'Renamed', ago(600)],
    [String(same.case_no), String(same.title), ago(600)],
  ]
  const preview = await sent(rows, 'patent/do/import_preview')
  assert.deepEqual(counts(preview.forecast), [0, 1, 0, 1, 1, 0])
  assert.equal(preview.stored[0].will, 'WAITING')
  const tried = await imported(rows, { dry_run: 'true' })
  const job = await imported(rows)
  for (const { outcome, ok } of [tried, job]) assert.deepEqual([counts(outcome as Record<string, number>), ok], [[0, 1, 0, 1, 1, 0], 2])
  assert.match(String(job.message), /1 waiting for a second person/)
  assert.deepEqual(await didOf(job.sid), ['2 WAITING', '3 UPDATED', '4 UNCHANGED'])
  assert.equal(await waitingOn(later.sid), 1)
  assert.ok((await findingsOf(later.sid)).includes('LATER_DATE_WAITS'))
  await done('job/do/take_back', { sid: job.sid })
  assert.deepEqual([await waitingOn(later.sid), await findingsOf(later.sid)], [0, before])
})

test('for another date of an existing priority, an earlier one is stored, a later one waits, and an invalid one is a remark', async () => {
  const HEADS = ['案号', '优先权号', '优先权日', '优先权国家']
  const first = await patent({ filing_date: ago(800) })
  const cases = await Promise.all(
    [0, 1, 2].map(async (at) => {
      const one = await patent()
      await done('priority/do/create', { case_sid: one.sid, priority_no: `18/100,00${at}`, priority_country: 'US', priority_date: ago(800), ...(at === 0 && { priority_case_sid: first.sid }) }) // oxfmt-ignore
      return one
    }),
  )
  const [earlier, later, wrong] = cases
  assert.ok(earlier && later && wrong)
  const days = [ago(810), ago(790), ago(500)]
  const rows = [HEADS, ...cases.map(({ case_no }, at) => [String(case_no), `18/100,00${at}`, days[at] ?? '', 'US'])]
  const { remarks, forecast, changed, changes } = await sent(rows, 'patent/do/import_preview')
  assert.deepEqual(counts(forecast), [0, 1, 0, 1, 1, 0])
  const claim = (at: number, day: string) => `US 18/100,00${at} ${day}`
  assert.deepEqual(
    [changed, changes.map(({ row, fields }: ChangedRow) => [row, ...fields.map(({ label, old, new: now }) => [label, old, now])])],
    [2, [[2, ['Priority', claim(0, ago(800)), claim(0, ago(810))]], [3, ['Priority', claim(1, ago(800)), claim(1, ago(790))]]]],
  ) // oxfmt-ignore
  const lines = remarks.map(({ row, reason }: { row: number; reason: string }) => `${row} ${reason}`).join('\n')
  assert.match(lines, /3 .*takes effect when a second person confirms it/)
  assert.match(lines, /4 US 18\/100,002 .*must precede the filing date/)
  const job = await imported(rows)
  assert.deepEqual(await didOf(job.sid), ['2 UPDATED', '3 WAITING', '4 UNCHANGED'])
  assert.deepEqual(await Promise.all(cases.map(({ sid }) => priorityOf(sid))), [ago(810), ago(800), ago(800)])
  assert.equal(await waitingOn(later.sid), 1)
  await done('job/do/take_back', { sid: job.sid })
  assert.deepEqual([await priorityOf(earlier.sid), await waitingOn(later.sid)], [ago(800), 0])
})
