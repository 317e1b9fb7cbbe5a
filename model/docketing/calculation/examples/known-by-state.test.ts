// The state of a case proves facts without an official document on record, for example in imported cases.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { OFFICES } from '../../../cases/offices.ts'
import { factsOfCase } from '../../facts-of-case.ts'
import { NOTHING_RELATED } from '../../kind.ts'
import { patentKind } from '../../../rights/patents/case-kind.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const today = '2026-11-21'
const old: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', filing_date: '2019-04-15' }
const owed = (facts: CaseFacts) => computeDeadlines(facts, law, today)
const waiting = (facts: CaseFacts) =>
  owed(facts)
    .filter(({ status }) => status === 'OPEN' || status === 'MISSED')
    .map(({ key, official_due }) => `${key} ${official_due}`)
const codes = (facts: CaseFacts) => checkCompleteness(facts, law, today).map(({ code }) => code)
const find = (key: string, facts: CaseFacts) => owed(facts).find((one) => one.key === key)

for (const status of ['REFUSED', 'REEXAM', 'COURT', 'DEEMED_ABANDONED', 'TERMINATED']) {
  test(`${status}: the earlier deadlines were done`, () => assert.deepEqual(waiting({ ...old, status }), []))
}

for (const [country, status, over] of [
  ['DE', 'SE', ['DE01']],
  ['DE', 'GRANTED', ['DE01']],
  ['GB', 'SE', ['GB01']],
  ['GB', 'GRANTED', ['GB01', 'GB04']],
] as const) {
  test(`${country} ${status}: ${over.join(', ')} were done`, () => {
    for (const key of over) assert.equal(find(key, { ...old, country, status })?.status, 'DONE', key)
  })
}

test('a published international application has been searched and paid for', () => {
  const facts = { ...old, country: 'WO', route: 'PCT_INTL', status: 'INTL_PUBLISHED', filing_date: '2025-02-10' }
  for (const key of ['PCT05', 'PCT11', 'PCT15']) assert.equal(find(key, facts)?.status, 'DONE', key)
})

test('expected office actions are cancelled when every national phase is over, and the case says so', () => {
  const facts = { ...old, country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: '2023-01-10' }
  assert.deepEqual([find('PCT15', facts)?.status, find('PCT15', facts)?.done_by], ['NO_RECORD', 'PERIOD_ENDED'])
  assert.deepEqual([find('PCT11', facts)?.status, find('PCT11', facts)?.done_by], ['NO_RECORD', 'PERIOD_ENDED'])
  assert.deepEqual(codes(facts), ['INTERNATIONAL_PHASE_OVER'])
  assert.equal(find('PCT15', { ...facts, filing_date: '2024-03-10' })?.status, 'OPEN', 'late, and still awaited')
  assert.ok(!codes({ ...facts, filing_date: '2024-03-10' }).includes('INTERNATIONAL_PHASE_OVER'))
})

test('a monitor ends with the application', () => {
  const facts = { ...old, filing_date: '2024-04-15', status: 'DEEMED_WITHDRAWN', close_date: '2026-01-15' }
  assert.equal(find('CNP16', facts)?.status, 'CANCELLED')
})

test('a case in its grace period has not paid the last fee that fell due', () => {
  const granted = { ...old, filing_date: '2021-03-10', grant_date: '2023-05-20' }
  assert.equal(find('CNP38:6', { ...granted, status: 'GRANTED' })?.status, 'PRESUMED')
  const late = find('CNP38:6', { ...granted, status: 'GRACE' })
  assert.deepEqual([late?.status, late?.grace_end, late?.restoration_end], ['MISSED', '2026-09-10', '2026-11-10'])
  assert.equal(find('CNP38:5', { ...granted, status: 'GRACE' })?.status, 'PRESUMED')
  const inTime = find('CNP38:6', { ...granted, filing_date: '2021-08-10', status: 'GRACE' })
  assert.equal(inTime?.status, 'OPEN')
})

test('the day of entry into examination replaces its notice', () => {
  const facts = { ...old, status: 'SE', filing_date: '2025-03-03', se_entered_date: '2026-10-12' }
  assert.equal(find('CNP17', facts)?.official_due, '2027-01-12')
  const noticed = { ...facts, events: [{ sid: 'n', code: 'CN12', date: '2026-10-20', delivery_way: 'ELECTRONIC' }] }
  assert.deepEqual(
    owed(noticed).flatMap(({ rule_id, official_due }) => (rule_id === 'CNP17' ? [official_due] : [])),
    ['2027-01-20'],
  )
})

test('examination is requested in China only after the international filing', () => {
  const facts = { ...old, route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', pct_filing_date: '2024-05-20', filing_date: '2024-05-20', earliest_priority_date: '2023-06-01' } // oxfmt-ignore
  assert.equal(find('CNP15', facts), undefined)
  assert.equal(find('CNP15', { ...facts, status: 'ENTERED', entry_date: '2025-11-20' })?.official_due, '2026-06-01')
})

test('deposits of biological material require their proof', () => {
  const facts = { ...old, status: 'FILED', filing_date: '2026-08-25' }
  assert.equal(find('CNP14', facts), undefined)
  assert.equal(find('CNP14', { ...facts, bio_deposit: [{ depository: 'CGMCC' }] })?.official_due, '2026-12-25')
})

test('a demand postpones the deadline of Luxembourg only within 19 months of the priority date', () => {
  const facts = { ...old, country: 'WO', route: 'PCT_INTL', status: 'SEARCHED', filing_date: '2025-09-29', earliest_priority_date: '2024-09-30', designated: ['LU'] } // oxfmt-ignore
  const limits = (date: string) =>
    owed({ ...facts, events: [{ sid: 'd', code: 'DEMAND', date }] })
      .filter(({ country }) => country === 'LU')
      .map(({ key, official_due }) => `${key} ${official_due}`)
  assert.deepEqual(limits('2026-04-30'), ['NP12:LU 2027-03-30'])
  assert.deepEqual(limits('2026-05-01'), ['NP11:LU 2026-06-01'])
})

for (const [country, status] of [
  ['CN', 'OA'],
  ['CN', 'GRANT_NOTICE'],
  ['EP', 'EP_INTENT'],
  ['US', 'US_FINAL'],
  ['JP', 'JP_OA'],
] as const) {
  test(`${country} ${status} without its notice reports the missing notice`, () => {
    assert.ok(codes({ ...old, country, status, filing_date: '2024-04-15' }).includes('MISSING_NOTICE'))
  })
}

test('with the notice on record nothing is missing', () => {
  const facts = { ...old, filing_date: '2024-04-15', status: 'OA', events: [{ sid: 'n', code: 'CN14', date: '2026-10-12', delivery_way: 'ELECTRONIC' }] } // oxfmt-ignore
  assert.ok(!codes(facts).includes('MISSING_NOTICE'))
})

test('every office of the national phase can be selected', () => {
  const rows = readFileSync(new URL('../../../../seed/law/deadlines/national-phase.json', import.meta.url), 'utf8')
  const rules = JSON.parse(rows) as { terms: { by_country?: Record<string, string> }[] }[] // a list of our own rows
  const named = rules.flatMap(({ terms }) => terms.flatMap(({ by_country }) => Object.keys(by_country ?? {}))).filter((code) => code !== '*')
  assert.ok(named.length > 120)
  for (const code of named) assert.ok(Object.hasOwn(OFFICES, code), code)
})

for (const [country, code, missing] of [
  ['CN', 'CN20', 'MISSING_GRANT_DATE'],
  ['US', 'US7', 'MISSING_GRANT_DATE'],
  ['JP', 'JP4', 'MISSING_REGISTER_DATE'],
] as const) {
  test(`${country}: with ${code} on record and no date of the right, the check asks for the date`, () => {
    const facts = { ...old, country, filing_date: '2024-04-15', events: [{ sid: 'n', code, date: '2026-11-10' }] }
    assert.ok(codes(facts).includes(missing))
  })
}

test('the examination request of a European application is due six months from the mention of the search report, never from its dispatch', () => {
  const published = { country: 'EP', status: 'EP_PUBLISHED', filing_date: '2025-02-10', publication_date: '2026-08-19' }
  const related = (events: object[]) => ({ ...NOTHING_RELATED, events: events.map((one, at) => ({ sid: `e${at}`, direction: 'IN', ...one })) })
  const due = (row: object, ...events: object[]) => {
    const facts = factsOfCase(patentKind, { sid: 'c', patent_type: 'INVENTION', route: 'EP_DIRECT', ...published, ...row }, related(events))
    const found = computeDeadlines(facts, law, '2026-11-20').filter(({ rule_id }) => rule_id === 'EP08')
    return found.map(({ key, raw_due, certainty, status }) => [key, raw_due, certainty, status])
  }
  const earlier = { code: 'EP1', event_date: '2026-07-10' }
  const later = { code: 'EP1', event_date: '2026-10-05' } // dispatched after a publication without report
  const mention = { code: 'SEARCH_PUBLISHED', event_date: '2026-11-04' }
  assert.deepEqual(due({ publication_no: 'EP4500001A1' }), [['EP08', '2027-02-19', 'SURE', 'OPEN']])
  assert.deepEqual(due({}, earlier), [['EP08', '2027-02-19', 'SURE', 'OPEN']])
  assert.deepEqual(due({ publication_no: 'EP4500001A2' }), [['EP08', '2027-02-19', 'CHECK', 'OPEN']])
  assert.deepEqual(due({}), [['EP08', '2027-02-19', 'CHECK', 'OPEN']])
  assert.deepEqual(due({}, later), [['EP08', '2027-02-19', 'CHECK', 'OPEN']])
  assert.deepEqual(due({ publication_no: 'EP4500001A2' }, later, mention), [['EP08', '2027-05-04', 'SURE', 'OPEN']])
  assert.equal(due({ status: 'EP_EXAM' })[0]?.[3], 'DONE')
  assert.deepEqual(due({ route: 'PCT_NATIONAL' }), [])
})

test('the renewal fee of year 3 of a European phase entered before that fee is due is not put off to the 31 months', () => {
  const phase = { sid: 'c', patent_type: 'INVENTION', country: 'EP', route: 'PCT_NATIONAL', status: 'EP_FILED', filing_date: '2025-10-09' }
  const due = (row: object) =>
    computeDeadlines(factsOfCase(patentKind, { ...phase, ...row }, NOTHING_RELATED), law, '2026-11-20').find(({ key }) => key === 'EP18:3')?.raw_due
  assert.equal(due({}), '2028-05-09') // EPC Rule 159(1)(g)
  assert.equal(due({ entry_date: '2028-04-20' }), '2028-05-09')
  assert.equal(due({ entry_date: '2027-10-29' }), '2027-10-31') // EPC Rule 51(1): early processing may have been requested (PCT art. 23(2), 40(2))
  assert.equal(due({ entry_date: '2026-10-20' }), '2027-10-31')
})

test('a revoked refusal closes the deadline for court action', () => {
  const events = [{ sid: 'd', code: 'CN33', date: '2026-11-10', delivery_way: 'ELECTRONIC' }]
  const facts = { ...old, filing_date: '2023-04-17', events }
  assert.equal(find('CNP32:d', { ...facts, status: 'REEXAM' })?.status, 'OPEN')
  assert.equal(find('CNP32:d', { ...facts, status: 'SE' })?.status, 'DONE')
  const granting = {
    ...facts,
    status: 'GRANT_NOTICE',
    events: [...events, { sid: 'g', code: 'CN17', date: '2026-12-01', delivery_way: 'ELECTRONIC', direction: 'IN' }],
  }
  const closed = find('CNP32:d', granting)
  assert.deepEqual([closed?.status, closed?.explanation.early_notice], ['DONE', undefined], 'nobody sues for what the decision gives')
})

test('a suspension is prolonged within a year of its request', () => {
  const decision = { sid: 'b', code: 'CN44', date: '2026-09-10', delivery_way: 'ELECTRONIC' }
  const facts = { ...old, filing_date: '2023-04-17', status: 'SE' }
  assert.equal(find('CNP66', { ...facts, events: [decision] })?.raw_due, '2027-09-10')
  const request = { sid: 'a', code: 'SUSPENSION_REQUEST', date: '2026-08-20' }
  assert.equal(find('CNP66', { ...facts, events: [request, decision] })?.raw_due, '2027-08-20')
})

test('the check reports a missed deadline that can no longer be cured while the case is pending', () => {
  assert.ok(codes({ ...old, status: 'PUBLISHED', publication_date: '2020-10-15' }).includes('MISSED_LONG_AGO'))
  assert.ok(!codes({ ...old, status: 'SE', publication_date: '2020-10-15' }).includes('MISSED_LONG_AGO'))
  assert.ok(!codes({ ...old, status: 'PUBLISHED', filing_date: '2023-04-17', publication_date: '2024-10-15' }).includes('MISSED_LONG_AGO'))
  assert.ok(!codes({ ...old, status: 'TERMINATED' }).includes('MISSED_LONG_AGO'))
})

test('a grace period that ends in a year without a calendar is provisional, though its due date is certain', () => {
  const facts = { ...old, status: 'GRANTED', filing_date: '2020-08-01', grant_date: '2023-05-20' }
  const late = find('CNP38:7', facts)
  assert.deepEqual(
    [late?.official_due, late?.provisional, late?.grace_end, late?.explanation.grace?.provisional],
    ['2026-08-03', false, '2027-02-01', true],
  )
  assert.equal(find('CNP38:6', facts)?.explanation.grace?.provisional, undefined)
})
