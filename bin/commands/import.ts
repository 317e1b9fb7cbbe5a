import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { StartFault } from '../../server/config.ts'
import { importRecords } from '../../model/import/import-routes.ts'
import { readBody } from '../../server/route.ts'
import { startImport } from '../../server/import/import.ts'
import { keepUpload } from '../../server/import/uploaded.ts'
import { tenant } from './account.ts'
import type { Command } from './command.ts'
import { modelGiven, saveResult, withJob } from './job.ts'

export const importTable: Command = {
  words: ['导入 .xlsx 表格；列按标题识别', 'Import an .xlsx table; columns are recognised by their headings'],
  takes: ['<model>', '<file>'],
  options: {
    'dry-run': { words: ['只检查，不写入', 'Check only; write nothing'] },
    mode: { words: ['已有的记录：skip 跳过、update 更新、report 报告', 'Existing records: skip, update or report'], value: 'mode' },
    as: {
      words: [
        '以该账号的人为负责人与创建人；不填则须在表中写明负责人',
        'Account that owns and creates the rows; by default the table must name the owners',
      ],
      value: 'account',
    },
    rejected: { words: ['把被拒绝的行存为表格', 'Save the rejected rows as a table'], value: 'file' },
    tenant,
  },
  async run(given, name = '', file = '') {
    const { values, say } = given
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new StartFault([`没有文件 ${file}`, `There is no file ${file}`])
    return withJob(
      given,
      async (ctx) => {
        const model = modelGiven(ctx, name)
        const kept = await keepUpload(ctx, basename(file), createReadStream(file))
        return startImport(ctx, model, kept, readBody(ctx, importRecords, { dry_run: values['dry-run'] === true, mode: values['mode'] }))
      },
      async (ctx, job) => {
        if (job.failed && typeof values['rejected'] === 'string') await saveResult(ctx, job, values['rejected'])
        say([job.message, job.message])
        return job.state === 'DONE' && job.failed === 0 ? 0 : 1
      },
    )
  },
}
