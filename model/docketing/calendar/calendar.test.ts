import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readLaw } from '../../../seed/law/deadlines/read.ts'
import { addWorkingDays, closure, roll } from './calendar.ts'

const { calendars } = readLaw()
const day = (text: string) => Temporal.PlainDate.from(text)

test('China: every day of 2007 to 2026 is a working day or not, as in an independent list', () => {
  const lines = readFileSync(new URL('../../../seed/law/calendars/cn-working-days.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const wrong: string[] = []
  let counted = 0
  for (const line of lines) {
    const [year = '', days = ''] = line.split(' ')
    let date = day(`${year}-01-01`)
    assert.equal(days.length, date.daysInYear)
    for (const works of days) {
      if ((closure(date, calendars.get('CN')) === undefined) !== (works === '1')) wrong.push(`${date}`)
      date = date.add({ days: 1 })
      counted += 1
    }
  }
  assert.deepEqual(wrong, [])
  assert.equal(counted, 7305)
})

for (const [office, from, to, provisional] of [
  ['CN', '2026-02-28', '2026-02-28', false],
  ['CN', '2026-02-15', '2026-02-24', false],
  ['CN', '2026-10-01', '2026-10-08', false],
  ['CN', '2027-05-01', '2027-05-03', true],
  ['CN', '2026-12-31', '2026-12-31', false],
  ['US', '2026-07-03', '2026-07-06', false],
  ['US', '2026-11-26', '2026-11-27', false],
  ['JP', '2025-12-29', '2026-01-05', false],
  ['KR', '2026-05-01', '2026-05-04', false],
  ['KR', '2024-04-10', '2024-04-11', false],
  ['KR', '2025-06-03', '2025-06-04', false],
  ['KR', '2026-06-03', '2026-06-04', false],
  ['KR', '2026-03-01', '2026-03-03', false],
  ['DE', '2026-04-03', '2026-04-07', false],
  ['GB', '2026-12-25', '2026-12-29', false],
  ['EP', '2026-05-01', '2026-05-04', true],
  ['EP', '2025-12-24', '2026-01-02', true],
  ['WO', '2026-08-01', '2026-08-03', true],
  ['IN', '2026-08-15', '2026-08-17', true],
] as const) {
  test(`${office}: ${from} moves to ${to}${provisional ? ', provisionally' : ''}`, () => {
    const rolled = roll(day(from), office, calendars)
    assert.deepEqual([`${rolled.date}`, rolled.provisional], [to, provisional])
  })
}

test('every skipped day has its name', () => {
  assert.deepEqual(roll(day('2026-10-02'), 'CN', calendars).skipped.at(-1), { date: '2026-10-07', why: '国庆节 / National Day' })
  assert.deepEqual(roll(day('2026-08-01'), 'CN', calendars).skipped, [
    { date: '2026-08-01', why: '星期六 / Saturday' },
    { date: '2026-08-02', why: '星期日 / Sunday' },
  ])
})

for (const [from, count, to] of [
  ['2026-02-13', 1, '2026-02-14'],
  ['2026-02-14', 1, '2026-02-24'],
  ['2026-10-08', -1, '2026-09-30'],
  ['2026-06-01', -10, '2026-05-18'],
  ['2026-06-01', 0, '2026-06-01'],
] as const) {
  test(`${count} working days from ${from} is ${to}`, () => {
    assert.equal(`${addWorkingDays(day(from), count, 'CN', calendars).date}`, to)
    assert.equal(`${addWorkingDays(day(from), count, 'CN', calendars).date}`, to)
  })
}

/** Announced from Monday 5 to Sunday 18 January 2026, and for all of 2028; Wednesday 7 closed, Sunday 11 worked. */
const days = {
  closed: new Map([['2026-01-07', 'Closed']]),
  work: new Set(['2026-01-11']),
  from: '2026-01-05',
  to: '2026-01-18',
  years: new Set(['2028']),
}
const announced = () => new Map([['XX', days]])

for (const [from, count, to, provisional] of [
  ['2026-01-05', 1, '2026-01-06', false],
  ['2026-01-05', 2, '2026-01-08', false],
  ['2026-01-09', 1, '2026-01-11', false],
  ['2026-01-09', 5, '2026-01-15', false],
  ['2026-01-15', 1, '2026-01-16', false],
  ['2026-01-15', 2, '2026-01-19', true],
  ['2026-01-06', -1, '2026-01-05', false],
  ['2026-01-05', -1, '2026-01-02', true],
  ['2026-01-02', 4, '2026-01-09', true],
  ['2027-12-31', 1, '2028-01-03', false],
  ['2028-12-29', 1, '2029-01-01', true],
] as const)
  test(`${count} working days from ${from} is ${to}${provisional ? ', provisionally' : ''}`, () => {
    const walked = addWorkingDays(day(from), count, 'XX', announced())
    assert.deepEqual([`${walked.date}`, walked.provisional], [to, provisional])
  })

for (const [from, to, provisional] of [
  ['2026-01-05', '2026-01-05', false],
  ['2026-01-04', '2026-01-05', true],
  ['2026-01-07', '2026-01-08', false],
  ['2026-01-10', '2026-01-11', false],
  ['2026-01-17', '2026-01-19', true],
  ['2026-01-18', '2026-01-19', true],
  ['2028-01-01', '2028-01-03', false],
  ['2027-12-31', '2027-12-31', true],
] as const)
  test(`the first open day from ${from} is ${to}${provisional ? ', provisionally' : ''}`, () => {
    const rolled = roll(day(from), 'XX', announced())
    assert.deepEqual([`${rolled.date}`, rolled.provisional], [to, provisional])
  })

test('a calendar that names no further years is provisional beyond its last day', () => {
  const { years: _, ...bare } = days
  const calendar = () => new Map([['XX', bare]])
  assert.equal(addWorkingDays(day('2026-01-05'), 1, 'XX', calendar()).provisional, false)
  assert.equal(roll(day('2028-01-03'), 'XX', calendar()).provisional, true)
})

test('working days counted into an unannounced year are provisional', () => {
  assert.equal(addWorkingDays(day('2026-12-30'), 10, 'CN', calendars).provisional, true)
})
