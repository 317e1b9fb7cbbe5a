import type { Options } from '../../../kit/fields.ts'
import { PHASES } from '../../../kit/model.ts'
import { STATE_FACTS, type TrademarkStatus } from './states.ts'

/** Stages of a trademark that do not depend on the office's names of its states. */
export const STAGES = {
  PREPARATION: PHASES.PREPARATION,
  FILED: ['已申请', 'Filed'],
  EXAMINATION: ['审查', 'Examination'],
  REFUSED_PENDING: ['驳回救济中', 'Refusal contested'],
  PUBLISHED: ['公告', 'Published'],
  OPPOSED: ['异议', 'Opposed'],
  GRANTED: ['注册有效', 'Registered'],
  CONTESTED: ['撤销或无效审理中', 'Registration contested'],
  GRACE: ['宽展期', 'In grace'],
  REFUSED: PHASES.REFUSED,
  WITHDRAWN: PHASES.WITHDRAWN,
  LAPSED: PHASES.LAPSED,
  INVALID: ['撤销或无效', 'Cancelled or invalid'],
  EXPIRED: PHASES.EXPIRED,
  TRANSFERRED: PHASES.TRANSFERRED,
} as const satisfies Options

type Stage = keyof typeof STAGES

const WITHIN: Readonly<Partial<Record<TrademarkStatus, Stage>>> = {
  TM_ACCEPTED: 'EXAMINATION',
  TM_EXAM: 'EXAMINATION',
  DES_PENDING: 'EXAMINATION',
  MAD_IRREGULAR: 'EXAMINATION',
  TM_REFUSED: 'REFUSED_PENDING',
  TM_PART_REFUSED: 'REFUSED_PENDING',
  TM_REVIEW: 'REFUSED_PENDING',
  TM_REFUSED_2: 'REFUSED_PENDING',
  TM_COURT: 'REFUSED_PENDING',
  DES_REFUSED: 'REFUSED_PENDING',
  TM_PUB_WAIT: 'PUBLISHED',
  TM_PRELIM_PUB: 'PUBLISHED',
  US_TM_ALLOWED: 'PUBLISHED',
  TM_OPPOSED: 'OPPOSED',
  TM_NOT_REG: 'OPPOSED',
  TM_NOT_REG_REVIEW: 'OPPOSED',
  TM_CANCEL_PENDING: 'CONTESTED',
  TM_CANCEL_REVIEW: 'CONTESTED',
  TM_INVALID_PENDING: 'CONTESTED',
}

export function stageOf(status: TrademarkStatus): Stage {
  const { phase } = STATE_FACTS[status]
  return WITHIN[status] ?? (phase === 'PENDING' ? 'FILED' : phase)
}
