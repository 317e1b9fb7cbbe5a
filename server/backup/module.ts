import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportWhole } from '../../model/settings/configuration/whole-export-routes.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { refuseUnlessAdministrator } from '../auth/passwords/change-rules.ts'
import { startJob } from '../jobs/job-row.ts'
import { keepResult } from '../jobs/result.ts'
import type { ServerModule } from '../module.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { serve } from '../route.ts'
import { exportTenant } from './tenant/export-tenant.ts'

const WHAT = ['导出全部数据', 'export all data'] as const

/** The whole tenant as open files, by a job; asked again when it runs, since it takes everything out. */
const wholeExportJob = defineJob<Record<string, never>, null>('TENANT', async ({ ctx, sid, step }) => {
  refuseUnlessAdministrator(ctx, WHAT)
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const file = join(folder, 'tenant.zip')
    let told = 0
    const { tables } = await exportTenant(ctx.tenant, file, async (done) => {
      const more = done - told
      told = done
      await step(async () => ({ progress: null, done: more, ok: more }))
    })
    const rows = tables.reduce((sum, one) => sum + one.rows, 0)
    const result_url = await keepResult(ctx, sid, 'application/zip', createReadStream(file))
    return { result_url, message: [`已导出 ${rows} 行`, `${rows} rows exported`] as const }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function start(ctx: Context) {
  refuseUnlessAdministrator(ctx, WHAT)
  return inTransaction(ctx, async (tx) => {
    await auditIn(tx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, about: `${WHAT[0]} / ${WHAT[1]}`, details: { format: 'tenant', fields: [] } }])
    const title = [`全部数据_${ctx.today}`, `all_data_${ctx.today}`] as const
    return { job_sid: await startJob(tx, { kind: 'TENANT', title, entity: 'company', input: {} }) }
  })
}

export const backupModule: ServerModule = {
  name: 'backup',
  jobs: [wholeExportJob],
  routes: [serve(exportWhole, ({ ctx }) => start(ctx))],
}
