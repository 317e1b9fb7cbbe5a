import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { Cell } from '../../model/import/values/cell.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { packed, rowsOf } from '../../tests/harness/packed.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

type Book = Uint8Array<ArrayBuffer>
type Table = readonly (readonly Cell[])[]
const sent = (path: string, file: Book, fields: Record<string, string>, lang: 'zh' | 'en' = 'zh') =>
  sendFile(app, { path: `patent/do/${path}`, token: manager.token, file, name: 'odd.xlsx', fields, lang })

async function preview(table: Table | Book, fields: Record<string, string> = {}, lang: 'zh' | 'en' = 'zh') {
  const { status, data, message } = await sent('import_preview', table instanceof Uint8Array ? table : await workbook(table), fields, lang)
  assert.equal(status, 200, message)
  return data
}

async function imported(table: Table | Book, fields: Record<string, string> = {}) {
  const { status, data, message } = await sent('import', table instanceof Uint8Array ? table : await workbook(table), fields)
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}

const caseNamed = (title: string) => tenant.db.selectFrom('patent').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
const fieldsOf = (data: { columns: { field: string | null }[] }) => data.columns.map(({ field }) => field)

/** A valid Chinese application number of that year and kind. */
function number(n: number, year = 2021, kind = 1): string {
  const digits = `${year}${kind}${String(n).padStart(7, '0')}`
  const rest = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5].reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11
  return `${digits}.${rest === 10 ? 'X' : rest}`
}

const BASIC = ['title', 'application_no', 'filing_date']

for (const [name, headings, fields] of [
  ['marked as required, with units', ['*专利名称', '申请号（含校验位）', '申请日【YYYY-MM-DD】', '权利要求数(项)'], [...BASIC, 'claims_count']],
  ['with line breaks and wide characters', ['专利\n名称', '申　请　号', '申请\u00a0日', 'ＩＰＣ分类号'], [...BASIC, 'ipc']],
  ['numbered', ['1.专利名称', '2、申请号', '(3) 申请日'], BASIC],
  ['traditional', ['專利名稱', '申請號', '申請日', '發明人', '法律狀態'], [...BASIC, 'inventors', 'legal_status']],
  ['in two languages', ['专利名称/Title', '申请号 Application No.', '申请日(Filing Date)'], BASIC],
  ['English', ['Title of the invention', 'Appl. No.', 'Appl. date', 'Inventor(s)'], [...BASIC, 'inventors']],
  ['other words', ['案件名称', '申请/专利号', '申请日期', '当前权利人', '公司案号'], [...BASIC, 'applicants', 'case_no']],
  ['twice', ['专利名称', '申请号', '申请日', '申请日'], [...BASIC, null]],
  [
    'of several people',
    ['专利名称', '申请号', '申请日', '发明人1', '发明人2', '申请人', '申请人'],
    [...BASIC, 'inventors', 'inventors', 'applicants', 'applicants'],
  ],
  ['of an agency', ['Our ref.', 'Your ref.', 'Title', 'Appl. no.', 'Country'], ['agency_ref', 'case_no', 'title', 'application_no', 'country']],
] as const)
  test(`headings ${name} are recognised`, async () => {
    assert.deepEqual(fieldsOf(await preview([headings, ['甲', number(1), '2021-01-02']])), fields)
  })

test('titles above the headings, grouped headings and repeated headings are recognised', async () => {
  const headings = ['专利名称', '申请号', '申请日', '授权公告日', '备注']
  const rows = rowsOf([
    ['某某公司专利台账', null, null, null, null],
    ['专利名称', '申请信息', null, '授权公告日', '备注'],
    [null, '申请号', '申请日', null, null],
    ['两行表头', number(2), '2021-01-02', null, null],
    headings,
    ['第二页', number(3), '2021-01-02', null, null],
  ])
  const after =
    '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="A2:A3"/><mergeCell ref="B2:C2"/><mergeCell ref="D2:D3"/><mergeCell ref="E2:E3"/></mergeCells>'
  const data = await preview(await packed({ rows, after }))
  assert.deepEqual([data.header_row, data.total, data.ok], [3, 2, 2])
  assert.deepEqual(fieldsOf(data), [...BASIC, 'grant_date', 'remark'])
})

test('headings split over two rows are read, also without merged cells', async () => {
  const table = [['某某公司专利台账'], ['专利', '申请', '', '授权'], ['名称', '号', '日', '公告日'], ['两半表头', number(66), '2021-01-02', '2023-01-03']] // oxfmt-ignore
  const data = await preview(table)
  assert.deepEqual([data.header_row, data.total, data.ok, fieldsOf(data)], [3, 1, 1, [...BASIC, 'grant_date']])
  assert.equal((await imported(table)).ok, 1)
  assert.equal((await caseNamed('两半表头')).grant_date, '2023-01-03')
})

test('a name below an applicant is the applicant’s, not the title', async () => {
  const rows = rowsOf([
    ['发明名称', '申请人', null, '申请号'],
    [null, '名称', '地址', null],
    ['甲', '乙公司', '北京', number(4)],
  ])
  const after = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>'
  assert.deepEqual(fieldsOf(await preview(await packed({ rows, after }))), ['title', 'applicants', null, 'application_no'])
})

test('headings repeated in another language are not read as a row', async () => {
  const data = await preview([['专利名称', '申请号', '申请日'], ['Title', 'Application no.', 'Filing date'], ['甲', number(5), '2021-01-02']]) // oxfmt-ignore
  assert.deepEqual([data.header_row, data.total, data.ok, fieldsOf(data)], [2, 1, 1, BASIC])
})

test('an ambiguous date needs the user’s decision, and is read accordingly', async () => {
  const table = [['专利名称', '申请号', '申请日'], ['日月', number(6), '05/03/2021'], ['月日', number(7), '07/06/2021']] // oxfmt-ignore
  const asked = await preview(table)
  assert.deepEqual([asked.asks_day_order, asked.faulty], [['filing_date'], 2])
  assert.match(asked.problems[0].reason, /2021-05-03.*2021-03-05/)
  const english = await preview(table, {}, 'en')
  assert.match(english.problems[0].reason, /can be 2021-05-03 or 2021-03-05/)
  assert.equal((await preview(table, { day_order: 'dmy' })).faulty, 0)
  assert.equal((await imported(table)).ok, 0)
  assert.equal((await imported(table, { day_order: 'dmy' })).ok, 2)
  assert.equal((await caseNamed('日月')).filing_date, '2021-03-05')
  assert.equal((await preview(table, { day_order: 'ymd' })).faulty, 2, 'a whole year comes last')
  assert.equal((await sent('import_preview', await workbook(table), { day_order: 'ydm' })).status, 400)
})

test('where years have two digits, the order that the user states is that of every date', async () => {
  const table = [['专利名称', '申请号', '申请日'], ['年先', number(91), '21/03/05'], ['前世纪', '99100123.0', '99/11/17']] // oxfmt-ignore
  const reasons = (data: { problems: { reason: string }[] }) => data.problems.map(({ reason }) => reason).join()
  const found = await preview(table)
  assert.deepEqual(found.asks_day_order, [])
  assert.doesNotMatch(reasons(found), /请选择日期写法/)
  assert.match(reasons(await preview(table, { day_order: 'dmy' })), /1999-11-17：请选择日期写法/)
  const open = [['专利名称', '申请号', '申请日'], ['年先', number(93), '21/03/05']] // oxfmt-ignore
  assert.deepEqual(fieldsAsked(await preview(open)), [['filing_date'], 1])
  assert.deepEqual(fieldsAsked(await preview(open, { day_order: 'ymd' })), [['filing_date'], 0])
})

const fieldsAsked = (data: { asks_day_order: string[]; faulty: number }) => [data.asks_day_order, data.faulty]

test('a part of a row may have the name of a country that has no office', async () => {
  const { token } = await enrol('system_admin')
  const file = await workbook([['机构名称', '价目'], ['虚构边远所', '检索 [国家/地区: Andorra, 金额: 100]']]) // oxfmt-ignore
  const { data, message } = await sendFile(app, { path: 'agency/do/import', token, file, name: 'agencies.xlsx' })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const agency = await tenant.db.selectFrom('agency').selectAll().where('agency_name', '=', '虚构边远所').executeTakeFirstOrThrow()
  assert.match(JSON.stringify(agency), /"AD"/)
})

test('one unambiguous date decides the order for its column', async () => {
  const data = await preview([['专利名称', '申请号', '申请日'], ['甲', number(8), '05/03/2021'], ['乙', number(9), '27/06/2021']]) // oxfmt-ignore
  assert.deepEqual([data.asks_day_order, data.ok], [[], 2])
})

test('numbers damaged by the spreadsheet are reported, shortened ones are completed', async () => {
  const table = [
    ['专利名称', '申请号', '申请日'],
    ['小数', Number(number(61, 2021, 2)), '2021-01-02'],
    ['没有校验位', Number(number(62).slice(0, 12)), '2021-01-02'],
    ['专利号', `ZL${number(63)}`, '2021-01-02'],
    ['科学记数', '2.02110123457E+11', '2021-01-02'],
    ['校验位不对', '202310123456.7', '2023-01-02'],
    ['看不懂', '见附件', '2023-01-02'],
    ['中间点', number(65).replace('.', '·'), '2021-01-02'],
  ]
  const data = await preview(table)
  assert.deepEqual(
    data.problems.map(({ row, field }: { row: number; field: string }) => [row, field]),
    [
      [5, 'application_no'],
      [6, 'application_no'],
      [7, 'application_no'],
    ],
  )
  const job = await imported(table)
  assert.deepEqual([job.ok, job.failed], [4, 3])
  assert.equal((await caseNamed('中间点')).application_no, number(65))
  assert.equal((await caseNamed('没有校验位')).application_no, number(62))
  assert.equal((await caseNamed('专利号')).application_no, number(63))
})

test('the application number is derived from a patent number', async () => {
  await imported([['专利名称', '专利号', '申请日', '授权日'], ['只有专利号', `ZL${number(64, 2019)}`, '2019-01-02', '2021-02-03']]) // oxfmt-ignore
  const { application_no, patent_no, country } = await caseNamed('只有专利号')
  assert.deepEqual([application_no, patent_no, country], [number(64, 2019), `ZL${number(64, 2019)}`, 'CN'])
})

for (const [text, people] of [
  ['张三(60%)；李四(40%)', ['60.00', '40.00']],
  ['张三（60％）、李四（40％）', ['60.00', '40.00']],
  ['张三:60;李四:40', ['60.00', '40.00']],
  ['张三 李四', [null, null]],
  ['张三/李四', [null, null]],
] as const)
  test(`[5.20] “${text}” is two inventors with their shares`, async () => {
    const title = `发明人 ${text}`
    const job = await imported([['专利名称', '国家', '发明人'], [title, 'CN', text]]) // oxfmt-ignore
    assert.equal(job.ok, 1, JSON.stringify(job.errors))
    const { inventors } = (await caseNamed(title)) as { inventors: { contribution_pct: string | null }[] } // rows as kept
    assert.deepEqual(
      inventors.map((one) => one.contribution_pct ?? null),
      people,
    )
  })

test('shares in a separate column are assigned in order, or reported where they do not match', async () => {
  const table = [['专利名称', '国家', '发明人', '贡献度'], ['分开', 'CN', '张三；李四', '70；30'], ['不合', 'CN', '张三；李四', '100']] // oxfmt-ignore
  const data = await preview(table)
  assert.deepEqual([data.ok, data.problems[0].row, data.problems[0].field], [1, 3, 'inventors'])
})

test('persons in separate columns are combined, and an American serial number is the application’s', async () => {
  const table = [['Docket No.', 'Serial No.', 'Title', 'Country', 'Inventor 1', 'Inventor 2'], ['D-1', '16/777,001', 'Pump with serial', 'US', 'Ann Lee', 'Bo Kim']] // oxfmt-ignore
  const job = await imported(table)
  assert.equal(job.ok, 1, JSON.stringify(job.errors))
  const { application_no, inventors } = await caseNamed('Pump with serial')
  assert.deepEqual([application_no, (inventors as unknown[]).length], ['16/777,001', 2])
  assert.deepEqual(fieldsOf(await preview([['Serial No.', 'Title', 'Country'], [1, 'x', 'US'], [2, 'y', 'US']])), [null, 'title', 'country']) // oxfmt-ignore
})

test('a Chinese status name is read as the corresponding status of another office', async () => {
  const table = [['案号', '专利名称', '国家', '案件状态'], ['W-1', '状态一', 'EP', 'Granted'], ['W-2', '状态二', 'JP', '已驳回'], ['W-3', '状态三', 'US', '放弃'], ['W-4', '状态四', 'CN', '已授权']] // oxfmt-ignore
  await imported(table)
  const made = await tenant.db.selectFrom('patent').select(['case_no', 'status']).where('case_no', 'like', 'W-%').orderBy('case_no').execute()
  assert.deepEqual(
    made.map(({ status }) => status),
    ['EP_GRANTED', 'JP_REFUSED', 'US_ABANDONED', 'GRANTED'],
  )
})

test('totals, notes and section titles are reported and not imported as records', async () => {
  const table = [
    ['序号', '专利名称', '申请号', '申请日'],
    ['一、发明专利'],
    [1, '真正的案件', number(70), '2021-01-02'],
    ['合计', '1 件'],
    ['注：数据截至 2024 年'],
  ]
  const data = await preview(table)
  assert.deepEqual([data.total, data.ok, data.problems.map(({ row }: { row: number }) => row)], [4, 1, [2, 4, 5]])
  assert.ok(data.problems.every(({ reason }: { reason: string }) => reason.includes('不是记录')))
})

test('the import takes the sheet with the cases, not the cover or a hidden one, and names similar sheets', async () => {
  const { writeXlsx } = await import('hucre/xlsx')
  const table = (title: string, n: number) => [['专利名称', '申请号', '申请日', '申请人'], [title, number(n), '2021-01-02', '甲公司']] // oxfmt-ignore
  const sheets = [
    { name: '旧', rows: table('隐藏', 80), hidden: true },
    { name: '说明', rows: [['填表说明'], ['带 * 为必填']] },
    { name: '国内', rows: table('国内案', 81) },
    { name: '国外', rows: table('国外案', 82) },
  ]
  const book = new Uint8Array(await writeXlsx({ sheets }))
  const data = await preview(book)
  assert.deepEqual([data.sheet, data.other_sheets, data.hidden_sheets], ['国内', ['国外'], ['旧']])
  assert.equal((await preview(book, { sheet: '国外' })).sheet, '国外')
})

test('a formula error is reported by row and column', async () => {
  const data = await preview([['专利名称', '申请号', '申请日', '心情'], ['甲', number(90), '#N/A', '#REF!']], {}, 'en') // oxfmt-ignore
  assert.deepEqual(
    data.problems.map(({ row, field }: { row: number; field: string }) => [row, field]),
    [[2, 'filing_date']],
  )
  assert.match(data.problems[0].reason, /#N\/A/)
})

test('the preview reports existing records, duplicates and invalid values like the import', async () => {
  await imported([['专利名称', '申请号', '申请日'], ['已在', number(100), '2021-01-02']]) // oxfmt-ignore
  const before = await tenant.db
    .selectFrom('patent')
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const table = [
    ['专利名称', '申请号', '申请日', '摘要'],
    ['已在', number(100), '2021-01-02', ''],
    ['两次', number(101), '2021-01-02', ''],
    ['两次', number(101), '2021-01-02', ''],
    ['太长', number(102), '2021-01-02', '长'.repeat(30_000)],
  ]
  const data = await preview(table)
  assert.deepEqual([data.total, data.there, data.again, data.faulty, data.problems[0].field], [4, 1, 1, 1, 'abstract'])
  assert.deepEqual(
    await tenant.db
      .selectFrom('patent')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow(),
    before,
  )
  const job = await imported(table, { mode: 'report' })
  const reasons = (job.errors as { row: number; reasons: { reason: string }[] }[]).map(({ row, reasons }) => [row, reasons[0]?.reason]) // as kept with the job
  assert.match(String(reasons[0]), /^2,已有记录/)
  assert.match(String(reasons[1]), /^4,与本表第 3 行重复/)
})

test('a table with only some columns updates existing cases; empty cells change nothing', async () => {
  await imported([['案号', '专利名称', '申请号', '申请日', '权利要求数', '备注'], ['Z-1', '要改的', number(130), '2021-01-02', 5, '旧']]) // oxfmt-ignore
  const table = [['申请号', '权利要求数', '备注'], [number(130).replace('.', ''), 8, ''], [number(131), 9, '没有这一件']] // oxfmt-ignore
  const data = await preview(table)
  assert.deepEqual([data.there, data.problems.map(({ row, field }: { row: number; field: string }) => [row, field])], [1, [[3, 'title']]])
  const job = await imported(table, { mode: 'update' })
  assert.deepEqual([job.ok, job.failed], [1, 1])
  const { claims_count, remark, case_no } = await caseNamed('要改的')
  assert.deepEqual([claims_count, remark, case_no], [8, '旧', 'Z-1'])
})

test('previews and dry runs use up no case numbers', async () => {
  const made = async (title: string, n: number) => {
    await imported([['专利名称', '申请号', '申请日'], [title, number(n, 2022), '2022-01-02']]) // oxfmt-ignore
    return Number(/(\d{5})[A-Z]/.exec(String((await caseNamed(title)).case_no))?.[1])
  }
  const first = await made('编号一', 110)
  const table = [['专利名称', '申请号', '申请日'], ['只看', number(111, 2022), '2022-01-02']] // oxfmt-ignore
  await preview(table)
  await imported(table, { dry_run: 'true' })
  assert.equal(await made('编号二', 112), first + 1)
})

test('annuities marked as paid in the table are paid, and the next annuity is due', async () => {
  const table = [
    ['专利名称', '申请号', '申请日', '授权公告日', '法律状态', '已缴年费年度'],
    ['缴到第九年', number(120, 2018), '2018-03-04', '2020-03-04', '授权', '第9年'],
    ['没有说', number(121, 2018), '2018-03-04', '2020-03-04', '授权', ''],
    ['说了公历', number(122, 2018), '2018-03-04', '2020-03-04', '授权', 2025],
  ]
  const job = await imported(table)
  assert.deepEqual([job.ok, job.failed], [2, 1], JSON.stringify(job.errors))
  const paid = await caseNamed('缴到第九年')
  const fees = await tenant.db
    .selectFrom('fee')
    .select(['annuity_year', 'status', 'pay_date'])
    .where('case_sid', '=', paid.sid)
    .where('fee_class', '=', 'ANNUITY')
    .orderBy('annuity_year')
    .execute()
  assert.ok(fees.some(({ annuity_year }) => annuity_year === 9))
  for (const { annuity_year, status, pay_date } of fees)
    if (Number(annuity_year) <= 9) assert.deepEqual([status, pay_date], ['PAID', null], `year ${annuity_year}`)
  assert.equal(paid.next_annuity_year, 10)
  const open = await tenant.db
    .selectFrom('deadline')
    .select('annuity_year')
    .where('case_sid', '=', paid.sid)
    .where('kind', '=', 'ANNUITY')
    .where('status', '=', 'OPEN')
    .execute()
  assert.ok(open.length > 0 && open.every(({ annuity_year }) => Number(annuity_year) >= 10))
})

test('rejected rows are imported after correction in their file', async () => {
  const job = await imported([['我的备忘', '专利名称', '申请号', '申请日'], ['x', '待改', '202310123456.7', '2023-02-20']]) // oxfmt-ignore
  assert.deepEqual([job.ok, job.failed], [0, 1])
  const file = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${manager.token}` } })
  const rows = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows ?? []
  assert.match(String(rows[1]?.at(-1)), /校验位/)
  const mended = rows.map((row) => row.map((cell) => (cell === '202310123456.7' ? '202310123456.6' : cell))) as Cell[][]
  const again = await imported(mended)
  assert.deepEqual([again.ok, again.failed], [1, 0], JSON.stringify(again.errors))
})

for (const [name, bytes, words] of [
  ['with a password, or an old .xls', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), /xls/],
  ['that is a PDF', Buffer.from('%PDF-1.7'), /不是表格/],
  ['that is empty', Buffer.alloc(0), /空/],
  ['cut off in the middle', Buffer.from('PK\u0003\u0004 and no end'), /损坏/],
] as const)
  test(`[8.10] a file ${name} is refused, with its actual type`, async () => {
    const { status, errors } = await sent('import_preview', new Uint8Array(bytes), {})
    assert.equal(status, 415)
    assert.match(errors[0].reason, words)
  })
