import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainOf } from './chain.ts'
import { dueDayOf, earlierOf, firstOwedOf, freeUntil, lossDayOf, soonestOf } from './due-day.ts'

const reply = { kind: 'ACTION', manual: false, official_due: '2026-10-27', extended_due: '2026-12-28', final_due: '2026-12-28' }

test('an extended deadline ends on its extended date, also in the steps to the date', () => {
  assert.equal(dueDayOf(reply), '2026-12-28')
  assert.equal(dueDayOf({ ...reply, extended_due: null }), '2026-10-27')
  const explanation = {
    trigger: { event: 'CN14', date: '2026-06-27' },
    candidates: [],
    extension: { periods: ['2m'], raw: '2026-12-27', due: '2026-12-28' },
  }
  assert.equal(chainOf({ ...reply, explanation }, 'en').at(-1)?.date, '2026-12-28')
})

test('a personal deadline, an office deadline and the end of a term cause no loss of rights', () => {
  assert.equal(lossDayOf(reply), '2026-12-28')
  for (const more of [{ manual: true }, { kind: 'MONITOR' }, { kind: 'TERM' }, { final_due: null }])
    assert.equal(lossDayOf({ ...reply, ...more }), null)
})

test('a date that is awaited comes before the end of a term that is further off', () => {
  const [term, awaited] = [
    { kind: 'TERM', official_due: '2073-12-31' },
    { kind: 'MONITOR', official_due: '2026-12-19' },
  ]
  assert.deepEqual([earlierOf(term, awaited), earlierOf(awaited, term)], [awaited, awaited])
  assert.deepEqual([earlierOf(term, undefined), earlierOf(undefined, awaited), earlierOf(undefined, undefined)], [term, awaited, undefined])
})

const GERMAN = { due_date: '2026-03-31', surcharge: '0.00', next_band_from: '2026-06-02', grace_end: '2026-09-30' }
for (const [what, fee, today, day] of [
  ['before it is due', GERMAN, '2026-03-30', null],
  ['on the due date', GERMAN, '2026-03-31', null],
  ['in the months without a surcharge, of which the last ended on a Sunday', GERMAN, '2026-04-01', '2026-06-01'],
  ['on the last day without a surcharge', GERMAN, '2026-06-01', '2026-06-01'],
  ['with a surcharge', { ...GERMAN, surcharge: '50.00', next_band_from: null }, '2026-06-02', null],
  ['where the next step raises a surcharge', { ...GERMAN, surcharge: '60.00' }, '2026-04-20', null],
] as const)
  test(`PatKostG 7: a German annuity ${what}: the last day without a surcharge is ${day ?? 'not told'}`, () => {
    assert.equal(freeUntil(fee, today), day)
  })

test('of deadlines of one day the one with a consequence is told first, and none of a later day', () => {
  const [change, entry, later] = [
    { final_due: '2027-01-26' },
    { final_due: '2027-01-26', if_missed: 'lost' },
    { final_due: '2027-03-26', if_missed: 'lost' },
  ]
  assert.equal(soonestOf([change, entry, later]), entry)
  assert.equal(soonestOf([change, later]), change)
  assert.equal(soonestOf([]), undefined)
})

test('the next fee is the first that is owed, not one of nothing', () => {
  const [nothing, unknown, owed] = [{ amount: '0.00', surcharge: '0' }, { amount: null }, { amount: '880.00' }]
  assert.equal(firstOwedOf([nothing, owed]), owed)
  assert.equal(firstOwedOf([nothing, unknown, owed]), unknown)
  assert.equal(firstOwedOf([nothing]), nothing)
})
