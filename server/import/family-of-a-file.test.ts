// The work of a docketing specialist: a first filing and its international application come from a spreadsheet, with a priority date but no
// number; the national phases, a division and a continuation are entered by hand; the priority is corrected. Every date was counted by hand
// from the law beside it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { confirmLaterDates } from '../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'
import { startJobs } from '../jobs/start.ts'

startOn('2026-11-20')
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, listed, patent } = casesOf(call, as, 'en')

const HEADS = ['专利名称', '国家/地区', '申请号', '申请日', '优先权号', '优先权日', '优先权国家', '申请人', '发明人']
const FILE = [
  ['齿轮箱', 'CN', '202410754321.4', '2024-06-12', '', '', '', '虚构齿轮公司', '李明'],
  ['齿轮箱', 'WO', 'PCT/CN2025/098765', '2025-06-10', '', '2024-06-13', '', '虚构齿轮公司', '李明'], // a slip: the first filing was a day earlier
] as const

const file = await sendFile(app, { path: 'patent/do/import', token: as.token, file: await workbook([HEADS, ...FILE]), name: '家族.xlsx', fields: { mode: 'skip' } }) // oxfmt-ignore
const job = await jobEnded(tenant, file.data.job_sid)
const rows = await tenant.db.selectFrom('patent').select(['sid', 'country', 'applicants', 'inventors']).where('title', '=', '齿轮箱').execute()
const of = (country: string) => rows.find((row) => row.country === country) ?? assert.fail(`${country} is missing`)
const [first, pct] = [of('CN').sid, of('WO').sid]
const people = { applicants: of('CN').applicants, inventors: of('CN').inventors }

type Line = readonly [key: string, due: string, certainty?: string]
/** Everything on which a right is lost and that is open, in the order of the dates. */
async function open(sid: string) {
  const found = await listed(
    'deadline',
    sid,
    'key,official_due,certainty,kind',
    " AND status = 'OPEN' AND kind = 'ACTION' ORDER BY official_due, key",
  )
  return found.map(({ key, official_due, certainty }) => [String(key), String(official_due), ...(certainty === 'CHECK' ? ['CHECK'] : [])])
}
const shows = async (sid: string, lines: readonly Line[]) => assert.deepEqual(await open(sid), lines)
const findings = async (sid: string) => (await listed('finding', sid, 'code', " AND status = 'OPEN'")).map(({ code }) => String(code)).toSorted()
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  make('related_case', { earlier_sid, later_sid, relation_type, confirm: ['priority_period', 'dates_differ', 'not_pending'] })

const phases = new Map<string, string>()

test('the spreadsheet brings both cases, with the dates of the stated priority, and says that its number is missing', async () => {
  assert.deepEqual([job.failed, rows.length], [0, 2], JSON.stringify(job.errors))
  await done('patent/do/update', { sid: pct, designated: ['CN', 'EP', 'JP', 'US'], ro: 'CN' })
  await shows(first, [['CNP15', '2027-06-14']]) // Patent Law art. 35: 3 years, Saturday 12 June 2027
  await shows(pct, [
    ['NP01:CN', '2026-12-14', 'CHECK'], // Implementing Rules r. 120: 30 months, Sunday 13 December
    ['NP03:US', '2026-12-14', 'CHECK'], // 37 CFR 1.495: 30 months
    ['NP04:JP', '2026-12-14', 'CHECK'], // JPA art. 184-4: 30 months
    ['PCT20', '2026-12-14', 'CHECK'], // PCT Rule 92bis: 30 months
    ['NP02:EP', '2027-01-13', 'CHECK'], // EPC Rule 159: 31 months
  ])
  assert.deepEqual(await findings(pct), ['PRIORITY_INCOMPLETE'])
  assert.deepEqual(await findings(first), ['MISSED_LONG_AGO'], 'the file does not say whether its filing fees were paid')
})

test('national phases entered by hand count from the same priority, with the same doubt', async () => {
  for (const [country, lines] of [
    ['CN', [['CNP50', '2026-12-14', 'CHECK']]],
    [
      'EP',
      [
        ['EP29', '2027-01-13', 'CHECK'],
        ['EP30', '2027-01-13', 'CHECK'],
        ['NP02', '2027-01-13', 'CHECK'],
      ],
    ], // EPC Rules 39, 70, 159
    ['US', [['NP03', '2026-12-14', 'CHECK']]],
    [
      'JP',
      [
        ['NP04', '2026-12-14', 'CHECK'],
        ['JP02', '2028-06-12'],
      ],
    ], // JPA art. 48-3: 3 years from the international filing, Saturday 10 June
  ] as const) {
    const made = await patent({ title: `齿轮箱 ${country}`, country, route: 'PCT_NATIONAL', ...(country === 'CN' && { status: 'ENTRY_PREPARING' }), ...people }) // oxfmt-ignore
    phases.set(country, made.sid)
    await relate(pct, made.sid, 'PCT')
    await shows(made.sid, lines)
    assert.deepEqual(await findings(made.sid), ['PRIORITY_INCOMPLETE'], country)
  }
  assert.ok(
    (await open(pct)).some(([key]) => key === 'NP01:CN'),
    'a draft has not entered',
  )
})

test('the corrected and completed priority moves every date of the family, and no doubt is left', async () => {
  const [claim] = await listed('priority', pct, 'sid,version,priority_date')
  const fresh = { priority_no: '202410754321.4', priority_date: '2024-06-12', priority_country: 'CN' }
  await done('priority/do/update', { sid: claim?.sid, version: claim?.version, ...fresh, confirm: ['family_dates', 'dates_differ'] })
  await shows(pct, [
    ['NP01:CN', '2026-12-14'], // Saturday 12 December
    ['NP03:US', '2026-12-14'],
    ['NP04:JP', '2026-12-14'],
    ['PCT20', '2026-12-14'],
    ['NP02:EP', '2027-01-12'],
  ])
  await shows(String(phases.get('CN')), [['CNP50', '2026-12-14']])
  await shows(String(phases.get('EP')), [['EP29', '2027-01-12'], ['EP30', '2027-01-12'], ['NP02', '2027-01-12']]) // oxfmt-ignore
  await shows(String(phases.get('US')), [['NP03', '2026-12-14']])
  await shows(String(phases.get('JP')), [['NP04', '2026-12-14'], ['JP02', '2028-06-12']]) // oxfmt-ignore
  for (const sid of [pct, ...phases.values()]) assert.deepEqual(await findings(sid), [])
})

test('four entries, a division and a continuation: every open date of every case', async () => {
  const filed = { filing_date: '2025-06-10', pct_no: 'PCT/CN2025/098765', pct_filing_date: '2025-06-10' }
  for (const [country, transition, application_no, entry_date] of [
    ['CN', 'enter', '202580098765.X', '2026-10-12'],
    ['EP', 'ep_file', '25812345.6', '2026-11-02'],
    ['US', 'us_file', '19/123456', '2026-11-04'],
    ['JP', 'jp_file', '特願2026-567890', '2026-11-06'],
  ] as const)
    await done('patent/do/transition', { sid: phases.get(country), transition, application_no, entry_date, ...filed })
  const division = await patent({ title: '齿轮箱 分案', filing_date: '2025-06-10', submission_date: '2026-11-10', application_no: '202611234567.4', status: 'FILED', ...people }) // oxfmt-ignore
  await relate(String(phases.get('CN')), division.sid, 'DIV')
  const continuation = await patent({ title: '齿轮箱 CA', country: 'US', filing_date: '2026-11-12', application_no: '19/234567', status: 'US_FILED', ...people }) // oxfmt-ignore
  await relate(String(phases.get('US')), continuation.sid, 'CA')
  await confirmLaterDates(call, second)
  await shows(first, [['CNP15', '2027-06-14']])
  await shows(pct, [['PCT20', '2026-12-14']])
  await shows(String(phases.get('CN')), [
    ['CNP53', '2026-12-14'], // Implementing Rules r. 127: 2 months from entry, Saturday 12 December
    ['CNP15', '2027-06-14'], // 3 years from the priority
  ])
  await shows(String(phases.get('EP')), [['EP29', '2027-01-12'], ['EP30', '2027-01-12']]) // oxfmt-ignore
  await shows(String(phases.get('US')), [['US06', '2027-02-04']]) // 37 CFR 1.97(b)(2): 3 months from entry
  await shows(String(phases.get('JP')), [
    ['NP04T', '2027-01-06'], // JPA art. 184-4(1): entered in the last two months, the translation follows within 2 months
    ['JP02', '2028-06-12'],
  ])
  await shows(division.sid, [
    ['CNP01', '2027-01-11'], // Implementing Rules r. 49, 112: 2 months from submission, Sunday 10 January
    ['CNP02', '2027-01-11'],
    ['CNP15', '2027-06-14'], // the priority of the parent
  ])
  await shows(continuation.sid, [
    ['US06', '2027-02-12'], // 37 CFR 1.97(b)(1): 3 months from filing
    ['US05', '2027-03-12'], // 37 CFR 1.78(d)(3): the later of 4 months from filing and 16 months from the parent's
  ])
  for (const sid of [pct, ...phases.values(), division.sid, continuation.sid]) assert.deepEqual(await findings(sid), [])
})
