import { existsSync } from 'node:fs'
import { StartFault } from '../../server/config.ts'
import { exportRecords } from '../../model/settings/setting-routes.ts'
import { readBody } from '../../server/route.ts'
import { startExport } from '../../server/export/export.ts'
import { tenant } from './account.ts'
import { type Command, Usage } from './command.ts'
import { modelGiven, saveResult, withJob } from './job.ts'

export const exportTable: Command = {
  words: ['把查询到的记录导出为 .xlsx 或 .csv', 'Export the records of a query as .xlsx or .csv'],
  takes: ['<model>', '<file>'],
  options: {
    iql: { words: ['查询条件；不填则全部', 'Query; by default all records'], value: 'query' },
    fields: { words: ['字段编码，以逗号分隔；不填则全部', 'Field codes separated by commas; by default all fields'], value: 'codes' },
    tenant,
  },
  async run(given, name = '', file = '') {
    const { values, say } = given
    const format = /\.(xlsx|csv)$/i.exec(file)?.[1]?.toLowerCase()
    if (!format) throw new Usage('文件名应以 .xlsx 或 .csv 结尾', 'The file name must end in .xlsx or .csv')
    if (existsSync(file)) throw new StartFault([`${file} 已存在`, `${file} already exists`])
    const wish = {
      format,
      ...(values['iql'] !== undefined && { iql: values['iql'] }),
      ...(values['fields'] !== undefined && { fl: values['fields'] }),
    }
    return withJob(
      given,
      (ctx) => startExport(ctx, modelGiven(ctx, name), readBody(ctx, exportRecords, wish)),
      async (ctx, job) => {
        if (job.state === 'DONE') await saveResult(ctx, job, file)
        say([job.message, job.message])
        return job.state === 'DONE' ? 0 : 1
      },
    )
  },
}
