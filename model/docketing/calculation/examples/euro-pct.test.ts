// The acts of the regional phase before the European Patent Office beside the entry itself: EPC Rules 159(1)(d), (f) and 160(1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const regional: CaseFacts = {
  sid: 'c', country: 'EP', route: 'PCT_NATIONAL', patent_type: 'INVENTION', status: 'EP_FILED', filing_date: '2024-07-29', pct_filing_date: '2024-07-29',
  earliest_priority_date: '2023-07-31', priorities: [{ priority_date: '2023-07-31', priority_country: 'CN' }], entry_date: '2026-01-20',
} // oxfmt-ignore
const find = (rule: string, facts: CaseFacts, today = '2026-02-01') => computeDeadlines(facts, law, today).find(({ rule_id }) => rule_id === rule)

for (const rule of ['EP29', 'EP30'])
  for (const [what, facts, due] of [
    // Clamped to Saturday, 28 February, as the entry itself.
    ['31 months from the priority date', {}, '2026-03-02'],
    ['31 months, where the six months from the search report ended before', { pct_pub_date: '2025-02-06' }, '2026-03-02'],
    ['six months from the publication of the search report, where they end later', { pct_pub_date: '2025-10-15' }, '2026-04-15'],
    ['31 months from the filing date without a priority', { priorities: [], earliest_priority_date: '2024-07-29' }, '2027-03-01'],
  ] as const)
    test(`${rule} is due ${what}`, () => {
      const one = find(rule, { ...regional, ...facts })
      assert.deepEqual([one?.official_due, one?.status], [due, 'OPEN'])
    })

test('the entry, the request for examination and the designation fee are kept apart', () => {
  const requested = { ...regional, events: [{ sid: 'x', code: 'EXAM_REQUEST', date: '2026-01-20' }] }
  assert.deepEqual(['NP02', 'EP29', 'EP30'].map((rule) => find(rule, requested)?.status), ['DONE', 'DONE', 'OPEN']) // oxfmt-ignore
  const paid = { ...requested, events: [...requested.events, { sid: 'p', code: 'PAID:EP.DESIG', date: '2026-02-10' }] }
  assert.deepEqual(['EP29', 'EP30'].map((rule) => find(rule, paid, '2026-02-11')?.status), ['DONE', 'DONE']) // oxfmt-ignore
})

test('what was not done is lost, and further processing runs from the notice of loss', () => {
  const lost = { ...regional, events: [{ sid: 'n', code: 'EP6', date: '2026-04-10', delivery_way: 'ELECTRONIC' }] }
  for (const rule of ['EP29', 'EP30']) {
    const missed = find(rule, lost, '2026-04-15')
    assert.deepEqual(
      [missed?.status, missed?.restoration_end, missed?.if_missed?.en],
      ['MISSED', '2026-06-10', 'Application deemed withdrawn (Rule 160(1))'],
    )
  }
})

test('a supplementary search shows that both were done only after their last day', () => {
  const searched = { ...regional, status: 'EP_SEARCHED', events: [{ sid: 's', code: 'EP1', date: '2026-02-20' }] }
  for (const rule of ['EP29', 'EP30'])
    assert.deepEqual([find(rule, searched, '2026-02-21')?.status, find(rule, searched, '2026-03-20')?.status], ['OPEN', 'DONE'])
})

test('a European application that is no regional phase has the six months from its own search report alone', () => {
  const direct: CaseFacts = { ...regional, route: 'EP_DIRECT', publication_date: '2025-02-12' }
  assert.deepEqual(['EP29', 'EP30'].map((rule) => find(rule, direct)), [undefined, undefined]) // oxfmt-ignore
})
