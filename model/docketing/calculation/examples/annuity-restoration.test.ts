// The last day on which a right that lapsed for an unpaid annuity can be restored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const granted: CaseFacts = { sid: 'c', country: 'GB', route: 'DIRECT', patent_type: 'INVENTION', status: 'GRANTED', filing_date: '2019-08-10', grant_date: '2022-05-11' } // oxfmt-ignore

for (const [what, facts, key, due, grace, until, certainty] of [
  // Patents Act 1977 s. 28(1), Patents Rules 2007 r. 40(1): the 13th month after the month in which the six months end.
  ['GB', {}, 'GB03:7', '2025-09-01', '2026-03-02', '2027-03-31', 'SURE'],
  ['GB: six months to the end of a month with 30 days', { filing_date: '2019-12-10' }, 'GB03:6', '2024-12-31', '2025-06-30', '2026-07-31', 'SURE'],
  // PatG 123(2): at the latest one year after the end of the missed period.
  ['DE', { country: 'DE' }, 'DE02:7', '2025-09-01', '2026-03-02', '2027-03-01', 'CHECK'],
  // JPL 112-2, since 2023-04-01: at the latest one year after the late period.
  ['JP', { country: 'JP', status: 'JP_GRANTED', register_date: '2022-05-11' }, 'JP09:4', '2025-05-12', '2025-11-11', '2026-11-11', 'CHECK'],
  // KPA 81-3(1): at the latest one year after the late period.
  ['KR', { country: 'KR', status: 'JP_GRANTED', register_date: '2022-05-11' }, 'KR07:4', '2025-05-12', '2025-11-11', '2026-11-11', 'CHECK'],
] as const)
  test(`${what}: an unpaid annuity is restored until ${until}`, () => {
    const known: CaseFacts = { ...granted, ...facts, watched: [key] }
    const today = '2026-07-01'
    const one = computeDeadlines(known, law, today).find((other) => other.key === key)
    assert.deepEqual(
      [one?.official_due, one?.grace_end, one?.status, one?.restoration_end, one?.final_due, one?.certainty],
      [due, grace, 'MISSED', until, until, certainty],
    )
    const found = checkCompleteness(known, law, today).find(({ code }) => code === 'ANNUITY_MISSED')
    assert.match(String(found?.en), new RegExp(`restoration can be requested until ${until}`))
  })

test('an annuity that is presumed paid, or within its grace period, leaves no finding', () => {
  const codes = (facts: CaseFacts, today: string) => checkCompleteness(facts, law, today).map(({ code }) => code)
  assert.ok(!codes(granted, '2026-07-01').includes('ANNUITY_MISSED'))
  assert.ok(!codes({ ...granted, watched: ['GB03:7'] }, '2026-01-15').includes('ANNUITY_MISSED'))
})
