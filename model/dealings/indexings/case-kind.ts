import { defineCaseKind } from '../../cases/case-kind.ts'
import { indexingTask } from './indexing_task.ts'
import { MILESTONES } from './lifecycle.ts'

export const indexingKind = defineCaseKind({
  model: indexingTask,
  dealing: {},
  milestones: MILESTONES,
  numbering: { pattern: 'BY{YYYY}{SEQ:4}' },
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
