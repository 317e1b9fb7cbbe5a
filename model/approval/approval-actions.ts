import { ABILITIES } from '../auth/roles/abilities.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { boolean, integer, link, links, option, string, text } from '../kit/fields.ts'
import type { ApprovalState } from './approval.ts'
import type { ApprovalAct } from './approval_log.ts'
import type { TaskState } from './approval_task.ts'
import type { NodeType } from './graph.ts'

const OPINION = text('意见', 'Opinion', { max: 1000 })
const NEEDED_OPINION = { ...OPINION, required: true } as const

type Named = { sid: string; name: string }

/** A task in a list: `for` is the absent person whose task it is, where a deputy sees it. */
export type ToDo = {
  sid: string
  approval_sid: string
  entity: string
  record_sid: string
  record_name: string
  transition_name: string
  transition_name_en: string
  node_name: string
  node_name_en: string
  type: NodeType
  starter: Named | null
  for: Named | null
  state: TaskState
  received_at: string
  due_at: string | null
  decided_at: string | null
  opinion: string | null
  /** The opinion is advice and is no vote. */
  advises: boolean
  /** The person whose opinion is needed first, if the task waits for it. */
  with: Named | null
}

/** Acts that the caller may do with a task now. */
export type TaskAct = 'agree' | 'refuse' | 'give_back' | 'transfer' | 'delegate' | 'add_signer'

export type ApprovalNodeView = {
  node: string
  type: NodeType
  name: string
  name_en: string
  /** COMING: not reached in this round. */
  state: 'DONE' | 'OPEN' | 'COMING'
  opens: readonly string[]
  requires: readonly string[]
  doc_types: readonly string[]
  tasks: readonly {
    sid: string
    person: Named
    /** The deputy who has the task today, while the person is absent. */
    deputy: Named | null
    /** The deputy who started the approval, and so may not decide it. */
    barred: Named | null
    state: TaskState
    round: number
    received_at: string
    due_at: string | null
    decided_at: string | null
    decided_by: Named | null
    opinion: string | null
    /** The person who asked for this opinion; the opinion is no vote. */
    advises: Named | null
    /** Acts that the caller may do with the task. */
    acts: readonly TaskAct[]
  }[]
}

export type ApprovalLine = {
  seq: number
  at: string
  act: ApprovalAct
  node_name: string | null
  node_name_en: string | null
  round: number
  person: Named | null
  for: Named | null
  /** Whom the act has asked. */
  to: readonly Named[]
  note: string | null
}

export type ApprovalView = {
  sid: string
  entity: string
  record_sid: string
  record_name: string
  transition_name: string
  transition_name_en: string
  process: Named
  starter: Named | null
  state: ApprovalState
  round: number
  waits_for: string | null
  waits_for_en: string | null
  started_at: string
  ended_at: string | null
  /** The time of the last reminder to the people who have it, as long as they may not be reminded again. */
  urged_at: string | null
  nodes: readonly ApprovalNodeView[]
  /** The edges between the nodes. */
  flows: readonly { from: string; to: string }[]
  log: readonly ApprovalLine[]
  /** Acts that the caller may do with the approval. */
  acts: readonly ('withdraw' | 'urge' | 'settle')[]
  /** Fields of the record that the caller may change while the approval holds it. */
  edits: readonly string[] | 'all'
  /** The nodes to which a task may be returned. */
  return_to: readonly { node: string; name: string; name_en: string }[]
}

/** The record of an approval under the rights of the caller's tasks, and the input of the step. */
export type ApprovalForm = {
  /** Null if the caller may not read the record. */
  record: Record<string, unknown> | null
  asked: readonly { field: string; value: unknown }[]
  hides: readonly string[]
  /** Fields that the caller may change now. */
  edits: readonly string[]
  requires: readonly string[]
}

const VIEW = facts<ApprovalView>('审批', 'Approval', { type: 'object' })
const LIST = facts<readonly ToDo[]>('任务', 'Tasks', { type: 'array' })
const PAGE = { start: integer('起始行', 'First row', { min: 0 }), rows: integer('行数', 'Rows', { min: 1, max: 100 }) } as const

export const agreeTask = defineAction({
  model: 'approval_task',
  name: 'agree',
  zh: '同意',
  en: 'Agree',
  body: { sid: sidOf('approval_task'), opinion: OPINION },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

export const refuseTask = defineAction({
  model: 'approval_task',
  name: 'refuse',
  zh: '拒绝',
  en: 'Refuse',
  body: { sid: sidOf('approval_task'), opinion: NEEDED_OPINION },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

/** Returns to the starter, or to a node that was passed before; the node decides where the approval continues afterwards. */
export const returnTask = defineAction({
  model: 'approval_task',
  name: 'give_back',
  zh: '退回',
  en: 'Return',
  body: { sid: sidOf('approval_task'), opinion: NEEDED_OPINION, node: string('退回到', 'Return to', { max: 40 }) },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

export const transferTask = defineAction({
  model: 'approval_task',
  name: 'transfer',
  zh: '转办',
  en: 'Transfer',
  body: { sid: sidOf('approval_task'), person_sid: link('转给', 'To', { to: 'user_info', required: true }), opinion: OPINION },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

/** Another person advises first; the delegator keeps the vote. */
export const delegateTask = defineAction({
  model: 'approval_task',
  name: 'delegate',
  zh: '委派',
  en: 'Delegate',
  body: { sid: sidOf('approval_task'), person_sid: link('委派给', 'To', { to: 'user_info', required: true }), opinion: OPINION },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

export const addSigner = defineAction({
  model: 'approval_task',
  name: 'add_signer',
  zh: '加签',
  en: 'Add a signer',
  body: {
    sid: sidOf('approval_task'),
    person_sids: links('加签人', 'Signers', { to: 'user_info', required: true, max: 8 }),
    place: option(
      '方式',
      'Place',
      { BEFORE: ['在我之前', 'Before me'], BESIDE: ['与我并行', 'Beside me'], AFTER: ['在我之后', 'After me'] },
      { required: true },
    ),
    opinion: OPINION,
  },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

/**
 * Open tasks of the caller, and of people whose deputy the caller is today; the most urgent first. `waiting`: tasks that reach
 * the caller after another person, whose opinion or agreement is needed first.
 */
export const listToDo = defineAction({
  model: 'approval_task',
  name: 'todo',
  methods: ['GET', 'POST'],
  zh: '我的审批待办',
  en: 'My approvals to do',
  body: { ...PAGE, waiting: boolean('等待他人', 'Waiting for others') },
  answer: { total: integer('总数', 'Total'), tasks: LIST },
  permission: 'person',
})

export const listDone = defineAction({
  model: 'approval_task',
  name: 'done',
  methods: ['GET', 'POST'],
  zh: '我已办的审批',
  en: 'Approvals I have done',
  body: PAGE,
  answer: { total: integer('总数', 'Total'), tasks: LIST },
  permission: 'person',
})

export const withdrawApproval = defineAction({
  model: 'approval',
  name: 'withdraw',
  zh: '撤回',
  en: 'Withdraw',
  body: { sid: sidOf('approval'), opinion: OPINION },
  answer: { approval: VIEW },
  permission: 'person',
  on: 'record',
})

/** The time from which a further reminder is possible. */
export const URGE_PAUSE_MS = 3_600_000

/** Notifies those whose tasks are open; once an hour at most. */
export const urgeApproval = defineAction({
  model: 'approval',
  name: 'urge',
  zh: '催办',
  en: 'Urge',
  body: { sid: sidOf('approval') },
  answer: { urged: integer('人数', 'People') },
  permission: 'person',
  on: 'record',
})

/** Acts of an administrator: name people for the open node, carry out the approved transition again, or end the approval. */
export const settleApproval = defineAction({
  model: 'approval',
  name: 'settle',
  zh: '管理员处理',
  en: 'Settle',
  body: {
    sid: sidOf('approval'),
    act: option(
      '处理',
      'Act',
      { ASSIGN: ['指派办理人', 'Assign people'], RETRY: ['重新执行', 'Carry out again'], CANCEL: ['终止审批', 'End the approval'] },
      { required: true },
    ),
    person_sids: links('办理人', 'People', { to: 'user_info', max: 8 }),
    opinion: NEEDED_OPINION,
  },
  answer: { approval: VIEW },
  permission: ABILITIES.approval.settle_approval,
  on: 'record',
})

export const viewApproval = defineAction({
  model: 'approval',
  name: 'overview',
  methods: ['GET', 'POST'],
  zh: '审批详情：节点、办理人与记录',
  en: 'One approval: nodes, people and log',
  body: { sid: sidOf('approval') },
  answer: { approval: VIEW },
  permission: 'person',
})

export const formOfApproval = defineAction({
  model: 'approval',
  name: 'form',
  methods: ['GET', 'POST'],
  zh: '审批表单：按节点的字段权限显示记录',
  en: 'The form of an approval: the record by the rights of the node on its fields',
  body: { sid: sidOf('approval') },
  answer: { form: facts<ApprovalForm>('表单', 'Form', { type: 'object' }) },
  permission: 'person',
})

/** Readers of the record may call it; the running approval comes first, then the latest. */
export const approvalsOfRecord = defineAction({
  model: 'approval',
  name: 'of_record',
  methods: ['GET', 'POST'],
  zh: '一条记录的全部审批',
  en: 'All approvals of a record',
  body: { entity: string('业务对象', 'Record type', { required: true, max: 40 }), record_sid: string('记录', 'Record', { required: true, max: 36 }) },
  answer: { approvals: facts<readonly ApprovalView[]>('审批', 'Approvals', { type: 'array' }) },
  permission: 'person',
})
