// Maintenance fees of German utility models and designs (GebrMG 23(2), DesignG 28, PatKostG 3(2), 7).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { checkCompleteness } from '../../findings/completeness.ts'

const law = readLaw()

for (const [patent_type, filing_date, grant_date, today, expected] of [
  [
    'UTILITY',
    '2017-06-15',
    '2017-09-01',
    '2020-01-10',
    [
      ['DE09:4', '2020-06-30', '2020-12-31', 'OPEN'],
      ['DE10:7', '2023-06-30', '2024-01-02', 'OPEN'],
    ],
  ],
  [
    'UTILITY',
    '2017-06-15',
    '2017-09-01',
    '2023-01-10',
    [
      ['DE09:4', '2020-06-30', '2020-12-31', 'PRESUMED'],
      ['DE10:7', '2023-06-30', '2024-01-02', 'OPEN'],
    ],
  ],
  [
    'UTILITY',
    '2020-02-10',
    '2023-05-11',
    '2023-06-01',
    [
      ['DE09:4', '2023-05-31', '2023-11-30', 'OPEN'],
      ['DE10:7', '2026-03-02', '2026-08-31', 'OPEN'],
    ],
  ],
  ['DESIGN', '2020-04-29', '2020-06-01', '2025-01-10', [['DE11:6', '2025-04-30', '2025-10-31', 'OPEN']]],
  ['DESIGN', '2020-04-29', null, '2025-01-10', []],
] as const)
  // oxfmt-ignore
  test(`a German ${patent_type} filed on ${filing_date}, registered on ${grant_date}, seen on ${today}`, () => {
    const facts = { sid: 'c', country: 'DE', route: 'DIRECT', patent_type, status: 'GRANTED', filing_date, ...(grant_date && { grant_date }) }
    const annuities = computeDeadlines(facts, law, today).filter(({ kind }) => kind === 'ANNUITY')
    assert.deepEqual(
      annuities.map(({ key, official_due, grace_end, status }) => [key, official_due, grace_end, status]),
      expected,
    )
    assert.ok(!checkCompleteness(facts, law, today).some(({ code }) => code === 'NO_ANNUITY_RULE'))
  })
