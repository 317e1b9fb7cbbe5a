import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import { StartFault } from '../../server/config.ts'
import { startImport } from '../../server/exchange/import.ts'
import { openResult } from '../../server/exchange/result.ts'
import { keepUpload } from '../../server/exchange/uploaded.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { get } from '../../server/records/get.ts'
import { modelNamed } from '../../server/records/models.ts'
import { search } from '../../server/records/search.ts'
import { systemWork, type Tenant, type Work } from '../../server/records/work.ts'
import { tenant, tenantNamed } from './account.ts'
import type { Command, Given } from './command.ts'
import { withServer } from './with-server.ts'

export const importTable: Command = {
  words: ['导入 .xlsx 表格；列按标题识别', 'Import an .xlsx table; its columns are known by their headings'],
  takes: ['<model>', '<file>'],
  options: {
    'dry-run': { words: ['只检查，不写入', 'Only check; write nothing'] },
    mode: { words: ['已有的记录：skip 跳过、update 更新、report 报告', 'Records that are there: skip, update or report'], value: 'mode' },
    rejected: { words: ['把被拒绝的行存为表格', 'Keep the rejected rows as a table'], value: 'file' },
    tenant,
  },
  async run({ values, lang, say }, model = '', file = '') {
    if (!existsSync(file)) throw new StartFault([`没有文件 ${file}`, `There is no file ${file}`])
    return withServer(async (server) => {
      const jobs = await startJobs(server)
      try {
        const work = { ...(await workOf(tenantNamed(server, values))), lang }
        const sid = await begin(work, model, file, values)
        const job = await finished(work, sid)
        if (job.failed && typeof values['rejected'] === 'string') await keepRejected(work, sid, values['rejected'])
        const message = job.message ?? wordIn(STATES[job.state] ?? ['', ''], lang)
        say([message, message])
        return job.state === 'DONE' && job.failed === 0 ? 0 : 1
      } finally {
        await jobs.stop()
      }
    })
  },
}

type Ended = { state: string; failed: number; message: string | null }

const STATES: Readonly<Record<string, Words>> = { DONE: ['完成', 'Done'], FAILED: ['失败', 'Failed'], CANCELLED: ['已取消', 'Cancelled'] }

/** What has no company of its own goes to the head company. */
async function workOf(of: Tenant): Promise<Work> {
  const work = systemWork(of, 'import')
  const { record } = await search(work, modelNamed(of.models, 'company'), { fl: ['sid', 'parent_sid'], rows: 100, total: 'none' })
  const head = record.find(({ parent_sid }) => !parent_sid)
  return { ...work, actor: { ...work.actor, company_sid: typeof head?.['sid'] === 'string' ? head['sid'] : null } }
}

async function begin(work: Work, name: string, file: string, values: Given['values']) {
  const model = modelNamed(work.tenant.models, name)
  const kept = await keepUpload(work, basename(file), createReadStream(file))
  return startImport(work, model, kept, { dry_run: values['dry-run'] === true, mode: values['mode'] })
}

/** Here or in a running server: whoever is free takes the job. */
async function finished(work: Work, sid: string): Promise<Ended> {
  const model = modelNamed(work.tenant.models, 'job')
  for (;;) {
    const { state, failed, message } = await get(work, model, sid, { flat: true })
    if (typeof state === 'string' && state in STATES)
      return { state, failed: Number(failed ?? 0), message: typeof message === 'string' ? message : null }
    await wait(300)
  }
}

async function keepRejected(work: Work, sid: string, file: string) {
  const result = await openResult(work, sid)
  if (result) await pipeline(result.content, createWriteStream(file, { mode: 0o600 }))
}
