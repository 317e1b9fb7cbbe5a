import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortWhy } from './short-why.ts'

const names = new Map([['CN15', 'N-th office action']])
const said = {
  lang: 'en',
  day: (iso: string) => iso,
  names,
  named: 'date stated in the notice',
  rolled: 'next working day',
  byHand: 'entered by hand',
} as const
const steps = (step: string) => [{ from: 'trigger', basis: '2026-09-28', date: '2026-11-28', wins: true, steps: [{ step, date: '2026-11-28' }] }]

for (const [name, explanation, line] of [
  [
    'an official document by post',
    {
      trigger: { event: 'CN15', date: '2026-09-13' },
      service: { presumed: '15d', basis: '2026-09-28' },
      candidates: steps('2m'),
      rolled: { from: '2026-11-28', to: '2026-11-30', skipped: [] },
    },
    'N-th office action 2026-09-13 + 15 days + 2 months → next working day',
  ],
  [
    'an official document without a known name',
    { trigger: { event: 'CN99', date: '2026-09-13' }, candidates: steps('2m') },
    'CN99 2026-09-13 + 2 months',
  ],
  ['a date of the case', { trigger: { field: 'filing_date', date: '2015-10-08' }, candidates: steps('12y') }, 'Filing date 2015-10-08 + 12 years'],
  [
    'counted from another date than the one that began it',
    {
      trigger: { field: 'filing_date', date: '2015-10-08' },
      candidates: [
        { from: 'earliest_priority_date', basis: '2014-10-08', date: '2017-04-08', wins: true, steps: [{ step: '30m', date: '2017-04-08' }] },
      ],
    },
    'Earliest priority date 2014-10-08 + 30 months',
  ],
  [
    'some days before another day',
    { trigger: { field: 'due_date', date: '2027-01-05' }, candidates: steps('-30d') },
    'Day on which the debt falls due 2027-01-05 − 30 days',
  ],
  ['the day itself', { trigger: { field: 'due_date', date: '2027-01-05' }, candidates: steps('0d') }, 'Day on which the debt falls due 2027-01-05'],
  [
    'the end of a month',
    { trigger: { field: 'filing_date', date: '2015-10-08' }, candidates: [{ ...steps('12y')[0], steps: [{ step: '12y' }, { step: 'month_end' }] }] },
    'Filing date 2015-10-08 + 12 years → the last day of that month',
  ],
  [
    'a day that the notice names',
    { trigger: { event: 'CN15', date: '2026-09-13' }, set_due: { date: '2026-12-01' } },
    'N-th office action 2026-09-13 · date stated in the notice',
  ],
  [
    'a right that may be restored',
    {
      trigger: { date: '2026-11-19' },
      candidates: [],
      restoration: { text: { zh: '两个月内', en: 'Within 2 months of the notice of loss' }, counted_from: '2026-11-19' },
    },
    'Within 2 months of the notice of loss · 2026-11-19',
  ],
  ['by hand', null, 'entered by hand'],
] as const) {
  test(`the one-line reason: ${name}`, () => assert.equal(shortWhy({ explanation }, said), line))
}
