import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['准备材料', 'Draft'],
  FILED: ['已递交', 'Filed'],
  PRELIM: ['初步审查', 'Preliminary examination'],
  CORRECT: ['补正', 'Correction'],
  REGISTERED: ['已登记', 'Registered'],
  REFUSED: ['驳回', 'Refused'],
  REVIEW: ['复审', 'Review of the refusal'],
  REFUSED_FINAL: ['驳回生效', 'Refused, final'],
  WITHDRAWN: ['撤回', 'Withdrawn'],
  EXPIRED: ['保护期届满', 'Expired'],
  TRANSFERRED: ['已转出', 'Transferred out'],
  REVOKED: ['撤销', 'Revoked'],
  SURRENDERED: ['放弃', 'Surrendered'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  FILED: { phase: 'PENDING' },
  PRELIM: { phase: 'PENDING' },
  CORRECT: { phase: 'PENDING', awaits: 'us' },
  REGISTERED: { phase: 'GRANTED' },
  REFUSED: { phase: 'REFUSED', remedy: true },
  REVIEW: { phase: 'PENDING' },
  REFUSED_FINAL: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
  EXPIRED: { phase: 'EXPIRED' },
  TRANSFERRED: { phase: 'TRANSFERRED' },
  REVOKED: { phase: 'INVALID' },
  SURRENDERED: { phase: 'LAPSED' },
}

export const CLOSED = endedIn(STATE_FACTS).filter((code) => code !== 'REFUSED')

const move = take<Status>
const PENDING = ['FILED', 'PRELIM', 'CORRECT', 'REVIEW'] as const

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  file: move('递交登记申请', 'Filed', ['DRAFT'], 'FILED', ['application_no', 'filing_date', 'owners', 'completion_date', 'first_exploit_date']),
  examine: move('进入初步审查', 'Examination begins', ['FILED'], 'PRELIM'),
  correct: move('补正通知', 'Correction notice', ['FILED', 'PRELIM'], 'CORRECT'),
  answer_correction: move('已补正', 'Correction answered', ['CORRECT'], 'PRELIM'),
  register: move('登记公告', 'Registered and announced', ['FILED', 'PRELIM'], 'REGISTERED', [
    'reg_no',
    'reg_date',
    'announce_date',
    'certificate_no',
  ]),
  refuse: move('驳回', 'Refused', ['FILED', 'PRELIM', 'CORRECT'], 'REFUSED'),
  request_review: move('请求复审', 'Review requested', ['REFUSED'], 'REVIEW'),
  review_allowed: move('复审撤销驳回', 'Refusal set aside', ['REVIEW'], 'PRELIM'),
  refusal_final: move('驳回生效', 'Refusal final', ['REFUSED', 'REVIEW'], 'REFUSED_FINAL', ['close_date']),
  withdraw: move('撤回', 'Withdraw', ['DRAFT', ...PENDING], 'WITHDRAWN', ['close_date', 'close_reason']),
  expire: { ...move('保护期届满', 'Protection has ended', ['REGISTERED'], 'EXPIRED', ['close_date']), after: { day: 'expiry_date', asks: true } },
  revoke: move('撤销登记', 'Revoked', ['REGISTERED'], 'REVOKED', ['close_date', 'close_reason']),
  surrender: move('放弃专有权', 'Surrender', ['REGISTERED'], 'SURRENDERED', ['close_date', 'close_reason']),
  transfer_out: { ...move('转出（整体转让）', 'Transferred out', '*', 'TRANSFERRED', ['close_date', 'close_reason']), automatic: true },
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['创作完成', 'Completed'], states: ['DRAFT'], date: 'completion_date' },
        { words: ['递交', 'Filed'], states: ['FILED'], date: 'filing_date' },
        { words: ['审查', 'Examination'], states: ['PRELIM', 'CORRECT', 'REFUSED', 'REVIEW'] },
        { words: ['登记', 'Registered'], states: ['REGISTERED'], date: 'reg_date' },
      ],
    },
  ],
  ended: ['EXPIRED', 'REVOKED', 'SURRENDERED', 'TRANSFERRED'] satisfies Status[],
}
