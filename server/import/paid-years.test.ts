import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, call, enrol, tenant } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done, listed } = casesOf(call, as, 'en')
const HEADINGS = ['案号', '专利名称', '国家', '申请日', '授权公告日', '法律状态', '已缴年费年度']
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (more: Temporal.DurationLike) => `${today.subtract(more)}`

async function imported(rows: readonly (readonly (string | number)[])[], fields: Record<string, string> = {}) {
  const file = await workbook([HEADINGS, ...rows])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: '虚构.xlsx', fields })
  return jobEnded(tenant, data.job_sid)
}

async function caseNumbered(case_no: string) {
  const { sid } = await tenant.db.selectFrom('patent').select('sid').where('case_no', '=', case_no).executeTakeFirstOrThrow()
  return sid
}

test('a table says that the American fee at 3.5 years is paid, and an exported table shows the year as a number', async () => {
  const granted = ago({ years: 3, months: 5 })
  const job = await imported([['M-1', 'Imported', 'US', ago({ years: 6 }), granted, '授权', '3.5']])
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const sid = await caseNumbered('M-1')
  const fees = await listed('fee', sid, 'annuity_year,status', " AND fee_type = 'US.MAINT' ORDER BY annuity_year")
  assert.deepEqual(
    fees.map(({ annuity_year, status }) => [annuity_year, status]),
    [
      [3.5, 'PAID'],
      [7.5, 'PLANNED'],
    ],
  )
  const { job_sid } = await done<{ job_sid: string }>('fee/do/export', { fl: ['annuity_year'], iql: `case_sid = '${sid}' ORDER BY annuity_year ASC` })
  const file = await app.inject({ url: String((await jobEnded(tenant, job_sid)).result_url), headers: { authorization: `Bearer ${as.token}` } })
  const cells = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows.map((row) => row[0])
  assert.deepEqual(cells?.slice(1, 3), [3.5, 7.5])
})

test('a row that names only annuities paid before counts as changing nothing, in the preview and in the import', async () => {
  const row = ['P-1', 'Paid before', 'CN', ago({ years: 5, months: 2 }), ago({ years: 2 }), '授权']
  const counts = async (year: string) => {
    const file = await workbook([HEADINGS, [...row, year]])
    const { data } = await sendFile(app, { path: 'patent/do/import_preview', token: as.token, file, name: '虚构.xlsx', fields: { mode: 'update' } })
    const job = await imported([[...row, year]], { mode: 'update' })
    const { created, updated, skipped } = job.outcome as Record<string, number> // the counts of an import
    assert.deepEqual([data.forecast.created, data.forecast.updated, data.forecast.skipped], [created, updated, skipped], year)
    return [created, updated, skipped]
  }
  assert.deepEqual(await counts('5'), [1, 0, 0])
  assert.deepEqual(await counts('5'), [0, 0, 1])
  assert.deepEqual(await counts('4'), [0, 0, 1])
  assert.deepEqual(await counts('6'), [0, 1, 0])
  assert.deepEqual(await counts('6'), [0, 0, 1])
})
