import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { runNightly } from '../jobs/nightly.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const colleague = await enrol('ip_manager')

async function importRows(...titles: string[]) {
  const file = await workbook([['专利名称', '国家/地区', '申请日'], ...titles.map((title) => [title, 'CN', '2026-02-20']), ['没有国家', '', '']])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: '保留.xlsx' })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [titles.length, 1])
  return job.sid
}

const DAY = 86_400_000
/** As if the import had ended so many days ago. */
const age = (sid: string, days: number, more: { result_url?: null } = {}) =>
  tenant.db
    .updateTable('job')
    .set({ finished_at: new Date(Date.now() - days * DAY).toISOString(), ...more })
    .where('sid', '=', sid)
    .execute()
const rowsOf = async (table: 'imported_row' | 'rejected_row', sid: string, as = manager) =>
  (await call<{ total: number }>(`${table}/do/search`, { iql: `job_sid = '${sid}'` }, { as })).data?.total
const left = async (sid: string) => [await rowsOf('imported_row', sid), await rowsOf('rejected_row', sid)]

test('number, result and record of a row are kept without its cells, and only the importing user sees them', async () => {
  const sid = await importRows('保留一')
  assert.deepEqual(await left(sid), [1, 1])
  assert.deepEqual([await rowsOf('imported_row', sid, colleague), await rowsOf('rejected_row', sid, colleague)], [0, 0])
  const [row] = await tenant.db.selectFrom('imported_row').selectAll().where('job_sid', '=', sid).execute()
  assert.deepEqual([row?.row_no, row?.did, row?.entity], [2, 'CREATED', 'patent'])
  assert.match(String(row?.name), /保留一/)
})

test('rejected rows are deleted after a week, also of a stopped import; row results are deleted after the configured days', async (t) => {
  const [young, week, old] = [await importRows('保留二'), await importRows('保留三'), await importRows('保留四')]
  await age(week, 8, { result_url: null })
  await age(old, 31)
  await runNightly(server)
  assert.deepEqual([await left(young), await left(week), await left(old)], [[1, 1], [1, 0], [1, 0]]) // oxfmt-ignore
  process.env['INNOE_IMPORT_KEPT_DAYS'] = '30'
  t.after(() => delete process.env['INNOE_IMPORT_KEPT_DAYS'])
  await runNightly(server)
  assert.deepEqual([await left(week), await left(old)], [[1, 0], [0, 0]]) // oxfmt-ignore
})

test('an import with deleted row results cannot be undone, and the refusal gives the reason', async () => {
  const sid = await importRows('保留五')
  await age(sid, 91)
  await runNightly(server)
  const { status, message } = await call('job/do/take_back', { sid }, { as: manager })
  assert.equal(status, 400)
  assert.match(message, /已于 \d{4}-\d{2}-\d{2} 按保留期限清除/)
  assert.match((await call('job/do/take_back', { sid }, { as: manager, lang: 'en' })).message, /deleted on \d{2} \w{3} \d{4}/)
  await tenant.db.updateTable('job').set({ rows_cleared_at: '2026-03-04T18:00:00.000Z' }).where('sid', '=', sid).execute()
  assert.match((await call('job/do/take_back', { sid }, { as: manager })).message, /已于 2026-03-05 /, 'the day in Shanghai, at two in the morning')
  assert.equal((await tenant.db.selectFrom('patent').select('sid').where('title', '=', '保留五').where('deleted_at', 'is', null).execute()).length, 1)
})
