import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import type { ComputedDeadline, Explanation } from './computed-deadline.ts'
import type { CaseFacts } from './facts.ts'
import { finalDueOf } from './final-due.ts'

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

const words = { zh: '答复', en: 'Reply' }
const EXPLAINED: Explanation = {
  rule: { id: 'R', version: 1, name: words, legal_basis: words, source: 'test', certainty: 'SURE' },
  office: 'CN', trigger: { date: '2026-01-10' }, candidates: [], raw: '2026-03-10', not_rolled: true, provisional: false,
} // oxfmt-ignore
const MISSED: ComputedDeadline = {
  key: 'R', rule_id: 'R', rule_version: 1, kind: 'ACTION', name: words, basis_date: '2026-01-10', trigger: 'OA', period: '2m', raw_due: '2026-03-10',
  official_due: '2026-03-10', internal_due: null, status: 'MISSED', overdue: false, suspended: false, certainty: 'SURE', provisional: false,
  restoration_end: '2026-05-10', explanation: EXPLAINED,
} // oxfmt-ignore
const restored = (from: string, estimated: boolean): Partial<ComputedDeadline> => ({
  explanation: { ...EXPLAINED, restoration: { text: words, from, estimated, certainty: 'SURE' } },
})
const follower = (key: string): ComputedDeadline => ({ ...MISSED, key: `X:after:${key}`, explanation: { ...EXPLAINED, follows: key } })

for (const [what, more, others, last] of [
  ['a missed deadline that can be restored', {}, [], '2026-05-10'],
  ['one whose restoration runs from its end', restored('EXPIRY', false), [], '2026-05-10'],
  ['one whose notice of loss is still to come', restored('NOTICE', true), [], '2026-05-10'],
  ['one whose restoration the notice of loss has opened', restored('NOTICE', false), [], '2026-03-10'],
  ['one that a request for restoration follows', {}, [follower('R')], '2026-03-10'],
  ['one beside a request for another restoration', {}, [follower('S')], '2026-05-10'],
  ['one that a request follows, and that could be cured', { cure_until: '2026-04-20', extended_due: '2026-04-10' }, [follower('R')], '2026-04-20'],
  ['an open deadline', { status: 'OPEN' }, [], '2026-03-10'],
  ['an open deadline that is extended', { status: 'OPEN', extended_due: '2026-04-10' }, [], '2026-04-10'],
  ['an open deadline that can be cured', { status: 'OPEN', extended_due: '2026-04-10', cure_until: '2026-04-20' }, [], '2026-04-20'],
  ['a missed deadline without restoration', { restoration_end: undefined }, [], '2026-03-10'],
  ['a suspended deadline', { suspended: true }, [], undefined],
  ['a deadline whose date is not entered', { status: 'OPEN', official_due: null }, [], undefined],
] as [string, Partial<ComputedDeadline>, ComputedDeadline[], string | undefined][])
  // the absent end of a restoration stands for a missing one
  // oxfmt-ignore
  test(`the last day of ${what} is ${last ?? 'not known'}`, () => {
    const one: ComputedDeadline = { ...MISSED, ...more }
    assert.equal(finalDueOf(one, [one, ...others]), last)
  })
