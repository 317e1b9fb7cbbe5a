import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { risk } from './risk.ts'

export const riskKind = defineCaseKind({
  model: risk,
  dealing: {
    due: [
      { rows: 'measures', day: 'due_date', done: 'done_date', says: ['measure'], zh: '风险应对', en: 'Risk measure', kind: 'ACTION' },
      { rows: 'reviews', day: 'review_date', done: 'done_date', zh: '风险复查', en: 'Risk review', kind: 'MONITOR' },
    ],
  },
  milestones: MILESTONES,
  numbering: { pattern: 'FX{YYYY}{SEQ:4}' },
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
