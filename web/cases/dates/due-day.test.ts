import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainOf } from './chain.ts'
import { dueDayOf, lossDayOf } from './due-day.ts'

const reply = { kind: 'ACTION', manual: false, official_due: '2026-10-27', extended_due: '2026-12-28', final_due: '2026-12-28' }

test('an extended deadline ends on the day to which it was extended, in the steps to the date too', () => {
  assert.equal(dueDayOf(reply), '2026-12-28')
  assert.equal(dueDayOf({ ...reply, extended_due: null }), '2026-10-27')
  const explanation = {
    trigger: { event: 'CN14', date: '2026-06-27' },
    candidates: [],
    extension: { periods: ['2m'], raw: '2026-12-27', due: '2026-12-28' },
  }
  assert.equal(chainOf({ ...reply, explanation }, 'en').at(-1)?.date, '2026-12-28')
})

test('no right is lost by a deadline of a person, of the office, or by the end of a term', () => {
  assert.equal(lossDayOf(reply), '2026-12-28')
  for (const more of [{ manual: true }, { kind: 'MONITOR' }, { kind: 'TERM' }, { final_due: null }])
    assert.equal(lossDayOf({ ...reply, ...more }), null)
})
