import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { pledge } from './pledge.ts'

export const pledgeKind = defineCaseKind({
  model: pledge,
  dealing: {},
  milestones: MILESTONES,
  numbering: { pattern: 'ZY{YYYY}{SEQ:4}' },
  dates_in_order: [
    ['start_date', 'due_date'],
    ['sign_date', 'reg_date'],
    ['submit_date', 'reg_date'],
    ['reg_date', 'release_date'],
  ],
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
