import { existsSync } from 'node:fs'
import { backUp } from '../../server/backup/backup.ts'
import { filesOf } from '../../server/backup/files.ts'
import { restore as restoreFrom } from '../../server/backup/restore.ts'
import { type Config, readConfig, StartFault } from '../../server/config.ts'
import { isTaken } from '../../server/database/cluster/data-lock.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-server.ts'

export const backup: Command = {
  words: [
    '把所有租户的数据与文档备份到一个文件；服务可照常运行',
    'Back up the data and documents of all tenants to one file; the server may keep running',
  ],
  takes: ['<file>'],
  async run({ say }, file = '') {
    if (existsSync(file)) throw new StartFault([`${file} 已存在`, `${file} already exists`])
    const made = await withDatabase((url, config) => backUp(url, filesOf(config.storageUrl), file))
    if (made.elsewhere.length > 0)
      say([`在其他服务器上的租户不在备份内：${made.elsewhere.join('、')}`, `Tenants on other servers are not included: ${made.elsewhere.join(', ')}`])
    if (readConfig().storageUrl.startsWith('s3:'))
      say(['S3 中的文档不在备份内，由存储服务自身备份', 'Documents in S3 are not included: back them up with the tools of the storage service'])
    const [tables, documents] = [made.tables.length, made.documents]
    say([`已备份 ${tables} 张表、${documents} 个文档到 ${file}`, `${tables} tables and ${documents} documents were backed up to ${file}`])
  },
}

export const restore: Command = {
  words: ['从备份文件恢复；先停止服务', 'Restore from a backup; stop the server first'],
  takes: ['<file>'],
  options: { force: { words: ['覆盖非空的数据库', 'Overwrite a database that is not empty'] } },
  async run({ values, say }, file = '') {
    if (!existsSync(file)) throw new StartFault([`没有文件 ${file}`, `There is no file ${file}`])
    refuseRunning(readConfig())
    const made = await withDatabase((url, config) => restoreFrom(url, filesOf(config.storageUrl), file, { force: values['force'] === true }))
    if (made.elsewhere.length > 0)
      say([
        `在其他服务器上的租户不在备份内，将由 INNOE_NODES 所指的服务器提供，包括正在使用的：${made.elsewhere.join('、')}`,
        `Tenants on other servers are not included, and are served from where INNOE_NODES leads, also if they are in use there: ${made.elsewhere.join(', ')}`,
      ])
    say([`已恢复 ${made.made_at} 的备份`, `The backup of ${made.made_at} was restored`])
  },
}

/** Another machine's servers on a given database are the administrator's to stop. */
function refuseRunning({ data, databaseUrl }: Config) {
  if (!databaseUrl && isTaken(data)) throw new StartFault(['请先停止服务再恢复', 'Stop the server before restoring'])
}
