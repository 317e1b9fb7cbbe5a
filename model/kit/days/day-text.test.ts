import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn, daysIn } from './day-text.ts'

test('a date is written in the format of the reader', () => {
  assert.equal(dayIn('2026-03-05', 'en'), '05 Mar 2026')
  assert.equal(dayIn('2026-09-30', 'en'), '30 Sep 2026')
  assert.equal(dayIn('2026-03-05', 'zh'), '2026-03-05')
  for (const other of ['', '2026-13-05', '2026-03', 'soon', '2026-03-05T08:00:00Z']) assert.equal(dayIn(other, 'en'), other)
})

test('the dates in a sentence are formatted, but not dates within a name or a number', () => {
  assert.equal(daysIn('From 2026-03-05: until 2026-04-05.', 'en'), 'From 05 Mar 2026: until 05 Apr 2026.')
  for (const kept of ['“Notice 2026-03-05.pdf” is on file', 'file a/2026-03-05', 'OA-2026-03-05.pdf', '2026-03-05.pdf'])
    assert.equal(daysIn(kept, 'en'), kept)
  assert.equal(daysIn('自 2026-03-05 起', 'zh'), '自 2026-03-05 起')
})
