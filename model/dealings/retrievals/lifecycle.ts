import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['草稿', 'Draft'],
  SUBMITTED: ['已提交', 'Submitted'],
  RETURNED: ['已退回', 'Returned'],
  ACCEPTED: ['已受理', 'Accepted'],
  SEARCHING: ['检索中', 'Searching'],
  REPORTED: ['已出报告', 'Reported'],
  CONFIRMED: ['已确认', 'Confirmed'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  SUBMITTED: { phase: 'PENDING' },
  RETURNED: { phase: 'PREPARATION' },
  ACCEPTED: { phase: 'PENDING' },
  SEARCHING: { phase: 'PENDING' },
  REPORTED: { phase: 'PENDING' },
  CONFIRMED: { phase: 'EXPIRED' },
  CANCELLED: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Status>
export const OPEN: readonly Status[] = ['DRAFT', 'SUBMITTED', 'RETURNED', 'ACCEPTED', 'SEARCHING']

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  submit: move('提交', 'Submit', ['DRAFT', 'RETURNED'], 'SUBMITTED', ['tech_solution']),
  return: move('退回', 'Return', ['SUBMITTED', 'ACCEPTED'], 'RETURNED', ['return_reason']),
  accept: move('受理', 'Accept', ['SUBMITTED'], 'ACCEPTED', ['assignee_sid', 'agency_sid']),
  search: move('开始检索', 'Begin the search', ['ACCEPTED'], 'SEARCHING'),
  report: move('提交报告', 'Report', ['SEARCHING'], 'REPORTED', ['report', 'report_date', 'conclusion']),
  again: move('补充检索', 'Search further', ['REPORTED'], 'SEARCHING', ['return_reason']),
  confirm: move('确认', 'Confirm', ['REPORTED'], 'CONFIRMED', ['close_date']),
  cancel: move('取消', 'Cancel', OPEN, 'CANCELLED', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['提出', 'Asked'], states: ['DRAFT', 'SUBMITTED', 'RETURNED'] },
        { words: ['检索', 'Search'], states: ['ACCEPTED', 'SEARCHING'] },
        { words: ['报告', 'Report'], states: ['REPORTED'], date: 'report_date' },
        { words: ['确认', 'Confirmed'], states: ['CONFIRMED'], date: 'close_date' },
      ],
    },
  ],
  ended: [],
}
