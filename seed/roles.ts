type Scope = 'SELF' | 'DEPT_SUB' | 'COMPANY_SUB' | 'AGENCY' | 'ALL'
type Grant = { entity: string; verbs: readonly string[]; data_scope: Scope; hidden_fields?: readonly string[]; read_only_fields?: readonly string[] }
export type SeedRole = { code: string; name: string; name_en: string; platform: '1' | '2'; weight: number; description: string; grants: readonly Grant[] }

const SEE = ['get', 'search', 'count'] as const
const ALL = ['*'] as const
const WORK = [...SEE, 'create', 'update', 'delete', 'transition', 'import', 'export'] as const

const see = (data_scope: Scope, ...entities: string[]): Grant[] => entities.map((entity) => ({ entity, verbs: SEE, data_scope }))
const work = (data_scope: Scope, ...entities: string[]): Grant[] => entities.map((entity) => ({ entity, verbs: WORK, data_scope }))

// Names that everyone needs to read a list: who, where, which office's paper.
const COMMON: readonly Grant[] = [
  ...see('ALL', 'company', 'department', 'agency', 'agent', 'applicant', 'inventor', 'tech_node', 'tag', 'document_type', 'office_calendar', 'deadline_rule', 'fee_schedule'),
  { entity: 'user_info', verbs: SEE, data_scope: 'ALL', hidden_fields: ['id_no', 'id_type', 'mobile', 'entry_date', 'gender', 'remark'] },
  { entity: 'user_define_config', verbs: [...SEE, 'create', 'update', 'delete'], data_scope: 'SELF' },
  { entity: 'notification', verbs: [...SEE, 'update', 'delete'], data_scope: 'SELF' },
  { entity: 'job', verbs: SEE, data_scope: 'SELF' },
  { entity: 'token', verbs: [...SEE, 'delete'], data_scope: 'SELF' },
  { entity: 'batch_edit', verbs: SEE, data_scope: 'SELF' },
  { entity: 'rbac_menu', verbs: SEE, data_scope: 'ALL' },
  { entity: 'import_mapping', verbs: [...SEE, 'create', 'update', 'delete'], data_scope: 'SELF' },
]

const CASES = ['patent', 'patent_family', 'priority', 'related_case', 'official_event', 'document', 'deadline'] as const
const PARTIES = ['applicant', 'inventor', 'agency', 'agent', 'tech_node', 'tag'] as const

/** A later grant on the same entity takes the place of an earlier one. */
const merged = (...grants: Grant[]): Grant[] => [...new Map(grants.map((grant) => [grant.entity, grant])).values()]

export const ROLES: readonly SeedRole[] = [
  { code: 'system_admin', name: '系统管理员', name_en: 'System administrator', platform: '1', weight: 100, description: '维护公司与系统数据', grants: [{ entity: '*', verbs: ALL, data_scope: 'ALL' }] },
  {
    code: 'ip_manager',
    name: '知识产权经理',
    name_en: 'IP manager',
    platform: '1',
    weight: 80,
    description: '决定、审批、统计',
    grants: merged(...COMMON, ...work('COMPANY_SUB', ...CASES, 'fee', 'payment'), ...work('ALL', ...PARTIES), ...see('COMPANY_SUB', 'finding', 'change_log', 'batch_edit', 'job')),
  },
  {
    code: 'ip_engineer',
    name: '专利工程师',
    name_en: 'IP engineer',
    platform: '1',
    weight: 60,
    description: '办理案件、期限与费用',
    grants: merged(...COMMON, ...work('COMPANY_SUB', ...CASES, 'fee', 'payment'), ...work('ALL', ...PARTIES), ...see('COMPANY_SUB', 'finding')),
  },
  {
    code: 'finance',
    name: '财务',
    name_en: 'Finance',
    platform: '1',
    weight: 50,
    description: '费用与付款',
    grants: merged(...COMMON, ...see('COMPANY_SUB', 'patent', 'deadline'), { entity: 'fee', verbs: [...SEE, 'update', 'transition', 'export'], data_scope: 'COMPANY_SUB' }, ...work('COMPANY_SUB', 'payment')),
  },
  {
    code: 'dept_leader',
    name: '部门负责人',
    name_en: 'Department leader',
    platform: '1',
    weight: 40,
    description: '查看本部门案件',
    grants: merged(...COMMON, ...see('DEPT_SUB', 'patent', 'official_event', 'document', 'deadline', 'priority', 'related_case')),
  },
  {
    code: 'inventor',
    name: '发明人',
    name_en: 'Inventor',
    platform: '1',
    weight: 10,
    description: '查看本人的专利',
    grants: merged(...COMMON, {
      entity: 'patent',
      verbs: SEE,
      data_scope: 'SELF',
      hidden_fields: ['fee_reduction', 'fee_reduction_record_no', 'fee_reduction_year', 'value_grade', 'annuity_decision', 'importance', 'close_reason', 'remark'],
    }),
  },
  {
    code: 'agency_admin',
    name: '代理机构管理员',
    name_en: 'Agency administrator',
    platform: '2',
    weight: 40,
    description: '本机构的全部委案',
    grants: merged(...agencyCommon(), ...agencyCases()),
  },
  { code: 'agent', name: '代理师', name_en: 'Agent', platform: '2', weight: 30, description: '本机构的委案', grants: merged(...agencyCommon(), ...agencyCases()) },
]

/** What the enterprise keeps to itself stays hidden from the agency side. */
function agencyCommon(): Grant[] {
  return COMMON.map((grant) => (grant.entity === 'user_info' ? { ...grant, hidden_fields: [...(grant.hidden_fields ?? []), 'email', 'job_number', 'leader_sid', 'role_sids', 'last_login_at', 'account_status'] } : grant))
}

function agencyCases(): Grant[] {
  return [
    { entity: 'patent', verbs: [...SEE, 'update', 'transition'], data_scope: 'AGENCY', hidden_fields: ['value_grade', 'annuity_decision', 'importance', 'remark', 'secrecy_level', 'product_names'], read_only_fields: ['owner_sid', 'department_sid', 'agency_sid', 'company_sid', 'case_no'] },
    ...see('AGENCY', 'priority', 'related_case', 'deadline'),
    { entity: 'official_event', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY' },
    { entity: 'document', verbs: [...SEE, 'create', 'update'], data_scope: 'AGENCY' },
  ]
}
