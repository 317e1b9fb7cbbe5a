// The explanation of the deemed receipt of a notice of 10 January, with delivery rules written for the test.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Service } from '../rules/rule.ts'
import { receivedLate, receivedOn } from './deemed-receipt.ts'
import type { CaseEvent } from './facts.ts'

const words = { zh: '送达', en: 'Service' }
const SERVICE: Service = { ...words, scheme: 'S', ways: ['ELECTRONIC'], legal_basis: words, certainty: 'SURE' }
const event = (more: Partial<CaseEvent> = {}): CaseEvent => ({ sid: 'e', code: 'OA', date: '2026-01-10', ...more })
const explained = (more: Partial<CaseEvent>, service: Partial<Service> = {}) => receivedOn(event(more), 'S', [{ ...SERVICE, ...service }]).service
const RECEIPT = { way: 'ELECTRONIC', assumed: true, issued: '2026-01-10', basis: '2026-01-10', text: words, legal_basis: words, certainty: 'SURE' }

for (const [what, more, service, expected] of [
  ['an unknown way', {}, {}, RECEIPT],
  ['a recorded way', { delivery_way: 'ELECTRONIC' }, {}, { ...RECEIPT, assumed: false }],
  ['an unknown way, under a rule of any way', {}, { ways: ['*'] }, { ...RECEIPT, assumed: false }],
  ['a presumption', {}, { presumed: '15d' }, { ...RECEIPT, basis: '2026-01-25', presumed: '15d' }],
  ['a receipt within seven days', { receive_date: '2026-01-17' }, { late_after: 7 }, RECEIPT],
  ['a receipt on the eighth day', { receive_date: '2026-01-18' }, { late_after: 7 }, { ...RECEIPT, late_days: 1 }],
  ['an ordinary receipt', { receive_date: '2026-01-13' }, { ordinary: 3 }, RECEIPT],
  ['an unusual receipt', { receive_date: '2026-01-14' }, { ordinary: 3 }, { ...RECEIPT, certainty: 'CHECK', received_late: 4 }],
] satisfies [string, Partial<CaseEvent>, Partial<Service>, object][])
  test(`the deemed receipt explains ${what}`, () => assert.deepEqual(explained(more, service), expected))

test('a manual date with its reason replaces the presumed date; the presumed date itself is no override', () => {
  const set = (more: Partial<CaseEvent>) => receivedOn(event(more), 'S', [{ ...SERVICE, presumed: '15d', late_after: 1 }])
  const override = { date: '2026-02-01', instead_of: '2026-01-25', reason: 'proof' }
  assert.deepEqual(set({ basis_date: '2026-02-01', basis_reason: 'proof', receive_date: '2026-01-20' }), {
    basis: '2026-02-01',
    lateDays: 0,
    override,
  })
  assert.equal(set({ basis_date: '2026-02-01' }).override?.reason, '')
  assert.deepEqual([set({ basis_date: '2026-01-25' }).override, set({}).override], [undefined, undefined])
})

test('a receipt before the date of the notice is not late, and every scheme is checked', () => {
  const late = (receive_date: string, schemes: string[]) => receivedLate(event({ receive_date }), schemes, [{ ...SERVICE, ordinary: 0 }])
  assert.deepEqual([late('2026-01-09', ['S']), late('2026-01-10', ['S']), late('2026-01-11', ['S'])], [undefined, undefined, 1])
  assert.deepEqual([late('2026-01-11', ['T', 'S']), late('2026-01-11', ['T'])], [1, undefined])
  assert.equal(receivedOn(event({ receive_date: '2026-01-01' }), 'S', [{ ...SERVICE, late_after: 0 }]).lateDays, 0)
  assert.equal(receivedOn(event({ receive_date: '2026-02-01' }), 'S', [SERVICE]).lateDays, 0, 'the rule adds no days')
})
