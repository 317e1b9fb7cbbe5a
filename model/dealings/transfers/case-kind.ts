import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { transfer } from './transfer.ts'

export const transferKind = defineCaseKind({
  model: transfer,
  dealing: {},
  milestones: MILESTONES,
  numbering: { pattern: 'ZR{YYYY}{SEQ:4}' },
  dates_in_order: [
    ['sign_date', 'submit_date'],
    ['submit_date', 'record_date'],
    ['sign_date', 'record_date'],
  ],
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
