import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['拟定中', 'Draft'],
  APPROVING: ['审批中', 'Approval'],
  SIGNED: ['已签订', 'Signed'],
  SUBMITTED: ['已提交登记', 'Registration requested'],
  REGISTERED: ['已登记，质押中', 'Registered: pledged'],
  RELEASED: ['已解除', 'Released'],
  ENFORCED: ['已实现质权', 'Enforced'],
  REFUSED: ['不予登记', 'Registration refused'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  APPROVING: { phase: 'PREPARATION' },
  SIGNED: { phase: 'PENDING' },
  SUBMITTED: { phase: 'PENDING' },
  REGISTERED: { phase: 'GRANTED' },
  RELEASED: { phase: 'EXPIRED' },
  ENFORCED: { phase: 'LAPSED' },
  REFUSED: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

/** The step with which the pledge binds its rights. */
export const REGISTER = 'register'

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  request_approval: move('送审', 'Send for approval', ['DRAFT'], 'APPROVING'),
  redraft: move('退回修改', 'Back to drafting', ['APPROVING'], 'DRAFT'),
  sign: move('签订', 'Signed', ['DRAFT', 'APPROVING'], 'SIGNED', ['sign_date', 'contract_no']),
  submit: move('提交登记', 'Request the registration', ['SIGNED', 'REFUSED'], 'SUBMITTED', ['submit_date']),
  [REGISTER]: move('登记（质权设立）', 'Registered', ['SIGNED', 'SUBMITTED'], 'REGISTERED', ['reg_no', 'reg_date']),
  change: move('变更登记', 'Registration changed', ['REGISTERED'], 'REGISTERED', ['due_date', 'principal', 'change_date']),
  release: move('注销登记（解除质押）', 'Released', ['REGISTERED'], 'RELEASED', ['release_date', 'repayment_proof']),
  enforce: move('实现质权', 'Enforced', ['REGISTERED'], 'ENFORCED', ['close_date', 'close_reason']),
  refuse: move('不予登记', 'Registration refused', ['SUBMITTED'], 'REFUSED', ['close_date', 'close_reason']),
  withdraw: move('撤回', 'Withdraw', ['DRAFT', 'APPROVING', 'SIGNED', 'SUBMITTED'], 'WITHDRAWN', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['拟定', 'Draft'], states: ['DRAFT', 'APPROVING'] },
        { words: ['签订', 'Signed'], states: ['SIGNED'], date: 'sign_date' },
        { words: ['提交登记', 'Submitted'], states: ['SUBMITTED'], date: 'submit_date' },
        { words: ['质押登记', 'Registered'], states: ['REGISTERED'], date: 'reg_date' },
        { words: ['解除', 'Released'], states: ['RELEASED'], date: 'release_date' },
      ],
    },
  ],
  ended: [],
}
