// Records of three registers, imported through the product and compared with the file value by value.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import sample from './register-sample.json' with { type: 'json' }

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')

const [headings = [], ...rows] = sample.rows
type Register = Record<
  | 'office'
  | 'name'
  | 'name_en'
  | 'application_no'
  | 'filing_date'
  | 'status'
  | 'publication_date'
  | 'registration_no'
  | 'registration_date'
  | 'nice_classes'
  | 'intl_reg_no'
  | 'intl_reg_date'
  | 'priority_dates',
  string
>
const given: readonly Register[] = rows.map((row) => Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])) as Register) // the headings of the file
type Row = Record<string, unknown> & { sid: string }

async function imported(mode: string, file: readonly (readonly string[])[] = sample.rows) {
  const book = await workbook(file)
  const { data, status, message } = await sendFile(app, {
    path: 'trademark/do/import',
    token: admin.token,
    file: book,
    name: 'register.xlsx',
    fields: { mode },
  })
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}

test('the headings of a register are recognised', async () => {
  const book = await workbook(sample.rows)
  const { data } = await sendFile(app, { path: 'trademark/do/import_preview', token: admin.token, file: book, name: 'register.xlsx' })
  assert.deepEqual(
    data.columns.map(({ field }: { field: string | null }) => field),
    ['country', 'title', 'title_en', 'application_no', 'filing_date', 'status', 'prelim_pub_date', 'reg_no', 'reg_date', 'nice', 'intl_reg_no', 'intl_reg_date', 'priority_no', 'priority_date', 'vienna_codes'],
  ) // oxfmt-ignore
  assert.deepEqual([data.tried, data.faulty], [rows.length, 0])
})

const digits = (text: unknown) => String(text ?? '').replace(/\D/g, '')
/** What a reader of the file would say of each record. */
const STATES: Record<string, (row: Register) => string> = {
  LIVE: ({ intl_reg_no }) => (intl_reg_no ? 'DES_PROTECTED' : 'TM_REGISTERED'),
  DEAD: ({ registration_no }) => (registration_no ? 'TM_LAPSED' : 'US_TM_ABANDONED'),
  등록: () => 'TM_REGISTERED',
  실효: ({ registration_no }) => (registration_no ? 'TM_LAPSED' : 'TM_WITHDRAWN'),
  거절: () => 'TM_REFUSED_FINAL',
  출원: () => 'TM_FILED',
  商标注册申请受理通知书发文: () => 'TM_FILED',
  商标无效: () => 'TM_WITHDRAWN',
  商标注册申请注册公告排版完成: () => 'TM_REGISTERED',
}

test('every record of the file is there once, with its numbers, dates, classes and state', async () => {
  const job = await imported('skip')
  assert.deepEqual([job.ok, job.failed], [rows.length, 0], JSON.stringify(job.errors))
  const fl =
    'title,title_en,country,application_no,filing_date,status,prelim_pub_date,reg_no,reg_date,nice_classes,vienna_codes,mark_type,intl_reg_no,intl_reg_date'
  const { data } = await call<{ total: number; record: Row[] }>('trademark/do/search', { fl: fl.split(','), rows: 100 }, { as: admin })
  assert.equal(data.total, rows.length)
  const known = new Map(data.record.map((one) => [`${one.country} ${digits(one.application_no)}`, one]))
  for (const row of given) {
    const one = known.get(`${row.office} ${digits(row.application_no)}`)
    assert.ok(one, row.application_no)
    const day = (text: string | undefined) => text || null
    assert.deepEqual([one.filing_date, one.prelim_pub_date, one.reg_date, one.intl_reg_date], [day(row.filing_date), day(row.publication_date), day(row.registration_date), day(row.intl_reg_date)], row.application_no) // oxfmt-ignore
    assert.equal(digits(one.reg_no), digits(row.registration_no), row.application_no)
    const classes = (row.nice_classes ?? '').split(';').map(Number).filter((no) => no >= 1 && no <= 45) // oxfmt-ignore
    assert.deepEqual(one.nice_classes ?? [], [...new Set(classes)].toSorted((a, b) => a - b).map(String), row.application_no)
    assert.equal(one.status, STATES[row.status ?? '']?.(row), `${row.application_no} ${row.status}`)
    if (row.name) assert.equal(one.title, row.name)
    else assert.ok(one.title && (row.name_en || one.mark_type === 'FIGURE'), row.application_no)
  }
})

test('claims of the file before the filing are priorities to be completed; another one is kept as text', async () => {
  const claims = given.flatMap(({ priority_dates = '', filing_date = '' }) => priority_dates.split(';').filter(Boolean).map((day) => day < filing_date)) // oxfmt-ignore
  const { data } = await call<{ total: number }>('priority/do/count', { iql: 'to_complete = true' }, { as: admin })
  assert.deepEqual([data.total, claims.length], [claims.filter(Boolean).length, 12])
  const said = await call<{ record: Row[] }>('trademark/do/search', { fl: ['application_no', 'priority_said'], iql: 'priority_said IS NOT EMPTY' }, { as: admin }) // oxfmt-ignore
  assert.deepEqual(said.data.record.map((one) => [digits(one.application_no), String(one.priority_said).includes('4083015781')]), [['4019830015781', true]]) // oxfmt-ignore
})

async function versions() {
  const rows = await tenant.db.selectFrom('trademark').select(['sid', 'version']).where('deleted_at', 'is', null).orderBy('sid').execute()
  return rows.map(({ sid, version }) => `${sid} ${version}`)
}

test('the same file again changes nothing', async () => {
  const before = await versions()
  const job = await imported('update')
  assert.equal(job.failed, 0, JSON.stringify(job.errors))
  assert.deepEqual(await versions(), before)
})

// Rows in the manner of the Korean and American registers, with made-up names.
const ODD = [
  ['office', 'name', 'application_no', 'filing_date', 'status', 'registration_no', 'registration_date', 'nice_classes', 'priority_nos', 'priority_dates'],
  ['KR', '虚构续展', '5620080020360', '2008-08-26', '등록', '4004248170000', '1998-10-12', '03;21', '', ''],
  ['KR', '虚构追加', '7120060000082', '2006-06-17', '등록', '4100025160000', '1976-06-05', '42', '', ''],
  ['KR', '虚构分部', '4020090011277', '2009-03-12', '등록', '4008103430000;4008103430100', '2010-01-04;2010-01-04', '14', '', ''],
  ['US', '虚构优先', '86698823', '2015-07-20', 'LIVE', '4880724', '2016-01-05', '35', '909164215', '2015-03-25'],
] as const // oxfmt-ignore

test('a Korean renewal is no filing of the mark and proves its next term; of several registrations the first counts', async () => {
  const job = await imported('skip', ODD)
  assert.deepEqual([job.ok, job.failed], [4, 0], JSON.stringify(job.errors))
  const fl = ['title', 'filing_date', 'reg_date', 'reg_no', 'valid_to', 'data_source']
  const { data } = await call<{ record: Row[] }>('trademark/do/search', { fl, iql: "title LIKE '虚构%'", rows: 10 }, { as: admin })
  const known = (title: string) => data.record.find((one) => one.title === title)
  const facts = (title: string) => fl.slice(1, 5).map((code) => known(title)?.[code])
  assert.deepEqual(facts('虚构续展'), [null, '1998-10-12', '4004248170000', '2018-10-12'])
  assert.deepEqual(facts('虚构追加'), [null, '1976-06-05', '4100025160000', '1986-06-05'])
  assert.deepEqual(facts('虚构分部'), ['2009-03-12', '2010-01-04', '4008103430000', '2020-01-04'])
  assert.match(String(known('虚构续展')?.data_source), /2008-08-26/)
})

test('a claim without its office is the same claim in the next import', async () => {
  const before = await versions()
  assert.equal((await imported('update', ODD)).failed, 0)
  assert.deepEqual(await versions(), before)
})

test('an import is undone as a whole', async () => {
  const before = await versions()
  const job = await imported('skip', [ODD[0], ['KR', '虚构撤回', '4020190011288', '2019-03-12', '출원', '', '', '14', '', '']])
  assert.equal(job.ok, 1)
  const { data, text } = await call('job/do/take_back', { sid: job.sid }, { as: admin })
  assert.equal(data?.created, 1, text)
  assert.deepEqual(await versions(), before)
})

test('a class that is none of Nice is left out and reported, and a list without offices is one of China', async () => {
  const job = await imported('skip', [['商标名称', '申请号', '申请日期', '类别', '商品/服务（一格）'], ['虚构甲', '80000001', '2024-05-06', '第9类、第112类', '计算机；耳机']]) // oxfmt-ignore
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const { data } = await call<{ record: Row[] }>('trademark/do/search', { fl: ['country', 'nice_classes', 'classes', 'data_source', 'status'], iql: "title = '虚构甲'" }, { as: admin }) // oxfmt-ignore
  const [one] = data.record
  assert.deepEqual([one?.country, one?.nice_classes, one?.status], ['CN', ['9'], 'TM_FILED'])
  assert.match(String(one?.data_source), /112/)
})
