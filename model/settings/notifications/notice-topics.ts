import type { Words } from '../../kit/fields.ts'

/** Subjects of notifications. Each person chooses among them; those about the system and its permissions are always sent. */
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
/** Topics that a person may mute, and that a group may receive. */
export const OPEN_TOPICS = rest

/** Days before a deadline of the law in which all people concerned are notified, even if they have muted the topic. */
export const NEVER_MUTED_DAYS = 7
