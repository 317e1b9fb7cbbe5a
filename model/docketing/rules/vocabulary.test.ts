// Each feature of a rule is tested with rules written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../tests/harness/cases/patent-facts.ts'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import type { CaseFacts } from '../calculation/facts.ts'
import { lawOf } from './law-pack.ts'
import type { ComputedDeadline } from '../calculation/computed-deadline.ts'
import { reminderDays } from '../reminders.ts'
import type { Rule } from './rule.ts'

const { services, calendars } = readLawRows()
const today = '2026-03-02'
const facts: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', status: 'SE', filing_date: '2025-06-10' }

function rule(id: string, more: Partial<Rule> = {}): Rule {
  return {
    id,
    version: 1,
    zh: '规则',
    en: 'Rule',
    kind: 'ACTION',
    office: 'CN',
    trigger: { field: 'filing_date' },
    terms: [{ from: 'trigger', period: '1y' }],
    roll: 'W',
    legal_basis: { zh: '法', en: 'Law' },
    certainty: 'SURE',
    source: 'test',
    ...more,
  }
}

function owed(rules: Rule[], more: Partial<CaseFacts> = {}, on = today): ComputedDeadline[] {
  return computeDeadlines({ ...facts, ...more }, lawOf({ rules, services, calendars }), on)
}

function only(rules: Rule[], more: Partial<CaseFacts> = {}, on = today): ComputedDeadline {
  const [first, ...others] = owed(rules, more, on)
  assert.ok(first)
  assert.deepEqual(
    others.map(({ key }) => key),
    [],
  )
  return first
}

const event = (code: string, date: string, more = {}) => ({ sid: `${code}-${date}`, code, date, ...more })

test('a fixed period is computed', () => assert.equal(only([rule('A')]).official_due, '2026-06-10'))

test('a period counts from the earliest priority, or from the filing date without a priority', () => {
  const rules = [rule('A', { trigger: { field: 'earliest_priority_date' } })]
  assert.equal(only(rules).raw_due, '2026-06-10')
  const priorities = [{ priority_date: '2025-01-20' }, { priority_date: '2024-12-20' }]
  assert.equal(only(rules, { priorities }).raw_due, '2025-12-20')
})

test('a priority claim excludes the rule', () => {
  const rules = [rule('A', { unless: [{ fact: 'has_priority', is: 'present' }] })]
  assert.equal(owed(rules).length, 1)
  assert.equal(owed(rules, { priorities: [{ priority_date: '2024-12-20' }] }).length, 0)
})

test('required facts must be present', () => {
  const rules = [rule('A', { when: [{ fact: 'event:DISCLOSURE', is: 'present' }] })]
  assert.equal(owed(rules).length, 0)
  assert.equal(owed(rules, { events: [event('DISCLOSURE', '2025-01-01')] }).length, 1)
})

test('an event or a field of the case clears a deadline', () => {
  const rules = [rule('A', { closes: { events: ['CO04'], fields: ['sub_exam_date'] } })]
  const byEvent = only(rules, { events: [event('CO04', '2026-01-05')] })
  assert.deepEqual([byEvent.status, byEvent.done_by, byEvent.done_date], ['DONE', 'EVENT', '2026-01-05'])
  const byField = only(rules, { sub_exam_date: '2026-01-07' })
  assert.deepEqual([byField.status, byField.done_by, byField.done_date], ['DONE', 'FIELD', '2026-01-07'])
})

test('an act after the last day does not clear the deadline', () => {
  const late = only([rule('A', { terms: [{ from: 'trigger', period: '2m' }], closes: { events: ['CO04'] } })], {
    events: [event('CO04', '2025-09-01')],
  })
  assert.deepEqual([late.status, late.explanation.settled?.late], ['MISSED', true])
})

test('a due date moves to the end of the month, also for recurring deadlines', () => {
  assert.equal(only([rule('A', { roll: 'N', terms: [{ from: 'trigger', period: '1y', month_end: true }] })]).official_due, '2026-06-30')
  const recurring = { first: '2y', every: '1y', number_from: 3, number_step: 1, number_to: 5 }
  const yearly = owed([rule('A', { kind: 'ANNUITY', roll: 'N', recurring, terms: [{ from: 'trigger', period: '', month_end: true }] })], {
    filing_date: '2024-02-10',
  })
  assert.deepEqual(
    yearly.map(({ key, official_due }) => [key, official_due]),
    [
      ['A:3', '2026-02-28'],
      ['A:4', '2027-02-28'],
      ['A:5', '2028-02-29'],
    ],
  )
})

test('a due date moves to 31 December of its year', () => {
  assert.equal(only([rule('A', { roll: 'N', terms: [{ from: 'trigger', period: '50y', year_end: true }] })]).official_due, '2075-12-31')
})

test('a national rule overrides the treaty and says so', () => {
  const treaty = rule('T', { office: '*' })
  const national = rule('N', { terms: [{ from: 'trigger', period: '6m' }], overrides: ['T'] })
  const winner = only([treaty, national])
  assert.equal(winner.rule_id, 'N')
  assert.deepEqual(winner.explanation.overrides, ['T'])
  assert.equal(only([treaty, national], { country: 'FR' }).rule_id, 'T')
})

test('the day of the event decides which version applies', () => {
  const rules = [
    rule('A', { roll: 'N', terms: [{ from: 'trigger', period: '10y' }], valid_to: '2021-05-31' }),
    rule('A', { roll: 'N', version: 2, terms: [{ from: 'trigger', period: '15y' }], valid_from: '2021-06-01' }),
  ]
  assert.deepEqual([only(rules, { filing_date: '2021-05-31' }).raw_due, only(rules, { filing_date: '2021-05-31' }).rule_version], ['2031-05-31', 1])
  assert.deepEqual([only(rules, { filing_date: '2021-06-01' }).raw_due, only(rules, { filing_date: '2021-06-01' }).rule_version], ['2036-06-01', 2])
})

test('a due date rolls by the calendar of its office', () => {
  const saturday = { filing_date: '2025-02-28' }
  assert.equal(only([rule('A')], saturday).official_due, '2026-02-28')
  assert.equal(only([rule('A', { office: 'US', countries: ['CN'] })], saturday).official_due, '2026-03-02')
  assert.equal(only([rule('A', { roll: 'N', office: 'US', countries: ['CN'] })], saturday).official_due, '2026-02-28')
})

for (const [choose, due] of [
  ['LATER', '2026-06-10'],
  ['EARLIER', '2026-05-04'],
] as const) {
  test(`the ${choose.toLowerCase()} of two dates applies, and both are kept`, () => {
    const terms = [
      { from: 'trigger', period: '1y' },
      { from: 'event:CN01', period: '2m' },
    ]
    const chosen = only([rule('A', { terms, choose })], { events: [event('CN01', '2026-03-04')] }, '2026-03-04')
    assert.equal(chosen.raw_due, due)
    assert.deepEqual(
      chosen.explanation.candidates.map(({ date, wins }) => [date, wins]),
      [
        ['2026-06-10', due === '2026-06-10'],
        ['2026-05-04', due === '2026-05-04'],
      ],
    )
  })
}

for (const [way, date, basis] of [
  ['PAPER', '2026-01-16', '2026-01-31'],
  ['PAPER', '2023-10-31', '2023-11-15'],
  ['ELECTRONIC', '2024-01-19', '2024-02-03'],
  ['ELECTRONIC', '2024-01-20', '2024-01-20'],
  ['HAND', '2026-01-16', '2026-01-16'],
  ['ANNOUNCE', '2026-01-31', '2026-02-28'],
] as const) {
  test(`a notice of ${date} by ${way} counts from ${basis}`, () => {
    const rules = [rule('A', { trigger: { events: ['CN14'] }, service: 'CN', terms: [{ from: 'trigger', period: '4m' }] })]
    assert.equal(only(rules, { events: [event('CN14', date, { delivery_way: way })] }).basis_date, basis)
  })
}

test('an electronic notice counts from the day it entered the system', () => {
  const rules = [rule('A', { trigger: { events: ['CN14'] }, service: 'CN' })]
  assert.equal(
    only(rules, { events: [event('CN14', '2026-01-16', { delivery_way: 'ELECTRONIC', receive_date: '2026-01-19' })] }).basis_date,
    '2026-01-19',
  )
})

test('a proven day of receipt prevails, with its reason', () => {
  const rules = [rule('A', { trigger: { events: ['CN14'] }, service: 'CN' })]
  const shown = only(rules, { events: [event('CN14', '2026-01-16', { delivery_way: 'PAPER', basis_date: '2026-02-06', basis_reason: 'postmark' })] })
  assert.deepEqual(shown.explanation.basis_override, { date: '2026-02-06', instead_of: '2026-01-31', reason: 'postmark' })
})

test('the EPO adds ten days until October 2023, afterwards only the days beyond seven', () => {
  const rules = [
    rule('A', {
      office: 'EP',
      countries: ['CN'],
      trigger: { events: ['EP3'] },
      service: 'EP',
      terms: [{ from: 'trigger', period: '4m' }],
      roll: 'N',
    }),
  ]
  assert.equal(only(rules, { events: [event('EP3', '2023-10-31')] }).raw_due, '2024-03-10')
  assert.equal(only(rules, { events: [event('EP3', '2026-01-05', { receive_date: '2026-01-12' })] }).raw_due, '2026-05-05')
  assert.equal(only(rules, { events: [event('EP3', '2026-01-05', { receive_date: '2026-01-15' })] }).raw_due, '2026-05-08')
})

test('working days are added', () => {
  const shown = only([rule('A', { terms: [{ from: 'trigger', period: '0d', working_days: 30 }] })], { filing_date: '2026-01-30' })
  assert.equal(shown.official_due, '2026-03-19')
})

test('a period counts from the unrolled or the rolled end of another deadline', () => {
  const first = rule('A', { terms: [{ from: 'trigger', period: '4m' }] })
  const filing_date = '2025-10-15'
  const [, unrolled] = owed([first, rule('B', { roll: 'N', terms: [{ from: 'deadline:A', period: '1m' }] })], { filing_date })
  const [, rolled] = owed([first, rule('B', { roll: 'N', terms: [{ from: 'due:A', period: '1m' }] })], { filing_date })
  assert.deepEqual([unrolled?.official_due, rolled?.official_due], ['2026-03-15', '2026-03-24'])
})

test('extensions have fees, count from the unrolled end and stay within the limit', () => {
  const extensions = {
    steps: [
      { period: '1m', fee: 'X1' },
      { period: '2m', fee: 'X2' },
    ],
    times: 3,
    limit: '6m',
  }
  const rules = [rule('A', { trigger: { events: ['OA'] }, terms: [{ from: 'trigger', period: '4m' }], extensions })]
  const events = [event('OA', '2025-10-31')]
  const extended = (...periods: string[]) => only(rules, { events, extensions: periods.map((period) => ({ key: 'A:OA-2025-10-31', period })) })
  assert.equal(extended('1m').extended_due, '2026-03-30')
  assert.equal(extended('2m').extended_due, '2026-04-28')
  assert.equal(extended('1m', '1m').extended_due, '2026-04-28')
  assert.deepEqual([extended('2m', '2m').extended_due, extended('2m', '2m').explanation.extension?.limited_to], ['2026-04-30', '2026-04-30'])
})

test('a deadline that can be extended retroactively stays open and overdue', () => {
  const extensions = { steps: [{ period: '1m' }], times: 3, limit: '6m', after_the_end: true }
  const rules = [rule('A', { trigger: { events: ['OA'] }, terms: [{ from: 'trigger', period: '3m' }], extensions })]
  const open = only(rules, { events: [event('OA', '2025-11-03')] })
  assert.deepEqual([open.status, open.overdue, open.cure_until], ['OPEN', true, '2026-05-06'])
  assert.equal(only(rules, { events: [event('OA', '2025-11-03')] }, '2026-05-07').status, 'MISSED')
})

test('a grace period has a stepped surcharge', () => {
  const grace = rule('G', {
    grace_of: 'A',
    terms: [{ from: 'deadline:A', period: '6m' }],
    steps: [
      { period: '1m', surcharge: '0%' },
      { period: '6m', surcharge: '25%', fee: 'LATE' },
    ],
  })
  const shown = only([rule('A', { terms: [{ from: 'trigger', period: '6m' }] }), grace])
  assert.equal(shown.grace_end, '2026-06-10')
  assert.deepEqual(shown.explanation.grace?.steps, [
    { until: '2026-01-12', surcharge: '0%' },
    { until: '2026-06-10', surcharge: '25%', fee: 'LATE' },
  ])
  assert.deepEqual([shown.status, shown.overdue], ['OPEN', true])
})

test('an annuity without its own grace period has the grace period of the Paris Convention', () => {
  const paris = rule('P', { office: '*', grace_of: '*', terms: [{ from: 'deadline:*', period: '6m' }] })
  assert.equal(only([rule('A', { kind: 'ANNUITY' }), paris]).grace_end, '2026-12-10')
  assert.equal(only([rule('A'), paris]).grace_end, undefined)
})

for (const [name, recurring, numbers] of [
  [
    'yearly',
    { first: '1y', every: '1y', number_from: 2, number_step: 1, number_to: 20 },
    ['2023-08-31', '2024-08-31', '2025-08-31', '2026-08-31', '2027-08-31'],
  ],
  ['after 3.5, 7.5 and 11.5 years', { first: '3y,6m', every: '4y', number_from: 4, number_step: 4, number_to: 12 }, ['2026-02-28', '2030-02-28']],
  ['every 5 years', { first: '5y', every: '5y', number_from: 1, number_step: 1 }, ['2027-08-31']],
  ['every 10 years', { first: '10y', every: '10y', number_from: 1, number_step: 1 }, ['2032-08-31']],
] as const) {
  test(`recurring ${name}: the last three years, the next two, and always the next one`, () => {
    const rules = [rule('A', { kind: 'ANNUITY', roll: 'N', recurring, terms: [{ from: 'trigger', period: '' }] })]
    const dates = owed(rules, { filing_date: '2022-08-31' }).map(({ raw_due }) => raw_due)
    assert.deepEqual(dates, numbers)
  })
}

test('a window opens before the end, counted from the basis in one step', () => {
  const recurring = { first: '3y,6m', every: '4y', number_from: 4, number_step: 4, number_to: 12 }
  const rules = [rule('A', { kind: 'ANNUITY', roll: 'N', recurring, opens: '-6m', from_basis: true, terms: [{ from: 'trigger', period: '' }] })]
  assert.equal(owed(rules, { filing_date: '2022-08-31' })[0]?.window_from, '2025-08-31')
  assert.equal(
    only([rule('A', { opens: '-12m', terms: [{ from: 'trigger', period: '10y,-1d' }] })], { filing_date: '2016-11-22' }).window_from,
    '2025-11-21',
  )
})

for (const [fact, value, other] of [
  ['entity', 'SMALL', 'LARGE'],
  ['fee_reduction', '85', '0'],
] as const) {
  test(`a rule applies only for ${fact} ${value}`, () => {
    const rules = [rule('A', { when: [{ fact, is: 'eq', value }] })]
    assert.deepEqual([owed(rules, { [fact]: value }).length, owed(rules, { [fact]: other }).length], [1, 0])
  })
}

test('a rule applies only above a number of claims', () => {
  const rules = [rule('A', { when: [{ fact: 'claims_count', is: 'gt', value: 10 }] })]
  assert.deepEqual(
    [11, 10, undefined].map((claims_count) => owed(rules, claims_count === undefined ? {} : { claims_count }).length),
    [1, 0, 0],
  )
})

test('a candidate counts only when its conditions hold', () => {
  const terms = [
    { from: 'trigger', period: '60d', when: [{ fact: 'abroad', is: 'ne', value: true } as const] },
    { from: 'trigger', period: '3m', when: [{ fact: 'abroad', is: 'eq', value: true } as const] },
  ]
  assert.equal(only([rule('A', { terms })]).raw_due, '2025-08-09')
  assert.equal(only([rule('A', { terms })], { abroad: true }).raw_due, '2025-09-10')
})

test('a period does not run during a suspension', () => {
  const rules = [rule('A', { roll: 'N', terms: [{ from: 'trigger', period: '6m' }] })]
  assert.equal(only(rules, { suspensions: [{ from: '2025-08-01', to: '2025-10-01' }] }).official_due, '2026-02-09')
  const running = only(rules, { suspensions: [{ from: '2025-08-01' }] })
  assert.deepEqual([running.suspended, running.status, running.overdue], [true, 'OPEN', false])
  assert.equal(only(rules, { suspensions: [{ from: '2026-01-01', to: '2026-02-01' }] }).official_due, '2025-12-10')
})

test('a suspension does not stop an annuity', () => {
  const rules = [rule('A', { kind: 'ANNUITY', roll: 'N' })]
  assert.equal(only(rules, { suspensions: [{ from: '2025-08-01', to: '2025-10-01' }] }).official_due, '2026-06-10')
})

test('reminders count back from the date', () => {
  assert.deepEqual(reminderDays(only([rule('A')])), [
    '2026-04-11',
    '2026-05-11',
    '2026-05-26',
    '2026-06-03',
    '2026-06-07',
    '2026-06-09',
    '2026-06-10',
  ])
  assert.deepEqual(reminderDays(only([rule('A', { closes: { events: ['X'] } })], { events: [event('X', '2026-01-01')] })), [])
})

test('a date named in the notice is used, and required when absent', () => {
  const rules = [rule('A', { trigger: { events: ['CN07'] }, notice_date: 'REQUIRED' })]
  const asked = only(rules, { events: [event('CN07', '2026-02-02')] })
  assert.deepEqual([asked.needs, asked.official_due, asked.status], ['SET_DUE', null, 'OPEN'])
  const named = only(rules, { events: [event('CN07', '2026-02-02', { set_due: '2026-04-04' })] })
  assert.deepEqual([named.needs, named.raw_due, named.official_due], [undefined, '2026-04-04', '2026-04-07'])
})

test('each designated country has its own deadline', () => {
  const by_country = { JP: '30m', KR: '31m' }
  const rules = [rule('A', { office: '*', each_country: true, roll: 'N', terms: [{ from: 'trigger', period: '30m', by_country }] })]
  const all = owed(rules, { designated: ['KR', 'JP', 'FR'], entered_countries: ['JP'] })
  assert.deepEqual(
    all.map(({ key, official_due, status }) => [key, official_due, status]),
    [
      ['A:KR', '2028-01-10', 'OPEN'],
      ['A:JP', '2027-12-10', 'DONE'],
    ],
  )
})

test('compensation of term is added in days', () => {
  const rules = [rule('A', { kind: 'TERM', roll: 'N', terms: [{ from: 'trigger', period: '20y', plus_days: ['pta_days', 'pte_days'] }] })]
  assert.equal(only(rules, { pta_days: 100, pte_days: 20 }).official_due, '2045-10-08')
})

test('the internal date precedes the due date by working days for replies and by days for fees and priorities', () => {
  assert.equal(only([rule('A')]).internal_due, '2026-05-27')
  assert.equal(only([rule('A', { kind: 'ANNUITY' })]).internal_due, '2026-05-11')
  assert.equal(only([rule('A', { lead: 'PRIORITY' })]).internal_due, '2026-04-11')
})
