// Terms that depend on the day of filing, or that end before their anniversary; and states without a national phase.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'

const law = readLaw()
const facts = { sid: 'c', route: 'DIRECT', status: 'JP_GRANTED' }

for (const [provision, known, due] of [
  ['Design Act of Japan art. 21(1): 25 years from filing', { country: 'JP', patent_type: 'DESIGN', filing_date: '2020-04-01', register_date: '2021-01-15' }, '2045-04-01'],
  ['Design Act of Japan before April 2020: 20 years from registration', { country: 'JP', patent_type: 'DESIGN', filing_date: '2020-03-31', register_date: '2021-01-15' }, '2041-01-15'],
  ['Design Act of Japan from April 2007: 20 years from registration', { country: 'JP', patent_type: 'DESIGN', filing_date: '2007-04-01', register_date: '2008-02-08' }, '2028-02-08'],
  ['Design Act of Japan before April 2007: 15 years from registration', { country: 'JP', patent_type: 'DESIGN', filing_date: '2007-03-31', register_date: '2008-02-08' }, '2023-02-08'],
  ['Design Protection Act of Korea from July 2014: 20 years from filing', { country: 'KR', patent_type: 'DESIGN', filing_date: '2014-07-01', register_date: '2015-03-02' }, '2034-07-01'],
  ['Design Protection Act of Korea before July 2014: 15 years from registration', { country: 'KR', patent_type: 'DESIGN', filing_date: '2014-06-30', register_date: '2015-03-02' }, '2030-03-02'],
  ['Patents Act 1977 s. 25(1): 20 years beginning with the date of filing', { country: 'GB', patent_type: 'INVENTION', status: 'GRANTED', filing_date: '2010-06-15', grant_date: '2014-01-08' }, '2030-06-14'],
] as const)
  test(`${provision}, last day ${due}`, () => {
    const terms = computeDeadlines({ ...facts, ...known }, law, '2022-01-04').filter(({ kind }) => kind === 'TERM')
    assert.deepEqual(terms.map(({ official_due }) => official_due), [due])
  }) // oxfmt-ignore

const wo = { sid: 'c', country: 'WO', route: 'PCT_INTL', patent_type: 'INVENTION', status: 'INTL_PUBLISHED', filing_date: '2025-06-10', earliest_priority_date: '2024-06-12' } // oxfmt-ignore
const noRoute = (known: Parameters<typeof checkCompleteness>[0]) =>
  checkCompleteness(known, law, '2026-03-02').filter(({ code }) => code === 'NO_NATIONAL_ROUTE')

test('a designated state without a national phase has no entry deadline, and is a finding that names its regional office', () => {
  const known = { ...wo, designated: ['FR', 'IT', 'NL'] }
  const entries = computeDeadlines(known, law, '2026-03-02').filter(({ rule_id }) => rule_id.startsWith('NP'))
  assert.deepEqual(entries.map(({ key, official_due }) => [key, official_due]), [['NP09:IT', '2026-12-14']]) // oxfmt-ignore
  assert.match(noRoute(known)[0]?.en ?? '', /national phase in France, Netherlands: .+ European Patent Office/)
})

test('an entry deadline names its state in words, once', () => {
  const names = computeDeadlines({ ...wo, designated: ['JP', 'SG'] }, law, '2026-03-02').filter(({ rule_id }) => rule_id.startsWith('NP'))
  assert.deepEqual(
    names.map(({ name: { zh, en } }) => [zh, en]),
    [
      ['进入日本国家阶段', 'National phase in Japan'],
      ['进入国家阶段（30个月）：新加坡', 'National phase (30 months): Singapore'],
    ],
  )
})

test('a national case of such a state off an international application is a finding, one of another state is not', () => {
  const national = { ...wo, route: 'PCT_NATIONAL', status: 'FILED', entry_date: '2026-02-02' }
  assert.deepEqual([noRoute({ ...national, country: 'FR' }).length, noRoute({ ...national, country: 'IT' }).length], [1, 0])
})
