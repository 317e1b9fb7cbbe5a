import type { Options } from '../kit/fields.ts'

/** Events for which an award is given. */
export const AWARD_EVENTS = {
  PROPOSAL: ['提案', 'Proposal'],
  FILING: ['申请', 'Filing'],
  GRANT: ['授权', 'Grant'],
  FOREIGN: ['国外申请', 'Foreign filing'],
  LICENCE: ['许可或转让', 'Licence or transfer'],
  IMPLEMENTATION: ['实施', 'Implementation'],
} as const satisfies Options

/** Events that recur: each income is a reason of its own. */
export const RECURRING = ['LICENCE', 'IMPLEMENTATION'] as const

export const AWARD_STATUS = {
  DRAFT: ['草稿', 'Draft'],
  TO_CONFIRM: ['待发明人确认', 'Awaiting inventors'],
  CONFIRMED: ['发明人已确认', 'Confirmed by inventors'],
  APPROVED: ['已批准', 'Approved'],
  LISTED: ['已列入发放单', 'On a payment list'],
  PAID: ['已发放', 'Paid'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const
