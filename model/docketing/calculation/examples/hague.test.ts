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
