import { datetime, integer, json, link, links, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

export const APPROVAL_STATES = {
  RUNNING: ['审批中', 'Running'],
  WAITING_FOR_ADMIN: ['待管理员处理', 'Waiting for an administrator'],
  APPROVED: ['已通过', 'Approved'],
  REFUSED: ['已拒绝', 'Refused'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
  TERMINATED: ['已终止', 'Terminated'],
} as const

/** One running or ended approval of a transition of one record. */
export const approval = defineModel({
  name: 'approval',
  zh: '审批',
  en: 'Approval',
  display: ['record_name', 'transition_name'],
  scope: 'tenant',
  own: { by: 'participant_sids', verbs: ['get', 'search', 'count'] },
  refuses: { ...READ_ONLY, delete: ['审批记录不能删除', 'Approvals are not deleted'] },
  indexes: [['entity', 'record_sid', 'state'], ['starter_sid', 'started_at'], ['process_sid'], ['state']],
  fields: {
    process_sid: link('审批流程', 'Process', { to: 'approval_process', computed: true, searchable: true, list: true }),
    entity: string('业务对象', 'Record type', { computed: true, searchable: true, list: true, max: 40, code_of: 'model' }),
    record_sid: string('记录', 'Record', { computed: true, searchable: true, max: 36, coded: true }),
    record_name: string('记录名称', 'Record name', { computed: true, searchable: true, list: true, max: 255 }),
    transition: string('状态变更', 'Transition code', { computed: true, searchable: true, max: 60, coded: true }),
    transition_name: string('审批事项', 'Approved step', { computed: true, searchable: true, list: true, max: 100 }),
    transition_name_en: string('审批事项（英文）', 'Approved step (English)', { computed: true, searchable: true, max: 100 }),
    /** The values that the starter gave with the transition. */
    given: json('随附内容', 'Values', { computed: true, exportable: false, internal: true }),
    starter_sid: link('发起人', 'Started by', { to: 'user_info', computed: true, searchable: true, list: true }),
    participant_sids: links('参与人', 'Participants', { to: 'user_info', computed: true, searchable: true }),
    state: option('审批状态', 'State', APPROVAL_STATES, { computed: true, searchable: true, list: true, default: 'RUNNING' }),
    round: integer('轮次', 'Round', { computed: true, default: 1 }),
    /** Open nodes, arrivals at joins and the target of a return: written with every step. */
    progress: json('进度', 'Progress', { computed: true, exportable: false, internal: true }),
    waits_for: string('等待原因', 'Waits because', { computed: true, max: 255 }),
    waits_for_en: string('等待原因（英文）', 'Waits because (English)', { computed: true, max: 255 }),
    started_at: datetime('发起时间', 'Started at', { computed: true, searchable: true, list: true }),
    ended_at: datetime('结束时间', 'Ended at', { computed: true, searchable: true, list: true }),
  },
})

export type Approval = Row<typeof approval>
export type ApprovalState = keyof typeof APPROVAL_STATES
