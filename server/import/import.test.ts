import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { readXlsx } from 'hucre/xlsx'
import { jobEnded, sampleBook, type SampleName, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { docketCases } from '../docketing/reconcile.ts'
import { runNightly } from '../jobs/nightly.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { clearUploads } from './uploaded.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')

const HEADINGS = ['案号', '专利名称', '国家/地区', '申请号', '申请日', '申请人', '发明人', '法律状态']

async function send(rows: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, path = 'patent/do/import') {
  return sendFile(app, { path, token: manager.token, file: rows, name: '台账.xlsx', fields })
}

async function importRows(rows: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, path?: string) {
  const { status, data, message } = await send(rows, fields, path)
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}

const patentsNamed = (like: string) => tenant.db.selectFrom('patent').selectAll().where('title', 'like', like).orderBy('case_no').execute()

const COUNTED: Record<SampleName, number> = { chinese: 30, kipris: 30, google: 30, lens: 30, patentscope: 30, zhihuiya: 30, india: 30, status: 3 }

for (const [name, rows] of Object.entries(COUNTED) as [SampleName, number][]) {
  test(`an export of ${name} is recognised without manual mapping`, async () => {
    const book = await sampleBook(name)
    const { data } = await send(book, {}, 'patent/do/import_preview')
    assert.equal(data.total, rows)
    assert.ok(data.ok >= rows - 1, JSON.stringify(data.problems))
    const fields = data.columns.map((column: { field: string | null }) => column.field)
    for (const code of name === 'patentscope' ? ['title', 'publication_no'] : ['title']) assert.ok(fields.includes(code), `${code} in ${fields}`)
    const job = await importRows(book)
    assert.equal(job.state, 'DONE')
    assert.equal(job.done, rows)
    assert.equal(Number(job.ok), data.forecast.created + data.forecast.completed, `${job.message} ${JSON.stringify(job.errors)}`)
  })
}

test('the values of a file are stored in the case', async () => {
  const [row] = await tenant.db.selectFrom('patent').selectAll().where('application_no', '=', '10-2011-0142560').execute()
  assert.ok(row)
  assert.deepEqual(
    [row.country, row.patent_type, row.filing_date, row.grant_no, row.grant_date, row.publication_no, row.status, row.sub_exam_date],
    ['KR', 'INVENTION', '2011-12-26', '10-1387967', '2014-04-16', '10-2013-0074484', 'JP_GRANTED', '2011-12-26'],
  )
})

test('an inapplicable value from a file is kept, and listed among the remarks of its row', async () => {
  const rows = [
    ['专利名称', '国家/地区', '专利类型', '摘要', '权利要求数量'],
    ['杯子的外观', 'CN', '外观设计', '本外观设计用于饮水', ''],
    ['杯子的盖子', 'CN', '发明', '一种盖子', '8'],
  ]
  const book = await workbook(rows)
  const { data } = await send(book, {}, 'patent/do/import_preview')
  const remarked = data.remarks.filter(({ reason }: { reason: string }) => reason.startsWith('摘要：仅适用于专利类型不为外观设计的记录'))
  assert.deepEqual([data.ok, remarked.map(({ row }: { row: number }) => row)], [2, [2]])
  const job = await importRows(book)
  assert.deepEqual([job.ok, job.failed], [2, 0])
  assert.equal((await patentsNamed('杯子的外观'))[0]?.abstract, '本外观设计用于饮水')
})

test('every imported live right has its deadlines', async () => {
  const live = await tenant.db.selectFrom('patent').select('sid').where('status', '=', 'JP_GRANTED').execute()
  const docketed = new Set((await tenant.db.selectFrom('deadline').select('case_sid').execute()).map((row) => row.case_sid))
  assert.ok(live.length > 0 && live.every(({ sid }) => docketed.has(sid)))
})

test('deadlines, fees and next annuity match the stored case with its priorities at once', async () => {
  const { db } = tenant
  const daysAgo = (days: number) => Temporal.Now.plainDateISO(ZONE).subtract({ days }).toString()
  const claims = `JP 2026012345 A ${daysAgo(200).replaceAll('-', '')};;US 63456789 P ${daysAgo(300).replaceAll('-', '')}`
  const heads = ['案号', '专利名称', '国家/地区', '专利类型', '申请日', '优先权']
  const job = await importRows(await workbook([heads, ['CLAIMS-1', '要求优先权的新案', 'CN', '发明', daysAgo(10), claims]]))
  assert.deepEqual([job.ok, job.failed], [1, 0])
  const sids = (await db.selectFrom('patent').select('sid').execute()).map((row) => row.sid)
  const kept = () =>
    Promise.all([
      db.selectFrom('deadline').select(['sid', 'version']).orderBy('sid').execute(),
      db.selectFrom('fee').select(['sid', 'version']).orderBy('sid').execute(),
      db.selectFrom('patent').select(['sid', 'expiry_date', 'next_annuity_year', 'next_annuity_due']).orderBy('sid').execute(),
    ])
  const before = await kept()
  assert.ok(before.every((rows) => rows.length > 30) && (await db.selectFrom('priority').select('sid').execute()).length > 30)
  assert.deepEqual(await docketCases(systemContext(tenant), sids), [])
  assert.deepEqual(await kept(), before)
})

test('applicants and inventors are created once by name, by any user', async () => {
  const rows = [
    HEADINGS,
    ['A-1', '同名一', 'CN', '202310123456.6', '2023-02-20', '华强科技有限公司', '张三；李四', '实质审查'],
    ['A-2', '同名二', 'CN', '202420765432.0', '2024-04-10', '华强科技有限公司', '李四、王五', '授权'],
  ]
  await importRows(await workbook(rows))
  await importRows(await workbook([HEADINGS, ['A-3', '同名三', 'CN', '202530011223.7', '2025-01-10', ' 华强科技有限公司 ', '王五', '公开']]))
  assert.equal((await tenant.db.selectFrom('applicant').select('sid').where('name', '=', '华强科技有限公司').execute()).length, 1)
  const people = await tenant.db.selectFrom('inventor').select('name').where('name', 'in', ['张三', '李四', '王五']).execute()
  assert.equal(people.length, 3)
  const [one, two, three] = await patentsNamed('同名%')
  assert.deepEqual([one?.status, two?.status, three?.status], ['SE', 'GRANTED', 'PUBLISHED'])
  assert.deepEqual([one?.patent_type, two?.patent_type, three?.patent_type], ['INVENTION', 'UTILITY', 'DESIGN'])
})

test('a wrong check digit is reported with the right one, and does not stop the other rows', async () => {
  const job = await importRows(
    await workbook([
      HEADINGS,
      ['', '错号', 'CN', '202310123456.7', '2023-02-20', '', '', ''],
      ['', '对号', 'CN', '202180045678.X', '2021-02-20', '', '', ''],
    ]),
  )
  assert.deepEqual([job.ok, job.failed], [1, 1])
  assert.match(JSON.stringify(job.errors), /6/)
  const { data } = await call<{ result_url: string }>(`job/${job.sid}`, undefined, { as: manager })
  const file = await app.inject({ url: data.result_url, headers: { authorization: `Bearer ${manager.token}` } })
  assert.equal(file.statusCode, 200)
  assert.match(String(file.headers['content-disposition']), /^attachment; .*filename\*=UTF-8''/)
  const { sheets } = await readXlsx(file.rawPayload)
  const [headings, row] = sheets[0]?.rows ?? []
  assert.equal(headings?.at(-1), '未导入原因')
  assert.deepEqual(row?.slice(1, 4), ['错号', 'CN', '202310123456.7'])
  const mended = [headings?.slice(0, -1) ?? [], ['', '错号', 'CN', '202310123456.6', '2023-02-20']]
  assert.equal(
    (await importRows(await workbook(mended as string[][]), { mode: 'report' })).failed,
    1,
    'that number is the first case of this test file',
  )
})

test('a row with more applicants than a case may have is refused with the limit and their number', async () => {
  const names = Array.from({ length: 201 }, (_, at) => `虚构第${at}公司`).join('；')
  const job = await importRows(await workbook([['专利名称', '国家', '申请日', '申请人'], ['申请人过多', 'CN', '2024-02-20', names]])) // oxfmt-ignore
  assert.equal(job.failed, 1)
  assert.match(JSON.stringify(job.errors), /申请人.*最多 200 行，现有 201 行/)
})

test('[8.10] the result of a job belongs to its owner, and expires', async () => {
  const job = await importRows(await workbook([HEADINGS, ['', '', 'CN', '', '', '', '', '']]))
  const { data } = await call<{ result_url: string }>(`job/${job.sid}`, undefined, { as: manager })
  const other = await call(data.result_url, undefined, { as: inventor, lang: 'en' })
  assert.deepEqual([other.status, other.message], [400, 'Export url invalid'])
  await tenant.db.updateTable('job').set({ finished_at: '2020-01-01T00:00:00Z' }).where('sid', '=', job.sid).execute()
  assert.equal((await call(data.result_url, undefined, { as: manager })).message, '导出链接无效')
})

test('existing records are skipped, reported or changed, as requested', async () => {
  const rows = [
    HEADINGS,
    ['', '甲案', 'CN', 'CN2018115642883', '2018-12-20', '甲公司', '赵一', '实质审查'],
    ['', '甲案再', '中国', '201811564288.X', '2018-12-20', '甲公司', '', ''],
  ]
  assert.deepEqual(await outcome(rows, {}), [0, 1], 'a wrong digit is refused, and its duplicate is new')
  const good = [
    HEADINGS,
    ['', '甲案改名', 'China', '201811564288.X', '20181220', '甲公司', '赵一', ''],
    ['', '甲案再改', 'CN', 'ZL201811564288.X', '2018.12.20', '甲公司', '', ''],
  ]
  assert.deepEqual(await outcome(good, { mode: 'skip' }), [0, 0])
  assert.deepEqual(await outcome(good, { mode: 'report' }), [0, 2])
  assert.deepEqual(await outcome(good, { mode: 'update' }), [2, 0])
  const found = await patentsNamed('甲案%')
  assert.deepEqual(
    found.map(({ title }) => title),
    ['甲案再改'],
  )
})

async function outcome(rows: string[][], fields: Record<string, string>) {
  const job = await importRows(await workbook(rows), fields)
  const counts = job.progress as { counts: { created: number } }
  return fields.mode ? [job.ok, job.failed] : [Number(job.ok) - counts.counts.created, job.failed]
}

test('a dry run reports everything and writes nothing', async () => {
  const before = (await patentsNamed('%')).length
  const job = await importRows(await workbook([HEADINGS, ['', '试一试', 'US', '17/123,456', '2021-01-05', 'Try Inc.', 'Ann Lee', '']]), {
    dry_run: 'true',
  })
  assert.match(String(job.message), /试运行：新建 1/)
  assert.equal((await patentsNamed('%')).length, before)
})

test('a user’s mapping of a heading applies to the next file of the company', async () => {
  const book = await workbook([
    ['作品名', '案号'],
    ['从前', 'M-1'],
  ])
  const first = await send(book, {}, 'patent/do/import_preview')
  assert.equal(first.data.columns[0].field, null)
  const { data } = await call<{ job_sid: string }>(
    'patent/do/import',
    { file_sid: first.data.file_sid, mapping: { 作品名: 'title', 案号: 'case_no' }, mode: 'skip' },
    { as: manager },
  )
  await jobEnded(tenant, data.job_sid)
  const second = await send(book, {}, 'patent/do/import_preview')
  assert.deepEqual(second.data.columns[0], { heading: '作品名', field: 'title', confidence: 1 })
  const company_sid = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '虚构另一公司' })
  const elsewhere = await enrol('ip_manager', { company_sid })
  const third = await sendFile(app, { path: 'patent/do/import_preview', token: elsewhere.token, file: book, name: 'm.xlsx' })
  assert.equal(third.data.columns[0].field, null, 'not to that of another company')
})

test('a correction of one column leaves the others as they were recognised', async () => {
  const book = await workbook([
    ['案号', '专利名称', '我方题目', '公司'],
    ['M-9', '旧', '新', '虚构未录入公司'],
  ])
  const mapping = JSON.stringify({ 我方题目: 'title', 专利名称: null })
  const fieldsOf = async (fields: Record<string, string>) =>
    ((await send(book, fields, 'patent/do/import_preview')).data.columns as { field: string | null; confidence: number }[]).map(({ field }) => field)
  const confidenceOf = async (fields: Record<string, string>) => (await send(book, fields, 'patent/do/import_preview')).data.columns[3].confidence
  assert.deepEqual(await fieldsOf({}), ['case_no', 'title', null, 'company_sid'])
  assert.deepEqual(await fieldsOf({ mapping, corrects: 'true' }), ['case_no', null, 'title', 'company_sid'])
  assert.deepEqual(await fieldsOf({ mapping }), [null, null, 'title', null])
  assert.equal(await confidenceOf({ mapping, corrects: 'true' }), await confidenceOf({}), 'a recognised company is not taken for a mapped one')
})

test('a preview that could not try every row in its time says so', async (t) => {
  const book = await workbook([
    ['专利名称', '国家/地区', '专利类型'],
    ['虚构齿轮', '中国', '发明'],
  ])
  assert.equal((await send(book, {}, 'patent/do/import_preview')).data.note, null)
  const real = Date.now
  let ahead = 0
  t.mock.method(Date, 'now', () => real() + (ahead += 30_000))
  const { data } = await send(book, {}, 'patent/do/import_preview')
  assert.deepEqual([data.tried, data.total], [0, 1])
  assert.match(data.note, /1 行中的前 0 行|first 0 of 1 rows/)
})

test('an upload that was only previewed is deleted after a day, one that waits for its import stays', async () => {
  const [looked, waiting] = [
    await send(await sampleBook('chinese'), {}, 'patent/do/import_preview'),
    await send(await sampleBook('chinese'), {}, 'patent/do/import_preview'),
  ]
  const again = async ({ data }: typeof looked) => (await call('patent/do/import_preview', { file_sid: data.file_sid }, { as: manager })).status
  const sid = crypto.randomUUID()
  const input = JSON.stringify({ file_sid: waiting.data.file_sid })
  await tenant.db.insertInto('job').values({ sid, version: 1, kind: 'IMPORT', state: 'WAITING', input, done: 0, ok: 0, failed: 0 }).execute()
  await clearUploads(systemContext(tenant), new Date(Date.now() - 60_000))
  assert.equal(await again(looked), 200)
  assert.ok((await clearUploads(systemContext(tenant), new Date(Date.now() + 60_000))) >= 2)
  assert.deepEqual([await again(looked), await again(waiting)], [404, 200])
  await tenant.db.updateTable('job').set({ state: 'DONE' }).where('sid', '=', sid).execute()
  await clearUploads(systemContext(tenant), new Date(Date.now() + 60_000))
  assert.equal(await again(waiting), 404)
  assert.ok((await runNightly(server)).some(({ name, fault }) => name === 'clear old uploads' && !fault))
})

for (const [name, content] of [
  ['old.xls', 'anything'],
  ['list.docx', '专利名称\n甲\n'],
  ['fake.xlsx', 'not a workbook'],
] as const)
  test(`[5.12] [8.10] ${name} is refused as a table`, async () => {
    const { status, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: content, name, lang: 'en' })
    assert.deepEqual([status, message], [415, 'File format incorrect'])
  })

test('a user without permission to import is refused before the file is read', async () => {
  const { status } = await sendFile(app, { path: 'patent/do/import', token: inventor.token, file: await sampleBook('chinese'), name: 'a.xlsx' })
  assert.equal(status, 403)
})

test('any model imports a table with its own labels', async () => {
  const job = await importRows(
    await workbook([
      ['名称', '英文名称', '申请人类型', '国家/地区'],
      ['丙研究院', 'Bing Institute', '科研单位', 'CN'],
      ['丁', '', '猫', 'CN'],
    ]),
    {},
    'applicant/do/import',
  )
  assert.deepEqual([job.ok, job.failed], [1, 1])
  const [row] = await tenant.db.selectFrom('applicant').selectAll().where('name', '=', '丙研究院').execute()
  assert.equal(row?.applicant_kind, 'INSTITUTE')
})
