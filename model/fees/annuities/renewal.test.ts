import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComputedDeadline } from '../../docketing/calculation/computed-deadline.ts'
import { renewalQuote } from './renewal.ts'
import { type FeeRow, schedulesOf } from '../schedule/schedule.ts'

const row = (fee_code: string, base: string): FeeRow => ({
  fee_code, office: 'CN', right_type: 'ALL', zh: '续展', en: 'Renewal', from_date: '2020-01-01', to_date: null, currency: 'CNY', base, per_unit: '0', unit: '',
  free_units: 0, unit_to: null, year_from: null, year_to: null, entity: '', reducible: false, source: 'test', legal_basis: 'test', certainty: 'SURE', version: '1',
}) // oxfmt-ignore
const prices = { schedules: schedulesOf([row('TM.RENEW', '500'), row('TM.LATE', '250')]) }
const deadline = {
  official_due: '2026-03-10',
  grace_end: '2026-09-10',
  certainty: 'SURE',
  provisional: false,
  explanation: {
    grace: {
      steps: [
        { until: '2026-06-10', surcharge: '10%' },
        { until: '2026-09-10', fee: 'TM.LATE' },
      ],
    },
  },
} as unknown as ComputedDeadline // the parts of a deadline that a quote reads

for (const [day, surcharge, total, terminated] of [
  ['2026-03-10', '0.00', '500.00', false],
  ['2026-03-11', '50.00', '550.00', false],
  ['2026-06-10', '50.00', '550.00', false],
  ['2026-06-11', '250.00', '750.00', false],
  ['2026-09-10', '250.00', '750.00', false],
  ['2026-09-11', '250.00', '750.00', true],
] as const)
  test(`a renewal due on 10 March with six months of grace costs ${total} on ${day}${terminated ? ', when the right has ended' : ''}`, () => {
    const quote = renewalQuote({ deadline, code: 'TM.RENEW', facts: { country: 'CN' }, year: 10, day, prices })
    assert.deepEqual([quote.surcharge, quote.total, quote.terminated], [surcharge, total, terminated])
  })
