import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPriorities, earliestPriorityDate, type Priority } from './priorities.ts'

const claim = (priority_date: string, more: Partial<Priority> = {}): Priority => ({
  seq: 1,
  priority_no: '202310123456.6',
  priority_country: 'CN',
  priority_date,
  ...more,
})

for (const [name, one, filing, expected] of [
  ['on the last day of twelve months', claim('2024-01-31'), { filing_date: '2025-01-31', months: 12 }, []],
  ['from 29 February', claim('2024-02-29'), { filing_date: '2025-02-28', months: 12 }, []],
  ['one day late', claim('2024-01-31'), { filing_date: '2025-02-01', months: 12 }, ['too_late']],
  ['late, restored', claim('2024-01-31', { restored: true }), { filing_date: '2025-03-31', months: 12 }, []],
  ['too late to restore', claim('2024-01-31', { restored: true }), { filing_date: '2025-04-01', months: 12 }, ['too_late_to_restore']],
  ['of an international application, late', claim('2024-09-20'), { filing_date: '2025-11-04', months: 12, keepsLate: true }, []],
  ['of an international application, after 14 months', claim('2024-09-03'), { filing_date: '2025-11-04', months: 12, keepsLate: true }, ['too_late']],
  ['a design within six months', claim('2024-08-31'), { filing_date: '2025-02-28', months: 6 }, []],
  ['a design late, restored', claim('2024-08-31', { restored: true }), { filing_date: '2025-03-01', months: 6 }, ['not_restorable']],
  ['a trademark late', claim('2024-08-31'), { filing_date: '2025-03-01', months: 6 }, ['too_late']],
  ['on the filing date itself', claim('2025-01-31'), { filing_date: '2025-01-31', months: 12 }, ['not_before']],
  ['after the filing date', claim('2025-02-01'), { filing_date: '2025-01-31', months: 12 }, ['not_before']],
  ['not yet filed', claim('2020-01-01'), { filing_date: null, months: 12 }, []],
  [
    'the last day was a holiday',
    claim('2024-05-01'),
    { filing_date: '2025-05-06', months: 12, roll: (date: string) => (date === '2025-05-01' ? '2025-05-06' : date) },
    [],
  ],
] as const) {
  test(`a priority ${name}: ${expected.join() || 'fine'}`, () =>
    assert.deepEqual(
      checkPriorities([one], filing).map(({ code }) => code),
      expected,
    ))
}

test('every priority claim is checked, and a duplicate is refused', () => {
  const notices = checkPriorities([claim('2024-01-01'), claim('2026-01-01', { seq: 2 })], { filing_date: '2025-06-01', months: 12 })
  assert.deepEqual(
    notices.map(({ seq, code }) => [seq, code]),
    [
      [1, 'too_late'],
      [2, 'duplicate'],
      [2, 'not_before'],
    ],
  )
})

test('the earliest date is the earliest priority date, or the filing date without a priority', () => {
  assert.equal(earliestPriorityDate([claim('2024-03-01'), claim('2024-01-15')], '2024-12-01'), '2024-01-15')
  assert.equal(earliestPriorityDate([], '2024-12-01'), '2024-12-01')
  assert.equal(earliestPriorityDate([]), undefined)
})
