import { defineCaseKind } from '../../cases/case-kind.ts'
import { MILESTONES } from './lifecycle.ts'
import { project } from './project.ts'

export const projectKind = defineCaseKind({
  model: project,
  dealing: {
    due: [
      { rows: 'points', day: 'due_date', done: 'done_date', says: ['point'], zh: '技术点提交提案', en: 'Disclosure of the point', kind: 'MONITOR' },
      { rows: 'monitors', day: 'next_date', done: 'done_date', says: ['query'], zh: '项目监控', en: 'Project monitoring', kind: 'MONITOR' },
    ],
  },
  milestones: MILESTONES,
  numbering: { pattern: 'XM{YYYY}{SEQ:4}' },
  dates_in_order: [['start_date', 'end_date']],
  docketing: { facts: () => ({ country: '' }), completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true } },
})
