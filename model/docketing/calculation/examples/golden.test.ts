// The worked examples: each with the first day of the period, the day before rolling and the due date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../../tests/harness/cases/patent-facts.ts'
import { readLaw } from '../../../../seed/law/deadlines/read.ts'
import { computeDue, type DueRule } from '../due-date.ts'
import type { CaseFacts } from '../facts.ts'
import { seenOn } from '../../../../tests/harness/today.ts'

const law = readLaw()
const invention: CaseFacts = { sid: 'c', country: 'CN', route: 'DIRECT', patent_type: 'INVENTION', status: 'SE' }
const granted = { status: 'GRANTED', grant_date: '2020-01-02' }
const notice = (code: string, date: string, delivery_way = 'ELECTRONIC') => ({ events: [{ sid: 'e', code, date, delivery_way, receive_date: date }] })

type Example = readonly [no: number, key: string, facts: Partial<CaseFacts>, raw: string, due: string, today?: string]

const examples: readonly Example[] = [
  [1, 'CNP19:e', notice('CN14', '2026-03-31'), '2026-07-31', '2026-07-31'],
  [2, 'CNP19:e', notice('CN14', '2025-10-31'), '2026-02-28', '2026-02-28'],
  [3, 'CNP19:e', notice('CN14', '2023-10-31'), '2024-03-15', '2024-03-15'],
  [4, 'CNP19:e', notice('CN14', '2026-01-16', 'PAPER'), '2026-05-31', '2026-06-01'],
  [5, 'CNP20:e', notice('CN15', '2025-12-31'), '2026-02-28', '2026-02-28'],
  [6, 'CNP20:e', notice('CN15', '2023-12-29'), '2024-03-13', '2024-03-13'],
  [7, 'CNP20:e', notice('CN15', '2024-02-29'), '2024-04-29', '2024-04-29'],
  [8, 'CNP25', notice('CN17', '2025-12-15'), '2026-02-15', '2026-02-24'],
  [9, 'CNP25', notice('CN17', '2026-08-01'), '2026-10-01', '2026-10-08'],
  [10, 'CNP25', notice('CN18', '2024-08-12'), '2024-10-12', '2024-10-12'],
  [11, 'CNP29:e', notice('CN21', '2025-11-30'), '2026-02-28', '2026-02-28'],
  [12, 'CNP29:e', notice('CN21', '2026-06-20', 'PAPER'), '2026-10-05', '2026-10-08'],
  [16, 'CNP31:e', notice('CN31', '2026-01-31'), '2026-02-28', '2026-02-28'],
  [17, 'CNP33:e', notice('CN34', '2026-04-16', 'PAPER'), '2026-06-01', '2026-06-01'],
  [18, 'CNP15', { filing_date: '2024-12-01', priorities: [{ priority_date: '2024-02-29', priority_country: 'US' }] }, '2027-02-28', '2027-03-01'],
  [19, 'CNP03', { priorities: [{ priority_date: '2025-02-28', priority_country: 'JP' }], status: 'DRAFTING' }, '2026-02-28', '2026-02-28'],
  [20, 'CNP03', { priorities: [{ priority_date: '2024-02-29', priority_country: 'JP' }], status: 'DRAFTING' }, '2025-02-28', '2025-02-28'],
  [
    21,
    'CNP04',
    { patent_type: 'DESIGN', priorities: [{ priority_date: '2025-08-31', priority_country: 'KR' }], status: 'DRAFTING' },
    '2026-02-28',
    '2026-02-28',
  ],
  [22, 'CNP08', { filing_date: '2025-06-05', priorities: [{ priority_date: '2024-06-05', priority_country: 'US' }] }, '2025-10-05', '2025-10-09'],
  [23, 'CNP12', { filing_date: '2025-11-04', ...notice('DISCLOSURE', '2025-06-01') }, '2026-01-04', '2026-01-04'],
  [24, 'CNP38:4', { filing_date: '2023-05-01', ...granted, grant_date: '2025-02-01' }, '2026-05-01', '2026-05-06'],
  [26, 'CNP38:5', { filing_date: '2020-02-29', ...granted, grant_date: '2022-08-01' }, '2024-02-29', '2024-02-29', '2024-02-01'],
  [27, 'CNP38:6', { filing_date: '2020-02-29', ...granted, grant_date: '2022-08-01' }, '2025-02-28', '2025-02-28', '2024-12-01'],
  [28, 'CNP40:e', notice('CN22', '2026-07-25'), '2026-09-25', '2026-09-28'],
  [29, 'CNP50', { route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', earliest_priority_date: '2023-08-16' }, '2026-02-16', '2026-02-24'],
  [34, 'CNP71', { filing_date: '2006-03-15', ...granted }, '2026-03-15', '2026-03-15'],
  [
    35,
    'PCT17',
    { country: 'WO', route: 'PCT_INTL', filing_date: '2025-03-01', earliest_priority_date: '2024-09-30', ...notice('PC04', '2025-07-01') },
    '2026-07-30',
    '2026-07-30',
  ],
  [36, 'NP02', { country: 'EP', route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', earliest_priority_date: '2023-07-31' }, '2026-02-28', '2026-03-02'],
  [37, 'EP18:3', { country: 'EP', route: 'EP_DIRECT', status: 'EP_EXAM', filing_date: '2024-02-10' }, '2026-02-28', '2026-03-02'],
  [38, 'EP12:e', { country: 'EP', route: 'EP_DIRECT', status: 'EP_OA', ...notice('EP3', '2025-12-31') }, '2026-04-30', '2026-04-30'],
  [39, 'US08:e', { country: 'US', status: 'US_NONFINAL', ...notice('US4', '2025-11-30') }, '2026-02-28', '2026-03-02'],
  [40, 'US15:4', { country: 'US', status: 'US_GRANTED', filing_date: '2020-01-10', grant_date: '2022-07-05' }, '2026-01-05', '2026-01-05'],
  [41, 'JP09:4', { country: 'JP', status: 'JP_GRANTED', filing_date: '2020-01-10', register_date: '2023-03-20' }, '2026-03-20', '2026-03-23'],
  [42, 'KR07:4', { country: 'KR', status: 'KR_GRANTED', filing_date: '2020-01-10', register_date: '2023-02-16' }, '2026-02-16', '2026-02-19'],
]

const found = (key: string, facts: Partial<CaseFacts>, today = '2026-01-01') => {
  const all = computeDeadlines({ ...invention, ...facts }, law, seenOn(facts.events, today))
  const computedDeadline = all.find((one) => one.key === key)
  assert.ok(computedDeadline, `${key} is not among ${all.map((one) => one.key).join(' ')}`)
  return computedDeadline
}

for (const [no, key, facts, raw, due, today] of examples) {
  test(`example ${no}: ${key} is due ${due}`, () => {
    const computedDeadline = found(key, facts, today)
    assert.deepEqual([computedDeadline.raw_due, computedDeadline.official_due], [raw, due])
  })
}

test('example 25: the grace of the annual fee ends 2026-11-02', () => {
  assert.equal(found('CNP38:4', { filing_date: '2023-05-01', ...granted, grant_date: '2025-02-01' }).grace_end, '2026-11-02')
})

test('example 30: entry into China with surcharge until 2026-04-16', () => {
  assert.equal(found('CNP50', { route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING', earliest_priority_date: '2023-08-16' }).grace_end, '2026-04-16')
})

test('example 35: the later candidate applies and the other one is kept', () => {
  const { explanation } = found('PCT17', {
    country: 'WO',
    route: 'PCT_INTL',
    filing_date: '2025-03-01',
    earliest_priority_date: '2024-09-30',
    ...notice('PC04', '2025-07-01'),
  })
  assert.deepEqual(
    explanation.candidates.map(({ date, wins }) => [date, wins]),
    [
      ['2025-10-01', false],
      ['2026-07-30', true],
    ],
  )
})

test('example 39: the statutory six months end on 1 June', () => {
  assert.equal(found('US08:e', { country: 'US', status: 'US_NONFINAL', ...notice('US4', '2025-11-30') }).cure_until, '2026-06-01')
})

test('example 40: the window opens 2025-07-05 and the grace ends 2026-07-06', () => {
  const { window_from, grace_end } = found('US15:4', { country: 'US', status: 'US_GRANTED', filing_date: '2020-01-10', grant_date: '2022-07-05' })
  assert.deepEqual([window_from, grace_end], ['2025-07-05', '2026-07-06'])
})

// MPEP 710.01(a): with each month bought, the reply is due on the day of the notice, in the month after.
for (const [key, code, date, periods, raw, due] of [
  ['US08:e', 'US4', '2026-01-31', ['1m'], '2026-05-31', '2026-06-01'],
  ['US08:e', 'US4', '2026-08-31', ['1m'], '2026-12-31', '2026-12-31'],
  ['US08:e', 'US4', '2026-08-31', ['2m'], '2027-01-31', '2027-02-01'],
  ['US08:e', 'US4', '2026-08-31', ['1m', '1m'], '2027-01-31', '2027-02-01'],
  ['US08:e', 'US4', '2026-08-31', ['3m'], '2027-02-28', '2027-03-01'],
  ['US08:e', 'US4', '2026-02-28', ['1m'], '2026-06-28', '2026-06-29'],
  ['US08:e', 'US4', '2026-11-30', ['1m'], '2027-03-30', '2027-03-30'],
  ['US08:e', 'US4', '2027-11-30', ['1m'], '2028-03-30', '2028-03-30'],
  ['US08:e', 'US4', '2028-02-29', ['1m'], '2028-06-29', '2028-06-29'],
  ['US08:e', 'US4', '2026-04-15', ['1m'], '2026-08-15', '2026-08-17'],
  ['US07:e', 'US3', '2026-12-31', ['1m'], '2027-03-31', '2027-03-31'],
  ['US07:e', 'US3', '2027-12-30', ['1m'], '2028-03-30', '2028-03-30'],
] as const)
  test(`a ${code} of ${date}, extended by ${periods.join(' and ')}, is answered by ${due}`, () => {
    const extensions = periods.map((period) => ({ key, period }))
    const facts = { country: 'US', status: 'US_NONFINAL', ...notice(code, date), extensions }
    const { extended_due, explanation } = found(key, facts)
    assert.deepEqual([explanation.extension?.raw, extended_due], [raw, due])
  })

for (const [no, name, office, basis, period, raw, due, recurring] of [
  [13, 'order matters', 'CN', '2026-01-16', '4m,15d', '2026-05-31', '2026-06-01'],
  [14, 'order matters', 'CN', '2025-10-20', '15d,4m', '2026-03-04', '2026-03-04'],
  [15, 'order matters', 'CN', '2025-10-20', '4m,15d', '2026-03-07', '2026-03-09'],
  [31, 'review of a trade mark refusal', 'CN', '2026-06-04', '15d,15d', '2026-07-04', '2026-07-06'],
  [32, 'opposition to a trade mark', 'CN', '2025-11-27', '3m', '2026-02-27', '2026-02-27'],
  [33, 'trade mark renewal', 'CN', '2016-11-22', '10y,-1d', '2026-11-21', '2026-11-23'],
  [43, 'Madrid renewal in grace', 'WO', '2016-01-31', '10y,6m', '2026-07-31', '2026-07-31'],
  [44, 'Hague renewal', 'WO', '2021-02-28', '', '2026-02-28', '2026-03-02', { first: '5y', every: '5y', number_from: 1, number_step: 1 }],
] as const) {
  test(`example ${no}: ${name}, due ${due}`, () => {
    const rule: DueRule = { terms: [{ from: 'register_date', period }], roll: 'W', ...(recurring && { recurring }) }
    const computed = computeDue(rule, { office, calendars: law.calendars, dayOf: () => basis })
    assert.deepEqual([`${computed?.raw}`, `${computed?.date}`], [raw, due])
  })
}
