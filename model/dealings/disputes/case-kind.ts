import { defineCaseKind } from '../../cases/case-kind.ts'
import { dispute } from './dispute.ts'
import { MILESTONES } from './lifecycle.ts'

export const disputeKind = defineCaseKind({
  model: dispute,
  dealing: {
    due: [
      { rows: 'hearings', day: 'hearing_date', done: 'held_on', word: 'kind', says: ['at', 'place', 'note'], said: ['place', 'note'], zh: '开庭', en: 'Hearing', kind: 'ACTION' },
      { rows: 'follow_ups', day: 'due_date', done: 'done_date', says: ['what'], zh: '对权利的后续处理', en: 'Follow-up on the rights', kind: 'ACTION' },
    ], // oxfmt-ignore
  },
  milestones: MILESTONES,
  numbering: { pattern: 'SS{YYYY}{SEQ:4}' },
  dates_in_order: [
    ['known_date', 'accept_date'],
    ['accept_date', 'judgment_date'],
    ['served_date', 'judgment_date'],
    ['judgment_date', 'judgment_served_date'],
    ['judgment_date', 'appeal_date'],
    ['judgment_date', 'final_date'],
    ['judgment_date', 'final_on'],
  ],
  docketing: {
    facts: ({ country }) => ({ country: country === 'CN' ? 'CN' : '' }),
    completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true },
  },
})
