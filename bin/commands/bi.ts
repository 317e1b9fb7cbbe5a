import { type Config, StartFault } from '../../server/config.ts'
import { placeOf } from '../../server/database/bi/place.ts'
import { type Admitted, admitBi, changeBiPassword, dropsRole, newBiPassword, withdrawBi } from '../../server/database/bi/role.ts'
import { handleOf, openPool } from '../../server/database/pool.ts'
import { loadModels } from '../../server/records/registry.ts'
import { DEFAULT_TENANT, knownTenants } from '../../server/tenants/bring-up.ts'
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
    const password = newBiPassword()
    await withDatabase(async (url, config) => {
      const made = await withServerOn(url, config, async (server) => {
        const { db, declared, node, schema } = tenantNamed(server, values)
        return { ...(await admitBi(db, (trx) => loadModels(trx, declared), schema, password)), ...addressAt(url, config, node()) }
      })
      say([`视图在 schema ${made.schema}`, `The views are in the schema ${made.schema}`], ...addressOf(made.url, made.config, made))
      if (made.isNew) say([`密码（只显示这一次）：${password}`, `Password (shown this once): ${password}`])
      else say([`角色已存在，密码未变；更换：innoe bi password`, `The role stood already and keeps its password; for another: innoe bi password`])
    })
  },
}

export const biPassword: Command = {
  words: ['更换 BI 角色的密码，只打印一次', 'Change the password of the role for BI tools; it is printed once'],
  options: { tenant },
  async run({ values, say }) {
    const password = newBiPassword()
    await withDatabase(async (url, config) => {
      const made = await withServerOn(url, config, async (server) => {
        const { db, node, schema } = tenantNamed(server, values)
        return { ...(await changeBiPassword(db, schema, password)), ...addressAt(url, config, node()) }
      })
      say(...addressOf(made.url, made.config, made), [`密码（只显示这一次）：${password}`, `Password (shown this once): ${password}`])
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
        `角色 ${left} 已不能登录，但在数据库中另有对象或权限，未能删除：请数据库管理员执行 ${dropsRole(left)}`,
        `The role ${left} may not log in any more. It owns or may read something else and was not dropped: the administrator of the database runs ${dropsRole(left)}`,
      ])
    else if (left)
      say([`角色 ${left} 由数据库管理员建立，请由其删除`, `The role ${left} was made by the administrator of the database, who drops it`])
  },
}

/** Without a start of the program: a reader may be what keeps that back. */
const withdraw = (values: Given['values']) =>
  withDatabase(async (url, config) => {
    const name = `${values['tenant'] ?? DEFAULT_TENANT}`
    const row = await onPool(url, async (pool) => (await knownTenants(handleOf(pool, 'public'))).find((one) => one.name === name))
    if (!row) throw new StartFault(noTenant(name))
    return await onPool(addressAt(url, config, row.node ?? undefined).url, (pool) => withdrawBi(handleOf(pool, row.schema), row.schema))
  })

async function onPool<T>(url: string, work: (pool: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const pool = openPool(url, 2)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

type Address = { url: string; config: Pick<Config, 'databaseUrl' | 'biListen'> }

/** Of the server that a tenant is on. */
function addressAt(url: string, config: Config, node: string | undefined): Address {
  const at = node === undefined ? undefined : config.nodes?.[node]
  return at ? { url: at, config: { databaseUrl: at, biListen: undefined } } : { url, config }
}

/** Where a tool finds the database, and what is to be done before. */
export function addressOf(url: string, config: Pick<Config, 'databaseUrl' | 'biListen'>, { role, database }: Admitted): Words[] {
  const { host, port, note } = placeOf(url, config)
  return [
    [`主机 ${host}，端口 ${port}，数据库 ${database}，用户 ${role}`, `Host ${host}, port ${port}, database ${database}, user ${role}`],
    ...(note ? [note] : []),
  ]
}
