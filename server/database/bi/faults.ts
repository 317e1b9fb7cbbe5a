import type { Words } from '../../../model/kit/fields.ts'
import { StartFault } from '../../config.ts'

/** Fault that the administrator of the database must resolve first; each of the statements is one way. */
export class BiFault extends StartFault {
  readonly why: Words
  readonly statements: readonly string[]

  constructor(why: Words, statements: readonly string[] = []) {
    const ways = statements.map((one) => `\n  ${one.replaceAll('\n', '\n  ')}`)
    super([why[0] + ways.join('\n或'), why[1] + ways.join('\nor')])
    this.why = why
    this.statements = statements
  }
}

export const foreignSchema = (bi: string) =>
  new BiFault([
    `数据库中已有名为 ${bi} 的 schema，不由 Innoe 建立：请数据库管理员改名或删除它，然后重试`,
    `The database has a schema ${bi} that Innoe did not make: ask its administrator to rename or drop it, then try again`,
  ])

export const sharedDatabase = (tenant: string) =>
  new BiFault([
    `多个租户共用此数据库，BI 工具会看到其他租户的名称和各表的行数：由运维人员以 innoe bi create --tenant ${tenant} 开放，之后可在此更换密码和撤回`,
    `Several tenants share this database, and BI tools see the names of the others and the numbers of rows of their tables: its operator gives access, by innoe bi create --tenant ${tenant}. The password is then changed and access withdrawn here, too`,
  ])

export const mayNotCreate = (user: string, ways: readonly string[]) =>
  new BiFault(
    [
      `数据库用户 ${user} 不能建立角色。请数据库管理员在 psql 中执行其一，然后重试：`,
      `The database user ${user} may not create roles. Ask the administrator of the database for one of these, in psql, then try again:`,
    ],
    ways,
  )

export const notAdmitted = () =>
  new BiFault([
    '尚未开放给 BI 工具：请先在系统设置的“BI 工具”中或以 innoe bi create 建立',
    'BI tools have no access yet: create it first, under Settings > BI tools or by innoe bi create',
  ])

export const passwordOfAdministrator = (role: string) =>
  new BiFault([`请数据库管理员更改角色 ${role} 的密码`, `The password of the role ${role} is changed by the administrator of the database`])

export const stillRead = (bi: string, role = '') =>
  new BiFault([
    `${bi} 中的视图仍被读取，本程序无权结束读取者${role && `（角色 ${role}）`}：请数据库管理员结束其会话，或执行 grant <该角色> to <本程序的用户> with inherit true, set false`,
    `The views in ${bi} are still read${role && ` by the role ${role}`}, and this program may not end its sessions: the administrator of the database ends them, or grants the role to the user of this program, with inherit true, set false`,
  ])
