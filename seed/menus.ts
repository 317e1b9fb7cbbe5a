export type SeedMenu = {
  code: string
  name: string
  name_en: string
  icon: string
  path?: string
  roles?: readonly string[]
  children?: readonly SeedMenu[]
}

const IP = ['system_admin', 'ip_manager', 'ip_engineer'] as const
const FEES = [...IP, 'finance'] as const
const READERS = [...FEES, 'dept_leader'] as const
const ADMIN = ['system_admin'] as const
/** With those who see the works that they, or their departments, have made. */
const MAKERS = [...IP, 'dept_leader', 'inventor'] as const
const AGENCY_ADMIN = ['agency_admin'] as const
const list = (model: string) => `/m/${model}`

/** The enterprise end. A menu without roles is everybody's. */
export const MENUS: readonly SeedMenu[] = [
  { code: 'home', name: '首页', name_en: 'Home', icon: 'home', path: '/home' },
  { code: 'approvals', name: '待办审批', name_en: 'Approvals', icon: 'task', path: '/approvals' },
  {
    code: 'cases',
    name: '案件',
    name_en: 'Cases',
    icon: 'patent',
    children: [
      { code: 'all_cases', name: '全部案件', name_en: 'All cases', icon: 'case', path: list('case'), roles: IP },
      { code: 'patents', name: '专利', name_en: 'Patents', icon: 'patent', path: '/patents' },
      {
        code: 'trademarks',
        name: '商标',
        name_en: 'Trademarks',
        icon: 'trademark',
        path: list('trademark'),
        roles: [...IP, 'dept_leader', 'finance'],
      },
      { code: 'families', name: '专利同族', name_en: 'Families', icon: 'project', path: list('patent_family'), roles: IP },
      { code: 'documents', name: '文档', name_en: 'Documents', icon: 'document', path: list('document'), roles: [...IP, 'dept_leader'] },
      { code: 'notice_intake', name: '通知书收件', name_en: 'Notices received', icon: 'document', path: list('notice_intake'), roles: IP },
      { code: 'events', name: '官方事件', name_en: 'Official events', icon: 'case', path: list('official_event'), roles: IP },
      { code: 'batch_edits', name: '批量编辑记录', name_en: 'Batch edits', icon: 'log', path: '/batch-edit/history', roles: IP },
      { code: 'import', name: '导入', name_en: 'Import', icon: 'sync', path: '/import', roles: IP },
      { code: 'tech_nodes', name: '技术导航', name_en: 'Technical navigation', icon: 'tech', path: list('tech_node'), roles: IP },
      { code: 'tags', name: '标签', name_en: 'Tags', icon: 'tag', path: list('tag'), roles: IP },
    ],
  },
  {
    code: 'ideas',
    name: '提案',
    name_en: 'Disclosures',
    icon: 'proposal',
    roles: MAKERS,
    children: [
      { code: 'my_ideas', name: '我的提案', name_en: 'My disclosures', icon: 'proposal', path: '/ideas', roles: ['dept_leader', 'inventor'] },
      { code: 'proposals', name: '全部提案', name_en: 'All disclosures', icon: 'proposal', path: list('proposal'), roles: [...IP, 'dept_leader'] },
      {
        code: 'batch_evaluation',
        name: '批量评审',
        name_en: 'Evaluation meeting',
        icon: 'people',
        path: '/ideas/meeting',
        roles: ['system_admin', 'ip_manager'],
      },
    ],
  },
  {
    code: 'works',
    name: '著作权与成果',
    name_en: 'Copyright and results',
    icon: 'copyright',
    roles: MAKERS,
    children: [
      { code: 'software', name: '软件著作权', name_en: 'Software copyright', icon: 'copyright', path: list('software'), roles: MAKERS },
      { code: 'copyrights', name: '作品著作权', name_en: 'Copyright', icon: 'copyright', path: list('copyright'), roles: MAKERS },
      { code: 'domains', name: '域名', name_en: 'Domain names', icon: 'domain', path: list('domain'), roles: IP },
      { code: 'ic_layouts', name: '布图设计', name_en: 'IC layout designs', icon: 'ic', path: list('ic_layout'), roles: MAKERS },
      { code: 'papers', name: '论文', name_en: 'Papers', icon: 'document', path: list('paper'), roles: MAKERS },
      { code: 'achievements', name: '科技成果', name_en: 'Achievements', icon: 'award', path: list('achievement'), roles: MAKERS },
      { code: 'trade_secrets', name: '技术秘密', name_en: 'Trade secrets', icon: 'role', path: list('trade_secret'), roles: MAKERS },
    ],
  },
  {
    code: 'dealings',
    name: '合同与纠纷',
    name_en: 'Contracts and disputes',
    icon: 'case',
    roles: FEES,
    children: [
      { code: 'transfers', name: '转让', name_en: 'Transfers', icon: 'case', path: list('transfer'), roles: IP },
      { code: 'licences', name: '许可', name_en: 'Licences', icon: 'document', path: list('licence'), roles: FEES },
      { code: 'pledges', name: '质押', name_en: 'Pledges', icon: 'case', path: list('pledge'), roles: FEES },
      { code: 'disputes', name: '诉讼与纠纷', name_en: 'Litigation and disputes', icon: 'law', path: list('dispute'), roles: IP },
      { code: 'risks', name: '风险管理', name_en: 'Risks', icon: 'risk', path: list('risk'), roles: IP },
      { code: 'risk_matrix', name: '风险矩阵', name_en: 'Risk matrix', icon: 'risk', path: '/risks/matrix', roles: IP },
      { code: 'contract_check', name: '签约前核查', name_en: 'Check before a contract', icon: 'risk', path: '/contract-check', roles: IP },
      { code: 'owner_changes', name: '权利人变更', name_en: 'Changes of owner', icon: 'log', path: list('owner_change'), roles: IP },
    ],
  },
  {
    code: 'projects',
    name: '项目与检索',
    name_en: 'Projects and searches',
    icon: 'project',
    roles: IP,
    children: [
      { code: 'project_list', name: '项目', name_en: 'Projects', icon: 'project', path: list('project'), roles: IP },
      { code: 'project_board', name: '项目看板', name_en: 'Project board', icon: 'project', path: '/projects/board', roles: IP },
      { code: 'retrieval_requests', name: '检索申请', name_en: 'Search requests', icon: 'task', path: list('retrieval_request'), roles: IP },
      { code: 'search_libraries', name: '检索库', name_en: 'Search libraries', icon: 'document', path: list('search_library'), roles: IP },
    ],
  },
  {
    code: 'dates',
    name: '期限',
    name_en: 'Deadlines',
    icon: 'deadline',
    children: [
      { code: 'deadlines', name: '期限监控', name_en: 'Deadlines', icon: 'deadline', path: '/deadlines', roles: [...IP, 'dept_leader', 'finance'] },
      {
        code: 'deadlines_by_day',
        name: '按日查看',
        name_en: 'As of a day',
        icon: 'calendar',
        path: '/deadlines/day',
        roles: [...IP, 'dept_leader', 'finance'],
      },
      {
        code: 'later_dates',
        name: '推迟期限的确认',
        name_en: 'Later dates to confirm',
        icon: 'deadline',
        path: list('date_confirmation'),
        roles: IP,
      },
      { code: 'findings', name: '完整性检查', name_en: 'Completeness', icon: 'risk', path: list('finding'), roles: IP },
    ],
  },
  {
    code: 'fees',
    name: '费用',
    name_en: 'Fees',
    icon: 'fee',
    children: [
      { code: 'annuities', name: '年费管理', name_en: 'Annuities', icon: 'fee', path: '/annuities', roles: FEES },
      { code: 'fee_list', name: '费用', name_en: 'Fees', icon: 'invoice', path: list('fee'), roles: FEES },
      { code: 'payments', name: '缴费单', name_en: 'Payment lists', icon: 'invoice', path: '/annuities/payments', roles: FEES },
      { code: 'invoices', name: '账单', name_en: 'Invoices', icon: 'invoice', path: list('invoice'), roles: FEES },
      { code: 'awards', name: '奖酬', name_en: 'Awards', icon: 'award', path: list('award'), roles: FEES },
      {
        code: 'award_shares',
        name: '我的奖酬',
        name_en: 'My awards',
        icon: 'award',
        path: list('award_share'),
        roles: [...READERS, 'inventor'],
      },
      { code: 'award_rules', name: '奖酬规则', name_en: 'Award rules', icon: 'law', path: list('award_rule'), roles: IP },
    ],
  },
  {
    code: 'parties',
    name: '相关方',
    name_en: 'Parties',
    icon: 'user',
    children: [
      { code: 'applicants', name: '申请人', name_en: 'Applicants', icon: 'applicant', path: list('applicant'), roles: IP },
      { code: 'inventors', name: '发明人', name_en: 'Inventors', icon: 'inventor', path: list('inventor'), roles: IP },
      { code: 'agencies', name: '代理机构', name_en: 'Agencies', icon: 'agency', path: list('agency'), roles: IP },
      { code: 'agents', name: '代理师', name_en: 'Agents', icon: 'agent', path: list('agent'), roles: IP },
    ],
  },
  {
    code: 'law',
    name: '法规',
    name_en: 'Law',
    icon: 'law',
    children: [
      { code: 'rules', name: '期限规则', name_en: 'Deadline rules', icon: 'law', path: list('deadline_rule'), roles: READERS },
      { code: 'schedules', name: '官费标准', name_en: 'Fee schedules', icon: 'fee', path: list('fee_schedule'), roles: FEES },
      { code: 'calendars', name: '工作日历', name_en: 'Office calendars', icon: 'calendar', path: list('office_calendar'), roles: READERS },
      { code: 'document_types', name: '文件类型', name_en: 'Document types', icon: 'document', path: list('document_type'), roles: READERS },
    ],
  },
  {
    code: 'settings',
    name: '系统设置',
    name_en: 'Settings',
    icon: 'settings',
    roles: ADMIN,
    children: [
      { code: 'organisation', name: '组织架构', name_en: 'Organisation', icon: 'department', path: '/organisation', roles: ADMIN },
      { code: 'companies', name: '公司', name_en: 'Companies', icon: 'company', path: list('company'), roles: ADMIN },
      { code: 'dictionaries', name: '数据字典', name_en: 'Dictionaries', icon: 'tag', path: list('dictionary_item'), roles: ADMIN },
      { code: 'departments', name: '部门', name_en: 'Departments', icon: 'department', path: list('department'), roles: ADMIN },
      {
        code: 'virtual_organisations',
        name: '虚拟组织',
        name_en: 'Virtual organisations',
        icon: 'people',
        path: list('virtual_organisation'),
        roles: ADMIN,
      },
      { code: 'people', name: '人员', name_en: 'People', icon: 'people', path: list('user_info'), roles: ADMIN },
      { code: 'accounts', name: '账号', name_en: 'Accounts', icon: 'user', path: list('user'), roles: ADMIN },
      { code: 'handovers', name: '工作交接', name_en: 'Handovers', icon: 'people', path: list('user_handover'), roles: ADMIN },
      { code: 'absences', name: '外出', name_en: 'Absences', icon: 'calendar', path: list('absence'), roles: ADMIN },
      { code: 'roles', name: '角色', name_en: 'Roles', icon: 'role', path: list('role'), roles: ADMIN },
      { code: 'grants', name: '角色权限', name_en: 'Role permissions', icon: 'role', path: list('role_grant'), roles: ADMIN },
      { code: 'permission_matrix', name: '权限矩阵', name_en: 'Permission matrix', icon: 'role', path: '/permission/matrix', roles: ADMIN },
      { code: 'permission_explained', name: '权限说明', name_en: 'Permissions explained', icon: 'role', path: '/permission/explain', roles: ADMIN },
      { code: 'permission_checks', name: '权限检查', name_en: 'Permission checks', icon: 'role', path: list('permission_check'), roles: ADMIN },
      {
        code: 'permission_proposals',
        name: '权限变更的确认',
        name_en: 'Permission changes to confirm',
        icon: 'role',
        path: list('permission_proposal'),
        roles: ADMIN,
      },
      {
        code: 'approval_processes',
        name: '审批流程',
        name_en: 'Approval processes',
        icon: 'role',
        path: list('approval_process'),
        roles: ADMIN,
      },
      { code: 'all_approvals', name: '全部审批', name_en: 'All approvals', icon: 'task', path: list('approval'), roles: ADMIN },
      { code: 'menus', name: '菜单', name_en: 'Menus', icon: 'menu', path: list('rbac_menu'), roles: ADMIN },
      { code: 'look', name: '系统外观', name_en: 'Branding', icon: 'settings', path: '/settings/look', roles: ADMIN },
      { code: 'sign_in', name: '登录设置', name_en: 'Sign-in', icon: 'settings', path: '/settings/sign-in', roles: ADMIN },
      {
        code: 'identity_providers',
        name: '身份提供方',
        name_en: 'Identity providers',
        icon: 'settings',
        path: list('identity_provider'),
        roles: ADMIN,
      },
      {
        code: 'certificates',
        name: '数字证书',
        name_en: 'Digital certificates',
        icon: 'settings',
        path: list('digital_certificate'),
        roles: ADMIN,
      },
      { code: 'hr_changes', name: '人事同步', name_en: 'HR synchronisation', icon: 'sync', path: '/settings/hr', roles: ADMIN },
      { code: 'mail', name: '发信设置', name_en: 'Outgoing mail', icon: 'settings', path: '/settings/mail', roles: ADMIN },
      {
        code: 'text_messages',
        name: '短信发件箱',
        name_en: 'Outbox of text messages',
        icon: 'settings',
        path: '/settings/text-messages',
        roles: ADMIN,
      },
      { code: 'custom_fields', name: '自定义字段', name_en: 'Custom fields', icon: 'settings', path: list('custom_field'), roles: ADMIN },
      { code: 'change_log', name: '变更记录', name_en: 'Change log', icon: 'log', path: list('change_log'), roles: ADMIN },
      { code: 'workflow_log', name: '流程日志', name_en: 'Workflow log', icon: 'log', path: list('approval_log'), roles: ADMIN },
      { code: 'audit_log', name: '审计日志', name_en: 'Audit log', icon: 'log', path: list('audit_entry'), roles: ADMIN },
    ],
  },
  { code: 'jobs', name: '任务进度', name_en: 'Jobs', icon: 'task', path: '/jobs' },
]

/** The agency end. */
export const AGENCY_MENUS: readonly SeedMenu[] = [
  { code: 'agency_home', name: '首页', name_en: 'Home', icon: 'home', path: '/home' },
  { code: 'agency_approvals', name: '待办审批', name_en: 'Approvals', icon: 'task', path: '/approvals' },
  { code: 'agency_patents', name: '专利', name_en: 'Patents', icon: 'patent', path: '/patents' },
  { code: 'agency_trademarks', name: '商标', name_en: 'Trademarks', icon: 'trademark', path: list('trademark') },
  { code: 'agency_software', name: '软件著作权', name_en: 'Software copyright', icon: 'copyright', path: list('software'), roles: MAKERS },
  { code: 'agency_copyrights', name: '作品著作权', name_en: 'Copyright', icon: 'copyright', path: list('copyright'), roles: MAKERS },
  { code: 'agency_ic_layouts', name: '布图设计', name_en: 'IC layout designs', icon: 'ic', path: list('ic_layout'), roles: MAKERS },
  { code: 'agency_deadlines', name: '期限', name_en: 'Deadlines', icon: 'deadline', path: '/deadlines' },
  { code: 'agency_documents', name: '文档', name_en: 'Documents', icon: 'document', path: list('document') },
  { code: 'agency_events', name: '官方事件', name_en: 'Official events', icon: 'case', path: list('official_event') },
  { code: 'agency_invoices', name: '账单', name_en: 'Invoices', icon: 'invoice', path: list('invoice'), roles: AGENCY_ADMIN },
  {
    code: 'agency_office',
    name: '本机构',
    name_en: 'Our agency',
    icon: 'agency',
    roles: AGENCY_ADMIN,
    children: [
      { code: 'agency_agents', name: '代理师', name_en: 'Agents', icon: 'agent', path: list('agent'), roles: AGENCY_ADMIN },
      { code: 'agency_people', name: '人员', name_en: 'People', icon: 'people', path: list('user_info'), roles: AGENCY_ADMIN },
      { code: 'agency_accounts', name: '账号', name_en: 'Accounts', icon: 'user', path: list('user'), roles: AGENCY_ADMIN },
    ],
  },
  { code: 'agency_jobs', name: '任务进度', name_en: 'Jobs', icon: 'task', path: '/jobs' },
]
