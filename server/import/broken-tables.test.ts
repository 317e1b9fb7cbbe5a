import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Cell } from '../../model/import/values/cell.ts'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

type Bytes = Uint8Array<ArrayBuffer>
const send = (file: Bytes | string, name: string, lang: 'zh' | 'en' = 'en', path = 'patent/do/import_preview') =>
  sendFile(app, { path, token: manager.token, file, name, lang })
const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))

const HEAD = '专利名称,国家/地区,申请日,摘要'

for (const [what, name, file, words] of [
  [
    'a cell of ten million characters',
    'cell.csv',
    () => `${HEAD}\n甲,CN,2024-03-01,${'长'.repeat(10_000_000)}`,
    /row 2 has more than 1,048,576 characters/i,
  ],
  [
    'a quotation mark that is never closed',
    'quote.csv',
    () => `${HEAD}\n甲,CN,2024-03-01,"没有结束\n${'乙,CN,2024-03-04,\n'.repeat(90_000)}`,
    /row 2 .*quotation marks/i,
  ],
  ['more than 200,000 rows of text', 'rows.csv', () => `${HEAD}\n${'甲,CN,2024-03-01,\n'.repeat(200_001)}`, /has more than 200,000 rows: split it/],
  [
    'a text of ten million cells',
    'cells.csv',
    () => `${HEAD}\n${`${'1,'.repeat(5000)}\n`.repeat(2001)}`,
    /more than 10,000,000 cells: delete columns/,
  ],
] as const)
  // oxfmt-ignore
  test(`${what} is refused with its row and the limit`, async () => {
    const { status, message, errors } = await send(file(), name)
    assert.equal(status, 400)
    assert.match(message, words, 'the headline names the limit')
    assert.match(errors[0]?.reason ?? '', words)
  })

test('a file beyond the size of an upload is refused with that size, whatever it contains', async () => {
  const { status, errors } = await send(new Uint8Array((60 << 20) + 1).fill(44), 'large.csv')
  assert.deepEqual([status, errors[0]?.reason], [413, 'is larger than 60 MB: split it into several files'])
})

test('unread columns of a text file are reported as a remark on their row', async () => {
  const { status, data, message } = await send(`${HEAD}\n甲,CN,2024-03-01${',x'.repeat(1200)}`, 'wide.csv')
  assert.equal(status, 200, message)
  const lines = (data as ImportPreview).remarks.map(({ row, reason }) => `${row} ${reason}`)
  assert.ok(lines.includes('2 content beyond column 1000 was not read'), lines.join())
})

test('a cell right of the headings, such as from an unquoted list, is reported as a remark on its row', async () => {
  const { data } = await send('Title;Country;Filing date;Applicant\nA thing;EP;2021-03-05;Acme Inc.; Foo GmbH\n', 'unquoted.csv')
  const lines = (data as ImportPreview).remarks.map(({ row, reason }) => `${row} ${reason}`)
  assert.ok(lines.includes('2 column 5 has no heading: its content “Foo GmbH” was not read'), lines.join())
})

test('a filled column without a heading is listed as not imported, by its place', async () => {
  const file = 'Title,,Country,Filing date,\nA thing,first remark,EP,2021-03-05,\n'
  const { data } = await send(file, 'unnamed.csv')
  const listed = (data as ImportPreview).columns.map(({ heading, field }) => [heading, field])
  assert.deepEqual(listed, [['Title', 'title'], ['第 2 列 / column 2', null], ['Country', 'country'], ['Filing date', 'filing_date']]) // oxfmt-ignore
})

const LINES = ['专利名称;国家/地区;申请日;申请人', '"分号\n换行";CN;2024-03-01;"甲公司; 乙公司"', '=cmd|calc;CN;2024-03-04;@SUM(A1)']

for (const [what, bytes] of [
  ['UTF-8 with a mark', bytesOf(`\ufeff${LINES.join('\r\n')}`)],
  ['UTF-16 without a mark', bytesOf(LINES.join('\r\n'), 'utf16le')],
  ['UTF-16 with a mark', bytesOf(`\ufeff${LINES.join('\r\n')}`, 'utf16le')],
  ['tabs', bytesOf(LINES.map((line) => line.replace('甲公司; 乙公司', '甲公司、乙公司').replaceAll(';', '\t')).join('\n'))],
] as const)
  test(`a text file in ${what} has the same rows, and a formula is read as text`, async () => {
    const { status, data, message } = await send(bytes, 'text.csv', 'zh')
    assert.equal(status, 200, message)
    const { total, stored } = data as ImportPreview
    assert.equal(total, 2)
    assert.deepEqual(
      stored.map(({ values }) => [values.title?.replace(/\s+/g, ' '), values.filing_date, values.applicants]),
      [
        ['分号 换行', '2024-03-01', '甲公司\n乙公司'],
        ['=cmd|calc', '2024-03-04', '@SUM(A1)'],
      ],
    )
  })

const IDEOGRAPHIC = '专利名称,国家/地区,申请日\r\n一种夹具,CN,2024-03-01\r\n一种一体　가스,CN,2024-03-04\r\n'
for (const [order, bytes] of [
  ['first', bytesOf(IDEOGRAPHIC, 'utf16le')],
  ['last', new Uint8Array(Buffer.from(IDEOGRAPHIC, 'utf16le').swap16())],
] as const)
  test(`a text in UTF-16 without a mark, the lower byte ${order}, is read although a character ends in a zero byte`, async () => {
    const { status, data, message } = await send(bytes, 'one.csv', 'zh')
    assert.equal(status, 200, message)
    assert.deepEqual((data as ImportPreview).stored.map(({ values }) => values.title?.replace(/\s+/g, ' ')), ['一种夹具', '一种一体 가스']) // oxfmt-ignore
  })

test('dates as numbers of a spreadsheet, empty columns, a repeated heading and titles above the headings are read', async () => {
  const rows: Cell[][] = [
    ['某公司专利台账', '', '', '', '', ''],
    ['', '', '', '', '', ''],
    ['专利名称', '', '国家/地区', '申请日', '申请日', '申请号'],
    ['序列日期', '', 'CN', 45_352, '2020-01-01', 202_410_000_001],
  ]
  const { data } = await send(await workbook(rows), 'serial.xlsx', 'zh')
  const { header_row, columns, stored, problems } = data as ImportPreview
  assert.equal(header_row, 3)
  assert.deepEqual(columns.map(({ field }) => field), ['title', null, 'country', 'filing_date', null, 'application_no']) // oxfmt-ignore
  assert.deepEqual(problems, [])
  assert.deepEqual([stored[0]?.values.filing_date, stored[0]?.values.application_no], ['2024-03-01', '202410000001.X'])
})

test('a number rounded by a spreadsheet is refused with row, column and remedy; the other rows are imported', async () => {
  const rows = [['专利名称', '国家/地区', '申请日', '申请号'], ['舍入', 'CN', '2024-03-01', '2.0241E+11'], ['完好', 'CN', '2024-03-01', '']] // oxfmt-ignore
  const { data } = await send(await workbook(rows), 'rounded.xlsx', 'zh')
  const [problem, ...more] = (data as ImportPreview).problems
  assert.deepEqual([problem?.row, problem?.label, more], [2, '申请号', []])
  assert.match(problem?.reason ?? '', /科学记数|文本/)
  const sent = await send(await workbook(rows), 'rounded.xlsx', 'zh', 'patent/do/import')
  const job = await jobEnded(tenant, sent.data.job_sid)
  assert.deepEqual([job.ok, job.failed], [1, 1])
})

test('names of people are split by language, and the country beside a name goes to the applicant', async () => {
  const rows = [
    ['专利名称', '国家/地区', '申请日', '申请人', '发明人'],
    ['人名', 'US', '2024-03-01', 'KEMPF DALE J US', 'G·霍茨曼,H-M·埃根维勒'],
  ]
  const sent = await send(await workbook(rows), 'people.xlsx', 'zh', 'patent/do/import')
  assert.equal((await jobEnded(tenant, sent.data.job_sid)).ok, 1)
  const applicant = await tenant.db.selectFrom('applicant').select('country').where('name', '=', 'KEMPF DALE J').executeTakeFirst()
  const inventors = await tenant.db.selectFrom('inventor').select('name').where('name', 'in', ['G·霍茨曼', 'H-M·埃根维勒']).execute()
  assert.deepEqual([applicant?.country, inventors.length], ['US', 2])
})
