import type { Words } from '../../kit/fields.ts'

/** What a notification is about. Each person decides which of these they want; what concerns the system and its permissions is told anyway. */
export const NOTICE_TOPICS = {
  DEADLINE: ['期限', 'Deadlines'],
  TASK: ['任务', 'Tasks'],
  APPROVAL: ['审批', 'Approvals'],
  IDEA: ['提案', 'Disclosures'],
  CASE: ['案件与备注', 'Cases and notes'],
  FEE: ['费用与年费', 'Fees and annuities'],
  SYSTEM: ['系统与权限', 'System and permissions'],
} as const satisfies Readonly<Record<string, Words>>

export type NoticeTopic = keyof typeof NOTICE_TOPICS

const { SYSTEM: _, ...rest } = NOTICE_TOPICS
/** Those that a person may mute, and that may be told to a group. */
export const OPEN_TOPICS = rest

/** A deadline of the law so near is told to everybody whom it concerns, whatever they have muted. */
export const NEVER_MUTED_DAYS = 7
