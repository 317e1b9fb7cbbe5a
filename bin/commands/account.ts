import type { Words } from '../../model/kit/fields.ts'
import { StartFault } from '../../server/config.ts'
import { DEFAULT_TENANT } from '../../server/tenants/tenants.ts'
import type { Server } from '../../server/server.ts'
import { makeAdministrator } from '../../server/auth/accounts/make-administrator.ts'
import { createToken, resetPassword, resetSecondFactor, unlock } from '../../server/auth/session/accounts.ts'
import { type Command, type Given, type Option, Usage } from './command.ts'
import { withServer } from './with-server.ts'

export const tenant: Option = { words: [`租户，默认 ${DEFAULT_TENANT}`, `The tenant; ${DEFAULT_TENANT} by default`], value: 'name' }

export const tokenCreate: Command = {
  words: ['为账号签发个人访问令牌，只显示一次', 'Issue a personal access token for an account; it is shown once'],
  takes: ['<account>'],
  options: {
    name: { words: ['令牌名称', 'Name of the token'], value: 'text' },
    days: { words: ['有效天数；不填则不过期', 'Days until it expires; by default it does not expire'], value: 'n' },
    tenant,
  },
  async run({ values }, account = '') {
    const name = typeof values['name'] === 'string' ? values['name'].slice(0, 60) : 'innoe token create'
    const days = daysOf(values['days'])
    console.log(await withServer((server) => createToken(tenantNamed(server, values), account, { name, days })))
  },
}

export const userUnlock: Command = {
  words: ['解除账号的登录锁定', 'Unlock an account after failed logins'],
  takes: ['<account>'],
  options: { tenant },
  async run({ values, say }, account = '') {
    await withServer((server) => unlock(tenantNamed(server, values), account))
    say([`${account} 已解锁`, `${account} is unlocked`])
  },
}

export const userPassword: Command = {
  words: [
    '重置账号密码，打印一次性密码，结束其全部会话并移除通行密钥',
    'Reset the password of an account, print the one-time password, end its sessions and remove its passkeys',
  ],
  takes: ['<account>'],
  options: { tenant },
  async run({ values }, account = '') {
    console.log(await withServer((server) => resetPassword(tenantNamed(server, values), account)))
  },
}

export const userSecondFactor: Command = {
  words: ['重置账号的两步验证，并结束其全部会话', 'Reset the second factor of an account and end its sessions'],
  takes: ['<account>'],
  options: { tenant },
  async run({ values, say }, account = '') {
    await withServer((server) => resetSecondFactor(tenantNamed(server, values), account))
    say([`${account} 的两步验证已重置`, `The second factor of ${account} is reset`])
  },
}

export const userMakeAdmin: Command = {
  words: ['使账号成为系统管理员：授予角色、开通并解锁', 'Make an account a system administrator: grant the role, open and unlock it'],
  takes: ['<account>'],
  options: { tenant },
  async run({ values, say }, account = '') {
    await withServer((server) => makeAdministrator(tenantNamed(server, values), account))
    say([`${account} 已是系统管理员`, `${account} is a system administrator`])
  },
}

export function tenantNamed({ tenants }: Server, values: Given['values']) {
  const name = typeof values['tenant'] === 'string' ? values['tenant'] : DEFAULT_TENANT
  const found = tenants.all.get(name)
  if (found) return found
  if (tenants.away.has(name)) throw new StartFault([`租户 ${name} 的数据库现无法访问`, `The database of the tenant ${name} is away`])
  throw new StartFault(noTenant(name))
}

export const noTenant = (name: string): Words => [`没有租户 ${name}`, `There is no tenant ${name}`]

function daysOf(value: unknown) {
  if (value === undefined) return undefined
  const days = Number(value)
  if (Number.isInteger(days) && days > 0 && days <= 3650) return days
  throw new Usage('--days 应为 1 到 3650 的整数', '--days must be a whole number from 1 to 3650')
}
