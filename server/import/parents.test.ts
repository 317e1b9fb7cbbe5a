import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

async function imported(rows: readonly (readonly string[])[]) {
  const file = await workbook([['案号', '专利名称', '国家/地区', '申请号', '申请日', '优先权'], ...rows])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'us.xlsx' })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], `${job.message} ${JSON.stringify(job.errors)}`)
  return data.job_sid as string // as the action declares
}

const caseNo = (case_no: string) =>
  tenant.db.selectFrom('patent').selectAll().where('case_no', '=', case_no).where('deleted_at', 'is', null).executeTakeFirstOrThrow()
async function relationsOf(case_no: string) {
  const { sid, priority_said } = await caseNo(case_no)
  const rows = await tenant.db.selectFrom('related_case as r').innerJoin('patent as p', 'p.sid', 'r.earlier_sid').select(['p.case_no', 'r.relation_type', 'r.remark']).where('r.later_sid', '=', sid).where('r.deleted_at', 'is', null).execute() // oxfmt-ignore
  const open = await tenant.db.selectFrom('finding').select('code').where('case_sid', '=', sid).where('status', '=', 'OPEN').where('code', '=', 'EARLIER_NOT_RECORDED').execute() // oxfmt-ignore
  return {
    parents: rows.map((row) => [row.case_no, row.relation_type]),
    said: priority_said,
    found: open.length,
    remarks: rows.map(({ remark }) => remark),
  }
}

async function parentsOf(case_no: string) {
  const { remarks: _, ...parents } = await relationsOf(case_no)
  return parents
}

const PARENT = ['美国母案', 'US', 'US 61288009 A', '2009-11-05', '']
const CHILD = ['美国续案', 'US', 'US 201213600000 A', '2012-02-20', 'US 61288009 A 20091105']

test('a parent in the same file is related in any order of the rows', async () => {
  await imported([['F-1', ...CHILD], ['F-2', ...PARENT]]) // oxfmt-ignore
  assert.deepEqual(await parentsOf('F-1'), { parents: [['F-2', 'CA']], said: null, found: 0 })
})

test('a parent is linked when it is imported; until then its text is kept with a finding', async () => {
  const child = ['后续案', 'US', 'US 201313700000 A', '2013-02-20', 'US 201113058230 A 20110208']
  const first = await imported([['L-1', ...child]])
  assert.deepEqual(await parentsOf('L-1'), { parents: [], said: 'US 13/058,230 2011-02-08', found: 1 })
  await imported([['L-2', '后到母案', 'US', 'US 201113058230 A', '2011-02-08', '']])
  assert.deepEqual(await parentsOf('L-1'), { parents: [['L-2', 'CA']], said: null, found: 0 })
  const { status } = await call('job/do/take_back', { sid: first }, { as: manager })
  assert.equal(status, 400, 'a later import added to its case')
})

test('an import with parent and child is undone as a whole', async () => {
  const sid = await imported([
    ['T-1', '撤回续案', 'US', 'US 201514700000 A', '2015-02-20', 'US 201313900000 A 20130523'],
    ['T-2', '撤回母案', 'US', 'US 201313900000 A', '2013-05-23', ''],
  ])
  assert.deepEqual((await parentsOf('T-1')).parents, [['T-2', 'CA']])
  const { status, text } = await call('job/do/take_back', { sid }, { as: manager })
  assert.equal(status, 200, text)
  assert.equal(
    (await tenant.db.selectFrom('patent').select('sid').where('title', 'like', '撤回%').where('deleted_at', 'is', null).execute()).length,
    0,
  )
})

for (const [name, country, words, type] of [
  ['K', 'US', 'US 201213600001 A 20120220 CIP', 'CIP'],
  ['L', 'US', 'Continuation-in-part of US 13/600,001 2012-02-20', 'CIP'],
  ['M', 'US', 'US 13/600,001 2012-02-20 (分案申请)', 'DIV'],
  ['N', 'US', 'US 13/600,001 2012-02-20 continuation', 'CA'],
  ['O', 'US', 'US 13/600,001 2012-02-20', 'CA'],
] as const)
  test(`“${words}” for a case in ${country} is read as a relation of type ${type}`, async () => {
    if (name === 'K') await imported([['REL-0', '有类型的母案', 'US', 'US 201213600001 A', '2012-02-20', '']])
    await imported([[`REL-${name}`, '有类型的后案', country, `US 20141470000${name.charCodeAt(0) - 75} A`, '2014-02-20', words]])
    const { parents, said, remarks } = await relationsOf(`REL-${name}`)
    assert.deepEqual([parents, said], [[['REL-0', type]], null])
    assert.equal(/没有写明/.test(remarks[0] ?? ''), name === 'O')
  })

test('a Chinese division names its parent; a provisional remains a priority', async () => {
  await imported([['CN-0', '中国母案', 'CN', '202010123456.2', '2020-02-22', ''], ['CN-1', '中国分案', 'CN', '202110234567.5', '2021-03-03', '202010123456.2 2020-02-22 CN 分案']]) // oxfmt-ignore
  assert.deepEqual((await parentsOf('CN-1')).parents, [['CN-0', 'DIV']])
  await imported([['PRO-1', '临时在先', 'US', 'US 201514700009 A', '2015-02-20', 'US 62/000,123 2014-05-30 provisional']])
  const { sid } = await caseNo('PRO-1')
  const claims = await tenant.db.selectFrom('priority').select('priority_no').where('case_sid', '=', sid).execute()
  assert.deepEqual(claims.map(({ priority_no }) => priority_no), ['62/000,123']) // oxfmt-ignore
})

test('a continuation that names only its parent has no route of the Paris Convention; one with a foreign priority has', async () => {
  await imported([
    ['ROUTE-1', '续案', 'US', 'US 201414800000 A', '2014-03-20', 'US 13/600,009 2012-02-20 continuation'],
    ['ROUTE-2', '巴黎案', 'US', 'US 201414800001 A', '2014-03-20', 'CN 201310123456.2 2013-04-10'],
  ])
  assert.deepEqual([(await caseNo('ROUTE-1')).route, (await caseNo('ROUTE-2')).route], ['DIRECT', 'PARIS'])
})

test('a division with the filing date of its parent keeps what the file says of the parent, as a finding, and is related to a parent on record', async () => {
  await imported([
    ['SAME-1', '分案', 'CN', '202110234568.X', '2020-02-22', '202010123457.7 2020-02-22 CN 分案'],
    ['SAME-2', '未写明关系', 'CN', '202110234569.4', '2020-02-22', '202010123457.7 2020-02-22 CN'],
    ['SAME-3', '只列本申请', 'CN', '202110234570.7', '2020-02-22', '202110234570.7 2020-02-22 CN'],
  ])
  assert.deepEqual(await parentsOf('SAME-1'), { parents: [], said: 'CN 202010123457.7 2020-02-22 分案', found: 1 })
  const priority = await parentsOf('SAME-2')
  assert.match(String(priority.said), /202010123457\.7 2020-02-22/)
  assert.equal(priority.found, 1)
  assert.deepEqual(await parentsOf('SAME-3'), { parents: [], said: null, found: 0 }, 'the filing itself')
  await imported([['SAME-0', '母案', 'CN', '202010123457.7', '2020-02-22', '']])
  assert.deepEqual(await parentsOf('SAME-1'), { parents: [['SAME-0', 'DIV']], said: null, found: 0 })
})

for (const [name, country, heads, no, parent, kind, dates] of [
  // KIPRIS: 출원일자 is the day on which the division was submitted; its filing date is that of the original (KPA art. 52(2)).
  ['KR-1', 'KR', ['출원번호', '출원일자', '원출원번호', '원출원일자'], '1020240037093', '1020230084566', '', ['2023-06-29', '2024-03-18']],
  ['JP-1', 'JP', ['出願番号', '出願日', '原出願番号', '原出願日'], '特願2024-037093', '特願2023-084566', '', ['2023-06-29', '2024-03-18']],
  ['CN-DIV', 'CN', ['申请号', '申请日', '母案申请号', '母案申请日'], '202410303709.2', '202310788456.8', '分案', ['2023-06-29', '2024-03-18']],
  ['CN-DOM', 'CN', ['申请号', '申请日', '母案申请号', '母案申请日'], '202410303710.5', '202310788457.2', '', ['2024-03-18', '2024-03-18']], // perhaps a first filing of which priority is claimed
] as const)
  test(`${name}: the row of a division has the day of its own submission, and that of its parent beside it`, async () => {
    const file = await workbook([
      ['案号', '专利名称', '国家/地区', '申请类别', ...heads],
      [name, '분할', country, kind, no, '2024-03-18', parent, '2023-06-29'],
      [`${name}-P`, '원출원', country, '', parent, '2023-06-29', '', ''],
    ])
    const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'divisions.xlsx' })
    assert.ok(data?.job_sid, message)
    const job = await jobEnded(tenant, data.job_sid)
    assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job.errors))
    const { filing_date, submission_date } = await caseNo(name)
    assert.deepEqual([filing_date, submission_date], dates)
    if (country !== 'CN') assert.deepEqual((await parentsOf(name)).parents, [[`${name}-P`, 'DIV']])
  })

const KIPRIS = ['案号', '专利名称', '国家/地区', '출원번호', '출원일자', '국제출원번호', '원출원번호', '원출원일자'] as const
const LEDGER = ['案号', '专利名称', '国家/地区', '申请号', '申请日', '优先权', '母案申请号', '母案申请日'] as const

async function fileOf(heads: readonly string[], rows: readonly (readonly string[])[]) {
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file: await workbook([heads, ...rows]), name: 'asia.xlsx' }) // oxfmt-ignore
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job.errors))
}

test('a Korean division of a national phase, whose number is of the same series, enters no national phase itself', async () => {
  await fileOf(KIPRIS, [
    ['KR-6', '국내단계', 'KR', '1020227001234', '2021-06-29', 'PCT/KR2021/008111', '', ''],
    ['KR-7', '분할', 'KR', '1020247012345', '2024-03-18', '', '1020227001234', '2021-06-29'],
    ['KR-8', '분할', 'KR', '1020247012346', '2024-03-18', 'PCT/KR2021/008111', '1020227001234', '2021-06-29'],
    ['KR-9', '분할', 'KR', '1020247012347', '2021-06-29', '', '1020227001234', ''],
  ])
  assert.equal((await caseNo('KR-6')).route, 'PCT_NATIONAL')
  for (const name of ['KR-7', 'KR-8', 'KR-9']) {
    const { sid, route, filing_date } = await caseNo(name)
    assert.deepEqual([route, filing_date], ['DIRECT', '2021-06-29'], name)
    assert.deepEqual((await parentsOf(name)).parents, [['KR-6', 'DIV']], name)
    const entries = await tenant.db.selectFrom('deadline').select('key').where('case_sid', '=', sid).where('key', '=', 'NP05').execute()
    assert.deepEqual(entries, [], name)
  }
})

test('a Korean national phase that names its international application in the place of a parent has its dates, and is no division', async () => {
  await fileOf(KIPRIS, [
    ['KR-10', '국내단계', 'KR', '1020207012345', '2020-08-01', '', 'PCT/US2019/012345', '2019-01-15'],
    ['KR-11', '분할', 'KR', '1020247012348', '2024-03-18', '', 'PCT/US2019/012345', '2019-01-15'], // later than an entry can be
    ['KR-12', '국내출원', 'KR', '1020190099999', '2019-08-16', '', 'PCT/US2019/012345', '2019-01-15'], // not a number of a national phase
  ])
  const phase = await caseNo('KR-10')
  assert.deepEqual(
    [phase.route, phase.filing_date, phase.entry_date, phase.pct_filing_date, phase.pct_no, phase.priority_said],
    ['PCT_NATIONAL', '2019-01-15', '2020-08-01', '2019-01-15', 'PCT/US2019/012345', null],
  )
  const division = await caseNo('KR-11')
  assert.deepEqual(
    [division.route, division.filing_date, division.submission_date, division.entry_date],
    ['DIRECT', '2019-01-15', '2024-03-18', null],
  )
  const other = await caseNo('KR-12')
  assert.deepEqual([other.filing_date, other.submission_date, other.entry_date], ['2019-08-16', '2019-08-16', null])
})

test('a first filing of which priority is claimed does not move the filing date of a Japanese case; a parent of years before does', async () => {
  await fileOf(LEDGER, [
    ['JP-3', '国内優先', 'JP', '特願2024-100000', '2024-06-01', '', '特願2023-090000', '2023-06-05'],
    ['JP-4', '国内優先', 'JP', '特願2024-100001', '2024-06-01', 'JP 特願2023-090001 2023-06-05', '特願2023-090001', '2023-06-05'],
    ['JP-5', '分割', 'JP', '特願2024-100002', '2024-06-01', '', '特願2021-090002', '2021-06-07'],
  ])
  const [doubtful, claiming, division] = [await caseNo('JP-3'), await caseNo('JP-4'), await caseNo('JP-5')]
  assert.deepEqual([doubtful.filing_date, doubtful.submission_date], ['2024-06-01', '2024-06-01'])
  assert.deepEqual([(await parentsOf('JP-3')).found, doubtful.priority_said], [1, 'JP 特願2023-090000 2023-06-05 母案'])
  assert.deepEqual(
    [claiming.filing_date, claiming.submission_date, claiming.priority_said, claiming.earliest_priority_date],
    ['2024-06-01', '2024-06-01', null, '2023-06-05'],
  )
  assert.deepEqual([division.filing_date, division.submission_date], ['2021-06-07', '2024-06-01'])
})

test('a division that repeats the international number of its parent enters no national phase itself', async () => {
  const file = await workbook([
    ['案号', '专利名称', '国家/地区', '申请号', '申请日', 'PCT国际申请号', 'PCT申请日', '进入国家阶段日', '优先权日', '母案申请号', '申请类别'],
    ['PH-0', '国家阶段', 'CN', '202480012345.0', '2024-07-09', 'PCT/US2024/037123', '2024-07-09', '2025-12-01', '2023-07-10', '', ''],
    ['PH-1', '分案', 'CN', '202610045678.4', '2024-07-09', 'PCT/US2024/037123', '2024-07-09', '', '2023-07-10', '202480012345.0', '分案申请'],
    ['PH-2', '续案', 'US', '19/345,678', '2025-11-10', 'PCT/US2024/037123', '2024-07-09', '', '2023-07-10', '', 'Continuation'],
  ])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'phases.xlsx' })
  assert.ok(data?.job_sid, message)
  await jobEnded(tenant, data.job_sid)
  assert.deepEqual([(await caseNo('PH-0')).route, (await caseNo('PH-1')).route, (await caseNo('PH-2')).route], ['PCT_NATIONAL', 'DIRECT', 'DIRECT'])
  assert.deepEqual((await parentsOf('PH-1')).parents, [['PH-0', 'DIV']])
  const { sid } = await caseNo('PH-1')
  const entry = await tenant.db.selectFrom('deadline').select('status').where('case_sid', '=', sid).where('key', '=', 'CNP50').execute()
  assert.deepEqual(entry, [])
})
