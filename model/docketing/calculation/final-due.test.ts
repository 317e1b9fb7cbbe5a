import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../tests/harness/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from './facts.ts'

const law = readLaw()
const TODAY = '2026-11-22'
const filed: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', status: 'FILED', filing_date: '2026-05-10' }
const granted: CaseFacts = { ...filed, status: 'GRANTED', filing_date: '2021-05-24', grant_date: '2024-01-05' }
const asked: CaseFacts = {
  ...filed,
  status: 'OA',
  filing_date: '2024-05-10',
  events: [{ sid: 'oa', code: 'CN14', date: '2026-09-01', delivery_way: 'ELECTRONIC', receive_date: '2026-09-01' }],
}

const finalOf = (facts: CaseFacts, matches: (one: { name: { en: string }; status: string; key: string }) => boolean, on = TODAY) => {
  const found = computeDeadlines(facts, law, on).find(matches)
  assert.ok(found)
  return [found.official_due, found.final_due]
}

test('the last day of an annuity is the end of its grace period', () => {
  assert.deepEqual(
    finalOf(granted, ({ name }) => /year 6/.test(name.en)),
    ['2026-05-25', '2026-11-24'],
  )
})

test('the last day of a reply is its due date, and after an extension the extended date', () => {
  const isReply = ({ name }: { name: { en: string } }) => /first office action/i.test(name.en)
  const reply = computeDeadlines(asked, law, TODAY).find(isReply)
  assert.ok(reply?.official_due)
  assert.equal(reply.final_due, reply.official_due)
  const extended = computeDeadlines({ ...asked, extensions: [{ key: reply.key, period: '2m', date: TODAY }] }, law, TODAY).find(isReply)
  assert.ok(extended?.extended_due && extended.extended_due > reply.official_due)
  assert.equal(extended.final_due, extended.extended_due)
})

test('a missed deadline without a separate restoration deadline can be cured until the restoration period ends', () => {
  // Priority in Japan: restored on request within 2 months of the 12 months.
  const first: CaseFacts = { ...filed, filing_date: '2025-10-20' }
  const missed = computeDeadlines(first, law, TODAY).filter(({ status, restoration_end }) => status === 'MISSED' && restoration_end)
  for (const one of missed) {
    const own = computeDeadlines(first, law, TODAY).some(({ explanation }) => explanation.follows === one.key)
    assert.equal(one.final_due, own ? (one.cure_until ?? one.official_due) : one.restoration_end, one.key)
  }
  assert.ok(missed.length > 0)
})

test('a suspended period has no last day until it resumes', () => {
  const suspended = computeDeadlines({ ...asked, suspensions: [{ from: '2026-10-01' }] }, law, TODAY).filter((one) => one.suspended)
  assert.ok(suspended.length > 0)
  assert.ok(suspended.every(({ final_due }) => final_due === undefined))
})
