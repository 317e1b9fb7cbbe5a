import { createReadStream } from 'node:fs'
import { test } from 'node:test'
import { testEngine, workAs } from '../../tests/harness/engine.ts'
import { createRow } from '../records/create.ts'
import { startJobs } from '../jobs/start.ts'
import { seedLaw } from '../deadlines/seed-law.ts'
import { keepUpload } from './uploaded.ts'
import { startImport } from './import.ts'
import { previewImport } from './preview.ts'

test('load', async () => {
  const { server, tenant, work, model } = await testEngine()
  if (process.env.LAW !== '0') await seedLaw(tenant)
  const company = await createRow(work, model('company'), { company_name: '甲公司' })
  const person = await createRow(work, model('user_info'), { name: '王五', company_sid: company })
  const my = workAs(tenant, { sid: person, company_sid: company, companies: [company] }, [{}])
  const jobs = await startJobs(server)
  global.gc?.()
  const base = process.memoryUsage().rss
  let peak = base
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50)
  const path = process.env.FILE ?? ''
  const file = await keepUpload(my, 'file.xlsx', createReadStream(path))
  let t = performance.now()
  const preview = await previewImport(my, model('patent'), file, {})
  console.log(
    'preview',
    (performance.now() - t).toFixed(0),
    'ms',
    preview.total,
    preview.ok,
    preview.reasons.slice(0, 5),
    'peak +MB',
    ((peak - base) / 1e6).toFixed(0),
  )
  t = performance.now()
  const sid = await startImport(my, model('patent'), file, {})
  for (;;) {
    await new Promise((r) => setTimeout(r, 200))
    const job = await my.db.selectFrom('job').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
    if (job.state === 'WAITING' || job.state === 'RUNNING') continue
    console.log(job.state, job.message, job.done, job.total, job.ok, job.failed, job.result_url, ((performance.now() - t) / 1000).toFixed(1), 's')
    break
  }
  clearInterval(timer)
  console.log('peak', (peak / 1e6).toFixed(0), 'MB, +', ((peak - base) / 1e6).toFixed(0))
  const rejected = await my.db.selectFrom('rejected_row').select(['row_no', 'reasons']).limit(4000).execute()
  const c: Record<string, number> = {}
  for (const r of rejected)
    for (const q of r.reasons as { label: string; reason: string }[]) {
      const k = `${q.label}：${q.reason}`
        .replace(/\d{4}-\d\d-\d\d/g, 'D')
        .replace(/“[^”]*”/g, '…')
        .replace(/P\d+\w+/, 'P')
      c[k] = (c[k] ?? 0) + 1
    }
  console.log(
    Object.entries(c)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 20),
  )
  for (const n of ['patent', 'priority', 'applicant', 'inventor', 'deadline', 'fee', 'change_log'])
    console.log(
      n,
      (
        await my.db
          .selectFrom(n)
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirst()
      )?.n,
    )
  await jobs.stop()
})
