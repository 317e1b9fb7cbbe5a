import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startWorker } from '../../tests/harness/start-worker.ts'

const own = await testServer()
const { app, tenant, enrol } = own
const manager = await enrol('ip_manager')
const ROWS = 2600

const jobRow = (sid: string) => tenant.db.selectFrom('job').select(['state', 'done', 'ok']).where('sid', '=', sid).executeTakeFirstOrThrow()

test('an import whose process is killed loses no row and duplicates none', async () => {
  const rows = Array.from({ length: ROWS }, (_, n) => [`K-${n}`, `第 ${n} 案`, 'CN', '2023-02-20', `申请人${n % 300}`, `发明人${n % 700}`])
  const book = await workbook([['案号', '专利名称', '国家/地区', '申请日', '申请人', '发明人'], ...rows])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: book, name: 'big.xlsx', fields: { mode: 'report' } })
  const first = await startWorker(own)
  while (Number((await jobRow(data.job_sid)).done) < 500) await wait(5)
  await wait(Math.random() * 300)
  first.kill('SIGKILL')
  await once(first, 'exit')
  const left = await jobRow(data.job_sid)
  assert.equal(left.state, 'RUNNING', 'it was killed on the way')
  assert.ok(Number(left.done) < ROWS)
  await startWorker(own)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.done, job.ok, job.failed], ['DONE', ROWS, ROWS, 0], String(job.message))
  const made = await tenant.db.selectFrom('patent').select('case_no').where('case_no', 'like', 'K-%').execute()
  assert.equal(made.length, ROWS)
  assert.equal(new Set(made.map((row) => row.case_no)).size, ROWS)
  const people = await tenant.db.selectFrom('inventor').select('name').where('name', 'like', '发明人%').execute()
  assert.deepEqual([people.length, new Set(people.map((row) => row.name)).size], [700, 700])
})
