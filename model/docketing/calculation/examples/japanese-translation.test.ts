// Patent Act of Japan art. 184-4(1): the translation is due at 30 months, or two months after entry papers of the last two months.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const facts: CaseFacts = {
  sid: 'c',
  country: 'JP',
  route: 'PCT_NATIONAL',
  patent_type: 'INVENTION',
  status: 'JP_FILED',
  filing_date: '2025-06-10',
  earliest_priority_date: '2024-06-12',
}
const papers = (date: string) => ({ events: [{ sid: 'e', code: 'JP_ENTRY_PAPERS', date, direction: 'OUT' }] })
const find = (rule: string, known: Partial<CaseFacts>, today = '2026-12-01') =>
  computeDeadlines({ ...facts, ...known }, law, today).find(({ rule_id }) => rule_id === rule)

for (const [when, known, due] of [
  ['early', { entry_date: '2026-09-01' }, '2026-12-14'], // 12 December is a Saturday
  ['two months before the end', { entry_date: '2026-10-12' }, '2026-12-14'],
  ['within the last two months', { entry_date: '2026-11-06' }, '2027-01-06'],
  ['within the last two months, by its papers', papers('2026-11-06'), '2027-01-06'],
] as const)
  test(`an entry ${when} closes the entry, and leaves the translation due on ${due}`, () => {
    const [entry, translation] = [find('NP04', known), find('NP04T', known)]
    assert.deepEqual([entry?.status, translation?.official_due, translation?.status], ['DONE', due, 'OPEN'])
  })

test('without an entry there is one date, for both', () => {
  assert.deepEqual([find('NP04', {})?.official_due, find('NP04T', {})], ['2026-12-14', undefined])
})

test('a translation on record in time, or an examination request, closes it; nothing else does', () => {
  const entered = { entry_date: '2026-11-06' }
  assert.equal(find('NP04T', { ...entered, translation_date: '2026-12-28' }, '2027-01-10')?.status, 'DONE')
  const document = { events: [{ sid: 'e', code: 'TRANSLATION_FILED', date: '2026-12-28', direction: 'OUT' }] }
  assert.equal(find('NP04T', { ...entered, ...document }, '2027-01-10')?.status, 'DONE')
  assert.equal(find('NP04T', { ...entered, sub_exam_date: '2027-01-05' }, '2027-01-10')?.status, 'DONE')
  assert.equal(find('NP04T', entered, '2027-01-10')?.status, 'MISSED')
  const late = find('NP04T', { ...entered, translation_date: '2027-01-08' }, '2027-01-10')
  assert.deepEqual([late?.status, late?.explanation.settled?.late], ['MISSED', true])
})
