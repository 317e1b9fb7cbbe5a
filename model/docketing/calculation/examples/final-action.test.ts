// 35 USC 133 and 37 CFR 1.113, 1.116, 1.135: a reply after a final action does not end the period for what does.
// MPEP 706.07(f): after a first reply within two months the shortened period ends no earlier than the advisory action is mailed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines, checkCompleteness } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { explain } from '../../wording/explain.ts'
import type { CaseEvent, CaseFacts } from '../facts.ts'

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
const isReported = (known: CaseFacts, today: string) => checkCompleteness(known, law, today).some(({ code }) => code === 'REPLY_AFTER_FINAL')
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
      assert.ok(!checkCompleteness(known, law, '2026-05-21').some((gap) => gap.code === 'REPLY_NOT_RECORDED'))
    }
  })

test('a reply to a non-final action ends its period', () => {
  const known = { ...facts('US_EXAM'), events: [event('US4', '2026-01-12'), reply] }
  assert.equal(computeDeadlines(known, law, '2026-03-11').find(({ rule_id }) => rule_id === 'US08')?.status, 'DONE')
  assert.ok(!isReported(known, '2026-03-11'))
})

type Golden = readonly [why: string, final: string, replied: string, advised: string, due: string, cure: string]

// Counted by hand: 12 April and 12 July 2026 are Sundays, 14 March 2026 is a Saturday.
for (const [why, final, replied, advised, due, cure] of [
  ['mailed within three months', '2026-01-12', '2026-03-10', '2026-04-02', '2026-04-13', '2026-07-13'],
  ['mailed after three months', '2026-01-12', '2026-03-10', '2026-04-28', '2026-04-28', '2026-07-13'],
  ['after a reply on the last day of two months', '2026-01-12', '2026-03-12', '2026-04-28', '2026-04-28', '2026-07-13'],
  ['after a reply one day late', '2026-01-12', '2026-03-13', '2026-04-28', '2026-04-13', '2026-07-13'],
  ['after a reply on the Monday that follows two months', '2026-01-14', '2026-03-16', '2026-05-01', '2026-05-01', '2026-07-14'],
  ['after a reply on the Tuesday that follows', '2026-01-14', '2026-03-17', '2026-05-01', '2026-04-14', '2026-07-14'],
  ['mailed after six months', '2026-01-12', '2026-03-10', '2026-07-20', '2026-07-13', '2026-07-13'],
] satisfies Golden[])
  test(`an advisory action ${why} (${advised}): the shortened period ends on ${due}`, () => {
    const known = facts('US_FINAL', event('US_REPLY', replied), event('US_ADVISORY', advised))
    const events = [event('US5', final), ...(known.events ?? []).slice(1)]
    const one = found({ ...known, events }, advised)
    assert.deepEqual([one?.official_due, one?.cure_until ?? one?.official_due, one?.status], [due, cure, advised > cure ? 'MISSED' : 'OPEN'])
  })

test('without a reply, or before the advisory action, the shortened period ends after three months', () => {
  assert.equal(found(facts('US_FINAL', event('US_ADVISORY', '2026-04-28')), '2026-03-11')?.official_due, '2026-04-13')
  assert.equal(found(facts('US_FINAL', reply), '2026-05-11')?.official_due, '2026-04-13')
})

for (const [period, due, limited] of [
  ['1m', '2026-05-28', undefined],
  ['2m', '2026-06-29', undefined], // 28 June is a Sunday
  ['3m', '2026-07-13', '2026-07-12'],
] as const)
  test(`an extension of ${period} counts from the advisory action, within six months of the final action`, () => {
    const known = { ...facts('US_FINAL', reply, event('US_ADVISORY', '2026-04-28')), extensions: [{ key: 'US09:US5', period }] }
    const one = found(known, '2026-05-01')
    assert.deepEqual([one?.extended_due, one?.explanation.extension?.limited_to], [due, limited])
  })

test('an advisory action on a later final action leaves the earlier one as it was', () => {
  const later = (code: string, date: string) => ({ ...event(code, date), sid: `${code} ${date}` })
  const known = facts('US_FINAL', reply, event('US_RCE', '2026-04-10'), later('US5', '2026-06-15'), later('US_REPLY', '2026-07-14'))
  const events = [...(known.events ?? []), later('US_ADVISORY', '2026-09-30')]
  const made = computeDeadlines({ ...known, events }, law, '2026-10-01').filter(({ rule_id }) => rule_id === 'US09')
  assert.deepEqual(made.map(({ official_due }) => official_due), ['2026-04-13', '2026-09-30']) // oxfmt-ignore
})

test('the reasons name the advisory action and the longest time', () => {
  const one = found(facts('US_FINAL', reply, event('US_ADVISORY', '2026-07-20')), '2026-07-20')
  const lines = (['zh', 'en'] as const).map((language) => (one ? explain(one.explanation, language).join('\n') : ''))
  assert.match(lines[0] ?? '', /2026-07-20.*至多到 2026-07-12/)
  assert.match(lines[1] ?? '', /20 Jul 2026: limited by law to 12 Jul 2026/)
})
