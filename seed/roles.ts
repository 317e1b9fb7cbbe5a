import { ABILITIES } from '../model/auth/roles/abilities.ts'
import { READABLE_ANNOUNCEMENTS } from '../model/announcements/announcement.ts'
import type { DocumentClass } from '../model/documents/visibility.ts'

type Scope = 'SELF' | 'DEPT_SUB' | 'COMPANY' | 'COMPANY_SUB' | 'AGENCY' | 'CUSTOM' | 'ALL'
export type SeedGrant = {
  entity: string
  verbs: readonly string[]
  data_scope: Scope
  query?: string
  hidden_fields?: readonly string[]
  read_only_fields?: readonly string[]
}
export type SeedRole = {
  code: string
  name: string
  name_en: string
  platform: '1' | '2'
  weight: number
  description: string
  description_en: string
  document_classes: readonly DocumentClass[]
  grants: readonly SeedGrant[]
}

const SEE = ['get', 'search', 'count'] as const
const KEEP = [...SEE, 'create', 'update', 'delete'] as const
const WORK = [...KEEP, 'transition', 'import', 'export'] as const

const grants =
  (verbs: readonly string[]) =>
  (data_scope: Scope, ...entities: string[]): SeedGrant[] =>
    entities.map((entity) => ({ entity, verbs, data_scope }))
const see = grants(SEE)
const keep = grants(KEEP)
const work = grants(WORK)
const hiding = (hidden_fields: readonly string[], ...of: SeedGrant[]): SeedGrant[] => of.map((grant) => ({ ...grant, hidden_fields }))

/** A later grant on the same entity takes the place of an earlier one. */
const merged = (...of: SeedGrant[]): SeedGrant[] => [...new Map(of.map((grant) => [grant.entity, grant])).values()]

const COMPANY_BANK = ['bank_account', 'account_bank']
const AGENCY_BANK = ['bank_account', 'bank_name', 'tax_no']
const PRIVATE = ['id_no', 'id_type', 'mobile', 'entry_date', 'gender', 'remark']

/** Colleagues and companies, without what is personal. */
const COLLEAGUES: readonly SeedGrant[] = [
  ...hiding(COMPANY_BANK, ...see('ALL', 'company')),
  ...see('ALL', 'department', 'tag', 'tech_node'),
  ...grants([...KEEP, 'transition', 'export'])('SELF', 'task'),
  { entity: 'announcement', verbs: SEE, data_scope: 'CUSTOM', query: READABLE_ANNOUNCEMENTS },
  ...hiding(PRIVATE, ...see('ALL', 'user_info')),
]

/** With whom and under which law: whoever reads cases as a whole. */
const AROUND: readonly SeedGrant[] = [
  ...hiding([...AGENCY_BANK, 'contract_from', 'contract_to', 'price_list', 'score', 'mobile'], ...see('ALL', 'agency')),
  ...hiding(['mobile'], ...see('ALL', 'agent')),
  ...hiding(['id_no', 'id_type', 'reduction_years'], ...see('ALL', 'applicant')),
  ...hiding(['id_no', 'mobile', 'address', 'bank_account', 'nationality'], ...see('ALL', 'inventor')),
]
const LAW = see('ALL', 'document_type', 'office_calendar', 'calendar_year', 'deadline_rule', 'fee_schedule')

const KEEP_RATES = grants([...KEEP, 'import', 'export'])('ALL', 'exchange_rate')
const KEEP_BUDGETS = grants([...KEEP, 'import', 'export'])('COMPANY_SUB', 'budget')

/** The kinds of case that the people of the IP department handle. */
const RIGHTS = ['patent', 'trademark', 'software', 'copyright', 'paper', 'achievement', 'ic_layout', 'domain'] as const
/** Those of which the makers see their own. */
const WORKS = ['software', 'copyright', 'paper', 'achievement', 'ic_layout'] as const
/** Those that are registered through agencies. */
const REGISTERED = ['software', 'copyright', 'ic_layout'] as const
/** Contracts about rights, with the rights that they name. */
const DEALINGS = ['transfer', 'licence', 'pledge'] as const
/** Other work about rights. */
const MATTERS = ['dispute', 'risk', 'project', 'retrieval_request', 'indexing_task'] as const
const DEALING: readonly SeedGrant[] = [
  ...grants([...KEEP, 'import', 'export'])('COMPANY_SUB', 'dealt_right'),
  ...grants([...SEE, 'export'])('COMPANY_SUB', 'owner_change'),
]
/** Trade secrets that name the person; their points are opened by those alone whom they authorise. */
const SECRETS: readonly SeedGrant[] = [
  ...grants([...WORK])('SELF', 'trade_secret'),
  ...grants([...KEEP, ABILITIES.secret_point.open_secret.code])('SELF', 'secret_point'),
  ...see('SELF', 'secret_access'),
]
const READ_SECRETS: readonly SeedGrant[] = [
  ...see('SELF', 'trade_secret'),
  ...grants([...SEE, ABILITIES.secret_point.open_secret.code])('SELF', 'secret_point'),
]
/** What the department and those who review write on a disclosure. */
const KEPT_BY_IP = ['case_no', 'owner_sid', 'co_owner_sids', 'dept_opinion', 'ip_opinion', 'grade', 'search_due', 'search_result', 'review_date', 'merged_into', 'result_case_sids', 'restart_mode', 'close_date', 'close_reason', 'company_sid'] // oxfmt-ignore
/** Disclosures of the own ideas. */
const OWN_IDEAS = grants([...KEEP, 'transition'])('SELF', 'proposal')
/** Whoever submits does not learn who is asked about it. */
const BLIND = ['expert_sids', 'expert_group_sid', 'reviewer_sids', 'evaluate_vote', 'evaluate_due']
const CASES = [...RIGHTS, 'patent_family', 'priority', 'related_case', 'official_event', 'document', 'deadline'] as const
const PARTIES = ['applicant', 'inventor', 'agency', 'agent', 'tech_node', 'tag'] as const
const IP_WORK: readonly SeedGrant[] = merged(
  ...COLLEAGUES,
  ...LAW,
  ...see('ALL', 'golden_case'),
  ...work('COMPANY_SUB', ...CASES, ...DEALINGS, ...MATTERS, 'search_library', 'official_record', 'fee', 'payment'),
  ...DEALING,
  ...grants([...WORK, ABILITIES.invoice.request_bill.code])('COMPANY_SUB', 'invoice'),
  ...work('COMPANY_SUB', 'award'),
  ...see('COMPANY_SUB', 'award_rule', 'award_share', 'annuity_round', 'budget'),
  ...grants([...SEE, 'update', 'transition', 'export'])('COMPANY_SUB', 'annuity_review'),
  ...see('ALL', 'document_template', 'exchange_rate'),
  ...keep('COMPANY_SUB', 'case_note'),
  ...grants([...KEEP, 'transition', 'export', ABILITIES.agency_instruction.give_instruction.code])('COMPANY_SUB', 'agency_instruction'),
  ...grants([...SEE, ABILITIES.share.give_share.code])('COMPANY_SUB', 'share'),
  ...see('COMPANY_SUB', 'share_visit'),
  ...grants([...SEE, 'update', 'delete'])('COMPANY_SUB', 'notice_intake'),
  ...grants([...SEE, 'update', 'transition', 'delete', 'export'])('COMPANY_SUB', 'docket_list'),
  ...grants([...SEE, 'update', 'transition', 'export'])('COMPANY_SUB', 'docket_line'),
  ...grants([...SEE, 'transition', 'export'])('COMPANY_SUB', 'office_report'),
  ...grants([...SEE, 'update'])('COMPANY_SUB', 'archived_mail'),
  ...grants([...SEE, 'create', 'update', 'delete'])('COMPANY_SUB', 'mail_rule'),
  ...grants([...SEE, ABILITIES.outgoing_mail.send_mail.code])('COMPANY_SUB', 'outgoing_mail'),
  ...see('ALL', 'mail_template'),
  ...SECRETS,
  ...grants([...WORK, ABILITIES.proposal.review.code])('COMPANY_SUB', 'proposal'),
  ...see('COMPANY_SUB', 'proposal_review', 'expert', 'expert_group', 'score_sheet'),
  ...work('ALL', ...PARTIES),
  ...grants([...SEE, 'transition'])('COMPANY_SUB', 'finding', 'date_confirmation'),
  // A person's own view needs no grant; sharing it does.
  ...keep('SELF', 'saved_view', 'statistic', 'report'),
  ...keep('COMPANY_SUB', 'filing_plan'),
  ...grants([...SEE, 'export'])('COMPANY_SUB', 'indexing_item'),
  { entity: 'role', verbs: SEE, data_scope: 'CUSTOM', query: "platform = '1'" },
)

// How a case is valued and decided about; and what it costs.
const JUDGED = ['value_grade', 'annuity_decision', 'importance', 'close_reason', 'remark']
const COSTS = ['fee_reduction', 'fee_reduction_record_no', 'fee_reduction_year', 'next_annuity_year', 'next_annuity_due']

/** Codes and computed keys tell an inventor nothing. */
const CODES = ['application_key', 'publication_key', 'grant_key', 'secrecy_exam_status', 'share_level', 'data_source']

/** The next steps in own cases, without the days that the department keeps for itself. */
const OWN_STEPS: SeedGrant = {
  entity: 'deadline',
  verbs: SEE,
  data_scope: 'CUSTOM',
  query: "kind = 'ACTION' AND status = 'OPEN' AND (owner_sid = me() OR case_sid.inventor_sids.user_sid = me())",
  hidden_fields: ['internal_due', 'remark'],
}

/** Receipts, of payment lists and of cases; no official document, from which deadlines would follow. */
const RECEIPTS: SeedGrant = {
  entity: 'document',
  verbs: [...SEE, 'create'],
  data_scope: 'CUSTOM',
  query: "visibility = 'V4' AND doc_type IS EMPTY AND company_sid IN (my_companies())",
}

/** The agency end: an agency's own people and the cases given to it, and nothing of another agency or of the enterprise's own. */
const AGENCY_SEES: readonly SeedGrant[] = merged(
  ...hiding([...COMPANY_BANK, 'uscc', 'org_code', 'legal_person'], ...see('COMPANY', 'company')),
  ...hiding(['price_list', 'score', 'remark'], ...see('AGENCY', 'agency')),
  ...see('AGENCY', 'agent'),
  ...hiding(PRIVATE, ...see('AGENCY', 'user_info')),
  ...LAW,
  {
    entity: 'patent',
    verbs: [...SEE, 'update', 'transition'],
    data_scope: 'AGENCY',
    hidden_fields: [...JUDGED, 'secrecy_level', 'share_level', 'product_names', 'tags', 'tech_node_sids', 'family_sid', 'data_source'],
    read_only_fields: ['owner_sid', 'co_owner_sids', 'department_sid', 'agency_sid', 'company_sid', 'case_no', 'inventors', 'applicants'],
  },
  {
    entity: 'trademark',
    verbs: [...SEE, 'update', 'transition'],
    data_scope: 'AGENCY',
    hidden_fields: [
      'annuity_decision',
      'importance',
      'close_reason',
      'remark',
      'secrecy_level',
      'share_level',
      'product_names',
      'tags',
      'data_source',
    ],
    read_only_fields: ['owner_sid', 'co_owner_sids', 'department_sid', 'agency_sid', 'company_sid', 'case_no', 'applicants'],
  },
  ...REGISTERED.map((entity) => ({
    entity,
    verbs: [...SEE, 'update', 'transition'],
    data_scope: 'AGENCY' as const,
    hidden_fields: ['importance', 'close_reason', 'remark', 'secrecy_level', 'share_level', 'product_names', 'tags', 'tech_node_sids', 'data_source'],
    read_only_fields: ['owner_sid', 'co_owner_sids', 'department_sid', 'agency_sid', 'company_sid', 'case_no', 'owners'],
  })),
  ...hiding(['remark'], ...see('AGENCY', 'priority', 'related_case', 'deadline', 'date_confirmation')),
  { entity: 'official_event', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY' },
  { entity: 'document', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY' },
  {
    entity: 'agency_instruction',
    verbs: [...SEE, 'transition', ABILITIES.agency_instruction.answer_instruction.code],
    data_scope: 'AGENCY',
    hidden_fields: ['remark'],
    // What an agency gives with its steps: the draft, its comment and the day of filing.
    read_only_fields: ['agency_user_sid', 'engineer_sid', 'draft_due', 'file_due', 'instructions', 'document_sids', 'checklist', 'title', 'kind'],
  },
)

/** The bills that an agency sends, without what the enterprise finds out and decides about them. */
const OWN_BILLS: SeedGrant = {
  entity: 'invoice',
  verbs: [...SEE, 'create', 'update', 'transition'],
  data_scope: 'AGENCY',
  hidden_fields: [
    'deviations',
    'undecided',
    'audit_opinion',
    'auditor',
    'audit_date',
    'request_amount',
    'payment_sid',
    'payments',
    'internal_reason',
    'remark',
  ],
  read_only_fields: ['company_sid'],
}

export const ROLES: readonly SeedRole[] = [
  {
    code: 'system_admin',
    name: '系统管理员',
    name_en: 'System administrator',
    platform: '1',
    weight: 100,
    description: '维护公司与系统数据',
    description_en: 'Keeps company and system data',
    document_classes: ['V1', 'V2', 'V3', 'V4'],
    grants: [{ entity: '*', verbs: ['*'], data_scope: 'ALL' }],
  },
  {
    code: 'ip_manager',
    name: '知识产权经理',
    name_en: 'IP manager',
    platform: '1',
    weight: 80,
    description: '决定、审批、统计',
    description_en: 'Decides, approves, reports',
    document_classes: ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V8'],
    grants: merged(
      ...IP_WORK,
      ...see('COMPANY_SUB', 'batch_edit', 'job'),
      ...grants([...KEEP, 'transition', 'export'])('COMPANY_SUB', 'task'),
      ...grants([...KEEP, 'transition'])('ALL', 'announcement'),
      ...grants([...SEE, ABILITIES.share.give_share.code, ABILITIES.share.lock_share.code])('COMPANY_SUB', 'share'),
      ...grants([...WORK, ABILITIES.case.undo_transition.code])('COMPANY_SUB', ...RIGHTS, ...DEALINGS, ...MATTERS),
      ...grants([...WORK, ABILITIES.case.undo_transition.code, ABILITIES.trade_secret.name_readers.code])('COMPANY_SUB', 'trade_secret'),
      ...grants([...KEEP, ABILITIES.secret_point.open_secret.code])('COMPANY_SUB', 'secret_point'),
      ...see('COMPANY_SUB', 'secret_access'),
      ...grants([...WORK, ABILITIES.case.undo_transition.code, ...Object.values(ABILITIES.proposal).map(({ code }) => code)])(
        'COMPANY_SUB',
        'proposal',
      ),
      ...grants([...KEEP, 'import', 'export'])('COMPANY_SUB', 'expert', 'expert_group', 'score_sheet'),
      ...grants([...WORK, ABILITIES.invoice.request_bill.code, ABILITIES.invoice.audit_bill.code])('COMPANY_SUB', 'invoice'),
      ...grants([...WORK, ABILITIES.award.approve_award.code])('COMPANY_SUB', 'award'),
      ...work('COMPANY_SUB', 'award_rule', 'annuity_round'),
      ...grants([...SEE, 'update', 'delete', 'transition', 'export', ABILITIES.annuity_review.decide_annuity.code])('COMPANY_SUB', 'annuity_review'),
      ...work('ALL', 'document_template'),
      ...KEEP_RATES,
      ...KEEP_BUDGETS,
      ...grants([...WORK, ABILITIES.deadline.receive_unowned.code])('COMPANY_SUB', 'deadline'),
      ...grants([...SEE, ABILITIES.finding.run.code, 'transition'])('COMPANY_SUB', 'finding'),
    ),
  },
  {
    code: 'ip_engineer',
    name: '专利工程师',
    name_en: 'IP engineer',
    platform: '1',
    weight: 60,
    description: '办理案件、期限与费用',
    description_en: 'Handles cases, deadlines and fees',
    document_classes: ['V1', 'V2', 'V3', 'V4', 'V8'],
    grants: IP_WORK,
  },
  {
    code: 'finance',
    name: '财务',
    name_en: 'Finance',
    platform: '1',
    weight: 50,
    description: '费用与付款',
    description_en: 'Fees and payments',
    document_classes: ['V3', 'V4'],
    grants: merged(
      ...COLLEAGUES,
      ...AROUND,
      ...LAW,
      ...see('ALL', 'company', 'agency'),
      ...see('COMPANY_SUB', 'patent', 'patent_family', 'trademark', 'deadline', 'licence', 'project', 'dealt_right'),
      ...grants([...SEE, ABILITIES.pledge.receive_pledges.code])('COMPANY_SUB', 'pledge'),
      { entity: 'fee', verbs: [...SEE, 'update', 'transition', 'export'], data_scope: 'COMPANY_SUB' },
      ...work('COMPANY_SUB', 'payment'),
      ...grants([...WORK, ABILITIES.invoice.request_bill.code, ABILITIES.invoice.pay_bill.code])('COMPANY_SUB', 'invoice'),
      ...grants([...SEE, 'transition', 'export', ABILITIES.award.pay_award.code])('COMPANY_SUB', 'award'),
      ...see('COMPANY_SUB', 'award_rule', 'award_share', 'annuity_round', 'annuity_review'),
      ...KEEP_RATES,
      ...KEEP_BUDGETS,
      ...see('COMPANY_SUB', 'filing_plan'),
      ...keep('COMPANY_SUB', 'case_note'),
      RECEIPTS,
    ),
  },
  {
    code: 'dept_leader',
    name: '部门负责人',
    name_en: 'Department leader',
    platform: '1',
    weight: 40,
    description: '查看本部门案件',
    description_en: "Sees the department's cases",
    document_classes: ['V1', 'V2', 'V3', 'V8'],
    grants: merged(
      ...COLLEAGUES,
      ...AROUND,
      ...LAW.filter(({ entity }) => entity !== 'fee_schedule'),
      ...hiding(COSTS, ...see('DEPT_SUB', 'patent')),
      ...hiding(['next_annuity_due'], ...see('DEPT_SUB', 'trademark')),
      ...see('DEPT_SUB', ...WORKS),
      ...READ_SECRETS,
      ...grants([...KEEP, 'transition', ABILITIES.proposal.review_department.code])('DEPT_SUB', 'proposal'),
      ...see('DEPT_SUB', 'official_event', 'document', 'deadline', 'priority', 'related_case'),
      ...see('COMPANY_SUB', 'annuity_round'),
      ...grants([...SEE, 'update', 'transition'])('DEPT_SUB', 'annuity_review'),
      ...keep('DEPT_SUB', 'case_note'),
    ),
  },
  {
    code: 'inventor',
    name: '发明人',
    name_en: 'Inventor',
    platform: '1',
    weight: 10,
    description: '查看本人的专利及其文件和下一步',
    description_en: 'Sees own patents, their documents and next steps',
    document_classes: ['V1', 'V2', 'V3'],
    grants: merged(
      ...COLLEAGUES,
      ...hiding([...COSTS, ...JUDGED, ...CODES], ...see('SELF', 'patent')),
      ...hiding(['importance', 'close_reason', 'remark', 'share_level', 'data_source'], ...see('SELF', ...WORKS)),
      ...hiding(['importance', 'value', 'value_currency', 'close_reason', 'remark', 'share_level', 'data_source'], ...see('SELF', 'trade_secret')),
      ...READ_SECRETS.slice(1),
      ...hiding(['note', 'version_remark', 'remark'], ...see('SELF', 'document')),
      OWN_STEPS,
      ...OWN_IDEAS.map((grant) => ({
        ...grant,
        read_only_fields: KEPT_BY_IP,
        hidden_fields: ['importance', 'share_level', 'data_source', 'remark', ...BLIND],
      })),
      ...hiding(['id_no', 'mobile', 'address', 'bank_account', 'nationality', 'email'], ...see('ALL', 'inventor')),
    ),
  },
  {
    code: 'external_member',
    name: '外部成员',
    name_en: 'External member',
    platform: '1',
    weight: 5,
    description: '只看到共享给本人的案件与文档，以及本人的任务',
    description_en: 'Sees what is shared with them and their own tasks, and nothing else',
    document_classes: [],
    grants: grants([...SEE, 'update', 'transition'])('SELF', 'task'),
  },
  {
    code: 'agency_admin',
    name: '代理机构管理员',
    name_en: 'Agency administrator',
    platform: '2',
    weight: 40,
    description: '本机构的全部委案与人员账号',
    description_en: 'All cases and accounts of the agency',
    document_classes: ['V1', 'V2', 'V3', 'V4'],
    grants: merged(
      ...AGENCY_SEES,
      ...keep('AGENCY', 'agent'),
      OWN_BILLS,
      { entity: 'user_info', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY', read_only_fields: ['company_sid'] },
      { entity: 'user', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY', read_only_fields: ['company_sid'] },
      { entity: 'role', verbs: SEE, data_scope: 'CUSTOM', query: "platform = '2'" },
    ),
  },
  {
    code: 'agent',
    name: '代理师',
    name_en: 'Agent',
    platform: '2',
    weight: 30,
    description: '本机构的委案',
    description_en: "The agency's cases",
    document_classes: ['V1', 'V2', 'V3', 'V4'],
    grants: AGENCY_SEES,
  },
]
