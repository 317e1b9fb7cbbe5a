import { randomBytes } from 'node:crypto'
import type { Config } from '../../server/config.ts'
import { type Admitted, admitBi, changeBiPassword, withdrawBi } from '../../server/database/bi/role.ts'
import { loadModels } from '../../server/records/registry.ts'
import type { Words } from '../../model/kit/fields.ts'
import { tenant, tenantNamed } from './account.ts'
import type { Command } from './command.ts'
import { withDatabase, withServerOn } from './with-server.ts'

export const biCreate: Command = {
  words: [
    '为 BI 工具建立租户的只读视图与专用数据库角色，密码只打印一次；重复运行只补齐缺少的部分',
    'Make the read-only views of a tenant for BI tools and a database role of their own; its password is printed once. Run again, it makes what is missing',
  ],
  options: { tenant },
  async run({ values, say }) {
    const password = newPassword()
    await withDatabase(async (url, config) => {
      const made = await withServerOn(url, config, (server) => {
        const { db, declared, schema } = tenantNamed(server, values)
        return admitBi(db, (trx) => loadModels(trx, declared), schema, password)
      })
      say([`视图在 schema ${made.schema}`, `The views are in the schema ${made.schema}`], ...addressOf(url, config, made))
      if (made.isNew) say([`密码（只显示这一次）：${password}`, `Password (shown this once): ${password}`])
      else say([`角色已存在，密码未变；更换：innoe bi password`, `The role stood already and keeps its password; for another: innoe bi password`])
    })
  },
}

export const biPassword: Command = {
  words: ['更换 BI 角色的密码，只打印一次', 'Change the password of the role for BI tools; it is printed once'],
  options: { tenant },
  async run({ values, say }) {
    const password = newPassword()
    await withDatabase(async (url, config) => {
      const made = await withServerOn(url, config, (server) => {
        const { db, schema } = tenantNamed(server, values)
        return changeBiPassword(db, schema, password)
      })
      say(...addressOf(url, config, made), [`密码（只显示这一次）：${password}`, `Password (shown this once): ${password}`])
    })
  },
}

export const biWithdraw: Command = {
  words: ['撤回：断开 BI 工具，删除其视图与角色', 'Withdraw them: end the connections of BI tools and drop the views and the role'],
  options: { tenant },
  async run({ values, say }) {
    const { left } = await withDatabase((url, config) =>
      withServerOn(url, config, (server) => {
        const { db, schema } = tenantNamed(server, values)
        return withdrawBi(db, schema)
      }),
    )
    say(['视图已删除', 'The views were dropped'])
    if (left) say([`角色 ${left} 由数据库管理员建立，请由其删除`, `The role ${left} was made by the administrator of the database, who drops it`])
  },
}

const newPassword = () => randomBytes(24).toString('base64url')

/** Where a tool finds the database. The embedded one is behind a socket of this machine. */
function addressOf(url: string, { biListen }: Config, { role, database }: Admitted): Words[] {
  const { hostname, port, searchParams } = new URL(url)
  const socket = searchParams.get('host')
  const host = (socket ? biListen?.address : undefined) ?? socket ?? hostname
  return [
    [
      `主机 ${host}，端口 ${port || '5432'}，数据库 ${database}，用户 ${role}`,
      `Host ${host}, port ${port || '5432'}, database ${database}, user ${role}`,
    ],
  ]
}
