import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredFeeLaw } from '../../../../seed/law/fees/law.ts'
import type { ComputedDeadline } from '../../../docketing/calculation/computed-deadline.ts'
import type { FeeFacts } from '../../../fees/facts.ts'
import { patentCharges } from './charges.ts'

const law = deliveredFeeLaw()
const facts: FeeFacts = { country: 'CN', subtype: 'INVENTION', route: 'PCT_NATIONAL', filing_date: '2024-01-16' }

// Implementing Rules of the Chinese Patent Law (2023), rule 103: in China by 30 months, with a fee for late entry by 32 months, on 16 September 2026.
for (const [what, more, isLate] of [
  ['still to be made, on its last day', {}, true],
  ['made on the last day of 30 months', { done_date: '2026-07-16' }, false],
  ['made a day later', { done_date: '2026-07-17' }, true],
] as const)
  test(`the fees of a Chinese entry ${what} are ${isLate ? 'with' : 'without'} the one for late entry`, () => {
    const deadline = { rule_id: 'CNP50', official_due: '2026-09-16', overdue: false, ...more } as ComputedDeadline // all that its charges read
    const codes = patentCharges({ deadline, facts, fees: [], today: '2026-06-01', law }).map(({ fee_code }) => fee_code)
    assert.ok(codes.includes('CN.APP'))
    assert.equal(codes.includes('CN.LATEENTRY'), isLate, codes.join())
  })
