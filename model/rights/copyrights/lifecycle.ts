import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

/** Registration is voluntary: the right exists from the completion of the work. */
export const STATUS = {
  DRAFT: ['准备材料', 'Draft'],
  SUBMITTED: ['已递交', 'Submitted'],
  CORRECT: ['补正', 'Correction'],
  ACCEPTED: ['已受理', 'Accepted'],
  REGISTERED: ['已登记', 'Registered'],
  CHANGED: ['已变更登记', 'Registered, changed'],
  REFUSED: ['不予登记', 'Refused'],
  WITHDRAWN: ['撤回', 'Withdrawn'],
  REVOKED: ['登记撤销', 'Registration revoked'],
  EXPIRED: ['保护期届满', 'Expired'],
  TRANSFERRED: ['已转出', 'Transferred out'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  SUBMITTED: { phase: 'PENDING' },
  CORRECT: { phase: 'PENDING', awaits: 'us' },
  ACCEPTED: { phase: 'PENDING' },
  REGISTERED: { phase: 'GRANTED' },
  CHANGED: { phase: 'GRANTED' },
  REFUSED: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
  REVOKED: { phase: 'INVALID' },
  EXPIRED: { phase: 'EXPIRED' },
  TRANSFERRED: { phase: 'TRANSFERRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Status>
const IN_FORCE = ['REGISTERED', 'CHANGED'] as const

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  submit: move('递交登记申请', 'Application submitted', ['DRAFT'], 'SUBMITTED', ['submit_date', 'completion_date', 'owners', 'authors', 'sample']),
  accept: move('受理', 'Accepted', ['SUBMITTED'], 'ACCEPTED', ['accept_no', 'accept_date']),
  correct: move('补正通知', 'Correction notice', ['SUBMITTED', 'ACCEPTED'], 'CORRECT'),
  answer_correction: move('已补正', 'Correction answered', ['CORRECT'], 'ACCEPTED'),
  register: move('登记', 'Registered', ['SUBMITTED', 'ACCEPTED', 'CORRECT'], 'REGISTERED', ['reg_no', 'reg_date', 'reg_office', 'certificate']),
  change: move('变更登记', 'Change recorded', IN_FORCE, 'CHANGED', ['owners']),
  refuse: move('不予登记', 'Refused', ['SUBMITTED', 'ACCEPTED', 'CORRECT'], 'REFUSED', ['close_date', 'close_reason']),
  withdraw: move('撤回', 'Withdraw', ['DRAFT', 'SUBMITTED', 'ACCEPTED', 'CORRECT'], 'WITHDRAWN', ['close_date', 'close_reason']),
  revoke: move('撤销登记', 'Registration revoked', IN_FORCE, 'REVOKED', ['close_date', 'close_reason']),
  expire: { ...move('保护期届满', 'Protection has ended', IN_FORCE, 'EXPIRED', ['close_date']), after: { day: 'expiry_date', asks: true } },
  transfer_out: { ...move('转出（整体转让）', 'Transferred out', '*', 'TRANSFERRED', ['close_date', 'close_reason']), automatic: true },
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['创作完成', 'Completed'], states: ['DRAFT'], date: 'completion_date' },
        { words: ['递交', 'Submitted'], states: ['SUBMITTED'], date: 'submit_date' },
        { words: ['受理', 'Accepted'], states: ['ACCEPTED', 'CORRECT'], date: 'accept_date' },
        { words: ['登记', 'Registered'], states: ['REGISTERED', 'CHANGED'], date: 'reg_date' },
      ],
    },
  ],
  ended: ['REVOKED', 'EXPIRED', 'TRANSFERRED'] satisfies Status[],
}
