// Each comparison of two dates is tested at equal dates, with rules written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ordinaryLeads } from '../../rules/law.ts'
import type { Condition, Rule, Service } from '../../rules/rule.ts'
import type { ComputedDeadline } from '../computed-deadline.ts'
import { holds } from '../condition.ts'
import { receivedOn, receivedLate } from '../deemed-receipt.ts'
import { computeDeadlines } from '../docket.ts'
import type { CaseEvent, CaseFacts, CaseState } from '../facts.ts'
import { postponed } from '../postponed.ts'

const words = { zh: '规则', en: 'Rule' }
const RULE = {
  ...words, id: 'R', version: 1, kind: 'ACTION', office: 'CN', trigger: { field: 'filing_date' }, terms: [{ from: 'filing_date', period: '2m' }],
  roll: 'N', legal_basis: words, certainty: 'SURE', source: 'test',
} satisfies Rule // oxfmt-ignore
const ANNUITY = {
  ...RULE, kind: 'ANNUITY', terms: [{ from: 'filing_date', period: '1y' }],
  recurring: { first: '1y', every: '1y', number_from: 2, number_step: 1 },
} satisfies Rule // oxfmt-ignore
const FACTS: CaseFacts = { sid: 'c', country: 'CN', filing_date: '2026-01-10' }
const state = (more: Omit<CaseState, 'zh' | 'en'>): CaseState => ({ ...words, ...more })

/** The rule of a request for restoration, which no event opens here. */
const REQUEST: Rule = { ...RULE, id: 'RESTORATION', trigger: { events: ['LOSS'] } }

function docket(rule: Partial<Rule>, facts: Partial<CaseFacts>, today: string, services: readonly Service[] = []): ComputedDeadline[] {
  const law = { rules: [{ ...RULE, ...rule }, REQUEST], calendars: new Map(), services, leads: ordinaryLeads }
  return computeDeadlines({ ...FACTS, ...facts }, law, today)
}
const one = (...asked: Parameters<typeof docket>) => docket(...asked)[0]

test('a deadline is overdue from the day after its date, also while it can be cured', () => {
  const rule: Partial<Rule> = { extensions: { steps: [{ period: '2m' }], times: 1, after_the_end: true } }
  assert.deepEqual(
    ['2026-03-10', '2026-03-11'].map((today) => one(rule, {}, today)?.overdue),
    [false, true],
  )
})

for (const [kind, close_date, status] of [
  ['MONITOR', '2026-03-10', 'CANCELLED'],
  ['MONITOR', '2026-03-11', 'DONE'],
  ['TERM', '2026-03-10', 'CANCELLED'],
] as const)
  test(`a ${kind} that ends on 10 March is ${status} in a case withdrawn on ${close_date}`, () =>
    assert.equal(one({ kind }, { state: state({ phase: 'WITHDRAWN' }), status: 'X', close_date }, '2026-06-01')?.status, status))

for (const [date, status] of [
  ['2027-01-10', 'DONE'],
  ['2027-01-11', 'MISSED'],
] as const)
  test(`an annuity due on 10 January 2027 and paid on ${date} is ${status}`, () =>
    assert.equal(one(ANNUITY, { paid_annuities: [{ year: 2, date }] }, '2027-06-01')?.status, status))

for (const [day, status] of [
  ['2026-01-09', 'OPEN'],
  ['2026-01-10', 'DONE'],
  ['2026-03-10', 'DONE'],
  ['2026-03-11', 'MISSED'],
] as const)
  test(`an act on ${day} for a period from 10 January to 10 March leaves it ${status}`, () =>
    assert.equal(one({ closes: { fields: ['sub_exam_date'] } }, { sub_exam_date: day }, '2026-03-05')?.status, status))

test('an act that an event and a field record on the same day is known from the event', () => {
  const rule: Partial<Rule> = { closes: { events: ['E'], fields: ['sub_exam_date'] } }
  const facts: Partial<CaseFacts> = { sub_exam_date: '2026-02-10', events: [{ sid: 'e', code: 'E', date: '2026-02-10' }] }
  assert.deepEqual(one(rule, facts, '2026-03-05')?.explanation.settled?.by, 'EVENT')
  assert.deepEqual(one(rule, { ...facts, sub_exam_date: '2026-02-09' }, '2026-03-05')?.explanation.settled?.by, 'FIELD')
})

test('the internal day of an extended deadline counts from its extended day', () => {
  const rule: Partial<Rule> = { extensions: { steps: [{ period: '2m' }], times: 1 } }
  assert.deepEqual([one(rule, {}, '2026-02-01')?.official_due, one(rule, {}, '2026-02-01')?.internal_due], ['2026-03-10', '2026-02-24'])
  const extended = one(rule, { extensions: [{ key: 'R', period: '2m', date: '2026-03-01' }] }, '2026-03-02')
  assert.deepEqual([extended?.extended_due, extended?.internal_due], ['2026-05-10', '2026-04-27'])
})

for (const [done, today, status, end] of [
  [undefined, '2026-03-10', 'OPEN', undefined],
  ['2026-03-10', '2026-06-01', 'DONE', undefined],
  [undefined, '2026-03-11', 'MISSED', '2026-07-10'],
  ['2026-03-11', '2026-06-01', 'MISSED', '2026-07-10'],
] as const)
  test(`a deadline ${done ? `acted on on ${done}` : `without an act on ${today}`} is ${status} and has ${end ? 'a' : 'no'} restoration period`, () => {
    const rule: Partial<Rule> = { closes: { fields: ['sub_exam_date'] }, restoration: { rule: 'RESTORATION', from: 'BASIS', period: '6m', ...words } }
    const all = docket(rule, done ? { sub_exam_date: done } : {}, today)
    assert.deepEqual([all[0]?.status, all[0]?.restoration_end, all.length], [status, end, end ? 2 : 1])
  })

test('an annuity that fell due on the day of the grant announcement is to be checked', () => {
  const rule: Partial<Rule> = { ...ANNUITY, recurring: { ...ANNUITY.recurring, after: 'grant_year_begin' } }
  const series = docket(rule, { grant_year_begin: '2026-06-01', grant_date: '2028-01-10' }, '2028-02-01')
  assert.deepEqual(
    series.slice(0, 3).map(({ raw_due, certainty }) => [raw_due, certainty]),
    [['2027-01-10', 'CHECK'], ['2028-01-10', 'CHECK'], ['2029-01-10', 'SURE']], // oxfmt-ignore
  )
})

test('in the grace phase the fee that falls due today is not yet missed', () => {
  const statuses = (today: string) =>
    docket(ANNUITY, { filing_date: '2024-01-10', state: state({ phase: 'GRACE' }) }, today).map(({ raw_due, status }) => [raw_due, status])
  assert.deepEqual(statuses('2026-01-10').slice(0, 2), [['2025-01-10', 'MISSED'], ['2026-01-10', 'OPEN']]) // oxfmt-ignore
  assert.deepEqual(statuses('2026-01-11').slice(0, 2), [['2025-01-10', 'PRESUMED'], ['2026-01-10', 'MISSED']]) // oxfmt-ignore
})

test('a deadline due today is not missed when the right is lost today', () => {
  const lost = { state: state({ phase: 'LAPSED', remedy: true }), close_date: '2026-03-10' }
  assert.deepEqual(
    ['2026-03-10', '2026-03-11'].map((today) => one({}, lost, today)?.status),
    ['CANCELLED', 'MISSED'],
  )
})

for (const [bound, day, dues] of [
  ['expiry_date', '2028-01-10', ['2027-01-10']],
  ['expiry_date', '2028-01-11', ['2027-01-10', '2028-01-10']],
  ['until', '2028-01-10', ['2027-01-10', '2028-01-10']],
  ['until', '2028-01-09', ['2027-01-10']],
  ['after', '2027-01-10', ['2028-01-10']],
  ['after', '2027-01-09', ['2027-01-10', '2028-01-10']],
] as const)
  test(`fees bounded by ${bound} ${day} fall due on ${dues.join(' and ')}`, () => {
    const recurring = { ...ANNUITY.recurring, ...(bound !== 'expiry_date' && { [bound]: 'entry_date' }) }
    const facts = bound === 'expiry_date' ? { expiry_date: day } : { entry_date: day }
    const found = docket({ ...ANNUITY, recurring }, facts, '2026-02-01').map(({ raw_due }) => raw_due)
    assert.deepEqual(found.slice(0, dues.length + (bound === 'after' ? 0 : 1)), dues)
  })

const event = (more: Partial<CaseEvent> = {}): CaseEvent => ({ sid: 'e1', code: 'OA', date: '2026-01-10', ...more })

test('an exception of a rule may refer to the notice itself', () => {
  const rule: Partial<Rule> = {
    trigger: { events: ['OA'] },
    terms: [{ from: 'trigger', period: '4m' }],
    unless: [{ fact: 'event.side', is: 'eq', value: 'PETITIONER' }],
  }
  assert.deepEqual(
    ['OWNER', 'PETITIONER'].map((side) => docket(rule, { events: [event({ side })] }, '2026-02-01').length),
    [1, 0],
  )
})

for (const [is, found, value, met] of [
  ['gt', 3, 3, false],
  ['gt', 4, 3, true],
  ['gte', 3, 3, true],
  ['gte', 2, 3, false],
  ['lt', 3, 3, false],
  ['lt', 2, 3, true],
  ['lte', 3, 3, true],
  ['lte', 4, 3, false],
  ['gte', '2026-01-10', '2026-01-10', true],
  ['lte', '2026-01-10', '2026-01-10', true],
  ['gt', '2026-01-10', '2026-01-10', false],
  ['lt', '2026-01-10', '2026-01-10', false],
  ['gte', '3', 3, false],
] as const)
  test(`${JSON.stringify(found)} is ${met ? '' : 'not '}${is} ${JSON.stringify(value)}`, () => {
    const condition: Condition = { fact: 'pages', is, value }
    assert.equal(holds([condition], { ...FACTS, pages: found as never }, { calendars: new Map() }), met)
  })

const SERVICE: Service = { ...words, scheme: 'S', ways: ['ELECTRONIC'], legal_basis: words, certainty: 'SURE' }
const POST = { ...SERVICE, ways: ['POST'] }

for (const [what, services, given, basis] of [
  ['on the first day of its rule', [{ ...SERVICE, presumed: '15d', issued_from: '2026-01-10' }], {}, '2026-01-25'],
  ['on the day before its rule', [{ ...SERVICE, presumed: '15d', issued_from: '2026-01-11' }], {}, '2026-01-10'],
  ['on the last day of its rule', [{ ...SERVICE, presumed: '15d', issued_to: '2026-01-10' }], {}, '2026-01-25'],
  ['on the day after its rule', [{ ...SERVICE, presumed: '15d', issued_to: '2026-01-09' }], {}, '2026-01-10'],
  [
    'by an unknown way, which counts as electronic',
    [
      { ...POST, presumed: '15d' },
      { ...SERVICE, presumed: '3d' },
    ],
    {},
    '2026-01-13',
  ],
  ['proven later than presumed', [{ ...SERVICE, presumed: '15d', proven: true }], { receive_date: '2026-01-26' }, '2026-01-26'],
  ['proven earlier than presumed', [{ ...SERVICE, presumed: '15d', proven: true }], { receive_date: '2026-01-20' }, '2026-01-25'],
  ['recorded later than the rule allows', [{ ...SERVICE, received: true, within: '10d' }], { receive_date: '2026-02-01' }, '2026-01-20'],
  ['recorded within what the rule allows', [{ ...SERVICE, received: true, within: '10d' }], { receive_date: '2026-01-15' }, '2026-01-15'],
] satisfies [string, Service[], Partial<CaseEvent>, string][])
  test(`a notice of 10 January ${what} was received on ${basis}`, () => assert.equal(receivedOn(event(given), 'S', services).basis, basis))

for (const [receive_date, late] of [
  ['2026-01-13', undefined],
  ['2026-01-14', 4],
] as const)
  test(`of a notice of 10 January that is ordinarily received in three days, a receipt on ${receive_date} is ${late ? `${late} days late` : 'ordinary'}`, () =>
    assert.equal(receivedLate(event({ receive_date }), ['S'], [{ ...SERVICE, ordinary: 3 }]), late))

test('the days of late receipt beyond seven extend only a period that counts from that notice', () => {
  const services = [{ ...SERVICE, late_after: 7 }]
  const due = (from: string, receive_date: string) =>
    one({ trigger: { events: ['OA'] }, service: 'S', terms: [{ from, period: '2m' }] }, { events: [event({ receive_date })] }, '2026-02-01', services)
      ?.official_due
  assert.deepEqual([due('trigger', '2026-01-17'), due('trigger', '2026-01-20'), due('filing_date', '2026-01-20')], ['2026-03-10', '2026-03-13', '2026-03-10']) // oxfmt-ignore
})

for (const [suspensions, today, due, suspended, intervals] of [
  [[{ from: '2026-03-10', to: '2026-03-20' }], '2026-06-01', '2026-03-20', false, 1],
  [[{ from: '2026-03-11', to: '2026-03-20' }], '2026-06-01', '2026-03-10', false, 0],
  [[{ from: '2025-12-01', to: '2026-01-10' }], '2026-06-01', '2026-03-10', false, 0],
  [[{ from: '2025-12-01', to: '2026-01-20' }], '2026-06-01', '2026-03-20', false, 1],
  [[{ from: '2026-02-01' }], '2026-03-01', '2026-04-07', true, 1],
  [[{ from: '2026-02-01' }], '2026-01-15', '2026-03-10', true, 1],
  [[{ from: '2026-02-01', to: '2026-03-01' }], '2026-02-28', '2026-04-07', true, 1],
  [[{ from: '2026-02-01', to: '2026-03-01' }], '2026-03-01', '2026-04-07', false, 1],
  [
    [
      { from: '2026-03-15', to: '2026-03-25' },
      { from: '2026-03-01', to: '2026-03-11' },
    ],
    '2026-06-01',
    '2026-03-30',
    false,
    2,
  ],
  [
    [
      { from: '2026-03-01', to: '2026-03-11' },
      { from: '2026-03-15', to: '2026-03-25' },
    ],
    '2026-06-01',
    '2026-03-30',
    false,
    2,
  ],
] as const)
  test(`seen on ${today}, a reply due on 10 March is due on ${due} with a suspension of ${suspensions.map(({ from, ...one }) => `${from} to ${'to' in one ? one.to : '…'}`).join(' and ')}`, () => {
    const found = one({}, { suspensions }, today)
    assert.deepEqual([found?.raw_due, found?.suspended, found?.explanation.suspension?.length ?? 0], [due, suspended, intervals])
  })

test('a suspension stops reply deadlines, and monitors only if their rule says so', () => {
  const suspensions = [{ from: '2026-02-01', to: '2026-02-11' }]
  const due = (rule: Partial<Rule>) => one(rule, { suspensions }, '2026-02-01')?.raw_due
  assert.deepEqual([due({}), due({ kind: 'MONITOR' }), due({ kind: 'MONITOR', freezes: true }), due({ freezes: false })], ['2026-03-20', '2026-03-10', '2026-03-20', '2026-03-10']) // oxfmt-ignore
})

test('a suspended deadline has no last day and is not overdue', () => {
  const found = one({}, { suspensions: [{ from: '2026-02-01' }] }, '2026-09-01')
  assert.deepEqual([found?.status, found?.overdue, found?.final_due], ['OPEN', false, undefined])
})

for (const [from, period, today, end, status, overdue] of [
  ['BASIS', '12m', '2026-03-11', '2027-01-11', 'OPEN', false],
  ['EXPIRY', '3m', '2026-06-10', '2026-06-10', 'OPEN', false],
  ['EXPIRY', '3m', '2026-06-11', '2026-06-10', 'MISSED', false],
  ['NOTICE', '3m', '2026-06-10', '2026-06-10', 'OPEN', false],
  ['NOTICE', '3m', '2026-06-11', '2026-06-10', 'OPEN', true],
] as const)
  test(`a restoration of ${period} from the ${from}, seen on ${today}, ends on ${end} and is ${status}`, () => {
    const restoration = { ...words, rule: 'RESTORATION', from, period }
    const request = docket({ restoration }, {}, today).find(({ rule_id }) => rule_id === 'RESTORATION')
    assert.deepEqual([request?.official_due, request?.status, request?.overdue], [end, status, overdue])
  })

test('a notice of loss opens the restoration deadline; the missed deadline opens none', () => {
  const restoration = { ...words, rule: 'RESTORATION', from: 'NOTICE' as const, period: '3m', notices: ['LOSS'] }
  const events = [event({ sid: 'loss', code: 'LOSS', date: '2026-04-01' })]
  const found = docket({ restoration }, { events }, '2026-04-02')
  assert.deepEqual(
    found.map(({ key, restoration_end, final_due }) => [key, restoration_end, final_due]),
    [['R', '2026-07-01', '2026-03-10'], ['RESTORATION:loss', undefined, '2026-03-10']], // oxfmt-ignore
  )
})

for (const [words, now, status] of [
  ['live case that has left the state is open again', state({ phase: 'PENDING' }), 'OPEN'],
  ['lost case stays settled', state({ phase: 'LAPSED', remedy: true }), 'DONE'],
] as const)
  test(`a deadline that a state had proved, of a ${words}`, () => {
    assert.equal(one({}, { proved: ['R'], state: now, status: 'X' }, '2026-02-01')?.status, status)
  })

test('the last day of a deadline is the end of its cure period, its extended date or its due date', () => {
  const last = (rule: Partial<Rule>, facts: Partial<CaseFacts> = {}) => one(rule, facts, '2026-02-01')?.final_due
  const extensions = [{ key: 'R', period: '1m' }]
  const steps = [{ period: '2m' }]
  assert.deepEqual(
    [
      last({}),
      last({}, { extensions }),
      last({ extensions: { steps, times: 1, after_the_end: true } }),
      // The office has given more than may be bought afterwards.
      last({ extensions: { steps, times: 1, after_the_end: true } }, { extensions: [{ key: 'R', period: '3m' }] }),
      last({ extensions: { steps, times: 1, limit: '3m' } }, { extensions: [{ key: 'R', period: '2m' }] }),
    ],
    ['2026-03-10', '2026-04-10', '2026-05-11', '2026-06-10', '2026-04-10'],
  )
})

for (const [limit, due, limited] of [
  ['3m', '2026-04-10', '2026-04-10'],
  ['4m', '2026-05-10', undefined],
  ['5m', '2026-05-10', undefined],
] as const)
  test(`an extension of two months under a limit of ${limit} ends on ${due}${limited ? ', as limited' : ''}`, () => {
    const rule: Partial<Rule> = { extensions: { steps: [{ period: '2m' }], times: 1, limit } }
    const found = one(rule, { extensions: [{ key: 'R', period: '2m' }] }, '2026-02-01')
    assert.deepEqual([found?.extended_due, found?.explanation.extension?.limited_to, found?.provisional], [due, limited, false])
  })

for (const [what, facts, more, found] of [
  ['later', { filing_date: '2026-01-11' }, {}, 1],
  ['on the same day', {}, {}, 0],
  ['earlier', { filing_date: '2026-01-09' }, {}, 0],
  ['extended', { extensions: [{ key: 'R', period: '1m' }] }, {}, 1],
  ['later, but of a monitor', { filing_date: '2026-01-11' }, { kind: 'MONITOR' }, 0],
] satisfies [string, Partial<CaseFacts>, Partial<Rule>, number][])
  test(`a deadline that becomes due ${what} is ${found ? '' : 'not '}reported as postponed`, () => {
    const due = (own: Partial<CaseFacts>) => docket(more, own, '2026-02-01')
    assert.equal(postponed(due({}), due(facts), () => false).length, found)
  })

for (const [what, from, to, today, due, isRunning] of [
  ['begins on the last day', '2026-03-10', '2026-04-09', '2026-03-10', '2026-04-09', true],
  ['begins on the day after the last', '2026-03-11', '2026-04-10', '2026-03-11', '2026-03-10', false],
  ['ends today', '2026-02-01', '2026-03-03', '2026-03-03', '2026-04-09', false],
  ['ends tomorrow', '2026-02-01', '2026-03-03', '2026-03-02', '2026-04-09', true],
] as const)
  test(`a suspension that ${what} ${due === '2026-03-10' ? 'adds nothing' : 'adds its days'} and is ${isRunning ? '' : 'not '}running`, () => {
    const found = one({}, { suspensions: [{ from, to }] }, today)
    assert.deepEqual([found?.official_due, found?.suspended], [due, isRunning])
  })

test('a request for restoration has its internal date ten days before its end', () => {
  const restoration = { ...words, rule: 'RESTORATION', from: 'BASIS' as const, period: '6m' }
  const request = docket({ restoration }, {}, '2026-06-10').find(({ rule_id }) => rule_id === 'RESTORATION')
  assert.deepEqual([request?.official_due, request?.internal_due], ['2026-07-10', '2026-06-30'])
})
