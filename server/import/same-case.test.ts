import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

const HEADS = ['专利名称', '受理局', '申请号', '申请日', '公开(公告)号', '公开(公告)日', '法律状态', '优先权', '申请人']

async function importRows(rows: readonly (readonly string[])[], mode = 'skip') {
  const sent = await sendFile(app, {
    path: 'patent/do/import',
    token: manager.token,
    file: await workbook([HEADS, ...rows]),
    name: '检索.xlsx',
    fields: { mode },
  })
  assert.equal(sent.status, 200, sent.message)
  return jobEnded(tenant, sent.data.job_sid)
}

const counts = (job: { progress: unknown }) => (job.progress as { counts: Record<string, number> }).counts
const titled = (title: string) => tenant.db.selectFrom('patent').selectAll().where('title', '=', title).execute()

for (const [mode, title, rows] of [
  [
    'skip',
    '先A后B',
    [
      ['A', '2013-08-07'],
      ['B', '2016-02-10'],
    ],
  ],
  [
    'skip',
    '先B后A',
    [
      ['B', '2016-02-10'],
      ['A', '2013-08-07'],
    ],
  ],
  [
    'update',
    '更新',
    [
      ['A', '2013-08-07'],
      ['B', '2016-02-10'],
    ],
  ],
  [
    'report',
    '报告',
    [
      ['A', '2013-08-07'],
      ['B', '2016-02-10'],
    ],
  ],
] as const)
  // oxfmt-ignore
  test(`the application and its patent are one case with both numbers, granted (${title})`, async () => {
    const no = `CN10${3000000 + title.charCodeAt(0) + title.charCodeAt(1)}`
    const job = await importRows(rows.map(([code, day]) => [title, 'CN', '', '2013-03-01', `${no}${code}`, day, '', '', '甲公司']), mode) // oxfmt-ignore
    const found = await titled(title)
    assert.deepEqual(
      found.map((row) => [row.publication_no, row.publication_date, row.grant_no, row.grant_date, row.status]),
      [[`${no}A`, '2013-08-07', `${no}B`, '2016-02-10', 'GRANTED']],
    )
    assert.deepEqual([counts(job).created, job.ok, job.failed], [1, 2, 0], JSON.stringify(job.progress))
    assert.ok((await tenant.db.selectFrom('fee').select('sid').where('case_sid', '=', found[0]?.sid ?? '').execute()).length > 0, 'annuities of the grant')
  })

test('a US application and its patent are one case by application number, and the second row adds the priority', async () => {
  const [no, filed] = ['US 201414524202 A', '2014-10-27']
  const job = await importRows([
    ['US pair', 'US', no, filed, 'US 2016/0119938 A1', '2016-04-28', '', '', ''],
    ['US pair', 'US', no, filed, 'US 9,999,999 B2', '2018-06-19', '', 'GB 201320000 A 20131112', ''],
  ])
  const [row, ...more] = await titled('US pair')
  assert.deepEqual(
    [row?.publication_no, row?.grant_no, row?.grant_date, row?.status, more.length],
    ['US 2016/0119938 A1', 'US 9,999,999 B2', '2018-06-19', 'US_GRANTED', 0],
  )
  assert.equal(row?.earliest_priority_date, '2013-11-12')
  assert.equal(counts(job).completed, 1)
})

test('rows with different filing dates or application numbers are different cases', async () => {
  await importRows([
    ['不同申请日', 'FR', '', '2013-03-25', 'FR3003514A1', '2014-09-26', '', '', ''],
    ['不同申请日', 'FR', '', '2013-03-26', 'FR3003514B1', '2015-03-06', '', '', ''],
  ])
  assert.equal((await titled('不同申请日')).length, 2)
})

test('a row without new values is skipped and listed with its record; an existing case is completed only on request', async () => {
  const row = ['列出跳过', 'CN', '', '2014-05-05', 'CN104123456A', '2014-10-10', '', '', '']
  const first = await importRows([row, row])
  assert.deepEqual([counts(first).created, counts(first).skipped], [1, 1])
  const second = await importRows([['列出跳过', 'CN', '', '2014-05-05', 'CN104123456B', '2017-01-01', '授权', '', '']])
  assert.equal(counts(second).skipped, 1)
  const [patent] = await titled('列出跳过')
  assert.equal(patent?.grant_no, null)
  const listed = await tenant.db
    .selectFrom('imported_row')
    .select(['row_no', 'did', 'record_sid', 'name'])
    .where('job_sid', '=', second.sid)
    .execute()
  assert.deepEqual(listed.map(({ row_no, did, record_sid }) => [row_no, did, record_sid]), [[2, 'SKIPPED', patent?.sid]]) // oxfmt-ignore
  assert.match(String(listed[0]?.name), /列出跳过/)
  await importRows([['列出跳过', 'CN', '', '2014-05-05', 'CN104123456B', '2017-01-01', '授权', '', '']], 'update')
  assert.deepEqual((await titled('列出跳过')).map(({ grant_no, status }) => [grant_no, status]), [['CN104123456B', 'GRANTED']]) // oxfmt-ignore
})

test('an application publication does not change the status of a granted case', async () => {
  await importRows([['不倒退', 'CN', '', '2020-05-06', 'CN111123456B', '2022-10-10', '授权', '', '']])
  await importRows([['不倒退', 'CN', '', '2020-05-06', 'CN111123456A', '2020-09-10', '公开', '', '']], 'update')
  assert.deepEqual(
    (await titled('不倒退')).map(({ status, publication_no }) => [status, publication_no]),
    [['GRANTED', 'CN111123456A']],
  )
})

test('a third row that shares a number only with the second row belongs to the same case', async () => {
  const job = await importRows([
    ['第三行', 'CN', '201410000001.6', '2014-06-05', '', '', '', '', ''],
    ['第三行', 'CN', '201410000001.6', '2014-06-05', 'CN104000001A', '2014-12-10', '', '', ''],
    ['第三行', 'CN', '', '', 'CN104000001A', '', '', 'JP 2013123456 A 20130901', ''],
  ])
  const found = await titled('第三行')
  assert.deepEqual(found.map((row) => [row.application_no, row.publication_no, row.earliest_priority_date]), [['201410000001.6', 'CN104000001A', '2013-09-01']]) // oxfmt-ignore
  assert.deepEqual([counts(job).created, counts(job).completed], [1, 2])
})
