// A whole family over the API: a Chinese first filing, its international application, four national phases, a division and a
// continuation. Every date was counted by hand from the law beside it; the calendars are those of the shipped law.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

type Row = Record<string, unknown> & { sid: string }
const ok = async <T = Row>(path: string, body: object) => {
  const answer = await call<T>(path, body, { as, lang: 'en' })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const patent = async (country: string, more: object) =>
  (await ok('patent/do/create', { title: `Gear ${country}`, patent_type: 'INVENTION', country, ...more })).sid
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  ok('related_case/do/create', { earlier_sid, later_sid, relation_type, confirm: ['priority_period', 'dates_differ', 'not_pending'] })
const [applicant, inventor] = [(await ok('applicant/do/create', { name: 'Gear Works' })).sid, (await ok('inventor/do/create', { name: 'Li' })).sid]
const people = { applicants: [{ applicant_sid: applicant }], inventors: [{ inventor_sid: inventor }] }

const first = await patent('CN', { filing_date: '2024-06-12', application_no: '202410754321.4', status: 'FILED', ...people })
const pct = await patent('WO', {
  route: 'PCT_INTL',
  filing_date: '2025-06-10',
  application_no: 'PCT/CN2025/098765',
  status: 'INTL_FILED',
  ro: 'CN',
  designated: ['CN', 'EP', 'JP', 'US'],
})
await relate(first, pct, 'PCTA')
const phases: Record<'CN' | 'EP' | 'US' | 'JP', string> = {
  CN: await patent('CN', { route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', ...people }),
  EP: await patent('EP', { route: 'PCT_NATIONAL', ...people }),
  US: await patent('US', { route: 'PCT_NATIONAL', ...people }),
  JP: await patent('JP', { route: 'PCT_NATIONAL', ...people }),
}
for (const sid of Object.values(phases)) await relate(pct, sid, 'PCT')

type Expected = readonly (readonly [sid: string, key: string, due: string])[]
async function shows(expected: Expected) {
  for (const [sid, key, due] of expected) {
    const { record } = await ok<{ record: Row[] }>('deadline/do/search', {
      iql: `case_sid = '${sid}' AND key = '${key}'`,
      fl: 'key,official_due,certainty,status',
      rows: 1,
    })
    assert.deepEqual([key, record[0]?.official_due], [key, due], JSON.stringify(record))
  }
}
const statusOf = async (sid: string, key: string) =>
  (await ok<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${sid}' AND key = '${key}'`, fl: 'status', rows: 1 })).record[0]?.status
const read = async (sid: string) => (await call<Row>(`patent/${sid}`, undefined, { as })).data

test('before entry, every date counts from the first filing of 12 June 2024', async () => {
  await shows([
    [first, 'PAR01', '2025-06-12'], // Paris 4C: 12 months
    [first, 'CNP15', '2027-06-14'], // Patent Law art. 35: 3 years, Saturday 12 June
    [pct, 'PCT01', '2025-06-12'], // Paris 4C, PCT Rule 80.5
    [pct, 'PCT04', '2025-10-13'], // PCT Rule 17.1: 16 months, Sunday 12 October
    [pct, 'PCT15', '2025-12-12'], // PCT art. 21: 18 months
    [pct, 'NP01:CN', '2026-12-14'], // Implementing Rules r. 120: 30 months, Saturday 12 December
    [pct, 'NP02:EP', '2027-01-12'], // EPC Rule 159: 31 months
    [pct, 'NP03:US', '2026-12-14'], // 37 CFR 1.495: 30 months
    [pct, 'NP04:JP', '2026-12-14'], // JPA art. 184-4: 30 months
    [phases.CN, 'CNP50', '2026-12-14'],
    [phases.EP, 'NP02', '2027-01-12'],
    [phases.US, 'NP03', '2026-12-14'],
    [phases.JP, 'NP04', '2026-12-14'],
  ])
  for (const key of ['NP01:CN', 'NP02:EP', 'NP03:US', 'NP04:JP']) assert.notEqual(await statusOf(pct, key), 'DONE', `${key}: a draft has not entered`)
  for (const sid of [pct, ...Object.values(phases)]) assert.equal((await read(sid)).earliest_priority_date, '2024-06-12')
})

let division = ''
let continuation = ''

test('each recorded entry closes its own entry deadline, and starts the deadlines of its office', async () => {
  const filed = { filing_date: '2025-06-10', pct_no: 'PCT/CN2025/098765', pct_filing_date: '2025-06-10' }
  const enter = (country: keyof typeof phases, transition: string, application_no: string, entry_date: string) =>
    ok('patent/do/transition', { sid: phases[country], transition, application_no, entry_date, ...filed })
  await enter('CN', 'enter', '202580098765.X', '2026-10-12')
  assert.deepEqual([await statusOf(pct, 'NP01:CN'), (await statusOf(pct, 'NP02:EP')) === 'DONE'], ['DONE', false])
  await enter('EP', 'ep_file', '25812345.6', '2026-11-02')
  await enter('US', 'us_file', '19/123456', '2026-11-04')
  await enter('JP', 'jp_file', '特願2026-567890', '2026-11-06')
  for (const key of ['NP01:CN', 'NP02:EP', 'NP03:US', 'NP04:JP']) assert.equal(await statusOf(pct, key), 'DONE', key)
  division = await patent('CN', {
    filing_date: '2025-06-10',
    submission_date: '2026-11-10',
    application_no: '202611234567.4',
    status: 'FILED',
    ...people,
  })
  await relate(phases.CN, division, 'DIV')
  await confirmLaterDates(call, second) // before the relation its fees counted from the filing of the parent, and were missed
  continuation = await patent('US', { filing_date: '2026-11-12', application_no: '19/234567', status: 'US_FILED', ...people })
  await relate(phases.US, continuation, 'CA')
  await shows([
    [phases.CN, 'CNP15', '2027-06-14'], // Patent Law art. 35: 3 years from the priority
    [phases.CN, 'CNP53', '2026-12-14'], // Implementing Rules r. 127: 2 months from entry, Saturday 12 December
    [phases.EP, 'EP18:3', '2027-06-30'], // EPC Rule 51, 159(1)(g): end of the month, later than 31 months
    [phases.US, 'US06', '2027-02-04'], // 37 CFR 1.97(b)(2): 3 months from entry
    [phases.JP, 'JP02', '2028-06-12'], // JPA art. 48-3: 3 years from the international filing date, Saturday 10 June
    [division, 'CNP15', '2027-06-14'], // Implementing Rules r. 49: the priority of the parent
    [division, 'CNP01', '2027-01-11'], // Implementing Rules r. 49, 112: 2 months from submission, Sunday 10 January
    [division, 'CNP02', '2027-01-11'],
    [continuation, 'US05', '2027-03-12'], // 37 CFR 1.78(d)(3): the later of 4 months from filing and 16 months
    [continuation, 'US06', '2027-02-12'], // 37 CFR 1.97(b)(1): 3 months from filing
  ])
  for (const [sid, key] of [
    [division, 'CNP06'],
    [division, 'PAR01C'],
    [continuation, 'US01'],
  ] as const)
    assert.ok([undefined, 'CANCELLED'].includes((await statusOf(sid, key)) as undefined), `${key}: the claim was made before`) // or a status
  assert.deepEqual([(await read(division)).earliest_priority_date, (await read(continuation)).earliest_priority_date], ['2024-06-12', '2024-06-12'])
})

test('a correction of the first filing is previewed for the whole family, requires confirmation, and moves every date', async () => {
  const changes = { filing_date: '2024-06-11' }
  const { moved, hidden } = await ok<{ moved: { case_sid: string; case_name?: string; key: string; from: string; to: string }[]; hidden: number }>(
    'patent/do/preview_dates',
    { sid: first, changes },
  )
  const preview = (sid: string, key: string) => moved.find((one) => one.case_sid === sid && one.key === key)
  assert.deepEqual([preview(pct, 'PCT15')?.from, preview(pct, 'PCT15')?.to, hidden], ['2025-12-12', '2025-12-11', 0])
  assert.match(String(preview(division, 'CNP15')?.case_name), /China$/)
  assert.equal((await read(first)).filing_date, '2024-06-12')
  const asked = await call<Row>('patent/do/update', { sid: first, ...changes, confirm: [] }, { as, lang: 'en' })
  assert.notEqual(asked.code, 0)
  assert.match(asked.text, /dates of 7 later cases of the family will be recalculated/)
  await ok('patent/do/update', { sid: first, ...changes, confirm: ['family_dates'] })
  await shows([
    [first, 'PAR01', '2025-06-11'],
    [first, 'CNP15', '2027-06-11'], // Friday
    [pct, 'PCT04', '2025-10-11'], // a Saturday on which China works
    [pct, 'PCT15', '2025-12-11'],
    [phases.CN, 'CNP50', '2026-12-11'], // Friday
    [phases.EP, 'NP02', '2027-01-11'],
    [phases.US, 'NP03', '2026-12-11'],
    [phases.JP, 'NP04', '2026-12-11'],
    [phases.CN, 'CNP15', '2027-06-11'],
    [phases.EP, 'EP18:3', '2027-06-30'],
    [division, 'CNP15', '2027-06-11'],
    [continuation, 'US05', '2027-03-12'],
  ])
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${division}' AND key = 'CNP15'`, fl: 'sid', rows: 1 })
  const history = await ok('deadline/do/history', { sid: record[0]?.sid })
  assert.ok(JSON.stringify(history).includes('2027-06-14'), 'the earlier date stands in the history')
})

test('a correction of the international filing date updates every date copied from it, including the division', async () => {
  await ok('patent/do/update', { sid: pct, filing_date: '2025-06-09', confirm: ['family_dates'] })
  for (const sid of [...Object.values(phases), division]) assert.equal((await read(sid)).filing_date, '2025-06-09')
  assert.equal((await read(continuation)).filing_date, '2026-11-12')
  await shows([
    [phases.JP, 'JP02', '2028-06-09'], // Friday
    [phases.EP, 'EP18:3', '2027-06-30'],
    [phases.CN, 'CNP15', '2027-06-11'],
    [division, 'CNP15', '2027-06-11'],
  ])
})
