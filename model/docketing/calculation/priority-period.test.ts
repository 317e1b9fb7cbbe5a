import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { computeDeadlines } from '../../../tests/harness/cases/patent-facts.ts'
import type { CaseFacts } from './facts.ts'
import { lateClaims } from './priority-period.ts'

const law = readLaw()
const docket = (facts: Partial<CaseFacts>) =>
  computeDeadlines({ sid: 'c', country: 'CN', patent_type: 'INVENTION', ...facts }, law, '2026-11-22').map(
    ({ key, official_due }) => `${key} ${official_due}`,
  )

// Implementing Rules (2023), rule 128: the international filing date lies within two months after the priority period.
const entered: Partial<CaseFacts> = {
  route: 'PCT_NATIONAL',
  status: 'ENTERED',
  continues: true,
  filing_date: '2025-07-28',
  entry_date: '2026-11-09',
  priorities: [{ priority_date: '2024-06-12', priority_country: 'CN' }],
}
for (const [what, more, isDue] of [
  ['filed in the thirteenth month', {}, true],
  ['filed on the last day of restoration', { filing_date: '2025-08-12' }, true],
  ['filed a day later', { filing_date: '2025-08-13' }, false],
  ['filed on the last day of the twelve months', { filing_date: '2025-06-12' }, false],
  [
    'filed on the first working day after a period that ended on a Saturday',
    { filing_date: '2025-06-16', priorities: [{ priority_date: '2024-06-14' }] },
    false,
  ],
  ['whose priority was restored before', { priorities: [{ priority_date: '2024-06-12', restored: true }] }, false],
  [
    'whose missed period is recorded as an event',
    { filing_date: '2025-06-12', events: [{ sid: 'e', code: 'PRIORITY_PERIOD_MISSED', date: '2025-06-13' }] },
    true,
  ],
] as const)
  // oxfmt-ignore
  test(`a Chinese national phase ${what} ${isDue ? 'may' : 'may not'} have its priority restored within two months of entry`, () => {
    assert.equal(docket({ ...entered, ...more }).includes('CNP57 2027-01-11'), isDue) // 9 January 2027 is a Saturday
  })

// 35 U.S.C. 184: the licence concerns what is filed in the United States first.
const american: Partial<CaseFacts> = { country: 'US', route: 'DIRECT', status: 'US_FILED', filing_date: '2026-10-05' }
for (const [what, more, isDue] of [
  ['a first filing', {}, true],
  ['a filing that claims a provisional one', { priorities: [{ priority_date: '2026-01-05', priority_country: 'US' }] }, true],
  ['a filing after a foreign first filing', { priorities: [{ priority_date: '2026-01-05', priority_country: 'CN' }] }, false],
  ['the national stage of an international application', { route: 'PCT_NATIONAL', continues: true, entry_date: '2026-11-02' }, false],
] as const)
  test(`the American licence for foreign filing ${isDue ? 'is' : 'is not'} monitored for ${what}`, () => {
    assert.equal(docket({ ...american, ...more }).includes('US24 2027-04-05'), isDue)
  })

// 12 months from 1 October 2024 end on the Chinese National Day of 2025, and the holidays last until 8 October.
for (const [ro, filed, isLate] of [
  ['CN', '2025-10-09', false],
  ['CN', '2025-10-10', true],
  [null, '2025-10-02', true],
] as const)
  test(`an international application filed at ${ro ?? 'an unknown office'} on ${filed} ${isLate ? 'claims too late' : 'claims in time'}`, () => {
    const facts: CaseFacts = {
      sid: 'c',
      country: 'WO',
      patent_type: 'INVENTION',
      filing_date: filed,
      ro,
      priorities: [{ priority_date: '2024-10-01' }],
    }
    assert.equal(lateClaims(facts, 12, law.calendars).length, isLate ? 1 : 0)
  })
