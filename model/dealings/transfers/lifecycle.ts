import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['拟定中', 'Draft'],
  APPROVING: ['审批中', 'Approval'],
  SIGNED: ['已签订', 'Signed'],
  SUBMITTED: ['已提交登记', 'Recordal requested'],
  CORRECT: ['补正中', 'To be corrected'],
  RECORDED: ['已登记', 'Recorded'],
  REFUSED: ['不予登记', 'Recordal refused'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  APPROVING: { phase: 'PREPARATION' },
  SIGNED: { phase: 'PENDING' },
  SUBMITTED: { phase: 'PENDING' },
  CORRECT: { phase: 'PENDING', awaits: 'us' },
  RECORDED: { phase: 'TRANSFERRED' },
  REFUSED: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

export const SIGN = 'sign'
/** The step that gives the rights their new owners. */
export const RECORD = 'record'
/** The step that asks the office to record the transfer. */
export const SUBMIT = 'submit'

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  request_approval: move('送审', 'Send for approval', ['DRAFT'], 'APPROVING'),
  redraft: move('退回修改', 'Back to drafting', ['APPROVING'], 'DRAFT'),
  [SIGN]: move('签订', 'Signed', ['DRAFT', 'APPROVING'], 'SIGNED', ['sign_date', 'contract_no']),
  [SUBMIT]: move('提交登记', 'Request the recordal', ['SIGNED', 'REFUSED'], 'SUBMITTED', ['submit_date', 'export_paper_no']),
  correct: move('补正通知', 'Correction requested', ['SUBMITTED'], 'CORRECT'),
  answer_correction: move('已补正', 'Corrected', ['CORRECT'], 'SUBMITTED'),
  [RECORD]: move('完成登记（权利人变更）', 'Recorded: the owners change', ['SIGNED', 'SUBMITTED', 'CORRECT'], 'RECORDED', ['record_date', 'notice_no', 'export_paper_no']),
  refuse: move('不予登记', 'Recordal refused', ['SUBMITTED', 'CORRECT'], 'REFUSED', ['close_date', 'close_reason']),
  withdraw: move('撤回', 'Withdraw', ['DRAFT', 'APPROVING', 'SIGNED', 'SUBMITTED', 'CORRECT'], 'WITHDRAWN', ['close_date', 'close_reason']),
} // oxfmt-ignore

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['拟定', 'Draft'], states: ['DRAFT', 'APPROVING'] },
        { words: ['签订', 'Signed'], states: ['SIGNED'], date: 'sign_date' },
        { words: ['提交登记', 'Submitted'], states: ['SUBMITTED', 'CORRECT'], date: 'submit_date' },
        { words: ['登记', 'Recorded'], states: ['RECORDED'], date: 'record_date' },
      ],
    },
  ],
  ended: [],
}
