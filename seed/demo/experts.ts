/** Who evaluates disclosures in the demo company; `person` by the employee number. */
export const EXPERTS = [
  { name: '石见川（虚构）', person: 'X0101', job_title: '研发部长', grade: 'CHIEF', fields: ['A1', 'A2'] },
  { name: '卢一帆（虚构）', person: 'X0002', job_title: '专利工程师', grade: 'SENIOR', fields: ['A1'] },
  { name: '白小舟（虚构）', person: 'X0102', job_title: '总体工程师', grade: 'ORDINARY', fields: ['A2'] },
  { name: '庚教授（虚构）', job_title: '虚构大学教授', grade: 'SENIOR', fields: ['B1'], remark: '没有账号，评审意见由知识产权部登记。' },
] as const

export const EXPERT_GROUP = {
  group_name: '虚构飞行平台专家组',
  vote_mode: 'HALF_PASS',
  chair: 'X0101',
  members: ['X0002', 'X0102'],
  fields: ['A1', 'A2'],
} as const

/** The disclosure that the group has before it. */
export const EVALUATED = '虚构货舱的自锁托盘'

export const SCORE_SHEETS = [
  { name: '通用评分表（虚构）' },
  {
    name: '软件评分表（虚构）',
    proposal_type: 'SOFTWARE',
    novelty_score: 20,
    inventive_score: 20,
    practical_score: 30,
    market_score: 20,
    detect_score: 10,
  },
] as const

export const VIRTUAL_ORGANISATION = {
  name: '折叠机翼专项组（虚构）',
  manager: 'X0001',
  members: ['X0001', 'X0101', 'X0102', 'X0301'],
  purpose: '跨部门的专利布局',
} as const

/** Of the next month: a person, and who acts for them. */
export const ABSENCE = { person: 'X0003', deputy: 'X0002', from: 24, days: 5 } as const
