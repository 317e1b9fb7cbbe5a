import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  APPLIED: ['申请注册', 'Applied for'],
  ACTIVE: ['使用中', 'Active'],
  EXPIRING: ['即将到期', 'Expiring'],
  GRACE: ['续费宽限期', 'In grace'],
  REDEMPTION: ['赎回期', 'Redemption'],
  DISPUTED: ['争议中', 'Disputed'],
  DELETED: ['已删除', 'Deleted'],
  WITHDRAWN: ['未注册', 'Not registered'],
  TRANSFERRED_OUT: ['已转出', 'Transferred out'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  APPLIED: { phase: 'PREPARATION' },
  ACTIVE: { phase: 'GRANTED' },
  EXPIRING: { phase: 'GRANTED' },
  GRACE: { phase: 'GRACE' },
  REDEMPTION: { phase: 'LAPSED', remedy: true },
  DISPUTED: { phase: 'GRANTED' },
  DELETED: { phase: 'LAPSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
  TRANSFERRED_OUT: { phase: 'TRANSFERRED' },
}

export const CLOSED = endedIn(STATE_FACTS).filter((code) => code !== 'REDEMPTION')

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  register: move('完成注册', 'Registered', ['APPLIED'], 'ACTIVE', ['registrar', 'register_date', 'expiry_date']),
  drop: move('不予注册', 'Not registered', ['APPLIED'], 'WITHDRAWN', ['close_date', 'close_reason']),
  expire_soon: move('即将到期', 'Expires soon', ['ACTIVE'], 'EXPIRING'),
  renew: move('续费', 'Renewed', ['ACTIVE', 'EXPIRING', 'GRACE'], 'ACTIVE', ['expiry_date']),
  enter_grace: { ...move('进入宽限期', 'Grace begins', ['ACTIVE', 'EXPIRING'], 'GRACE'), after: { day: 'expiry_date' } },
  enter_redemption: { ...move('进入赎回期', 'Redemption begins', ['GRACE'], 'REDEMPTION'), after: { day: 'expiry_date' } },
  redeem: move('赎回', 'Redeemed', ['REDEMPTION'], 'ACTIVE', ['expiry_date']),
  delete: move('域名被删除', 'Deleted by the registrar', ['GRACE', 'REDEMPTION', 'EXPIRING', 'DISPUTED'], 'DELETED', ['close_date']),
  dispute: move('争议', 'Disputed', ['ACTIVE', 'EXPIRING'], 'DISPUTED', ['dispute_date']),
  keep: move('争议胜诉', 'Dispute won', ['DISPUTED'], 'ACTIVE'),
  transfer_out: move('转出', 'Transferred out', ['ACTIVE', 'EXPIRING', 'DISPUTED'], 'TRANSFERRED_OUT', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['申请', 'Applied'], states: ['APPLIED'] },
        { words: ['注册', 'Registered'], states: ['ACTIVE', 'DISPUTED'], date: 'register_date' },
        { words: ['到期', 'Expires'], states: ['EXPIRING', 'GRACE', 'REDEMPTION'], date: 'expiry_date' },
      ],
    },
  ],
  ended: ['DELETED', 'TRANSFERRED_OUT'] satisfies Status[],
}
