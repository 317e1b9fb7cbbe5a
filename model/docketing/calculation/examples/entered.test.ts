import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'

const law = readLaw()
const TODAY = '2027-03-15'

/** The deadline to enter in the US, 30 months from 30 August 2024 (37 CFR 1.495): Sunday 28 February 2027, so 1 March. */
function entry(entries: { country: string; date: string }[]) {
  const international = { sid: 'c', country: 'WO', route: 'PCT_INTL', patent_type: 'INVENTION', status: 'INTL_PUB' }
  const dates = { filing_date: '2025-08-29', priorities: [{ priority_date: '2024-08-30' }], designated: ['US'] }
  return computeDeadlines({ ...international, ...dates, entered_countries: ['US'], entries }, law, TODAY).find(({ key }) => key === 'NP03:US')
}

for (const [words, date, status, late] of [
  ['on the last day meets the deadline', '2027-03-01', 'DONE', false],
  ['after the last day misses the deadline', '2027-03-02', 'MISSED', true],
  ['with a future date does not count yet', '2027-03-16', 'MISSED', undefined],
] as const)
  test(`an entry ${words}`, () => {
    const found = entry([{ country: 'US', date }])
    assert.equal(found?.official_due, '2027-03-01')
    assert.deepEqual([found.status, found.explanation.settled?.late], [status, late])
  })

test('an entry granted by the office is proved, regardless of its date', () => {
  assert.equal(entry([])?.status, 'DONE')
})

for (const [words, date, status] of [
  ['yesterday', '2027-02-19', 'DONE'],
  ['today', '2027-02-20', 'DONE'],
  ['tomorrow', '2027-02-21', 'OPEN'],
] as const)
  test(`the choice of countries is made with a first entry of ${words}: ${status}`, () => {
    const international = { sid: 'c', country: 'WO', route: 'PCT_INTL', patent_type: 'INVENTION', status: 'INTL_PUB' }
    const dates = { filing_date: '2025-08-29', priorities: [{ priority_date: '2024-08-30' }] }
    const all = computeDeadlines({ ...international, ...dates, entered_countries: ['US'], entries: [{ country: 'US', date }] }, law, '2027-02-20')
    assert.equal(all.find(({ key }) => key === 'NP13')?.status, status, all.map(({ key }) => key).join())
  })
