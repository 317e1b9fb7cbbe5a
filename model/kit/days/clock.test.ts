import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOfMoment, startOfDay, todayIn } from './clock.ts'

for (const [zone, now, day] of [
  ['Asia/Shanghai', '2026-01-01T16:30:00Z', '2026-01-02'],
  ['Asia/Shanghai', '2026-12-31T16:00:00Z', '2027-01-01'],
  ['America/Los_Angeles', '2026-01-01T07:59:00Z', '2025-12-31'],
  ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', '2026-01-02'],
] as const)
  test(`at ${now} it is ${day} in ${zone}`, () => assert.equal(todayIn(zone, new Date(now)), day))

test('an evening time in UTC is on the next day in the time zone of the product', () => {
  assert.equal(dayOfMoment('2026-03-04T18:00:00.000Z'), '2026-03-05')
  assert.equal(dayOfMoment('2026-03-04T18:00:00.000Z', 'America/Los_Angeles'), '2026-03-04')
})

test('a day begins at the midnight of its zone', () => {
  assert.equal(startOfDay('2026-11-27'), '2026-11-26T16:00:00Z')
  assert.equal(startOfDay('2026-03-08', 'America/Los_Angeles'), '2026-03-08T08:00:00Z')
})
