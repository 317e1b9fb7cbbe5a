import type { CaseRole, Words } from '../kit/fields.ts'

/** Responsibilities of people, which are handed over when they leave. */
export const HANDED_OVER = {
  cases: ['负责的案件', 'Cases'],
  assisted: ['协办的案件', 'Cases as assistant'],
  deadlines: ['未完成的期限', 'Open deadlines'],
  tasks: ['未完成的任务', 'Open tasks'],
  given: ['安排他人的未完成任务', 'Open tasks given to others'],
  approvals: ['待办的审批', 'Approvals to decide'],
  reviews: ['未决的案件维护评审', 'Open maintenance reviews'],
  departments: ['负责的部门', 'Departments led'],
  liaison: ['担任联络人的部门', 'Departments as contact person'],
  people: ['直属下级', 'People led'],
  organisations: ['负责的虚拟组织', 'Virtual organisations managed'],
  technology: ['管理的技术分类', 'Technical nodes managed'],
  libraries: ['管理的检索库', 'Search libraries managed'],
  budgets: ['负责的预算', 'Budgets'],
  checks: ['权限检查', 'Permission checks'],
  certificates: ['负责的数字证书', 'Digital certificates'],
  views: ['共享的视图与统计', 'Shared views and statistics'],
  experts: ['此人所在的专家组', 'Expert groups with the person'],
  memberships: ['此人所在的虚拟组织', 'Virtual organisations with the person'],
  processes: ['指定了此人的审批流程', 'Approval processes that name the person'],
} as const satisfies Readonly<Record<string, Words>>

export type HandedOver = keyof typeof HANDED_OVER

export const isHandedOver = (group: string): group is HandedOver => Object.hasOwn(HANDED_OVER, group)

/** The groups of the people whom a case names. */
export const RESPONSIBILITY_OF_ROLE: Readonly<Partial<Record<CaseRole, HandedOver>>> = { owner: 'cases', co_owners: 'assisted' }
