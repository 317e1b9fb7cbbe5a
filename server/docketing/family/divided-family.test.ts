// A family whose first filing lies at the end of a month, over the API: an international application entered in five offices, its
// priority corrected, divided in China and Europe, continued in the United States. Every date was counted by hand from the law beside it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

type Row = Record<string, unknown> & { sid: string }
const ok = async <T = Row>(path: string, body: object, by = as) => {
  const answer = await call<T>(path, body, { as: by, lang: 'en' })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}
const patent = async (country: string, more: object) =>
  (await ok('patent/do/create', { title: `Valve ${country}`, patent_type: 'INVENTION', country, ...people, ...more })).sid
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  ok('related_case/do/create', { earlier_sid, later_sid, relation_type, confirm: ['priority_period', 'dates_differ', 'not_pending'] })
const notice = (case_sid: string, code: string, event_date: string) => ok('official_event/do/create', { case_sid, code, event_date })
const [applicant, inventor] = [(await ok('applicant/do/create', { name: 'Valve Works' })).sid, (await ok('inventor/do/create', { name: 'Chen' })).sid]
const people = { applicants: [{ applicant_sid: applicant }], inventors: [{ inventor_sid: inventor }] }

const first = await patent('CN', { filing_date: '2024-08-30', application_no: '202411234500.1', status: 'FILED' })
const pct = await patent('WO', { route: 'PCT_INTL', filing_date: '2025-08-26', application_no: 'PCT/CN2025/111222', status: 'INTL_FILED', ro: 'CN', designated: ['CN', 'EP', 'JP', 'KR', 'US'] }) // oxfmt-ignore
await relate(first, pct, 'PCTA')
const phases: Record<string, string> = {}
for (const country of ['CN', 'EP', 'US', 'JP', 'KR']) {
  phases[country] = await patent(country, { route: 'PCT_NATIONAL', ...(country === 'CN' && { status: 'ENTRY_PREPARING' }) })
  await relate(pct, phases[country], 'PCT')
}
const { CN = '', EP = '', US = '', JP = '', KR = '' } = phases

type Expected = readonly (readonly [sid: string, key: string, due: string | undefined, grace?: string])[]
async function shows(expected: Expected) {
  for (const [sid, key, due, grace] of expected) {
    const where = `case_sid = '${sid}' AND ${key.endsWith(':*') ? `rule_id = '${key.slice(0, -2)}'` : `key = '${key}'`} AND status != 'CANCELLED'`
    const { record } = await ok<{ record: Row[] }>('deadline/do/search', { iql: where, fl: 'key,official_due,grace_end,certainty,status', rows: 1 })
    assert.deepEqual([key, record[0]?.official_due], [key, due], JSON.stringify(record))
    if (grace) assert.equal(record[0]?.grace_end, grace, key)
  }
}

test('before entry the dates count from Friday 30 August 2024, and months without a 30th end on their last day', async () => {
  await notice(pct, 'PC04', '2026-01-15')
  await shows([
    [first, 'PAR01', '2025-08-30'], // Paris 4C: a Saturday, moved by the office of the later filing only
    [first, 'CNP15', '2027-08-30'], // Patent Law art. 35
    [pct, 'PCT03', '2025-12-30'], // PCT Rule 26bis.1: 16 months, later than 26 December
    [pct, 'PCT04', '2025-12-30'], // PCT Rule 17.1
    [pct, 'PCT13:*', '2026-03-16'], // PCT Rule 46.1: two months from the report, Sunday 15 March
    [pct, 'PCT15', '2026-02-28'], // PCT art. 21: a monitor is not moved
    [pct, 'PCT17', '2026-06-30'], // PCT Rule 54bis: 22 months, later than 15 April
    [pct, 'NP01:CN', '2027-03-01', '2027-04-30'], // Rule 120: 28 February is a Sunday; 32 months with the surcharge
    [pct, 'NP02:EP', '2027-03-30'], // EPC Rule 159: Tuesday after Easter
    [pct, 'NP03:US', '2027-03-01'], // 37 CFR 1.495
    [pct, 'NP04:JP', '2027-03-01'], // JPA art. 184-4
    [pct, 'NP05:KR', '2027-03-30'], // KPA 201: 31 months
    [CN, 'CNP50', '2027-03-01', '2027-04-30'],
    [KR, 'NP05', '2027-03-30'],
  ])
})

test('a priority corrected to 27 August moves every date, over the closed days of each office', async () => {
  await ok('patent/do/update', { sid: first, filing_date: '2024-08-27', confirm: ['family_dates'] })
  await shows([
    [first, 'PAR01', '2025-08-27'],
    [pct, 'PCT03', '2025-12-29'], // Saturday 27 December, later than four months from filing
    [pct, 'PCT04', '2025-12-29'],
    [pct, 'PCT15', '2026-02-27'],
    [pct, 'PCT17', '2026-06-29'], // Saturday 27 June
    [pct, 'NP01:CN', '2027-03-01', '2027-04-27'], // Saturday 27 February
    [pct, 'NP02:EP', '2027-03-30'], // Saturday 27 March, Sunday, Easter Monday
    [pct, 'NP03:US', '2027-03-01'],
    [pct, 'NP05:KR', '2027-03-29'], // Korea works on Easter Monday
    [EP, 'NP02', '2027-03-30'],
    [JP, 'NP04', '2027-03-01'],
  ])
})

test('after entry each office counts from its own day, and deadlines of the international phase are done', async () => {
  const filed = { filing_date: '2025-08-26', pct_no: 'PCT/CN2025/111222', pct_filing_date: '2025-08-26' }
  for (const [sid, transition, application_no, entry_date] of [
    [CN, 'enter', '202580111222.7', '2026-10-30'],
    [EP, 'ep_file', '25811122.3', '2026-11-02'],
    [US, 'us_file', '19/111222', '2026-11-03'],
    [JP, 'jp_file', '特願2026-511122', '2026-11-04'],
    [KR, 'jp_file', '10-2026-7011122', '2026-11-05'],
  ] as const)
    await ok('patent/do/transition', { sid, transition, application_no, entry_date, ...filed })
  await notice(EP, 'EP2', '2026-11-13')
  await notice(EP, 'EP_INVENTOR_INVITATION', '2026-11-20')
  await notice(US, 'US_371_NOTICE', '2026-11-10')
  await shows([
    [CN, 'CNP15', '2027-08-27'],
    [CN, 'CNP53', '2026-12-30'], // Rule 127: two months from entry
    [EP, 'EP05', undefined], // PCT Rule 26bis governs the claim
    [EP, 'EP06', undefined], // EPC Rule 163(2): only on invitation
    [EP, 'EP07:*', '2027-01-20'], // EPC Rule 163(1): two months from the invitation
    [EP, 'EP09:*', '2027-05-13'], // EPC Rules 161, 162: six months
    [EP, 'EP18:3', '2027-08-31', '2028-02-29'], // EPC Rule 51, later than 31 months
    [US, 'US06', '2027-02-03'], // 37 CFR 1.97(b)(2)
    [US, 'US22:*', '2027-04-27'], // 37 CFR 1.495(c): 32 months, later than two from the notice
    [JP, 'JP02', '2028-08-28'], // JPA art. 48-3, 184-3: three years from the international filing, Saturday 26 August
    [JP, 'JP03', undefined], // PCT Rule 17
    [KR, 'KR02', '2028-08-28'], // KPA 59(2), 199
    [KR, 'KR03', undefined],
  ])
})

test('divisions and a continuation count from their own filing where the law says so, and from the family elsewhere', async () => {
  const chinese = await patent('CN', { filing_date: '2025-08-26', submission_date: '2026-11-16', application_no: '202611555000.7', status: 'FILED' })
  await relate(CN, chinese, 'DIV')
  const european = await patent('EP', { route: 'EP_DIRECT', filing_date: '2025-08-26', submission_date: '2026-11-17', application_no: '26199001.2', status: 'EP_FILED', claims_count: 18 }) // oxfmt-ignore
  await relate(EP, european, 'DIV')
  await confirmLaterDates(call, second) // before the relations, fees counted from the filing of the parent, and were missed
  const continuation = await patent('US', { filing_date: '2026-11-18', application_no: '19/222333', status: 'US_FILED' })
  await relate(US, continuation, 'CA')
  await shows([
    [chinese, 'CNP01', '2027-01-18'], // Guidelines I-1, 5.1: two months from the division, Saturday 16 January
    [chinese, 'CNP15', '2027-08-27'], // Patent Law art. 35: the priority of the family, later than two months
    [european, 'EP02', undefined], // EPC Rule 36(3) instead of Rule 38
    [european, 'EP03', '2026-12-17'], // EPC Rule 45(2): one month from the division
    [european, 'EP05', undefined],
    [european, 'EP06', undefined],
    [european, 'EP07', undefined],
    [european, 'EP17', '2026-12-17'], // EPC Rule 36(3)
    [european, 'EP18:3', '2027-08-31', '2028-02-29'], // EPC Rule 51(1): not due within four months of the division
    [continuation, 'US05', '2027-03-18'], // 37 CFR 1.55(d), 1.78(d)(3): four months from filing
    [continuation, 'US06', '2027-02-18'], // 37 CFR 1.97(b)(1)
    [continuation, 'US01', undefined],
  ])
  await ok('patent/do/update', { sid: first, filing_date: '2024-08-30', confirm: ['family_dates'] })
  await shows([[chinese, 'CNP15', '2027-08-27']]) // what makes dates later waits for a second person
  const open = await ok<{ record: Row[] }>('date_confirmation/do/search', { iql: "status = 'PROPOSED'", fl: 'sid', rows: 9 })
  for (const { sid } of open.record) await ok('date_confirmation/do/transition', { sid, transition: 'confirm' }, second)
  await shows([
    [chinese, 'CNP15', '2027-08-30'],
    [european, 'EP17', '2026-12-17'],
    [continuation, 'US05', '2027-03-18'],
    [US, 'US22:*', '2027-04-30'],
  ])
})
