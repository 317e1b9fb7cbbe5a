import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainOf } from './chain.ts'

const drawn = (record: Record<string, unknown>) =>
  chainOf(record, 'en').map(({ word, note, date }) => [word.slice(4), note, date].filter(Boolean).join(' '))

test('the steps of an office action are its date, receipt, period of four months and rolled date', () => {
  const explanation = {
    trigger: { event: 'CN14', name: { zh: '第一次审查意见', en: 'First office action' }, date: '2026-01-05' },
    service: { basis: '2026-01-20' },
    candidates: [{ from: 'trigger', basis: '2026-01-20', date: '2026-05-20', wins: true, steps: [{ step: '4m', date: '2026-05-20' }] }],
    rolled: { from: '2026-05-20', to: '2026-05-21', skipped: [] },
  }
  assert.deepEqual(drawn({ explanation, official_due: '2026-05-21' }), [
    'trigger First office action 2026-01-05',
    'received 2026-01-20',
    'step 4 months 2026-05-20',
    'due 2026-05-21',
  ])
})

test('a period that needs no rolling keeps its line above the date', () => {
  const candidates = [{ from: 'trigger', basis: '2026-11-10', date: '2027-03-10', wins: true, steps: [{ step: '4m', date: '2027-03-10' }] }]
  const explanation = { trigger: { field: 'filing_date', date: '2026-11-10' }, candidates }
  assert.deepEqual(drawn({ explanation, official_due: '2027-03-10' }), [
    'trigger filing date 2026-11-10',
    'step 4 months 2027-03-10',
    'due 2027-03-10',
  ])
})

test('a date named in the notice has priority', () => {
  const explanation = { trigger: { date: '2026-01-05' }, candidates: [], set_due: { date: '2026-03-01' } }
  assert.deepEqual(drawn({ explanation, official_due: '2026-03-01' }), ['trigger 2026-01-05', 'due 2026-03-01'])
})

test('a manual deadline has only its due date', () => assert.deepEqual(drawn({ explanation: null, official_due: '2026-03-01' }), ['due 2026-03-01']))
