import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { COMPANY_BANK, JUDGED, LAW, PRIVATE, REGISTERED, SEE, type SeedGrant, type SeedRole, hiding, keep, merged, see } from './seed-role.ts'

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

export const AGENCY_ROLES: readonly SeedRole[] = [
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
