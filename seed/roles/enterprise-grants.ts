import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { READABLE_ANNOUNCEMENTS } from '../../model/announcements/announcement.ts'
import { AGENCY_BANK, COMPANY_BANK, KEEP, LAW, PRIVATE, SEE, type SeedGrant, WORK, grants, hiding, keep, merged, see, work } from './seed-role.ts'

/** Colleagues and companies, without what is personal. */
export const COLLEAGUES: readonly SeedGrant[] = [
  ...hiding(COMPANY_BANK, ...see('ALL', 'company')),
  ...see('ALL', 'department', 'tag', 'tech_node'),
  ...grants([...KEEP, 'transition', 'export'])('SELF', 'task'),
  { entity: 'announcement', verbs: SEE, data_scope: 'CUSTOM', query: READABLE_ANNOUNCEMENTS },
  ...hiding(PRIVATE, ...see('ALL', 'user_info')),
]

/** With whom and under which law: whoever reads cases as a whole. */
export const AROUND: readonly SeedGrant[] = [
  ...hiding([...AGENCY_BANK, 'contract_from', 'contract_to', 'price_list', 'score', 'mobile'], ...see('ALL', 'agency')),
  ...hiding(['mobile'], ...see('ALL', 'agent')),
  ...hiding(['id_no', 'id_type', 'reduction_years'], ...see('ALL', 'applicant')),
  ...hiding(['id_no', 'mobile', 'address', 'bank_account', 'nationality'], ...see('ALL', 'inventor')),
]

export const KEEP_RATES = grants([...KEEP, 'import', 'export'])('ALL', 'exchange_rate')
export const KEEP_BUDGETS = grants([...KEEP, 'import', 'export'])('COMPANY_SUB', 'budget')

/** The kinds of case that the people of the IP department handle. */
export const RIGHTS = ['patent', 'trademark', 'software', 'copyright', 'paper', 'achievement', 'ic_layout', 'domain'] as const
/** Those of which the makers see their own. */
export const WORKS = ['software', 'copyright', 'paper', 'achievement', 'ic_layout'] as const
/** Contracts about rights, with the rights that they name. */
export const DEALINGS = ['transfer', 'licence', 'pledge'] as const
/** Other work about rights. */
export const MATTERS = ['dispute', 'risk', 'project', 'retrieval_request', 'indexing_task'] as const
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
export const READ_SECRETS: readonly SeedGrant[] = [
  ...see('SELF', 'trade_secret'),
  ...grants([...SEE, ABILITIES.secret_point.open_secret.code])('SELF', 'secret_point'),
]
/** What the department and those who review write on a disclosure. */
export const KEPT_BY_IP = ['case_no', 'owner_sid', 'co_owner_sids', 'dept_opinion', 'ip_opinion', 'grade', 'search_due', 'search_result', 'review_date', 'merged_into', 'result_case_sids', 'restart_mode', 'close_date', 'close_reason', 'company_sid'] // oxfmt-ignore
/** Disclosures of the own ideas. */
export const OWN_IDEAS = grants([...KEEP, 'transition'])('SELF', 'proposal')
/** Whoever submits does not learn who is asked about it. */
export const BLIND = ['expert_sids', 'expert_group_sid', 'reviewer_sids', 'evaluate_vote', 'evaluate_due']
const CASES = [...RIGHTS, 'patent_family', 'priority', 'related_case', 'official_event', 'document', 'deadline'] as const
const PARTIES = ['applicant', 'inventor', 'agency', 'agent', 'tech_node', 'tag'] as const
export const IP_WORK: readonly SeedGrant[] = merged(
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

export const COSTS = ['fee_reduction', 'fee_reduction_record_no', 'fee_reduction_year', 'next_annuity_year', 'next_annuity_due']

/** Codes and computed keys tell an inventor nothing. */
export const CODES = ['application_key', 'publication_key', 'grant_key', 'secrecy_exam_status', 'share_level', 'data_source']

/** The next steps in own cases, without the days that the department keeps for itself. */
export const OWN_STEPS: SeedGrant = {
  entity: 'deadline',
  verbs: SEE,
  data_scope: 'CUSTOM',
  query: "kind = 'ACTION' AND status = 'OPEN' AND (owner_sid = me() OR case_sid.inventor_sids.user_sid = me())",
  hidden_fields: ['internal_due', 'remark'],
}

/** Receipts, of payment lists and of cases; no official document, from which deadlines would follow. */
export const RECEIPTS: SeedGrant = {
  entity: 'document',
  verbs: [...SEE, 'create'],
  data_scope: 'CUSTOM',
  query: "visibility = 'V4' AND doc_type IS EMPTY AND company_sid IN (my_companies())",
}
