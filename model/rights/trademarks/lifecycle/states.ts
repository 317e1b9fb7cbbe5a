import type { Options } from '../../../kit/fields.ts'
import { ENDED, type StateFacts } from '../../../kit/model.ts'

/** The status of a trademark. TM_ is of any office, US_TM_ of the United States, MAD_ of an international registration, DES_ of a designation. */
export const STATUS = {
  TM_PREPARING: ['拟申请', 'Preparing'],
  TM_FILED: ['已申请', 'Filed'],
  TM_CORRECT: ['补正', 'Correction'],
  TM_NOT_ACCEPTED: ['不予受理', 'Not accepted'],
  TM_ACCEPTED: ['受理待审', 'Awaiting examination'],
  TM_EXAM: ['审查意见', 'Office action'],
  TM_REFUSED: ['驳回', 'Refused'],
  TM_PART_REFUSED: ['部分驳回', 'Refused in part'],
  TM_REVIEW: ['驳回复审', 'Review of the refusal'],
  TM_REFUSED_2: ['复审维持驳回', 'Refusal upheld'],
  TM_COURT: ['行政诉讼', 'In court'],
  TM_REFUSED_FINAL: ['驳回生效', 'Refused, final'],
  TM_PUB_WAIT: ['待初审公告', 'Awaiting publication'],
  TM_PRELIM_PUB: ['初审公告', 'Published for opposition'],
  TM_OPPOSED: ['异议中', 'Opposed'],
  TM_NOT_REG: ['不予注册', 'Registration denied'],
  TM_NOT_REG_REVIEW: ['不予注册复审', 'Review of the denial'],
  TM_REGISTERED: ['注册', 'Registered'],
  TM_GRACE: ['宽展期', 'In grace'],
  TM_LAPSED: ['期满未续展注销', 'Lapsed, not renewed'],
  TM_CANCEL_PENDING: ['撤销审理中', 'Cancellation pending'],
  TM_CANCEL_REVIEW: ['撤销决定可复审', 'Cancellation open to review'],
  TM_CANCELLED: ['撤销', 'Cancelled'],
  TM_INVALID_PENDING: ['无效宣告审理中', 'Invalidation pending'],
  TM_INVALID: ['宣告无效', 'Invalidated'],
  TM_SURRENDERED: ['主动注销', 'Surrendered'],
  TM_WITHDRAWN: ['撤回', 'Withdrawn'],
  TM_TRANSFERRED: ['已转出', 'Transferred out'],
  US_TM_ALLOWED: ['准予注册通知（美国）', 'Notice of allowance (US)'],
  US_TM_ABANDONED: ['放弃（美国）', 'Abandoned (US)'],
  MAD_ORIGIN: ['原属局已收文', 'At the office of origin'],
  MAD_IRREGULAR: ['国际补正', 'Irregularity notice'],
  MAD_REGISTERED: ['国际注册', 'International registration'],
  MAD_GRACE: ['国际注册宽展期', 'International registration in grace'],
  MAD_CANCELLED: ['国际注册被撤销', 'International registration cancelled'],
  MAD_LAPSED: ['国际注册失效', 'International registration lapsed'],
  DES_PENDING: ['指定待审', 'Designation pending'],
  DES_REFUSED: ['临时驳回', 'Provisional refusal'],
  DES_PROTECTED: ['给予保护', 'Protected'],
  DES_PART: ['部分给予保护', 'Protected in part'],
  DES_REFUSED_FINAL: ['指定驳回生效', 'Designation refused, final'],
} as const satisfies Options

export type TrademarkStatus = keyof typeof STATUS

/** The facts of each state for docketing, fees and statistics. A refusal is pending until it is final. */
export const STATE_FACTS: Readonly<Record<TrademarkStatus, StateFacts>> = {
  TM_PREPARING: { phase: 'PREPARATION' },
  TM_FILED: { phase: 'PENDING' },
  TM_CORRECT: { phase: 'PENDING', awaits: 'us' },
  TM_NOT_ACCEPTED: { phase: 'REFUSED' },
  TM_ACCEPTED: { phase: 'PENDING' },
  TM_EXAM: { phase: 'PENDING', awaits: 'us' },
  TM_REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  TM_PART_REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  TM_REVIEW: { phase: 'PENDING' },
  TM_REFUSED_2: { phase: 'PENDING', remedy: true },
  TM_COURT: { phase: 'PENDING' },
  TM_REFUSED_FINAL: { phase: 'REFUSED' },
  TM_PUB_WAIT: { phase: 'PENDING' },
  TM_PRELIM_PUB: { phase: 'PENDING' },
  TM_OPPOSED: { phase: 'PENDING', awaits: 'us' },
  TM_NOT_REG: { phase: 'PENDING', remedy: true, awaits: 'us' },
  TM_NOT_REG_REVIEW: { phase: 'PENDING' },
  TM_REGISTERED: { phase: 'GRANTED' },
  TM_GRACE: { phase: 'GRACE' },
  TM_LAPSED: { phase: 'LAPSED' },
  TM_CANCEL_PENDING: { phase: 'GRANTED', awaits: 'us' },
  TM_CANCEL_REVIEW: { phase: 'GRANTED', awaits: 'us' }, // in force until the decision is final (Trademark Law, art. 55)
  TM_CANCELLED: { phase: 'INVALID' },
  TM_INVALID_PENDING: { phase: 'GRANTED', awaits: 'us' },
  TM_INVALID: { phase: 'INVALID' },
  TM_SURRENDERED: { phase: 'LAPSED' },
  TM_WITHDRAWN: { phase: 'WITHDRAWN' },
  TM_TRANSFERRED: { phase: 'TRANSFERRED' },
  US_TM_ALLOWED: { phase: 'PENDING', awaits: 'us' },
  US_TM_ABANDONED: { phase: 'WITHDRAWN', remedy: true },
  MAD_ORIGIN: { phase: 'PENDING' },
  MAD_IRREGULAR: { phase: 'PENDING', awaits: 'us' },
  MAD_REGISTERED: { phase: 'GRANTED' },
  MAD_GRACE: { phase: 'GRACE' },
  MAD_CANCELLED: { phase: 'INVALID', remedy: true },
  MAD_LAPSED: { phase: 'LAPSED' },
  DES_PENDING: { phase: 'PENDING' },
  DES_REFUSED: { phase: 'PENDING', remedy: true, awaits: 'us' },
  DES_PROTECTED: { phase: 'GRANTED' },
  DES_PART: { phase: 'GRANTED' },
  DES_REFUSED_FINAL: { phase: 'REFUSED' },
}

/** Work on the case has ended. */
export const CLOSED: readonly TrademarkStatus[] = Object.entries(STATE_FACTS).flatMap(
  ([code, { phase }]) => (ENDED.has(phase) ? [code as TrademarkStatus] : []), // its keys are the statuses
)

export const isStatus = (status: unknown): status is TrademarkStatus => typeof status === 'string' && Object.hasOwn(STATUS, status)

/** Before its own number is known, a case may be prepared by any route; one of any route may be transferred. */
const ANY: ReadonlySet<string> = new Set(['TM_PREPARING', 'TM_WITHDRAWN', 'TM_TRANSFERRED'])

/** Whether a case of this office and route can be in this state. */
export function fitsOffice(status: string, country: string, route: string): boolean {
  if (ANY.has(status)) return true
  if (status.startsWith('MAD_')) return country === 'WO'
  if (status.startsWith('DES_')) return route === 'MADRID_DESIGNATION'
  if (status.startsWith('US_')) return country === 'US'
  return country !== 'WO'
}
