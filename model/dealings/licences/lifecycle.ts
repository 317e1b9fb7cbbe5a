import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['拟定中', 'Draft'],
  APPROVING: ['审批中', 'Approval'],
  SIGNED: ['已签订', 'Signed'],
  EFFECTIVE: ['已生效', 'In force'],
  RECORD_SUBMITTED: ['已生效，备案中', 'In force, recordal requested'],
  RECORDED: ['已生效，已备案', 'In force, recorded'],
  RECORD_REFUSED: ['已生效，不予备案', 'In force, recordal refused'],
  EXPIRED: ['已到期', 'Expired'],
  TERMINATED: ['已解除', 'Terminated'],
  WITHDRAWN: ['未成立', 'Not concluded'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  APPROVING: { phase: 'PREPARATION' },
  SIGNED: { phase: 'PENDING' },
  EFFECTIVE: { phase: 'GRANTED' },
  RECORD_SUBMITTED: { phase: 'GRANTED' },
  RECORDED: { phase: 'GRANTED' },
  RECORD_REFUSED: { phase: 'GRANTED', awaits: 'us' },
  EXPIRED: { phase: 'EXPIRED' },
  TERMINATED: { phase: 'LAPSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

const LIVE: readonly Status[] = ['EFFECTIVE', 'RECORD_SUBMITTED', 'RECORDED', 'RECORD_REFUSED']

/** The step with which a licence begins to bind its rights. */
export const TAKE_EFFECT = 'take_effect'

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  request_approval: move('送审', 'Send for approval', ['DRAFT'], 'APPROVING'),
  redraft: move('退回修改', 'Back to drafting', ['APPROVING'], 'DRAFT'),
  sign: move('签订', 'Signed', ['DRAFT', 'APPROVING'], 'SIGNED', ['sign_date', 'contract_no']),
  [TAKE_EFFECT]: move('生效', 'Takes effect', ['SIGNED'], 'EFFECTIVE', ['effective_date', 'start_date', 'end_date']),
  submit_recordal: move('提交备案', 'Request the recordal', ['EFFECTIVE', 'RECORD_REFUSED'], 'RECORD_SUBMITTED', ['record_submit_date']),
  record: move('备案完成', 'Recorded', ['EFFECTIVE', 'RECORD_SUBMITTED'], 'RECORDED', ['record_date', 'record_no']),
  refuse_recordal: move('不予备案', 'Recordal refused', ['RECORD_SUBMITTED'], 'RECORD_REFUSED'),
  expire: { ...move('到期', 'Expired', LIVE, 'EXPIRED', ['close_date']), after: { day: 'end_date' } },
  terminate: move('提前解除', 'Terminate', LIVE, 'TERMINATED', ['close_date', 'close_reason']),
  withdraw: move('未成立', 'Not concluded', ['DRAFT', 'APPROVING', 'SIGNED'], 'WITHDRAWN', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['拟定', 'Draft'], states: ['DRAFT', 'APPROVING'] },
        { words: ['签订', 'Signed'], states: ['SIGNED'], date: 'sign_date' },
        { words: ['生效', 'In force'], states: ['EFFECTIVE', 'RECORD_SUBMITTED', 'RECORD_REFUSED'], date: 'effective_date' },
        { words: ['备案', 'Recorded'], states: ['RECORDED'], date: 'record_date' },
        { words: ['到期', 'Expires'], states: ['EXPIRED'], date: 'end_date' },
      ],
    },
  ],
  ended: [],
}
