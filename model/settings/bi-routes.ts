import { ABILITIES } from '../auth/roles/abilities.ts'
import { boolean, datetime, option, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

/** States of the access for BI tools; INCOMPLETE: some views could not be made, or the role is missing or closed. */
export const BI_STATES = {
  NONE: ['未开放', 'No access'],
  ADMITTED: ['已开放', 'Access'],
  INCOMPLETE: ['已开放，但不完整', 'Access, incomplete'],
  LEFT: ['未开放，角色仍在', 'No access, the role stands'],
} as const
export type BiState = keyof typeof BI_STATES

const ACCESS = {
  state: option('状态', 'State', BI_STATES),
  since: datetime('开放时间', 'Since', { nullable: true }),
  host: string('主机', 'Host', { verbatim: true }),
  port: string('端口', 'Port'),
  database: string('数据库', 'Database', { verbatim: true }),
  role: string('用户', 'User', { verbatim: true }),
  schema: string('Schema', 'Schema', { verbatim: true }),
  note: string('尚须完成', 'Still to be done', { nullable: true }),
  /** False if several tenants share the database: only their operator may decide then. */
  may_give: boolean('可在此开放', 'Can be given here'),
  /** The administrator of the database has made the role. */
  is_theirs: boolean('由数据库管理员建立', 'Made by the administrator of the database'),
  /** The SQL with which the database administrator drops a role that was left. */
  drops_role: string('删除角色的语句', 'Statements that drop the role', { nullable: true, verbatim: true }),
}
const PASSWORD = string('密码', 'Password', { nullable: true, verbatim: true })
const PERMISSION = { permission: ABILITIES.role.admit_bi, of: 'role' } as const

/** Sent with a refusal for lack of rights in the database: alternative statements for its administrator. */
export type BiRefused = { statements: readonly string[] }

export const readBiAccess = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/bi',
  tag: 'settings',
  zh: 'BI 工具的访问：是否开放、何时开放、连接到哪里；不含密码',
  en: 'The access of BI tools: whether and since when it is open, and where they connect; without the password',
  answer: ACCESS,
  ...PERMISSION,
})

export const createBiAccess = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/bi/do/create',
  tag: 'settings',
  zh: '建立 BI 工具的只读视图与数据库角色，密码只在此回答中给出；已有的角色保留其密码。须先再次验证本人',
  en: 'Make the read-only views and the database role of BI tools; only this answer contains the password, and a role that stands keeps its own. Confirm oneself first',
  body: {
    acknowledged: boolean('知悉持密码者可读全部公司的数据', 'Known that whoever has the password reads the data of all companies', {
      help: ['必须为 true', 'Must be true'],
    }),
  },
  answer: { ...ACCESS, password: PASSWORD },
  ...PERMISSION,
})

export const renewBiPassword = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/bi/do/password',
  tag: 'settings',
  zh: '更换 BI 工具的密码：只在此回答中给出，断开以原密码建立的连接。须先再次验证本人',
  en: 'Another password for BI tools: only this answer contains it, and connections by the one before are ended. Confirm oneself first',
  body: {},
  answer: { ...ACCESS, password: PASSWORD },
  ...PERMISSION,
})

export const withdrawBiAccess = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/bi/do/withdraw',
  tag: 'settings',
  zh: '撤回 BI 工具的访问：断开连接，删除视图与角色；回答说明仍留下什么。须先再次验证本人',
  en: 'Withdraw the access of BI tools: connections are ended, views and role dropped; the answer tells what still stands. Confirm oneself first',
  body: {},
  answer: ACCESS,
  ...PERMISSION,
})
