// The period of priority: its end by office (Paris Convention 4C(3)), and its independence of the first filing (4A(3)).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { dayIn } from '../../../kit/days/day-text.ts'
import { ENDED } from '../../../kit/model.ts'
import { STATE_FACTS } from '../../../rights/patents/lifecycle/states.ts'
import { explain } from '../../wording/explain.ts'
import type { CaseFacts } from '../facts.ts'

const law = readLaw()
const base = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION' }
const found = (key: string, facts: Partial<CaseFacts>, today = '2026-09-21') =>
  computeDeadlines({ ...base, ...facts }, law, today).find((one) => one.key.startsWith(key))

// Paris 4C(3): the closed days of the office where protection is claimed count. 2 October 2026 is a Friday, closed in China alone.
for (const [type, filing_date, raw, china] of [
  ['INVENTION', '2025-10-02', '2026-10-02', '2026-10-08'],
  ['DESIGN', '2026-04-02', '2026-10-02', '2026-10-08'],
  ['INVENTION', '2025-10-20', '2026-10-20', '2026-10-20'],
] as const) {
  test(`a priority year of ${filing_date} (${type}) ends on the unrolled date and lists the date of each office`, () => {
    const year = found(type === 'DESIGN' ? 'PAR02' : 'PAR01', { filing_date, patent_type: type, status: 'FILED' }) ?? assert.fail()
    assert.deepEqual([year.raw_due, year.official_due, year.certainty, year.internal_due! < raw], [raw, raw, 'SURE', true]) // computed
    const days = year.explanation.elsewhere?.days ?? assert.fail()
    assert.deepEqual([days.CN, days.EP, days.US, days.JP, days.KR], [china, raw, raw, raw, raw])
    const [zh, en] = [explain(year.explanation, 'zh').join(''), explain(year.explanation, 'en').join(' ')]
    assert.match(zh, new RegExp(`在后申请的受理局未知，以不顺延的 ${raw} 为准`))
    assert.match(en, new RegExp(`The office of the later filing is unknown, so ${dayIn(raw, 'en')} is not rolled`))
    if (china !== raw) assert.match(zh, /该日为休息日而顺延的局：中国：2026-10-08/)
    if (china !== raw) assert.match(en, /It is rolled at these offices: China: 08 Oct 2026\./)
  })
}

test('a priority year whose unrolled end has passed is lost only after the last day at any office', () => {
  const year = (today: string) => found('PAR01', { filing_date: '2025-10-02', status: 'FILED' }, today)
  assert.deepEqual([year('2026-10-05')?.status, year('2026-10-05')?.overdue, year('2026-10-05')?.cure_until], ['OPEN', true, '2026-10-08'])
  assert.equal(year('2026-10-09')?.status, 'NO_RECORD')
})

test('the year of an international application rolls by its receiving office, and not while that office is unknown', () => {
  const facts = {
    country: 'WO',
    route: 'PCT_INTL',
    status: 'PREPARING',
    earliest_priority_date: '2025-10-02',
    priorities: [{ priority_date: '2025-10-02' }],
  }
  assert.equal(found('PCT01', facts)?.official_due, '2026-10-02')
  assert.equal(found('PCT01', { ...facts, ro: 'CN' })?.official_due, '2026-10-08') // PCT Rule 80.5
})

// Paris 4A(3): a filing that has a date is a basis of priority "whatever may be the subsequent fate of the application".
for (const [status, outcome] of [
  ...Object.entries(STATE_FACTS)
    .filter(([code, { phase, remedy }]) => (ENDED.has(phase) || remedy) && code !== 'NOT_ACCEPTED' && code !== 'TRANSFERRED_OUT')
    .map(([code]) => [code, 'OPEN'] as const),
  ['NOT_ACCEPTED', 'CANCELLED'],
  ['TRANSFERRED_OUT', 'CANCELLED'], // its new owner watches it
] as const) {
  test(`the priority year of a first application is ${outcome} when it is ${status}`, () => {
    assert.equal(found('PAR01', { filing_date: '2026-03-02', status })?.status, outcome)
    assert.equal(found('PAR02', { filing_date: '2026-08-02', patent_type: 'DESIGN', status })?.status, outcome)
  })
}

test('a regular filing on a provisional ends its conversion, not the priority year for other countries', () => {
  const provisional = { country: 'US', patent_type: 'PROVISIONAL', filing_date: '2026-03-02', status: 'US_PROVISIONAL' }
  const events = [{ sid: 'e', code: 'REGULAR_FILED', date: '2026-09-01' }]
  assert.deepEqual([found('US01P', provisional)?.status, found('PAR01', provisional)?.status], ['OPEN', 'OPEN'])
  assert.deepEqual([found('US01P', { ...provisional, events })?.status, found('PAR01', { ...provisional, events })?.status], ['DONE', 'OPEN'])
  assert.equal(found('PAR01', { ...provisional, events, status: 'US_PROV_EXPIRED' })?.status, 'OPEN')
})

// Paris Convention, art. 4C: while the period runs, every other office may still be filed with.
for (const [what, claimed_on, today, status] of [
  ['no case claims, within the period', undefined, '2026-10-02', 'OPEN'],
  ['an own case claims, within the period', '2026-09-01', '2026-10-02', 'OPEN'],
  ['an own case claims, after the period', '2026-09-01', '2026-12-01', 'DONE'],
  ['no case claims, after the period', undefined, '2026-12-01', 'NO_RECORD'],
] as const)
  test(`a first filing whose priority ${what}: ${status}`, () =>
    assert.equal(found('PAR01', { filing_date: '2025-10-02', status: 'FILED', ...(claimed_on && { claimed_on }) }, today)?.status, status))
