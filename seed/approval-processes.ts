import type { Level, Participant } from '../model/approval/graph.ts'

/** Somebody of a role of the product, named by its code. */
type SeedParticipant = Participant | { kind: 'ROLE'; role: string }
type SeedLevel = Omit<Level, 'participants'> & { participants: readonly SeedParticipant[] }
export type SeedProcess = {
  code: string
  name: string
  name_en: string
  entity: string
  transition: string
  condition?: string
  once_per_person: boolean
  levels: readonly SeedLevel[]
}

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
/** Where the IP manager alone may take the step, the second opinion comes from the department whose record it is. */
const RECORD_DEPARTMENT: SeedLevel = {
  name: '所属部门负责人审批',
  name_en: 'Leader of its department',
  participants: [{ kind: 'RECORD_DEPARTMENT' }],
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
const OWNER: SeedLevel = { name: '负责人审批', name_en: 'Owner', participants: [{ kind: 'OWNER' }], vote: 'ALL_PASS', days: 3 }
/** Whoever of them did not ask for it. */
const OWNER_OR_MANAGER: SeedLevel = {
  name: '负责人或知识产权经理审批',
  name_en: 'Owner or IP manager',
  participants: [{ kind: 'OWNER' }, { kind: 'ROLE', role: 'ip_manager' }],
  vote: 'ONE_PASS',
  days: 3,
}

type Of = { name: readonly [string, string]; at: readonly [entity: string, transition: string]; levels: readonly SeedLevel[]; condition?: string }
const process = (code: string, { name: [name, name_en], at: [entity, transition], ...rest }: Of): SeedProcess => ({
  ...{ code, name, name_en, entity, transition, once_per_person: true },
  ...rest,
})

/** Drafts that an administrator adapts and publishes; until then no step waits for an approval. */
export const APPROVAL_PROCESSES: readonly SeedProcess[] = [
  process('PROPOSAL_SUBMIT', { name: ['提案提交审批', 'Submission of a disclosure'], at: ['proposal', 'submit'], levels: [LEADER] }),
  process('PROPOSAL_FILING', { name: ['申请决定审批', 'Decision to file'], at: ['proposal', 'approve'], levels: [RECORD_DEPARTMENT] }),
  process('ANNUITY_ABANDON', {
    name: ['年费评审：放弃权利审批', 'Annuity round: abandoning a right'],
    at: ['annuity_review', 'abandon'],
    levels: [OWNER, FINANCE],
  }),
  process('PAYMENT_LIST', { name: ['缴费单审批', 'Payment list'], at: ['payment', 'approve'], levels: [MANAGERS, FINANCE] }),
  process('INVOICE', { name: ['账单审批', 'Invoice'], at: ['invoice', 'audit'], levels: [FINANCE] }),
  process('TRANSFER', { name: ['权利转让审批', 'Transfer of rights'], at: ['transfer', 'sign'], levels: [DEPARTMENT, MANAGERS] }),
  process('LICENCE', { name: ['许可审批', 'Licence'], at: ['licence', 'sign'], levels: [DEPARTMENT, MANAGERS] }),
  process('AWARD', { name: ['奖酬审批', 'Award'], at: ['award', 'approve'], levels: [FINANCE] }),
  process('SECRET_ACCESS', { name: ['技术秘密知悉审批', 'Access to a trade secret'], at: ['trade_secret', 'admit'], levels: [OWNER_OR_MANAGER] }),
  process('OPEN_FOR_CHANGE', {
    name: ['定稿后重新修改审批', 'Final draft opened for change'],
    at: ['patent', 'redraft'],
    condition: "status = 'READY'",
    levels: [OWNER_OR_MANAGER],
  }),
]
