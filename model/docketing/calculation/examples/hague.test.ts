import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const hague: CaseFacts = { sid: 'c', country: 'WO', route: 'HAGUE_INTL', patent_type: 'DESIGN', status: 'INTL_FILED', filing_date: '2021-02-20' }
const deadlinesOf = (more: Partial<CaseFacts>, today = '2026-11-21') =>
  computeDeadlines({ ...hague, ...more }, law, today)
    .filter(({ rule_id }) => rule_id.startsWith('HAG'))
    .map(({ key, status, official_due, grace_end }) => [key, status, official_due, ...(grace_end ? [grace_end] : [])].join(' '))

test('a Hague registration is published, may be refused, and is renewed every five years', () => {
  assert.deepEqual(deadlinesOf({ register_date: '2021-02-28', hague_pub_date: '2022-02-25', designated: ['CN', 'US'] }), [
    'HAG03 DONE 2021-08-28', // six months for filings before 2022,
    'HAG04:CN DONE 2023-02-25',
    'HAG04:US DONE 2023-02-25',
    'HAG05:6 PRESUMED 2026-03-02 2026-08-28',
    'HAG05:11 OPEN 2031-02-28 2031-08-28',
  ])
})

test('a Hague registration has the filing date unless a later correction changes it', () => {
  assert.ok(deadlinesOf({ filing_date: '2026-06-15' }).includes('HAG05:6 OPEN 2031-06-16 2031-12-15'))
  assert.ok(deadlinesOf({ filing_date: '2026-06-15', register_date: '2026-07-20' }).includes('HAG05:6 OPEN 2031-07-21 2032-01-20'))
})

test('an irregularity has a deadline of three months', () => {
  const events = [{ sid: 'n', code: 'HAGUE_IRREGULARITY', date: '2026-09-10' }]
  assert.ok(deadlinesOf({ filing_date: '2026-06-15', events }).includes('HAG02:n OPEN 2026-12-10'))
})

test('designs have a priority period of six months', () => {
  const priorities = [{ priority_date: '2026-08-31', priority_country: 'CN' }]
  assert.ok(deadlinesOf({ status: 'PREPARING', filing_date: '', priorities }).includes('HAG01 OPEN 2027-03-01'))
})

test('each five years of a registration follow, and roll over a day off; one that has lapsed owes none', () => {
  const renewals = (more: Partial<CaseFacts>) => deadlinesOf({ status: 'HAG_REGISTERED', ...more }).filter((line) => line.startsWith('HAG05'))
  assert.deepEqual(renewals({ filing_date: '2011-02-28' }), ['HAG05:16 PRESUMED 2026-03-02 2026-08-28', 'HAG05:21 OPEN 2031-02-28 2031-08-28'])
  assert.deepEqual(renewals({ filing_date: '2021-12-05' }), ['HAG05:6 OPEN 2026-12-07 2027-06-07']) // Saturday, and Saturday 5 June
  assert.deepEqual(renewals({ filing_date: '2006-06-14', status: 'HAG_GRACE' }), ['HAG05:21 OPEN 2026-06-15 2026-12-14'])
  assert.deepEqual(renewals({ filing_date: '2016-12-05', status: 'LAPSED' }), ['HAG05:11 CANCELLED 2026-12-07 2027-06-07'])
})

test('a designation waits for the end of the refusal period of its office, and owes no annuities there', () => {
  const of = (more: Partial<CaseFacts>) =>
    computeDeadlines(
      { ...hague, country: 'CN', route: 'HAGUE_NATIONAL', status: 'HAGD_PENDING', hague_pub_date: '2026-06-26', ...more },
      law,
      '2026-11-21',
    )
      .filter(({ rule_id, kind }) => rule_id === 'HAG07' || kind === 'ANNUITY')
      .map(({ key, status, official_due }) => `${key} ${status} ${official_due}`)
  assert.deepEqual(of({}), ['HAG07 OPEN 2027-06-26'])
  assert.deepEqual(of({ country: 'EM' }), ['HAG07 OPEN 2026-12-26'])
  assert.deepEqual(of({ status: 'HAGD_REFUSED' }), ['HAG07 DONE 2027-06-26'])
  for (const country of ['CN', 'US', 'JP', 'KR', 'DE', 'GB', 'EM'])
    assert.deepEqual(of({ country, status: 'HAGD_PROTECTED', filing_date: '2020-02-20', hague_pub_date: '2020-08-28', grant_date: '2021-08-28', register_date: '2021-08-28' }).filter((line) => !line.startsWith('HAG07 DONE')), [], country) // oxfmt-ignore
})
