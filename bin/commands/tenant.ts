import { existsSync } from 'node:fs'
import { exportTenant } from '../../server/backup/tenant/export-tenant.ts'
import { importTenant } from '../../server/backup/tenant/import-tenant.ts'
import { StartFault } from '../../server/config.ts'
import { openPubSub } from '../../server/database/publish.ts'
import { openPool } from '../../server/database/pool.ts'
import { declaredModels } from '../../server/records/registry.ts'
import { addTenant } from '../../server/tenants.ts'
import { tenant, tenantNamed } from './account.ts'
import type { Command } from './command.ts'
import { withDatabase, withServer, withServerOn } from './with-server.ts'

export const tenantExport: Command = {
  words: [
    '把一个租户的全部数据与文档导出为开放格式（JSON 行）的一个文件；不含密码与密钥',
    'Export the data and documents of a tenant as open files (JSON lines) in one archive, without passwords and keys',
  ],
  takes: ['<file>'],
  options: { tenant },
  async run({ values, say }, file = '') {
    if (existsSync(file)) throw new StartFault([`${file} 已存在`, `${file} already exists`])
    const made = await withServer((server) => exportTenant(tenantNamed(server, values), file))
    const rows = made.tables.reduce((sum, one) => sum + one.rows, 0)
    say([`已导出 ${made.tables.length} 张表的 ${rows} 行、${made.documents} 个文档到 ${file}`, `${rows} rows of ${made.tables.length} tables and ${made.documents} documents were exported to ${file}`]) // oxfmt-ignore
    if (made.lost.length > 0) say([`有 ${made.lost.length} 个文档的文件已不存在`, `The files of ${made.lost.length} documents no longer exist`])
  },
}

export const tenantImport: Command = {
  words: [
    '把导出的租户导入到空的租户；指定 --host 时新建租户。之后由管理员重设密码',
    'Import an exported tenant into an empty one; with --host, into a new one. An administrator then sets passwords again',
  ],
  takes: ['<file>'],
  options: { tenant, host: { words: ['新租户的域名', 'Host name of the new tenant'], value: 'name' } },
  async run({ values, say }, file = '') {
    if (!existsSync(file)) throw new StartFault([`没有文件 ${file}`, `There is no file ${file}`])
    const made = await withDatabase(async (url, config) => {
      const host = values['host']
      if (typeof host === 'string') await added(url, String(values['tenant'] ?? host), host)
      return withServerOn(url, config, (server) =>
        importTenant(tenantNamed(server, { ...values, ...(typeof host === 'string' && { tenant: values['tenant'] ?? host }) }), file),
      )
    })
    say([`已导入 ${made.tenant} 于 ${made.made_at} 的数据`, `The data of ${made.tenant} of ${made.made_at} were imported`])
  },
}

async function added(url: string, name: string, host: string) {
  const pool = openPool(url, 2)
  const pubsub = await openPubSub(url, pool)
  try {
    await addTenant({ pool, pubsub, declared: await declaredModels() }, name, [host])
  } finally {
    await Promise.all([pubsub.close(), pool.end()])
  }
}
