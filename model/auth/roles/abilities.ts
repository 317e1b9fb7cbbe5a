import type { Ability } from '../../kit/action.ts'
import type { Options } from '../../kit/fields.ts'

/** Permissions beside the verbs, by the model on which roles are granted them. */
export const ABILITIES = {
  finding: { run: { code: 'run', zh: '运行完整性检查', en: 'run the completeness check' } },
  date_confirmation: {
    set_two_people: { code: 'set_two_people', zh: '设定推迟期限须两人', en: 'set whether later deadlines need two people' },
  },
  law_proposal: { set_law_rule: { code: 'set_law_rule', zh: '设定法规变更须两人', en: 'set whether changes of the law need two people' } },
  permission_proposal: {
    set_permission_rule: { code: 'set_permission_rule', zh: '设定权限变更须两人', en: 'set whether permission changes need two people' },
  },
  /** The recipients of reminders, in addition to their permissions. */
  deadline: { receive_unowned: { code: 'receive_unowned', zh: '接收无负责人期限的提醒', en: 'receive reminders of deadlines without an owner' } },
  role: { admit_bi: { code: 'admit_bi', zh: '开放和撤回 BI 工具的访问', en: 'give and withdraw the access of BI tools' } },
  user_info: { view_as: { code: 'view_as', zh: '以他人身份查看', en: 'view as another person' } },
  outgoing_mail: { send_mail: { code: 'send_mail', zh: '就案件发邮件', en: 'send mails about cases' } },
  configuration_pack: { apply_pack: { code: 'apply_pack', zh: '应用和回退配置包', en: 'apply and roll back configuration packs' } },
  job: { cancel_any: { code: 'cancel_any', zh: '取消他人的任务', en: 'cancel jobs of other people' } },
  secret_point: { open_secret: { code: 'open_secret', zh: '打开获授权的技术秘密', en: 'open trade secrets whose readers name the person' } },
  proposal: {
    review_department: { code: 'review_department', zh: '部门审核提案', en: 'review invention disclosures for the department' },
    review: { code: 'review', zh: '评审提案', en: 'review invention disclosures' },
    decide: { code: 'decide', zh: '决定提案', en: 'decide about invention disclosures' },
  },
  trade_secret: { name_readers: { code: 'name_readers', zh: '指定技术秘密的知悉人', en: 'name the readers of trade secrets' } },
  pledge: { receive_pledges: { code: 'receive_pledges', zh: '接收质押登记的提醒', en: 'receive notices of registered pledges' } },
  invoice: {
    audit_bill: { code: 'audit_bill', zh: '审核账单', en: 'approve invoices' },
    request_bill: { code: 'request_bill', zh: '为账单请款', en: 'request payment of invoices' },
    pay_bill: { code: 'pay_bill', zh: '支付与核销账单', en: 'pay and write off invoices' },
  },
  annuity_review: { decide_annuity: { code: 'decide_annuity', zh: '决定续费或放弃', en: 'decide to keep or abandon rights' } },
  award: {
    approve_award: { code: 'approve_award', zh: '批准奖酬', en: 'approve awards' },
    pay_award: { code: 'pay_award', zh: '发放奖酬', en: 'pay awards' },
  },
  approval_process: { publish_process: { code: 'publish_process', zh: '发布审批流程', en: 'publish and stop approval processes' } },
  approval: { settle_approval: { code: 'settle_approval', zh: '处理停滞的审批', en: 'settle approvals that wait for an administrator' } },
  share: {
    give_share: { code: 'give_share', zh: '共享案件和文档', en: 'share cases and documents' },
    lock_share: { code: 'lock_share', zh: '锁定不可共享、撤销他人的共享', en: 'lock what may be shared, and revoke shares of others' },
  },
  agency_instruction: {
    give_instruction: { code: 'give_instruction', zh: '指示代理机构、审定稿件', en: 'instruct agencies and decide on their drafts' },
    answer_instruction: { code: 'answer_instruction', zh: '接收指示、提交稿件', en: 'receive instructions and submit drafts' },
    set_filing_rule: { code: 'set_filing_rule', zh: '设定递交须经定稿', en: 'set whether agencies file accepted drafts only' },
  },
  /** On each kind of case. */
  case: {
    undo_transition: { code: 'undo_transition', zh: '撤销上一事件', en: 'undo the last event' },
    set_case_no_rule: { code: 'set_case_no_rule', zh: '修改案号规则', en: 'change case-number rules' },
  },
} as const satisfies Record<string, Readonly<Record<string, Ability>>>

/** The abilities in the form of a grant. */
export const ABILITY_WORDS: Options = Object.fromEntries(
  Object.values(ABILITIES)
    .flatMap((of): Ability[] => Object.values(of))
    .map(({ code, zh, en }) => [code, [zh, `${en.slice(0, 1).toUpperCase()}${en.slice(1)}`]]),
)
