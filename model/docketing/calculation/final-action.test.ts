// 35 USC 133 and 37 CFR 1.113, 1.116, 1.135: a reply after a final action does not end the period for what does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, gaps } from '../../../tests/harness/patent-facts.ts'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import type { CaseEvent, CaseFacts } from './facts.ts'

const law = readLaw()
const event = (code: string, date: string): CaseEvent => ({ sid: code, code, date, direction: /^US\d/.test(code) ? 'IN' : 'OUT' })
const facts = (status: string, ...events: CaseEvent[]): CaseFacts => ({
  sid: 'c',
  country: 'US',
  route: 'DIRECT',
  patent_type: 'INVENTION',
  filing_date: '2024-01-08',
  status,
  events: [event('US5', '2026-01-12'), ...events],
})
const found = (known: CaseFacts, today: string) => computeDeadlines(known, law, today).find(({ rule_id }) => rule_id === 'US09')
const isReported = (known: CaseFacts, today: string) => gaps(known, law, today).some(({ code }) => code === 'REPLY_AFTER_FINAL')
const reply = event('US_REPLY', '2026-03-10')

for (const [today, status] of [
  ['2026-03-11', 'OPEN'],
  ['2026-04-14', 'OPEN'],
  ['2026-07-14', 'MISSED'],
] as const)
  test(`on ${today}, after a reply to the final action, its period runs on to the end of six months`, () => {
    const known = facts('US_FINAL', reply)
    const one = found(known, today)
    assert.deepEqual([one?.official_due, one?.status, one?.cure_until], ['2026-04-13', status, '2026-07-13']) // 12 April and 12 July are Sundays
    assert.ok(isReported(known, today))
  })

for (const [code, status] of [
  ['US_RCE', 'US_EXAM'],
  ['US_APPEAL', 'US_APPEAL'],
  ['US6', 'US_ALLOWED'],
  ['US4', 'US_NONFINAL'],
] as const)
  test(`${code} ends the period of the final action, before and after its three months`, () => {
    for (const date of ['2026-03-20', '2026-05-20']) {
      const known = facts(status, reply, event(code, date))
      const one = found(known, '2026-05-21')
      assert.deepEqual([one?.status, one?.done_date ?? date, isReported(known, '2026-05-21')], ['DONE', date, false], date)
      assert.ok(!gaps(known, law, '2026-05-21').some((gap) => gap.code === 'REPLY_NOT_RECORDED'))
    }
  })

test('a reply to a non-final action ends its period', () => {
  const known = { ...facts('US_EXAM'), events: [event('US4', '2026-01-12'), reply] }
  assert.equal(computeDeadlines(known, law, '2026-03-11').find(({ rule_id }) => rule_id === 'US08')?.status, 'DONE')
  assert.ok(!isReported(known, '2026-03-11'))
})
