import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDuration, addSteps, DurationFault, isoOf, parseDuration } from './duration.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

for (const [start, duration, end] of [
  ['2026-05-10', '15d', '2026-05-25'],
  ['2025-10-20', '15d,4m', '2026-03-04'],
  ['2025-10-20', '4m,15d', '2026-03-07'],
  ['2026-01-30', '1m,1d', '2026-03-01'],
  ['2026-01-30', '1d,1m', '2026-02-28'],
  ['2026-01-31', '1m,1m', '2026-03-28'],
  ['2026-01-31', '2m', '2026-03-31'],
  ['2025-10-31', '4m', '2026-02-28'],
  ['2023-10-31', '4m', '2024-02-29'],
  ['2024-02-29', '3y', '2027-02-28'],
  ['2024-02-29', '4y', '2028-02-29'],
  ['2024-01-31', '2m', '2024-03-31'],
  ['2024-01-30', '3m', '2024-04-30'],
  ['1999-12-31', '2m', '2000-02-29'],
  ['0999-01-31', '1d', '0999-02-01'],
  ['0050-12-31', '1d', '0051-01-01'],
  ['9999-12-31', '1d', '+010000-01-01'],
  ['2096-02-29', '4y', '2100-02-28'],
  ['2100-01-31', '1m', '2100-02-28'],
  ['2016-11-22', '10y,-1d', '2026-11-21'],
  ['2026-03-31', '-1m', '2026-02-28'],
  ['2026-03-31', '0d', '2026-03-31'],
] as const) {
  test(`${start} plus ${duration} is ${end}`, () => assert.equal(`${addDuration(day(start), duration)}`, end))
}

test('a date is printed as ISO text in every year', () => {
  for (const text of ['0999-12-31', '1000-01-01', '9999-12-31', '+010000-01-01']) assert.equal(isoOf(day(text)), text)
})

test('every intermediate date is shown', () => {
  assert.deepEqual(addSteps(day('2025-10-20'), '15d,4m'), [
    { step: '15d', date: '2025-11-04' },
    { step: '4m', date: '2026-03-04' },
  ])
})

test('signs and order are kept', () => {
  assert.deepEqual(parseDuration('+10y,-1d'), [
    { count: 10, unit: 'y' },
    { count: -1, unit: 'd' },
  ])
})

for (const [text, position] of [
  ['', 0],
  ['4', 1],
  ['m', 0],
  ['15d,', 4],
  ['15d;4m', 3],
  ['15d, 4m', 4],
  ['4w', 1],
  ['--4m', 1],
  ['+-4m', 1],
  ['15d4m', 3],
  ['123456d', 5],
] as const) {
  test(`“${text}” is refused at character ${position}`, () => {
    assert.throws(
      () => parseDuration(text),
      (fault) =>
        fault instanceof DurationFault &&
        fault.position === position &&
        fault.text === text &&
        fault.zh.includes(`“${text}”第 ${position + 1} 个字符`) &&
        fault.en.endsWith(`wrong at character ${position + 1}`),
    )
  })
}
