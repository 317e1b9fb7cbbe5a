import type { HomeKind } from '../model/portal/widgets.ts'

/** The home pages of the product, for each kind of work. */
export const PORTALS: Readonly<Record<HomeKind, { name: string; name_en: string }>> = {
  administrator: { name: '系统管理员首页', name_en: 'Home of administrators' },
  manager: { name: '知识产权经理首页', name_en: 'Home of IP managers' },
  engineer: { name: '专利工程师首页', name_en: 'Home of IP engineers' },
  fees: { name: '财务首页', name_en: 'Home of finance' },
  leader: { name: '部门负责人首页', name_en: 'Home of department leaders' },
  agency: { name: '代理机构首页', name_en: 'Home of agencies' },
  inventor: { name: '发明人首页', name_en: 'Home of inventors' },
}
