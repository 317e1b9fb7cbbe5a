import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

const HEADS = ['案号', '专利名称', '国家/地区', '专利类型', '申请号', '申请日', '优先权日', '优先权号', '优先权国家', '优先权']
type Row = Partial<Record<(typeof HEADS)[number], string>>

async function importRows(rows: readonly Row[], mode = 'skip') {
  const file = await workbook([HEADS, ...rows.map((row) => HEADS.map((head) => row[head] ?? ''))])
  const { status, data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: '台账.xlsx', fields: { mode } })
  assert.equal(status, 200, message)
  return jobEnded(tenant, data.job_sid)
}

const caseNo = async (case_no: string) => tenant.db.selectFrom('patent').selectAll().where('case_no', '=', case_no).executeTakeFirstOrThrow()
const claimsOf = async (case_no: string) =>
  tenant.db
    .selectFrom('priority')
    .select(['priority_no', 'priority_date', 'priority_country'])
    .where('case_sid', '=', (await caseNo(case_no)).sid)
    .orderBy('priority_date')
    .execute()

test('a priority with only a date is incomplete: deadlines run from it and are marked to be checked', async () => {
  const filed = Temporal.Now.plainDateISO(ZONE).subtract({ days: 50 }) // the international phase is not over
  const first = filed.subtract({ days: 350 })
  const entry = `${first.add({ months: 30 })}`
  const job = await importRows([
    { 案号: 'D-1', 专利名称: '仅有优先权日', '国家/地区': 'WO', 申请号: `PCT/CN${filed.year}/123456`, 申请日: `${filed}`, 优先权日: `${first}` },
  ])
  assert.deepEqual([job.ok, job.failed], [1, 0], JSON.stringify(job.errors))
  const findings = async () =>
    (
      await tenant.db
        .selectFrom('finding')
        .select('code')
        .where('case_sid', '=', (await caseNo('D-1')).sid)
        .where('status', '=', 'OPEN')
        .execute()
    ).map(({ code }) => code)
  assert.ok((await findings()).includes('PRIORITY_INCOMPLETE'), 'the check follows the import')
  const { sid, earliest_priority_date: earliest } = await caseNo('D-1')
  assert.equal(earliest, `${first}`)
  assert.deepEqual(await claimsOf('D-1'), [{ priority_no: null, priority_date: `${first}`, priority_country: null }])
  const due = await tenant.db
    .selectFrom('deadline')
    .select(['official_due', 'certainty'])
    .where('case_sid', '=', sid)
    .where('raw_due', '=', entry)
    .execute()
  assert.ok(due.length > 0 && due.every(({ official_due, certainty }) => String(official_due) >= entry && certainty === 'CHECK'), JSON.stringify(due))
  const [claim] = await tenant.db.selectFrom('priority').select(['sid', 'version']).where('case_sid', '=', sid).execute()
  const completed = await call('priority/do/update', { ...claim, priority_no: `10-${first.year}-0012345`, priority_country: 'KR' }, { as: manager })
  assert.equal(completed.status, 200, completed.text)
  const later = await tenant.db.selectFrom('deadline').select('certainty').where('case_sid', '=', sid).where('raw_due', '=', entry).execute()
  assert.ok(later.some(({ certainty }) => certainty === 'SURE'))
  const typed = await call('priority/do/create', { case_sid: sid, priority_date: `${first.add({ days: 31 })}` }, { as: manager })
  assert.deepEqual([typed.status, typed.data?.to_complete], [200, true], typed.text)
})

test('a wrong check digit of a priority keeps the row, its day as a priority to be completed and its number as text', async () => {
  const ordinary = { '国家/地区': 'EP', 申请日: '2025-10-01' }
  const job = await importRows([
    { ...ordinary, 案号: 'D-5', 专利名称: '校验位有误', 优先权号: '202510123456.4', 优先权日: '2025-01-10', 优先权国家: 'CN' },
    { ...ordinary, 案号: 'D-6', 专利名称: '同列的校验位有误', 优先权: 'CN202510123456.4 2025-01-10' },
  ])
  assert.deepEqual([job.ok, job.failed], [2, 0], JSON.stringify(job.errors))
  for (const no of ['D-5', 'D-6']) {
    assert.deepEqual(await claimsOf(no), [{ priority_no: null, priority_date: '2025-01-10', priority_country: 'CN' }])
    const { sid, priority_said, earliest_priority_date: earliest } = await caseNo(no)
    assert.deepEqual([priority_said, earliest], ['CN 202510123456.4 2025-01-10', '2025-01-10'])
    const found = await tenant.db.selectFrom('finding').select('code').where('case_sid', '=', sid).where('status', '=', 'OPEN').execute()
    for (const code of ['PRIORITY_INCOMPLETE', 'EARLIER_NOT_RECORDED']) assert.ok(found.some((one) => one.code === code), code) // oxfmt-ignore
  }
})

test('priority dates without a number are all imported', async () => {
  await importRows([
    { 案号: 'D-2', 专利名称: '两个优先权日', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权日: '2024-10-08; 2024-11-01' },
    { 案号: 'D-3', 专利名称: '一号两日', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权日: '2024-10-08, 2024-11-01', 优先权号: 'US 63/456,789' },
    { 案号: 'D-50', 专利名称: '一格只有日期', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权: '2024-10-09', 同族编号: '11' }, // of an export whose family is a number of members
    { 案号: 'D-4', 专利名称: '优先权日即申请日', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权日: '2025-10-01' },
  ])
  assert.deepEqual((await claimsOf('D-2')).map(({ priority_date }) => priority_date), ['2024-10-08', '2024-11-01']) // oxfmt-ignore
  assert.deepEqual(await claimsOf('D-3'), [
    { priority_no: '63/456,789', priority_date: '2024-10-08', priority_country: 'US' },
    { priority_no: null, priority_date: '2024-11-01', priority_country: null },
  ])
  assert.deepEqual(await claimsOf('D-50'), [{ priority_no: null, priority_date: '2024-10-09', priority_country: null }])
  assert.deepEqual(await claimsOf('D-4'), [])
})

test('a number without a day beside a column of the earliest priority date has that day; the filing itself is no claim', async () => {
  await importRows([
    { 案号: 'D-60', 专利名称: '一号一日', '国家/地区': 'EP', 申请日: '2018-03-05', 优先权: 'US 201762467123 P', 优先权日: '2017-03-06' },
    { 案号: 'D-61', 专利名称: '仅列申请本身', '国家/地区': 'US', 申请号: 'US 201715789012 A', 申请日: '2017-10-20', 优先权: 'US 201715789012 A', 优先权日: '2017-10-20' },
    { 案号: 'D-62', 专利名称: '两号一日', '国家/地区': 'EP', 申请日: '2018-03-05', 优先权: 'US 201762467123 P;;US 201715789012 A', 优先权日: '2017-03-06' },
    { 案号: 'D-63', 专利名称: '日本优先权', '国家/地区': 'KR', 申请日: '2022-08-08', 优先权号: 'JP-P-2021-00130123', 优先权日: '2021-08-09' },
  ]) // oxfmt-ignore
  assert.deepEqual(await claimsOf('D-60'), [{ priority_no: '62/467,123', priority_date: '2017-03-06', priority_country: 'US' }])
  assert.deepEqual([await claimsOf('D-61'), (await caseNo('D-61')).priority_said], [[], null])
  assert.deepEqual(await claimsOf('D-62'), [{ priority_no: null, priority_date: '2017-03-06', priority_country: null }])
  assert.equal((await caseNo('D-62')).priority_said, 'US 201762467123 P\nUS 201715789012 A')
  assert.deepEqual(await claimsOf('D-63'), [{ priority_no: '特願2021-130123', priority_date: '2021-08-09', priority_country: 'JP' }])
})

test('where a case comes from is kept in the language of whoever imported it', async () => {
  const file = await workbook([['Title', 'Country', 'Filing date', 'Status', 'Priorities Data'], ['Desk pump', 'EP', '2018-03-05', 'something else', '[10 2017 129 999.1 27.10.2017 DE]']]) // oxfmt-ignore
  const sent = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'list.xlsx', lang: 'en' })
  await jobEnded(tenant, sent.data.job_sid)
  const { data_source } = await tenant.db.selectFrom('patent').select('data_source').where('title', '=', 'Desk pump').executeTakeFirstOrThrow()
  assert.match(String(data_source), /^list\.xlsx #2; .*something else/)
  assert.doesNotMatch(String(data_source), /[一-鿿]/)
  const { sid } = await tenant.db.selectFrom('patent').select('sid').where('title', '=', 'Desk pump').executeTakeFirstOrThrow()
  const claims = await tenant.db.selectFrom('priority').select(['priority_no', 'priority_date']).where('case_sid', '=', sid).execute()
  assert.deepEqual(claims, [{ priority_no: '10 2017 129 999.1', priority_date: '2017-10-27' }])
})

for (const [country, filed, from] of [
  ['US', '2026-09-21', '2025-09-19'],
  ['EP', '2026-09-21', '2025-09-19'],
  ['CN', '2025-05-06', '2024-05-01'],
  ['CN', '2025-05-07', '2024-05-01'],
  ['JP', '2026-09-24', '2025-09-19'],
] as const)
  test(`a priority of ${from} in ${country}, filed ${filed}: import and API agree`, async () => {
    const case_no = `R-${country}-${filed}`
    const claim = { priority_no: '10-2024-0012345', priority_date: from, priority_country: 'KR' }
    const sent = await call(
      'patent/do/create',
      { title: '同一规则', country, patent_type: 'INVENTION', status: 'DRAFTING', filing_date: filed, priorities: [claim] },
      { as: manager },
    )
    await importRows([
      { 案号: case_no, 专利名称: '同一规则', '国家/地区': country, 申请日: filed, 优先权日: from, 优先权号: claim.priority_no, 优先权国家: 'KR' },
    ])
    const taken = await claimsOf(case_no)
    assert.equal(taken.length === 1, sent.status === 200, sent.text)
    assert.equal(taken.length, filed === '2025-05-07' ? 0 : 1)
    const { priority_said } = await caseNo(case_no)
    assert.equal(priority_said, taken.length ? null : `KR 10-2024-0012345 ${from}`)
  })

test('a US parent application is kept as text, not as a priority; a provisional is a priority', async () => {
  const claims = 'US 61288009 A 20091105;;US 201113058230 A 20110208;;US 201161712345 P 20110301;;US 25455909 P 20091023'
  await importRows([{ 案号: 'US-1', 专利名称: 'Continuation', '国家/地区': 'US', 申请号: 'US 201213600000 A', 申请日: '2012-02-20', 优先权: claims }])
  assert.deepEqual(await claimsOf('US-1'), [{ priority_no: '61/712,345', priority_date: '2011-03-01', priority_country: 'US' }])
  assert.equal((await caseNo('US-1')).priority_said, 'US 12/612,880 2009-11-05\nUS 13/058,230 2011-02-08\nUS 61/254,559 2009-10-23')
  const { sid } = await caseNo('US-1')
  const found = await tenant.db
    .selectFrom('finding')
    .select(['words', 'words_en'])
    .where('case_sid', '=', sid)
    .where('code', '=', 'EARLIER_NOT_RECORDED')
    .execute()
  assert.match(String(found[0]?.words_en), /US 12\/612,880 .*05 Nov 2009.*continuation/s)
})

test('an unreadable priority is kept as in the file; an ambiguous date rejects the row', async () => {
  const job = await importRows([
    { 案号: 'S-1', 专利名称: '看不懂', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权日: '去年十月' },
    { 案号: 'S-2', 专利名称: '没有日期', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权号: '63/456,789' },
    { 案号: 'S-3', 专利名称: '两可', '国家/地区': 'CN', 申请日: '2025-10-01', 优先权日: '05/03/2025' },
  ])
  assert.deepEqual([(await caseNo('S-1')).priority_said, (await caseNo('S-2')).priority_said], ['去年十月', '63/456,789'])
  assert.equal(job.failed, 1)
  assert.match(JSON.stringify(job.errors), /2025-05-03.*2025-03-05/)
})

test('the priorities of a national phase are checked against its international filing date', async () => {
  const claims = 'JP 2005123456 A 20050420;;JP 2006307890 W 20060418'
  await importRows([{ 案号: 'N-1', 专利名称: 'National stage', '国家/地区': 'US', 申请号: 'US 91179407 A', 申请日: '2007-10-17', 优先权: claims }])
  const { pct_filing_date, route } = await caseNo('N-1')
  assert.deepEqual([pct_filing_date, route], ['2006-04-18', 'PCT_NATIONAL'])
  assert.deepEqual((await claimsOf('N-1')).map(({ priority_date }) => priority_date), ['2005-04-20']) // oxfmt-ignore
})

test('PATENTSCOPE writes a priority of older applications as country, day and number', async () => {
  const one = { 专利名称: '国际申请', '国家/地区': 'WO', 申请日: '2011-06-20' }
  await importRows([
    { ...one, 案号: 'PS-1', 申请号: 'PCT/US2011/040994', 优先权: '[US 20100622 12/820,600]' },
    { ...one, 案号: 'PS-2', 申请号: 'PCT/US2011/040995', 优先权: '[US 20100623 12/820,601, US 20101104 12/939,702]' },
    { ...one, 案号: 'PS-3', 申请号: 'PCT/US2011/040996', 优先权: 'US 42146903 A 20100722' },
  ])
  assert.deepEqual(await claimsOf('PS-1'), [{ priority_no: '12/820,600', priority_date: '2010-06-22', priority_country: 'US' }])
  assert.deepEqual(
    (await claimsOf('PS-2')).map(({ priority_no, priority_date }) => [priority_no, priority_date]),
    [
      ['12/820,601', '2010-06-23'],
      ['12/939,702', '2010-11-04'],
    ],
  )
  assert.equal((await claimsOf('PS-3'))[0]?.priority_date, '2010-07-22')
})

for (const [case_no, 优先权, expected] of [
  ['EJ-1', 'FI 20061130 2006-06-01', ['FI', '20061130', '2006-06-01']],
  ['EJ-2', 'NO 20061547 2006-04-06', ['NO', '20061547', '2006-04-06']],
  ['EJ-3', 'DE 20012345 01.07.2006', ['DE', '20012345', '2006-07-01']],
  ['EJ-4', 'FI 20061130 20060601', ['FI', '20061130', '2006-06-01']],
  ['EJ-5', 'US 20060622 11/820,600', ['US', '11820600', '2006-06-22']],
] as const)
  test(`“${优先权}”: a number of eight digits beside a day is a number`, async () => {
    await importRows([{ 案号: case_no, 专利名称: '八位号码', '国家/地区': 'EP', 申请日: '2006-12-15', 优先权 }])
    const [claim] = await claimsOf(case_no)
    assert.ok(claim, String((await caseNo(case_no)).priority_said))
    assert.deepEqual([claim.priority_country, claim.priority_no?.replace(/\D/g, ''), claim.priority_date], expected)
  })

test('the number and the day in the column of numbers, with the country beside it', async () => {
  await importRows([
    { 案号: 'EJ-6', 专利名称: '八位号码', '国家/地区': 'EP', 申请日: '2006-12-15', 优先权号: '20061130 2006-06-01', 优先权国家: 'NO' },
  ])
  const [claim] = await claimsOf('EJ-6')
  assert.deepEqual([claim?.priority_country, claim?.priority_no?.replace(/\D/g, ''), claim?.priority_date], ['NO', '20061130', '2006-06-01'])
})
