import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['整理', 'Draft'],
  REVIEW: ['审核', 'In review'],
  IDENTIFIED: ['已鉴定', 'Appraised'],
  REGISTERED: ['已登记', 'Registered'],
  TRANSFORMED: ['已转化', 'Put to use'],
  ARCHIVED: ['已归档', 'Archived'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  REVIEW: { phase: 'PENDING' },
  IDENTIFIED: { phase: 'GRANTED' },
  REGISTERED: { phase: 'GRANTED' },
  TRANSFORMED: { phase: 'GRANTED' },
  ARCHIVED: { phase: 'EXPIRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  review: move('送审', 'Send for review', ['DRAFT'], 'REVIEW', ['completers', 'complete_orgs']),
  return: move('退回', 'Return', ['REVIEW'], 'DRAFT'),
  identify: move('鉴定', 'Appraised', ['REVIEW'], 'IDENTIFIED', ['identify_way', 'identify_org', 'identify_date', 'identify_no', 'level']),
  register: move('登记', 'Registered', ['IDENTIFIED'], 'REGISTERED', ['register_no', 'register_date']),
  transform: move('转化', 'Put to use', ['REGISTERED'], 'TRANSFORMED', ['application_status', 'benefit']),
  archive: move('归档', 'Archive', ['TRANSFORMED'], 'ARCHIVED', ['close_date']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['整理', 'Draft'], states: ['DRAFT', 'REVIEW'] },
        { words: ['鉴定', 'Appraised'], states: ['IDENTIFIED'], date: 'identify_date' },
        { words: ['登记', 'Registered'], states: ['REGISTERED'], date: 'register_date' },
        { words: ['转化', 'Put to use'], states: ['TRANSFORMED'] },
      ],
    },
  ],
  ended: ['ARCHIVED'] satisfies Status[],
}
