import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { retrievalRequest } from './retrieval_request.ts'

export const retrievalKind = defineCaseKind({
  model: retrievalRequest,
  dealing: {},
  milestones: MILESTONES,
  numbering: { pattern: 'JS{YYYY}{SEQ:4}' },
  dates_in_order: [['report_date', 'close_date']],
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
