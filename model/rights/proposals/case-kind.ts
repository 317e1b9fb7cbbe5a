import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { proposal } from './proposal.ts'

export const proposalKind = defineCaseKind({
  model: proposal,
  milestones: MILESTONES,
  numbering: { pattern: 'TA{YYYY}{SEQ:5}' },
  docketing: { completeness: { mayHaveNoDeadline: () => true, mayRest: ({ status }) => status === 'CASE_CREATED' } },
})
