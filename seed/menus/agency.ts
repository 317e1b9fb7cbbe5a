import { AGENCY_ADMIN, list, type SeedMenu } from './seed-menu.ts'

/** The agency end. */
export const AGENCY_MENUS: readonly SeedMenu[] = [
  { code: 'agency_home', name: '首页', name_en: 'Home', icon: 'home', path: '/home' },
  { code: 'agency_my_items', name: '我的事项', name_en: 'My items', icon: 'todo', path: '/my-items' },
  { code: 'agency_approvals', name: '待办审批', name_en: 'Approvals', icon: 'task', path: '/approvals' },
  { code: 'agency_orders', name: '代理指示', name_en: 'Instructions', icon: 'task', path: list('agency_instruction') },
  { code: 'agency_patents', name: '专利', name_en: 'Patents', icon: 'patent', path: '/patents' },
  { code: 'agency_trademarks', name: '商标', name_en: 'Trademarks', icon: 'trademark', path: list('trademark') },
  { code: 'agency_software', name: '软件著作权', name_en: 'Software copyright', icon: 'copyright', path: list('software') },
  { code: 'agency_copyrights', name: '作品著作权', name_en: 'Copyright', icon: 'copyright', path: list('copyright') },
  { code: 'agency_ic_layouts', name: '布图设计', name_en: 'IC layout designs', icon: 'ic', path: list('ic_layout') },
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
  { code: 'agency_shared', name: '共享给我的', name_en: 'Shared with me', icon: 'share', path: '/shared-with-me' },
  { code: 'agency_jobs', name: '任务进度', name_en: 'Jobs', icon: 'task', path: '/jobs' },
]
