// Rows that change a case while its approval runs.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approvalServer, level } from '../../tests/harness/cases/approvals.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, admin, first, patent, published, started } = await approvalServer()
const jobs = await startJobs(server)
after(() => jobs.stop())

const read = async (sid: string) =>
  (await call<{ case_no: string; title: string; agency_ref: string | null }>(`patent/${sid}`, undefined, { as: admin })).data
const send = (rows: readonly (readonly string[])[], path: string, more: Record<string, string> = {}) =>
  workbook(rows).then((file) =>
    sendFile(app, { path, token: admin.token, file, name: 'update.xlsx', fields: { mode: 'update', ...more }, lang: 'en' }),
  )

test('a row of a case that is being approved is rejected with its reason; the other rows are taken, as the trial says', async () => {
  await published({ levels: [level([first])] })
  const sids = [await patent('一'), await patent('二'), await patent('三')]
  await started(sids[1] ?? '')
  const cases = await Promise.all(sids.map(read))
  const rows = [['案号', '专利名称'], ...cases.map(({ case_no, title }) => [case_no, `${title}（更名）`])]
  const preview = await send(rows, 'patent/do/import_preview')
  assert.deepEqual([preview.data.forecast.updated, preview.data.forecast.rejected], [2, 1])
  for (const more of [{ dry_run: 'true' }, {}]) {
    const job = await jobEnded(tenant, (await send(rows, 'patent/do/import', more)).data.job_sid)
    assert.equal(job.state, 'DONE', JSON.stringify(job.message))
    assert.deepEqual([job.ok, job.failed], [2, 1])
    assert.match(JSON.stringify(job.errors), /“\w+ 二” is being approved \(Final draft approved\)/)
  }
  assert.deepEqual((await Promise.all(sids.map(read))).map(({ title }) => title), ['一（更名）', '二', '三（更名）']) // oxfmt-ignore
})

test('a row that changes nothing of a held case is taken', async () => {
  const sid = await patent('四')
  await started(sid)
  const { case_no } = await read(sid)
  const job = await jobEnded(tenant, (await send([['案号', '专利名称'], [case_no, '四']], 'patent/do/import')).data.job_sid) // oxfmt-ignore
  assert.deepEqual([job.state, job.failed], ['DONE', 0])
})
