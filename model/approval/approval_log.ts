import { datetime, integer, json, link, option, string, text } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

export const APPROVAL_ACTS = {
  START: ['发起', 'Started'],
  ENTER: ['到达节点', 'Reached'],
  ARRIVE: ['到达汇合', 'Reached the join'],
  PASS: ['节点通过', 'Passed'],
  ENTER_PART: ['进入子流程', 'Sub-process begun'],
  END_PART: ['子流程结束', 'Sub-process ended'],
  AGREE: ['同意', 'Agreed'],
  REFUSE: ['拒绝', 'Refused'],
  RESUBMIT: ['重新提交', 'Submitted again'],
  RETURN: ['退回', 'Returned'],
  TRANSFER: ['转办', 'Transferred'],
  HAND_OVER: ['交接', 'Handed over'],
  DELEGATE: ['委派', 'Delegated'],
  ADD_BEFORE: ['前加签', 'Signer added before'],
  ADD_BESIDE: ['并加签', 'Signer added beside'],
  ADD_AFTER: ['后加签', 'Signer added after'],
  NOTICE: ['通知', 'Notified'],
  URGE: ['催办', 'Urged'],
  REMIND: ['提醒', 'Reminded'],
  ESCALATE: ['升级', 'Escalated'],
  WAIT: ['待管理员处理', 'Waits for an administrator'],
  ASSIGN: ['管理员指派', 'Assigned by an administrator'],
  TAKE_ALONG: ['转入新版本', 'Goes on by a new version'],
  RESUME: ['恢复办理', 'Goes on'],
  WITHDRAW: ['撤回', 'Withdrawn'],
  TERMINATE: ['终止', 'Terminated'],
  END: ['结束', 'Ended'],
} as const

/** The events of an approval, in order; its state can be computed from these lines alone. */
export const approval_log = defineModel({
  name: 'approval_log',
  zh: '审批记录',
  en: 'Approval log',
  display: ['act'],
  scope: 'tenant',
  own: { by: 'approval_sid.participant_sids', verbs: ['get', 'search', 'count'] },
  refuses: { ...READ_ONLY, delete: ['审批记录不能删除', 'The log of approvals is not deleted'] },
  no_log: true,
  indexes: [['approval_sid', 'seq']],
  fields: {
    approval_sid: link('审批', 'Approval', { to: 'approval', computed: true, searchable: true, list: true }),
    seq: integer('序号', 'No.', { computed: true, list: true }),
    act: option('动作', 'Act', APPROVAL_ACTS, { computed: true, searchable: true, list: true }),
    at: datetime('时间', 'At', { computed: true, searchable: true, list: true }),
    node: string('节点代码', 'Node', { computed: true, max: 40, coded: true }),
    node_name: string('节点', 'Step', { computed: true, searchable: true, max: 100, list: true }),
    node_name_en: string('节点（英文）', 'Step (English)', { computed: true, max: 100 }),
    round: integer('轮次', 'Round', { computed: true }),
    person_sid: link('操作人', 'Person', { to: 'user_info', computed: true, searchable: true, list: true }),
    /** The absent person for whom a deputy acted. */
    for_sid: link('代理', 'For', { to: 'user_info', computed: true, searchable: true, list: true }),
    note: text('意见', 'Opinion', { computed: true, searchable: true, max: 1000, list: true }),
    fact: json('内容', 'Fact', { computed: true, exportable: false, internal: true }),
  },
})

export type ApprovalLog = Row<typeof approval_log>
export type ApprovalAct = keyof typeof APPROVAL_ACTS
