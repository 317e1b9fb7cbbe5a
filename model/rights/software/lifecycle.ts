import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  SW_DRAFT: ['准备材料', 'Draft'],
  SW_REVIEW: ['内部审核', 'Internal review'],
  SW_SUBMITTED: ['已递交', 'Submitted'],
  SW_ACCEPTED: ['已受理', 'Accepted'],
  SW_CORRECT: ['补正', 'Correction'],
  SW_REGISTERED: ['已登记', 'Registered'],
  SW_REFUSED: ['不予登记', 'Refused'],
  SW_WITHDRAWN: ['撤回', 'Withdrawn'],
  SW_REVOKED: ['登记撤销', 'Registration revoked'],
  SW_EXPIRED: ['保护期届满', 'Expired'],
  SW_TRANSFERRED: ['已转出', 'Transferred out'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  SW_DRAFT: { phase: 'PREPARATION' },
  SW_REVIEW: { phase: 'PREPARATION' },
  SW_SUBMITTED: { phase: 'PENDING' },
  SW_ACCEPTED: { phase: 'PENDING' },
  SW_CORRECT: { phase: 'PENDING', awaits: 'us' },
  SW_REGISTERED: { phase: 'GRANTED' },
  SW_REFUSED: { phase: 'REFUSED' },
  SW_WITHDRAWN: { phase: 'WITHDRAWN' },
  SW_REVOKED: { phase: 'INVALID' },
  SW_EXPIRED: { phase: 'EXPIRED' },
  SW_TRANSFERRED: { phase: 'TRANSFERRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  review: move('材料齐备，送审', 'Material complete', ['SW_DRAFT'], 'SW_REVIEW', ['complete_date', 'owners', 'source_code', 'manual']),
  return: move('退回补充材料', 'Returned for more material', ['SW_REVIEW'], 'SW_DRAFT'),
  submit: move('递交登记申请', 'Application submitted', ['SW_REVIEW'], 'SW_SUBMITTED', ['submit_date']),
  accept: move('受理', 'Accepted', ['SW_SUBMITTED'], 'SW_ACCEPTED', ['accept_no', 'accept_date']),
  correct: move('补正通知', 'Correction notice', ['SW_SUBMITTED', 'SW_ACCEPTED'], 'SW_CORRECT'),
  answer_correction: move('已补正', 'Correction answered', ['SW_CORRECT'], 'SW_ACCEPTED'),
  register: move('核准登记', 'Registered', ['SW_SUBMITTED', 'SW_ACCEPTED', 'SW_CORRECT'], 'SW_REGISTERED', ['reg_no', 'reg_date', 'certificate_no']),
  change: move('变更登记', 'Change recorded', ['SW_REGISTERED'], 'SW_REGISTERED', ['owners']),
  refuse: move('不予登记', 'Refused', ['SW_SUBMITTED', 'SW_ACCEPTED', 'SW_CORRECT'], 'SW_REFUSED', ['close_date', 'close_reason']),
  withdraw: move('撤回', 'Withdraw', ['SW_DRAFT', 'SW_REVIEW', 'SW_SUBMITTED', 'SW_ACCEPTED', 'SW_CORRECT'], 'SW_WITHDRAWN', [
    'close_date',
    'close_reason',
  ]),
  deemed_withdrawn: move('逾期未补正，视为撤回', 'Deemed withdrawn', ['SW_CORRECT'], 'SW_WITHDRAWN', ['close_date']),
  revoke: move('撤销登记', 'Registration revoked', ['SW_REGISTERED'], 'SW_REVOKED', ['close_date', 'close_reason']),
  expire: {
    ...move('保护期届满', 'Protection has ended', ['SW_REGISTERED'], 'SW_EXPIRED', ['close_date']),
    after: { day: 'expiry_date', asks: true },
  },
  transfer_out: { ...move('转出（整体转让）', 'Transferred out', '*', 'SW_TRANSFERRED', ['close_date', 'close_reason']), automatic: true },
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['开发完成', 'Completed'], states: ['SW_DRAFT'], date: 'complete_date' },
        { words: ['审核', 'Reviewed'], states: ['SW_REVIEW'] },
        { words: ['递交', 'Submitted'], states: ['SW_SUBMITTED'], date: 'submit_date' },
        { words: ['受理', 'Accepted'], states: ['SW_ACCEPTED', 'SW_CORRECT'], date: 'accept_date' },
        { words: ['登记', 'Registered'], states: ['SW_REGISTERED'], date: 'reg_date' },
      ],
    },
  ],
  ended: ['SW_REVOKED', 'SW_EXPIRED', 'SW_TRANSFERRED'] satisfies Status[],
}
