import { boolean, datetime, integer, link, option, string, text } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

export const TASK_STATES = {
  OPEN: ['待办', 'To do'],
  WAITING: ['等待他人', 'Waiting for others'],
  AGREED: ['已同意', 'Agreed'],
  REFUSED: ['已拒绝', 'Refused'],
  RETURNED: ['已退回', 'Returned'],
  TRANSFERRED: ['已转办', 'Transferred'],
  NOT_NEEDED: ['无需处理', 'Not needed'],
} as const

/** The request to one person at one node of an approval. */
export const approval_task = defineModel({
  name: 'approval_task',
  zh: '审批任务',
  en: 'Approval task',
  display: ['node_name'],
  scope: 'tenant',
  own: { by: 'person_sid', verbs: ['get', 'search', 'count'] },
  refuses: { ...READ_ONLY, delete: ['审批任务不能删除', 'Approval tasks are not deleted'] },
  no_log: true,
  indexes: [
    ['person_sid', 'state', 'received_at'],
    ['decided_by', 'decided_at'],
    ['approval_sid', 'round'],
    ['state', 'due_at'],
  ],
  fields: {
    approval_sid: link('审批', 'Approval', { to: 'approval', computed: true, searchable: true, list: true }),
    node: string('节点代码', 'Node', { computed: true, max: 40, coded: true }),
    node_name: string('节点', 'Step', { computed: true, searchable: true, list: true, max: 100 }),
    node_name_en: string('节点（英文）', 'Step (English)', { computed: true, max: 100 }),
    round: integer('轮次', 'Round', { computed: true }),
    person_sid: link('办理人', 'Person', {
      to: 'user_info',
      computed: true,
      searchable: true,
      list: true,
      responsibility: { group: 'approvals', while: { state: ['OPEN', 'WAITING'] } },
    }),
    state: option('任务状态', 'State', TASK_STATES, { computed: true, searchable: true, list: true, default: 'OPEN' }),
    /** The first task of a chain of added signers: the chain has one vote. */
    seat: string('席位', 'Seat', { computed: true, max: 36, coded: true }),
    /** The task that must be done before this one is open. */
    after_sid: string('前一任务', 'After', { computed: true, max: 36, coded: true }),
    /** The opinion of a delegate is advice to the delegator, and is no vote. */
    advises: boolean('仅提供意见', 'Advises only', { computed: true, default: false }),
    received_at: datetime('到达时间', 'Received at', { computed: true, searchable: true, list: true }),
    due_at: datetime('办理期限', 'Due', { computed: true, searchable: true, list: true }),
    decided_at: datetime('办理时间', 'Decided at', { computed: true, searchable: true, list: true }),
    decided_by: link('实际办理人', 'Decided by', { to: 'user_info', computed: true, searchable: true }),
    opinion: text('意见', 'Opinion', { computed: true, max: 1000, list: true }),
    urged_at: datetime('催办时间', 'Urged at', { computed: true }),
    reminded: integer('提醒次数', 'Reminders', { computed: true, default: 0 }),
  },
})

export type ApprovalTask = Row<typeof approval_task>
export type TaskState = keyof typeof TASK_STATES
