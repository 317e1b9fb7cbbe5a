import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['草稿', 'Draft'],
  ASSIGNED: ['已分派', 'Assigned'],
  RUNNING: ['标引中', 'Being indexed'],
  CHECKING: ['校核中', 'Being checked'],
  FINISHED: ['已完成', 'Finished'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  ASSIGNED: { phase: 'PENDING' },
  RUNNING: { phase: 'PENDING' },
  CHECKING: { phase: 'PENDING' },
  FINISHED: { phase: 'EXPIRED' },
  CANCELLED: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

export const OPEN: readonly Status[] = ['DRAFT', 'ASSIGNED', 'RUNNING', 'CHECKING']

/** The states in which people index. */
export const AT_WORK: readonly Status[] = ['ASSIGNED', 'RUNNING']

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  assign: move('分派', 'Assign', ['DRAFT'], 'ASSIGNED', ['due_date', 'indexers', 'index_fields']),
  begin: { ...move('开始标引', 'Indexing begins', ['ASSIGNED'], 'RUNNING'), automatic: true },
  check: { ...move('标引完毕，待校核', 'All indexed, to be checked', ['RUNNING'], 'CHECKING'), automatic: true },
  send_back: { ...move('退回重标', 'Sent back', ['CHECKING'], 'RUNNING'), automatic: true },
  finish: move('完成', 'Finish', ['CHECKING'], 'FINISHED', ['close_date']),
  cancel: move('取消', 'Cancel', OPEN, 'CANCELLED', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['准备', 'Prepared'], states: ['DRAFT'] },
        { words: ['分派', 'Assigned'], states: ['ASSIGNED'] },
        { words: ['标引', 'Indexed'], states: ['RUNNING'] },
        { words: ['校核', 'Checked'], states: ['CHECKING'] },
        { words: ['完成', 'Finished'], states: ['FINISHED'], date: 'close_date' },
      ],
    },
  ],
  ended: [],
}
