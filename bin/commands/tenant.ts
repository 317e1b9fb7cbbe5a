import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { backUpTenant, restoreTenant } from '../../server/backup/tenant/backup-tenant.ts'
import { exportTenant } from '../../server/backup/tenant/export-tenant.ts'
import { importTenant } from '../../server/backup/tenant/import-tenant.ts'
import { removeTenant } from '../../server/backup/tenant/remove-tenant.ts'
import { readConfig, StartFault } from '../../server/config.ts'
import type { FirstLogin } from '../../server/seed/rows.ts'
import { seedTenant } from '../../server/seed/seed.ts'
import { listTenants } from '../../server/tenants/list-tenants.ts'
import { moveTenant } from '../../server/tenants/move-tenant.ts'
import { tenant, tenantNamed } from './account.ts'
import { type Command, type Option, Usage } from './command.ts'
import { withServer } from './with-server.ts'

const node: Option = { words: ['所在的服务器：INNOE_NODES 中的名称', 'The server it is on: a name of INNOE_NODES'], value: 'name' }

const host: Option = { words: ['新租户的域名，可用逗号分隔多个', 'Host names of the new tenant, separated by commas'], value: 'names' }

export const tenantAdd: Command = {
  words: [
    '新建租户并打印管理员的一次性密码；运行中的服务立即提供',
    'Add a tenant and print the one-time password of its administrator; running servers serve it at once',
  ],
  takes: ['<name>'],
  options: { host, node },
  async run({ values, say }, name = '') {
    const hosts = hostsIn(values['host'])
    if (hosts.length === 0) throw new Usage('缺少 --host：租户由域名访问', '--host is missing: a tenant is reached by its host name')
    const first = await withServer(async ({ tenants }) => {
      const logins: FirstLogin[] = []
      const at = typeof values['node'] === 'string' ? values['node'] : null
      await tenants.add(name, hosts, async (made) => void logins.push(...(await seedTenant(made, false))), at)
      return logins
    })
    say([`租户 ${name} 已建立：${hosts.join('、')}`, `The tenant ${name} was added: ${hosts.join(', ')}`])
    for (const login of first) say([`首次登录：${login.account}  ${login.password}`, `First login: ${login.account}  ${login.password}`])
  },
}

export const tenantList: Command = {
  words: [
    '列出租户：名称、域名、案件数、大小、所在的服务器',
    'List the tenants: name, hosts, number of cases, size, and the server if it is another',
  ],
  async run({ lang }) {
    const rows = await withServer(listTenants)
    for (const { name, hosts, ready, at, ...measured } of rows) {
      const [cases, size] = 'size' in measured ? [measured.cases, measured.size] : ['-', lang === 'zh' ? '无法访问' : 'away']
      const notes = [...(at ? [at] : []), ...(ready ? [] : [lang === 'zh' ? '未就绪' : 'not ready'])]
      console.log([name, hosts.join(',') || '-', cases, size, ...notes].join('\t'))
    }
  },
}

export const tenantRemove: Command = {
  words: [
    '永久删除租户的全部数据与文档；须以 --confirm 重复其名称',
    'Delete a tenant with all its data and documents for good; --confirm repeats its name',
  ],
  takes: ['<name>'],
  options: { confirm: { words: ['再次输入租户名', 'The name of the tenant once more'], value: 'name' } },
  async run({ values, say }, name = '') {
    if (values['confirm'] !== name)
      throw new Usage(
        `删除不可撤销：请先用 tenant backup 备份，再以 --confirm ${name} 确认`,
        `This cannot be undone: back it up first with tenant backup, then confirm with --confirm ${name}`,
      )
    await withServer(async ({ config, pool, tenants }) => {
      const { away, others, ...forgotten } = await tenants.forget(name)
      await wait(NOTICED_MS)
      await removeTenant(pool, config.storageUrl, { name, ...forgotten })
      if (away.length > 0)
        say([
          `节点 ${away.join('、')} 现无法访问，其上如有 ${name} 的旧数据尚未删除：恢复后请再执行一次`,
          `The servers ${away.join(', ')} are away; if one has a former copy of ${name}, that is not removed: run this again when they are back`,
        ])
      for (const { node, schema } of others)
        say([`${node ?? 'home'} 中的 ${schema} 不属于该租户，未删除`, `${schema} on ${node ?? 'home'} is not of this tenant, and was left`])
      if (!config.storageUrl.startsWith('file:')) say([`请在对象存储中删除前缀 ${name}/`, `Delete what begins with ${name}/ in the object storage`])
    })
    say([`租户 ${name} 已删除`, `The tenant ${name} was deleted`])
  },
}

export const tenantMove: Command = {
  words: [
    '把租户移到另一台服务器，运行中的服务随后即在那里使用它：INNOE_NODES 中的名称、home（本安装的数据库），或 Citus 的 主机:端口',
    'Move a tenant to another server, where running servers then use it: a name of INNOE_NODES, home (the database of the installation), or host:port of Citus',
  ],
  takes: ['<name>'],
  options: { node },
  async run({ values, say }, name = '') {
    const to = values['node']
    if (typeof to !== 'string') throw new Usage('缺少 --node：移到哪台服务器', '--node is missing: the server to move it to')
    const begun = Date.now()
    await withServer((server) => moveTenant(server, name, to))
    const seconds = Math.ceil((Date.now() - begun) / 1000)
    say([`租户 ${name} 已移到 ${to}，用时 ${seconds} 秒`, `The tenant ${name} was moved to ${to} in ${seconds} seconds`])
  },
}

// Servers that run stop serving a tenant within a second; requests under way end meanwhile.
const NOTICED_MS = 2000

export const tenantExport: Command = {
  words: [
    '把一个租户的全部数据与文档导出为开放格式（JSON 行）的一个文件；不含密码与密钥',
    'Export the data and documents of a tenant as open files (JSON lines) in one archive, without passwords and keys',
  ],
  takes: ['<file>'],
  options: { tenant },
  async run({ values, say }, file = '') {
    refuseThere(file)
    const made = await withServer((server) => exportTenant(tenantNamed(server, values), file))
    const rows = made.tables.reduce((sum, one) => sum + one.rows, 0)
    say([`已导出 ${made.tables.length} 张表的 ${rows} 行、${made.documents} 个文档到 ${file}`, `${rows} rows of ${made.tables.length} tables and ${made.documents} documents were exported to ${file}`]) // oxfmt-ignore
    if (made.lost.length > 0) say([`有 ${made.lost.length} 个文档的文件已不存在`, `The files of ${made.lost.length} documents no longer exist`])
  },
}

export const tenantBackup: Command = {
  words: [
    '把一个租户的全部数据与文档，连同密码与密钥，备份到一个文件；服务可照常运行',
    'Back up the data and documents of a tenant, with passwords and keys, to one file; the server may keep running',
  ],
  takes: ['<file>'],
  options: { tenant },
  async run({ values, say }, file = '') {
    refuseThere(file)
    const made = await withServer((server) => backUpTenant(server, tenantNamed(server, values), file))
    if (readConfig().storageUrl.startsWith('s3:'))
      say(['S3 中的文档不在备份内，由存储服务自身备份', 'Documents in S3 are not included: back them up with the tools of the storage service'])
    const [tables, documents] = [made.tables.length, made.documents]
    say([`已备份 ${tables} 张表、${documents} 个文档到 ${file}`, `${tables} tables and ${documents} documents were backed up to ${file}`])
  },
}

export const tenantRestore: Command = {
  words: [
    '从租户的备份或整个安装的备份，按原名恢复一个租户；该租户须已不存在，运行中的服务随后立即提供',
    'Restore one tenant under its name, from its backup or that of the whole installation; it must not exist any more, and running servers serve it at once',
  ],
  takes: ['<file>'],
  options: {
    tenant,
    host,
    force: { words: ['也恢复本安装无法解密的密钥，之后重新录入', 'Also with keys that cannot be decrypted here, which are then entered again'] },
  },
  async run({ values, say }, file = '') {
    refuseMissing(file)
    const [name, hosts] = [values['tenant'], hostsIn(values['host'])]
    if (typeof name !== 'string') throw new Usage('缺少 --tenant：恢复哪个租户', '--tenant is missing: the tenant to restore')
    if (hosts.length === 0) throw new Usage('缺少 --host：租户由域名访问', '--host is missing: a tenant is reached by its host name')
    const made = await withServer((server) =>
      restoreTenant(server, file, { name, hosts, seed: (made) => seedTenant(made, false), force: values['force'] === true }),
    )
    say([`租户 ${name} 已恢复到 ${made.made_at}`, `The tenant ${name} was restored as of ${made.made_at}`])
  },
}

function refuseThere(file: string) {
  if (existsSync(file)) throw new StartFault([`${file} 已存在`, `${file} already exists`])
}

function refuseMissing(file: string) {
  if (!existsSync(file)) throw new StartFault([`没有文件 ${file}`, `There is no file ${file}`])
}

export const tenantImport: Command = {
  words: [
    '把导出的租户导入到空的租户；指定 --host 时新建租户，运行中的服务随后立即提供。之后由管理员重设密码',
    'Import an exported tenant into an empty one; with --host, into a new one, which running servers then serve at once. An administrator then sets passwords again',
  ],
  takes: ['<file>'],
  options: { tenant, host },
  async run({ values, say }, file = '') {
    refuseMissing(file)
    const hosts = hostsIn(values['host'])
    const [first] = hosts
    const made = await withServer(async (server) => {
      if (!first) return importTenant(tenantNamed(server, values), file)
      const done: Awaited<ReturnType<typeof importTenant>>[] = []
      await server.tenants.add(String(values['tenant'] ?? first), hosts, async (fresh) => void done.push(await importTenant(fresh, file)))
      return done[0]
    })
    if (made) say([`已导入 ${made.tenant} 于 ${made.made_at} 的数据`, `The data of ${made.tenant} of ${made.made_at} were imported`])
  },
}

const hostsIn = (value: string | boolean | undefined) => (typeof value === 'string' ? value.split(',').map((one) => one.trim()).filter(Boolean) : []) // oxfmt-ignore
