import type { Words } from '../../../model/kit/fields.ts'

/** The groups in which a role's permissions are shown: the folders of the declarations, in this order. */
export const AREAS: Readonly<Record<string, Words>> = {
  rights: ['权利', 'Rights'],
  cases: ['案件', 'Cases'],
  dealings: ['合同、纠纷与项目', 'Contracts, disputes and projects'],
  docketing: ['期限与官方事件', 'Deadlines and official events'],
  fees: ['费用', 'Fees'],
  awards: ['奖酬', 'Awards'],
  approval: ['审批', 'Approvals'],
  documents: ['文件', 'Documents'],
  notices: ['官方来文', 'Notices of offices'],
  mail: ['邮件', 'Mail'],
  sharing: ['共享', 'Sharing'],
  tasks: ['任务', 'Tasks'],
  notes: ['备注', 'Notes'],
  parties: ['相关方', 'Parties'],
  technology: ['技术', 'Technology'],
  organisation: ['组织与人员', 'Organisation and people'],
  auth: ['账号与权限', 'Accounts and permissions'],
  import: ['导入', 'Import'],
  announcements: ['公告', 'Announcements'],
  statistics: ['统计分析', 'Statistics'],
  portal: ['门户', 'Portals'],
  webhooks: ['网络回调', 'Webhooks'],
  robots: ['群机器人', 'Group robots'],
  settings: ['设置', 'Settings'],
}
