// A whole family from one spreadsheet, nothing of it entered by hand; then the first filing is corrected. Every date was counted by hand from
// the law beside it. The first file has the headings of our template, the second is written as another system would write it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { confirmLaterDates } from '../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'
import { startJobs } from '../jobs/start.ts'

startOn('2026-11-26')
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { done, listed } = casesOf(call, as, 'en')

const OWN = [
  ['专利名称', '国家/地区', '专利类型', '途径', '申请号', '申请日', '实际提交日', '优先权（一格多项）', 'PCT国际申请号', 'PCT申请日', '进入国家阶段日', '指定国', '公开号', '公开日', '申请人', '发明人'],
  ['轴承', 'CN', '发明', '直接申请', '202410871234.7', '2024-09-06', '', '', '', '', '', '', 'CN118876543A', '2026-03-10', '虚构轴承公司', '李明'],
  ['轴承', 'WO', '发明', 'PCT 国际阶段', 'PCT/CN2025/087654', '2025-08-29', '', 'CN202410871234.7 2024-09-06', '', '', '', 'CN;EP;US;JP;KR', '', '', '虚构轴承公司', '李明'],
  ['轴承 CN', 'CN', '发明', 'PCT 国家阶段', '202580061234.3', '2025-08-29', '', 'CN202410871234.7 2024-09-06', 'PCT/CN2025/087654', '2025-08-29', '2026-11-10', '', '', '', '虚构轴承公司', '李明'],
  ['轴承 EP', 'EP', '发明', 'PCT 国家阶段', '25761234.1', '2025-08-29', '', 'CN202410871234.7 2024-09-06', 'PCT/CN2025/087654', '2025-08-29', '2026-11-03', '', '', '', '虚构轴承公司', '李明'],
  ['轴承 US', 'US', '发明', 'PCT 国家阶段', '19/123,456', '2025-08-29', '', 'CN202410871234.7 2024-09-06', 'PCT/CN2025/087654', '2025-08-29', '2026-10-20', '', '', '', '虚构轴承公司', '李明'],
  ['轴承 JP', 'JP', '发明', 'PCT 国家阶段', '特願2026-512345', '2025-08-29', '', 'CN202410871234.7 2024-09-06', 'PCT/CN2025/087654', '2025-08-29', '2026-11-05', '', '', '', '虚构轴承公司', '李明'],
  ['轴承 分案', 'CN', '发明', '', '202611654321.2', '2025-08-29', '2026-11-20', 'CN202410871234.7 2024-09-06；分案 CN202580061234.3 2025-08-29', '', '', '', '', '', '', '虚构轴承公司', '李明'],
  ['轴承 CA', 'US', '发明', '', '19/234,567', '2026-11-18', '', 'CN202410871234.7 2024-09-06；继续申请 US19/123,456 2025-08-29', '', '', '', '', '', '', '虚构轴承公司', '李明'],
] as const // oxfmt-ignore

type Line = readonly [key: string, due: string, certainty?: string]
async function open(sid: string) {
  const found = await listed('deadline', sid, 'key,official_due,certainty', " AND status = 'OPEN' AND kind = 'ACTION' ORDER BY official_due, key")
  return found.map(({ key, official_due, certainty }) => [String(key), String(official_due), ...(certainty === 'CHECK' ? ['CHECK'] : [])])
}
const findings = async (sid: string) => (await listed('finding', sid, 'code', " AND status = 'OPEN'")).map(({ code }) => String(code)).toSorted()

async function brought(rows: readonly (readonly string[])[], name: string) {
  const file = await sendFile(app, { path: 'patent/do/import', token: as.token, file: await workbook(rows), name, fields: { mode: 'skip' } })
  return jobEnded(tenant, file.data.job_sid)
}
const sidsOf = async (title: string) => {
  const rows = await tenant.db.selectFrom('patent').select(['sid', 'title', 'country']).where('title', 'like', `${title}%`).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  return new Map(
    rows.map((row) => [
      row.title === title ? (row.country === 'CN' ? 'first' : String(row.country)) : String(row.title).slice(title.length + 1),
      row.sid,
    ]),
  )
}

/** With the day from which the family counts: 6 September 2024 as the file has it, 30 August as it was. */
const DATES = {
  '2024-09-06': { exam: '2027-09-06', kr: '2027-04-06', ib: '2027-03-08', jp: '2027-03-08', ep: '2027-04-06' }, // 30 months: Saturday 6 March
  '2024-08-30': { exam: '2027-08-30', kr: '2027-03-30', ib: '2027-03-01', jp: '2027-03-01', ep: '2027-03-30' }, // 30 months: Sunday 28 February
} as const

const expected = ({ exam, kr, ib, jp, ep }: (typeof DATES)[keyof typeof DATES]): Record<string, readonly Line[]> => ({
  first: [['CNP15', exam]], // Patent Law art. 35: 3 years
  WO: [
    ['PCT20', ib], // PCT Rule 92bis: 30 months
    ['NP05:KR', kr], // Korea: 31 months; the other offices have been entered
  ],
  CN: [
    ['CNP53', '2027-01-11'], // Implementing Rules r. 127: 2 months from entry, Sunday 10 January
    ['CNP15', exam],
  ],
  EP: [
    ['EP29', ep], // EPC Rules 70, 159: 31 months
    ['EP30', ep],
  ],
  US: [['US06', '2027-01-20']], // 37 CFR 1.97(b)(2): 3 months from entry
  JP: [
    ['NP04T', jp], // JPA art. 184-4(1): entered earlier than two months before the end, the translation has the 30 months
    ['JP02', '2028-08-29'], // JPA art. 48-3: 3 years from the international filing
  ],
  分案: [
    ['CNP01', '2027-01-20'], // Implementing Rules r. 112: 2 months from submission
    ['CNP02', '2027-01-20'],
    ['CNP15', exam], // the priority of the parent; 2 months from submission are earlier
  ],
  CA: [
    ['US06', '2027-02-18'], // 37 CFR 1.97(b)(1): 3 months
    ['US05', '2027-03-18'], // 37 CFR 1.55, 1.78: 4 months from filing; 16 months from the priority are over
  ],
})

async function shows(family: ReadonlyMap<string, string>, lines: Record<string, readonly Line[]>) {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(lines)) found[name] = await open(family.get(name) ?? assert.fail(`${name} is missing`))
  assert.deepEqual(found, lines)
}

test('a family in our own headings: eight cases, their relations, and every open date', async () => {
  const job = await brought(OWN, '轴承.xlsx')
  assert.deepEqual([job.failed, job.errors], [0, null], JSON.stringify(job.errors))
  const rows = await tenant.db.selectFrom('patent').select(['sid', 'country', 'route']).where('title', 'like', '轴承%').execute()
  assert.equal(rows.length, 8)
  const relations = await tenant.db.selectFrom('related_case').select('relation_type').where('deleted_at', 'is', null).execute()
  assert.deepEqual(relations.map((one) => one.relation_type).toSorted(), ['CA', 'DIV', 'PCT', 'PCT', 'PCT', 'PCT'])
  const family = await sidsOf('轴承')
  await shows(family, expected(DATES['2024-09-06']))
  for (const [name, sid] of family) assert.deepEqual([name, await findings(sid)], [name, []])
})

test('the corrected first filing moves the whole family', async () => {
  const family = await sidsOf('轴承')
  const first = await tenant.db
    .selectFrom('patent')
    .select(['sid', 'version'])
    .where('application_no', '=', '202410871234.7')
    .executeTakeFirstOrThrow()
  await done('patent/do/update', { sid: first.sid, version: first.version, filing_date: '2024-08-30', confirm: ['family_dates', 'dates_differ'] })
  await confirmLaterDates(call, second)
  await shows(family, expected(DATES['2024-08-30']))
  for (const [name, sid] of family) assert.deepEqual([name, await findings(sid)], [name, []])
})

// Another system: its own heading words, several forms of dates, a Japanese number by era, names with separators, a row twice, a priority without its number.
const FOREIGN = [
  ['Our Ref.', 'Title of Invention', 'Country', 'Right Type', 'Appl. No.', 'Date Filed', 'Submission Date', 'Priority No.', 'Priority Date', 'Priority Country', 'International Appl. No.', 'International Filing Date', 'National Phase Date', 'Designated States', 'Pub. No.', 'Pub. Date', 'Applicant(s)', 'Inventor(s)'],
  ['C-1', 'Coupling', 'China', 'Invention', 'CN202410754321.4', '30-Aug-2024', '', '', '', '', '', '', '', '', 'CN 118876544 A', '10.03.2026', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
  ['C-2', 'Coupling', 'WO', 'Invention', 'PCT/CN2025/076543', '29.08.2025', '', '', '2024-08-30', '', '', '', '', 'CN, EP, US, JP, KR', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
  ['C-3', 'Coupling CN', 'CN', 'Invention', '2025800765438', '29 August 2025', '', 'CN202410754321.4', '2024.08.30', 'CN', 'PCT/CN2025/076543', '2025/8/29', '20261110', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
  ['C-4', 'Coupling EP', 'EPO', 'Invention', 'EP 25 769 876.1', '29 Aug 2025', '', '202410754321.4', '30.08.2024', 'China', 'PCT/CN2025/076543', '2025-08-29', '2026/11/3', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', 'Li Ming; Wang Fang'],
  ['C-5', 'Coupling US', 'United States', 'Invention', 'US 19/345678', '29-Aug-2025', '', '202410754321.4', '2024年8月30日', 'CN', 'PCT/CN2025/76543', '2025-08-29', '2026-10-20', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', 'Li Ming; Wang Fang'],
  ['C-6', 'Coupling JP', '日本', '発明', '令和8年特許願第523456号', '令和7年8月29日', '', '202410754321.4', '令和6年8月30日', 'CN', 'PCT/CN2025/076543', '2025-08-29', '令和8年11月5日', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
  ['C-4', 'Coupling EP', 'EPO', 'Invention', 'EP25769876', '29 Aug 2025', '', '', '', '', 'PCT/CN2025/076543', '', '', '', '', '', 'Fictional Couplings Co., Ltd.', 'Li Ming'],
  ['C-7', 'Coupling 分案', 'CN', 'Invention', '202611754321X', '2025-08-29', '2026-11-20', '202410754321.4; division of CN202580076543.8', '2024-08-30; 2025-08-29', 'CN', '', '', '', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
  ['C-8', 'Coupling CA', 'US', 'Invention', '19/456,789', '18-Nov-2026', '', '202410754321.4; continuation of US19/345,678', '2024-08-30; 2025-08-29', 'CN; US', '', '', '', '', '', '', 'Fictional Couplings Co., Ltd.; Sample Works GmbH & Co. KG', '李明、王芳'],
] as const // oxfmt-ignore

test('the same family as another system writes it', async () => {
  const job = await brought(FOREIGN, 'docket export.xlsx')
  const outcome = job.outcome as Record<string, unknown> // a job tells its counts
  assert.deepEqual([job.failed, outcome['created'], outcome['skipped']], [0, 8, 1], JSON.stringify(job.errors))
  const family = await sidsOf('Coupling')
  const dates = expected(DATES['2024-08-30'])
  const doubtful = (lines: readonly Line[] = []) => lines.map(([key, due]): Line => [key, due, 'CHECK'])
  await shows(family, { ...dates, WO: doubtful(dates['WO']) })
  for (const [name, sid] of family) assert.deepEqual([name, await findings(sid)], [name, name === 'WO' ? ['PRIORITY_INCOMPLETE'] : []])
  const written = await tenant.db
    .selectFrom('patent')
    .select(['application_no', 'applicants', 'inventors'])
    .where('title', 'like', 'Coupling%')
    .execute()
  assert.ok(written.every(({ applicants, inventors }) => applicants?.length === 2 && inventors?.length === 2))
  assert.ok(written.some((one) => one.application_no === '特願2026-523456'))
  const [claim] = await listed('priority', family.get('WO') ?? '', 'sid,version')
  await done('priority/do/update', { sid: claim?.sid, version: claim?.version, priority_no: '202410754321.4', priority_country: 'CN' })
  await shows(family, dates)
})

/** Other countries: every date counted by hand from the first filing of 12 June 2024 and the international one of 10 June 2025. */
const ELSEWHERE = [
  OWN[0],
  ['转子', 'CN', '发明', '直接申请', '202410754329.0', '2024-06-12', '', '', '', '', '', '', 'CN118876555A', '2025-12-12', '虚构转子公司', '李明'],
  ['转子', 'WO', '发明', 'PCT 国际阶段', 'PCT/CN2025/098765', '2025-06-10', '', 'CN202410754329.0 2024-06-12', '', '', '', 'KR;GB;DE;CA;IN;AU', '', '', '虚构转子公司', '李明'],
  ['转子 KR', 'KR', '发明', 'PCT 国家阶段', '10-2026-7012345', '2025-06-10', '', 'CN202410754329.0 2024-06-12', 'PCT/CN2025/098765', '2025-06-10', '2026-11-03', '', '', '', '虚构转子公司', '李明'],
  ['转子 GB', 'GB', '发明', 'PCT 国家阶段', '2618123.4', '2025-06-10', '', 'CN202410754329.0 2024-06-12', 'PCT/CN2025/098765', '2025-06-10', '2026-11-10', '', '', '', '虚构转子公司', '李明'],
  ['转子 DE', 'DE', '发明', 'PCT 国家阶段', '112025001234.5', '2025-06-10', '', 'CN202410754329.0 2024-06-12', 'PCT/CN2025/098765', '2025-06-10', '2026-11-12', '', '', '', '虚构转子公司', '李明'],
  ['转子 IN', 'IN', '发明', 'PCT 国家阶段', '202617012345', '2025-06-10', '', 'CN202410754329.0 2024-06-12', 'PCT/CN2025/098765', '2025-06-10', '2026-11-18', '', '', '', '虚构转子公司', '李明'],
  ['转子 分案', 'KR', '发明', '', '10-2026-7054321', '2025-06-10', '2026-11-20', 'CN202410754329.0 2024-06-12；分案 KR10-2026-7012345 2025-06-10', '', '', '', '', '', '', '虚构转子公司', '李明'],
  ['转子 继续', 'US', '发明', '', '19/234,568', '2026-11-12', '', 'CN202410754329.0 2024-06-12；继续申请 PCT/CN2025/098765 2025-06-10', '', '', '', '', '', '', '虚构转子公司', '李明'],
] as const // oxfmt-ignore

test('a family in Korea, the United Kingdom, Germany and India, with a Korean division and a continuation of the international application', async () => {
  const job = await brought(ELSEWHERE, '转子.xlsx')
  assert.deepEqual([job.failed, job.errors], [0, null], JSON.stringify(job.errors))
  const family = await sidsOf('转子')
  await shows(family, {
    WO: [
      ['NP09:CA', '2026-12-14'],
      ['PCT20', '2026-12-14'], // PCT Rule 92bis: 30 months, Saturday 12 December
      ['NP08:AU', '2027-01-12'], // 31 months; the other offices have been entered
    ],
    KR: [['KR02', '2028-06-12']], // KPA art. 59: 3 years from the international filing, Saturday 10 June
    GB: [
      ['GB01', '2027-03-12', 'CHECK'], // Patents Rules r. 68(3): 33 months
      ['GB02', '2027-03-12'], // Patents Rules r. 68(4): 33 months
      ['GB06', '2028-09-12', 'CHECK'], // Patents Rules r. 19: 3 months before the compliance date
      ['GB04', '2028-12-12'], // Patents Rules r. 30(2): 4 years and 6 months
    ],
    DE: [['DE01', '2032-06-10']], // PatG s. 44: 7 years
    IN: [],
    分案: [
      ['KR03', '2027-02-22'], // KPA art. 52, 54: 3 months from the division, Saturday 20 February
      ['KR02', '2028-06-12'],
    ],
    继续: [
      ['US06', '2027-02-12'], // 37 CFR 1.97(b)(1): 3 months
      ['US05', '2027-03-12'], // 37 CFR 1.55, 1.78: 4 months from filing
    ],
  })
  const doubts = async (name: string) => await findings(family.get(name) ?? assert.fail(name))
  assert.deepEqual(await doubts('IN'), ['NO_CALENDAR', 'NO_RULES_FOR_OFFICE'])
  for (const name of ['KR', 'GB', 'DE', '分案', '继续']) assert.deepEqual([name, await doubts(name)], [name, []])
})
