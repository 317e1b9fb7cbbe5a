// Each part of a period is tested alone, with rules and a calendar written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Calendars } from '../calendar/calendar.ts'
import type { Term } from '../rules/rule.ts'
import { computeDue, type DueRule, type Ground } from './due-date.ts'

/** Announced for 2026; closed on Tuesday 10 March and, as always, at the weekend. */
const calendars: Calendars = new Map([
  ['CN', { closed: new Map([['2026-03-10', '休 / Closed']]), work: new Set<string>(), from: '2026-01-01', to: '2026-12-31' }],
])
const DAYS: Readonly<Record<string, string>> = { filing_date: '2026-01-10', trigger: '2026-01-20', grant_date: '2026-02-05' }
const ground = (more: Partial<Ground> = {}): Ground => ({ office: 'CN', calendars, dayOf: (from) => DAYS[from], ...more })
const from = (source: string, more: Partial<Term> = {}): Term => ({ from: source, period: '2m', ...more })
const due = (rule: Partial<DueRule>, more: Partial<Ground> = {}, occurrence?: number) =>
  computeDue({ terms: [from('filing_date')], roll: 'N', ...rule }, ground(more), occurrence)
const dateOf = (...asked: Parameters<typeof due>) => {
  const found = due(...asked)
  return found && String(found.date)
}

for (const [roll, knowsOffice, date, skipped] of [
  ['N', true, '2026-03-10', undefined],
  ['W', false, '2026-03-11', 1],
  ['L', false, '2026-03-10', undefined],
  ['L', undefined, '2026-03-10', undefined],
  ['L', true, '2026-03-11', 1],
] as const)
  test(`a period that ends on a closed day ends on ${date} with roll ${roll}${knowsOffice ? ' where the office of the later filing is known' : ''}`, () => {
    const found = due({ roll }, knowsOffice === undefined ? {} : { knowsOffice })
    assert.deepEqual([String(found?.raw), String(found?.date), found?.rolled?.skipped.length], ['2026-03-10', date, skipped])
  })

for (const [begins, period, date] of [
  ['2024-03-01', '10y', '2034-02-28'],
  ['2024-02-28', '10y', '2034-02-27'],
  ['2024-02-29', '10y', '2034-02-28'], // the anniversary is the last day of February, which is the day before already
  ['2026-01-31', '1m', '2026-02-28'],
] as const)
  test(`a term of ${period} from ${begins} ends the day before its anniversary, on ${date}`, () => {
    const ends = dateOf({ terms: [from('valid_from', { period, day_before: true })] }, { dayOf: () => begins })
    assert.equal(ends, date)
  })

const BOTH = [from('filing_date'), from('trigger')]
for (const [choose, terms, date, wins] of [
  [undefined, BOTH, '2026-03-10', [true, false]],
  [undefined, BOTH.toReversed(), '2026-03-20', [true, false]],
  ['LATER', BOTH, '2026-03-20', [false, true]],
  ['LATER', BOTH.toReversed(), '2026-03-20', [true, false]],
  ['EARLIER', BOTH, '2026-03-10', [true, false]],
  ['EARLIER', BOTH.toReversed(), '2026-03-10', [false, true]],
  ['LATER', [from('filing_date'), from('filing_date')], '2026-03-10', [true, false]],
  ['EARLIER', [from('filing_date'), from('filing_date')], '2026-03-10', [true, false]],
] as const)
  test(`of ${terms.map((one) => one.from).join(' and ')}, ${choose ?? 'the first'} decides: ${date}`, () => {
    const found = due({ terms, ...(choose && { choose }) })
    assert.equal(String(found?.date), date)
    assert.equal(found?.basis, DAYS[terms[wins.indexOf(true)]?.from ?? ''])
    assert.deepEqual(
      found?.candidates.map((one) => one.wins),
      wins,
    )
  })

test('an unknown basis date gives no due date but stays a candidate; a term whose conditions do not hold is no candidate', () => {
  const terms = [from('entry_date'), from('filing_date')]
  assert.deepEqual(due({ terms })?.candidates, [
    { from: 'entry_date', basis: '', wins: false, steps: [] },
    { from: 'filing_date', basis: '2026-01-10', wins: true, steps: [{ step: '2m', date: '2026-03-10' }], date: '2026-03-10' },
  ])
  assert.equal(due({ terms: [from('entry_date')] }), undefined)
  const counts = (term: Term) => term.from !== 'filing_date'
  assert.equal(due({}, { counts }), undefined)
  assert.equal(due({ terms: BOTH }, { counts })?.candidates.length, 1)
})

for (const [country, by_country, date] of [
  ['EP', { EP: '31m', '*': '30m' }, '2028-08-10'],
  ['US', { EP: '31m', '*': '30m' }, '2028-07-10'],
  ['US', { EP: '31m' }, '2026-03-10'],
  [undefined, { EP: '31m', '*': '30m' }, '2028-07-10'],
  [undefined, { EP: '31m' }, '2026-03-10'],
] as const)
  test(`for ${country ?? 'no country'} a period by country (${Object.keys(by_country).join(', ')}) ends on ${date}`, () =>
    assert.equal(dateOf({ terms: [from('filing_date', { by_country })] }, country ? { country } : {}), date))

test('each occurrence counts from the basis; only the first term recurs', () => {
  const rule: Partial<DueRule> = {
    terms: [from('filing_date'), from('grant_date', { period: '3m' })],
    choose: 'LATER',
    recurring: { first: '1m', every: '1m', number_from: 1, number_step: 1 },
  }
  assert.deepEqual([0, 1, 4].map((n) => dateOf(rule, {}, n)), ['2026-05-05', '2026-05-05', '2026-06-10']) // oxfmt-ignore
  const single = { ...rule, terms: [from('filing_date')] }
  assert.deepEqual([undefined, 0, 1].map((n) => [dateOf(single, {}, n), due(single, {}, n)?.period]), [['2026-02-10', '1m'], ['2026-02-10', '1m'], ['2026-03-10', '2m']]) // oxfmt-ignore
})

for (const [more, given, date, steps] of [
  [{}, {}, '2026-03-20', ['2m']],
  [{ month_end: true }, {}, '2026-03-31', ['2m', 'month_end']],
  [{ month_end_until: '2026-03-20' }, {}, '2026-03-31', ['2m', 'month_end']],
  [{ month_end_until: '2026-03-19' }, {}, '2026-03-20', ['2m']],
  [{ year_end: true }, {}, '2026-12-31', ['2m', 'year_end']],
  [{ period: '1m', working_days: 2 }, {}, '2026-02-24', ['1m', '2wd']],
  [{ period: '0d', working_days: 0 }, {}, '2026-01-20', ['0d', '0wd']],
  [
    { plus_days: ['pta_days', 'pte_days', 'nothing'] },
    { daysIn: (field: string) => ({ pta_days: 3, pte_days: 4 })[field] ?? 0 },
    '2026-03-27',
    ['2m', '3d pta_days', '4d pte_days'],
  ],
  [{ plus_days: ['pta_days'] }, {}, '2026-03-20', ['2m']],
  [{}, { daysIn: () => 5 }, '2026-03-20', ['2m']],
  [{}, { lateDays: 4 }, '2026-03-24', ['2m', '4d late']],
  [{}, { lateDays: 0 }, '2026-03-20', ['2m']],
] satisfies [Partial<Term>, Partial<Ground>, string, string[]][])
  // oxfmt-ignore
  test(`from 20 January, ${steps.join(' and ')} end on ${date}`, () => {
    const found = due({ terms: [from('trigger', more)] }, given)
    assert.equal(String(found?.date), date)
    assert.deepEqual(
      found?.candidates[0]?.steps.map(({ step }) => step),
      steps,
    )
    assert.equal(found?.isMonthEnd, steps.includes('month_end'))
  })

test('days of late receipt extend only the periods that count from the notice', () =>
  assert.equal(dateOf({ terms: [from('filing_date')] }, { lateDays: 4 }), '2026-03-10'))

for (const [what, rule, provisional] of [
  ['within the announced year', { roll: 'W' }, false],
  ['beyond it, unrolled', { terms: [from('filing_date', { period: '13m' })] }, false],
  ['beyond it, rolled', { terms: [from('filing_date', { period: '13m' })], roll: 'W' }, true],
  ['of working days within it', { terms: [from('filing_date', { working_days: 3 })], roll: 'W' }, false],
  ['of working days that walk beyond it', { terms: [from('filing_date', { period: '355d', working_days: 3 })] }, true],
] satisfies [string, Partial<DueRule>, boolean][])
  test(`a period ${what} is ${provisional ? '' : 'not '}provisional`, () => assert.equal(due(rule)?.provisional, provisional))
