import type { Level, Participant } from '../model/approval/graph.ts'

/** Somebody of a role of the product, named by its code. */
type SeedParticipant = Participant | { kind: 'ROLE'; role: string }
type SeedLevel = Omit<Level, 'participants'> & { participants: readonly SeedParticipant[] }
export type SeedProcess = { code: string; name: string; name_en: string; entity: string; transition: string; levels: readonly SeedLevel[] }

const LEADER: SeedLevel = {
  name: '直接上级审批',
  name_en: "Starter's leader",
  participants: [{ kind: 'STARTER_LEADER', up: 1 }],
  vote: 'ALL_PASS',
  days: 3,
}
const DEPARTMENT: SeedLevel = {
  name: '部门负责人审批',
  name_en: 'Leader of the department',
  participants: [{ kind: 'DEPARTMENT_LEADER' }],
  vote: 'ALL_PASS',
  days: 3,
}
const MANAGERS: SeedLevel = {
  name: '知识产权经理审批',
  name_en: 'IP manager',
  participants: [{ kind: 'ROLE', role: 'ip_manager' }],
  vote: 'ONE_PASS',
  days: 3,
}
const FINANCE: SeedLevel = { name: '财务审批', name_en: 'Finance', participants: [{ kind: 'ROLE', role: 'finance' }], vote: 'ONE_PASS', days: 2 }

/** Drafts that an administrator adapts and publishes; until then no step waits for an approval. */
export const APPROVAL_PROCESSES: readonly SeedProcess[] = [
  {
    code: 'PROPOSAL_SUBMIT',
    name: '提案提交审批',
    name_en: 'Submission of a disclosure',
    entity: 'proposal',
    transition: 'submit',
    levels: [LEADER],
  },
  {
    code: 'PROPOSAL_FILING',
    name: '申请决定审批',
    name_en: 'Decision to file',
    entity: 'proposal',
    transition: 'approve',
    levels: [DEPARTMENT, MANAGERS],
  },
  { code: 'PAYMENT_LIST', name: '缴费单审批', name_en: 'Payment list', entity: 'payment', transition: 'approve', levels: [MANAGERS, FINANCE] },
  { code: 'INVOICE', name: '账单审批', name_en: 'Invoice', entity: 'invoice', transition: 'audit', levels: [MANAGERS, FINANCE] },
  { code: 'TRANSFER', name: '权利转让审批', name_en: 'Transfer of rights', entity: 'transfer', transition: 'sign', levels: [DEPARTMENT, MANAGERS] },
  { code: 'LICENCE', name: '许可审批', name_en: 'Licence', entity: 'licence', transition: 'sign', levels: [DEPARTMENT, MANAGERS] },
  { code: 'AWARD', name: '奖酬审批', name_en: 'Award', entity: 'award', transition: 'approve', levels: [DEPARTMENT, MANAGERS, FINANCE] },
]
