import { randomBytes } from 'node:crypto'
import { type Config, StartFault } from '../../server/config.ts'
import { type Admitted, admitBi, changeBiPassword, withdrawBi } from '../../server/database/bi/role.ts'
import { handleOf, openPool } from '../../server/database/pool.ts'
import { loadModels } from '../../server/records/registry.ts'
import { DEFAULT_TENANT, tenantSchemas } from '../../server/tenants/bring-up.ts'
import type { Words } from '../../model/kit/fields.ts'
import { noTenant, tenant, tenantNamed } from './account.ts'
import type { Command, Given } from './command.ts'
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
    const { left, isClosed } = await withdraw(values)
    say(['视图已删除', 'The views were dropped'])
    if (left && isClosed)
      say([
        `角色 ${left} 已不能登录，但在数据库中另有对象或权限，未能删除：请数据库管理员执行 drop owned by "${left}"; drop role "${left}"`,
        `The role ${left} may not log in any more. It owns or may read something else and was not dropped: the administrator of the database runs drop owned by "${left}"; drop role "${left}"`,
      ])
    else if (left)
      say([`角色 ${left} 由数据库管理员建立，请由其删除`, `The role ${left} was made by the administrator of the database, who drops it`])
  },
}

/** Without a start of the program: a reader may be what keeps that back. */
const withdraw = (values: Given['values']) =>
  withDatabase(async (url) => {
    const pool = openPool(url, 2)
    try {
      const name = values['tenant'] ?? DEFAULT_TENANT
      const one = (await tenantSchemas({ pool }, handleOf(pool, 'public'))).find(({ tenant }) => tenant === name)
      if (!one) throw new StartFault(noTenant(`${name}`))
      return await withdrawBi(one.db, one.schema)
    } finally {
      await pool.end()
    }
  })

const newPassword = () => randomBytes(24).toString('base64url')

/** Where a tool finds the database. The embedded one is behind a socket of this machine until it is told where to listen. */
export function addressOf(url: string, { databaseUrl, biListen }: Pick<Config, 'databaseUrl' | 'biListen'>, { role, database }: Admitted): Words[] {
  const { hostname, port: given, searchParams } = new URL(url)
  const [host, port] = [searchParams.get('host') ?? hostname, given || '5432']
  const at = (where: string, which: string): Words => [
    `主机 ${where}，端口 ${which}，数据库 ${database}，用户 ${role}`,
    `Host ${where}, port ${which}, database ${database}, user ${role}`,
  ]
  if (databaseUrl) return [at(host, port)]
  if (!biListen)
    return [
      at(host, port),
      [
        '内置数据库没有网络端口：请设置 INNOE_BI_LISTEN=127.0.0.1:5433 并重启 Innoe',
        'The embedded database has no port on the network yet: set INNOE_BI_LISTEN=127.0.0.1:5433 and restart Innoe',
      ],
    ]
  const isThere = port === `${biListen.port}`
  return [
    at(biListen.address, `${biListen.port}`),
    ...(isThere ? [] : [['重启 Innoe 后可连接', 'It listens there after a restart of Innoe'] as const]),
  ]
}
