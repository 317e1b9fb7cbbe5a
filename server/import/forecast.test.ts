import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

const HEADS = ['专利名称', '受理局', '申请号', '申请日', '公开(公告)号', '公开(公告)日', '法律状态', '优先权', '申请人', '发明人']
type Fields = Record<string, string>

async function send(path: string, file: Uint8Array<ArrayBuffer>, fields: Fields) {
  const { status, data, message } = await sendFile(app, { path: `patent/do/${path}`, token: manager.token, file, name: '检索.xlsx', fields })
  assert.equal(status, 200, message)
  return data
}

const COUNTED = ['created', 'updated', 'completed', 'waiting', 'skipped', 'rejected'] as const
const countsOf = (job: { progress: unknown }) => {
  const { counts } = job.progress as { counts: Record<string, number> } // as import-job.ts keeps them
  return Object.fromEntries(COUNTED.map((key) => [key, counts[key]]))
}

/** What the preview announces, what a dry run counts, and what the import does. */
async function threeCounts(rows: readonly (readonly string[])[], mode: string) {
  const file = await workbook([HEADS, ...rows])
  const preview: ImportPreview = await send('import_preview', file, { mode })
  const ended = async (fields: Fields) => jobEnded(tenant, (await send('import', file, fields)).job_sid)
  const jobs = [await ended({ mode, dry_run: 'true' }), await ended({ mode })] as const
  const [tried, done] = [countsOf(jobs[0]), countsOf(jobs[1])]
  const noted = jobs.map(({ progress }) => (progress as { counts: { noted: number } }).counts.noted) // as import-job.ts keeps them
  return { announced: { ...preview.forecast }, tried, done, noted, preview }
}

const row = (title: string, no = '', day = '', more: Partial<{ filed: string; application: string; state: string; claims: string }> = {}) => [
  title, 'CN', more.application ?? '', more.filed ?? '2013-03-01', no, day, more.state ?? '', more.claims ?? '', '甲公司', '张三',
] // oxfmt-ignore

/** More rows than the import takes together. */
const filler = (from: number) =>
  Array.from({ length: 520 }, (_, at) => row(`填充 ${from + at}`, `CN1${String(from + at).padStart(8, '0')}A`, '2013-08-07'))

const MEETING = [
  row('先公开后授权', 'CN103000001A', '2013-08-07'),
  row('完全相同', 'CN103000002A', '2013-08-07'),
  row('第一行有误', 'CN103000003A', '2012-08-07'),
  row('只加优先权', 'CN103000004A', '2013-08-07'),
  row('依次补全', '', '', { application: '201310000005.X' }),
  row('依次补全', 'CN103000005A', '2013-08-07', { application: '201310000005.X' }),
  ...filler(10_000_000),
  row('先公开后授权', 'CN103000001B', '2016-02-10'),
  row('完全相同', 'CN103000002A', '2013-08-07'),
  row('第一行有误', 'CN103000003A', '2013-08-07'),
  row('第一行有误', 'CN103000003A', '2013-08-07'),
  row('只加优先权', 'CN103000004A', '2013-08-07', { claims: 'JP 2012123456 A 20120901' }),
  row('只加优先权', 'CN103000004A', '2013-08-07', { claims: 'JP 2012123456 A 20120901' }),
  row('依次补全', 'CN103000005B', '2016-02-10'),
]

test('the counts of the preview equal those of the dry run and the import, also across batches', async () => {
  const { announced, tried, done } = await threeCounts(MEETING, 'skip')
  assert.deepEqual([tried, done], [announced, announced])
  assert.deepEqual(done, { created: 525, updated: 0, completed: 4, waiting: 0, skipped: 3, rejected: 1 })
})

for (const mode of ['skip', 'report', 'update'])
  test(`the counts of the preview are correct for existing records (${mode})`, async () => {
    const { announced, tried, done } = await threeCounts([...MEETING.slice(0, 6), ...MEETING.slice(-7), row(`新案 ${mode}`)], mode)
    assert.deepEqual([tried, done], [announced, announced])
    assert.equal(done.created, 1)
  })

for (const mode of ['skip', 'report', 'update'])
  test(`the counts of the preview are correct for rows linked through another row (${mode})`, async () => {
    const application = { skip: '201410000002.0', report: '201410000003.5', update: '201410000004.X' }[mode] ?? ''
    const no = `CN10400000${application.at(-3)}A`
    const linked = [
      row('经第二行', '', '', { application, filed: '2014-06-05' }),
      row('经第二行', no, '2014-12-10', { application, filed: '2014-06-05' }),
      row('经第二行', no, '', { filed: '', claims: 'JP 2013123456 A 20130901' }),
    ]
    const { announced, tried, done } = await threeCounts(linked, mode)
    assert.deepEqual([tried, done], [announced, announced])
    assert.equal(done.created, 1)
  })

test('of rows about one new case, those that repeat the row before change nothing (update)', async () => {
  const [first, other] = [row('重复之案', 'CN105000001A', '2013-08-07'), row('改名之案', 'CN105000001A', '2013-08-07')]
  const { announced, tried, done } = await threeCounts([first, first, other, other], 'update')
  assert.deepEqual([tried, done], [announced, announced])
  assert.deepEqual([done.created, done.updated, done.skipped], [1, 1, 2])
})

test('the preview shows what is derived for a row that another row of the file leads to a column for', async () => {
  const { preview } = await threeCounts(
    [
      ['列由他行而来', '美国', '', '2014.10.27', '', '', '', 'GB 201320001 A 20131112', '', ''],
      ['途径推定', '美国', '', '2014.10.28', '', '', '', '', '', ''],
    ],
    'skip',
  )
  assert.deepEqual(
    preview.stored.map(({ values }) => values.route),
    ['巴黎公约', '直接申请'],
  )
})

test('the preview shows the values to be stored and the result of each row', async () => {
  const { preview } = await threeCounts(
    [
      [
        '预览所存',
        '美国',
        'US 201414524202 A',
        '2014.10.27',
        'US 2016/0119938 A1',
        '28.04.2016',
        '',
        'GB 201320000 A 20131112',
        '甲公司；乙公司',
        '李四、王五',
      ],
      ['预览所拒', 'CN', '', '2014-10-27', 'CN103000099A', '2013-10-27', '', '', '', ''],
    ],
    'skip',
  )
  const [first, second] = preview.stored
  assert.deepEqual(
    [first?.will, first?.values],
    [
      'CREATED',
      {
        title: '预览所存',
        country: '美国',
        patent_type: '发明',
        route: '巴黎公约',
        status: '已申请（美国）',
        application_no: '14/524,202',
        filing_date: '2014-10-27',
        publication_no: 'US 2016/0119938 A1',
        publication_date: '2016-04-28',
        applicants: '甲公司\n乙公司',
        inventors: '李四\n王五',
        data_source: first?.values.data_source,
        priority: 'GB1320000 2013-11-12',
      },
    ],
  )
  assert.deepEqual([second?.will, second?.values.publication_date], ['REJECTED', '2013-10-27'])
  const [patent] = await tenant.db.selectFrom('patent').selectAll().where('title', '=', '预览所存').execute()
  assert.deepEqual([patent?.application_no, patent?.publication_date, patent?.status], ['14/524,202', '2016-04-28', 'US_FILED'])
})

test('problems and remarks are grouped by kind, with their rows', async () => {
  const wrong = ['2012-01-01', '2012-02-01', '2012-03-01'].map((day, at) => row(`早于申请日 ${at}`, `CN10300008${at}A`, day))
  const { preview, noted } = await threeCounts([...wrong, row('有备注', 'CN103000089A', '2013-08-07')], 'skip')
  assert.deepEqual(noted, [1, 1], 'the remarks on a row that is refused do not count')
  assert.equal(preview.reasons.length, 1)
  const [kind] = preview.reasons
  assert.deepEqual([kind?.count, kind?.rows.map((one) => one.row)], [3, [2, 3, 4]])
  assert.match(kind?.rows[1]?.reason ?? '', /2012-02-01/)
  assert.doesNotMatch(kind?.reason ?? '', /2012/)
})

test('the preview completes a number without its check digit as the import does', async () => {
  const heads = ['专利名称', '受理局', '申请号', '申请日', '专利号', '专利类型']
  const file = await workbook([heads, ['缺校验位', 'CN', '201830123456', '2018-04-01', 'ZL201830123456', '外观设计']])
  const { data, message } = await sendFile(app, { path: 'patent/do/import_preview', token: manager.token, file, name: 'numbers.xlsx' })
  assert.deepEqual([data?.forecast.created, data?.problems], [1, []], message ?? '')
})
