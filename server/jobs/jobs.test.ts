import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { migratedDatabase } from '../../tests/harness/tenant.ts'
import { readConfig } from '../config.ts'
import { openServer } from '../open.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import type { Server } from '../server.ts'
import { startJob } from './job-row.ts'
import { defineJob as jobOf } from '../records/jobs.ts'
import { endLostJobs } from './lost.ts'
import { runNightly } from './nightly.ts'
import type { Pushed } from '../records/notifying/push.ts'
import { type Jobs, startJobs } from './start.ts'

let server: Server
let jobs: Jobs
const PERSON = '01890000-0000-7000-8000-000000000001'

before(async () => {
  const url = await migratedDatabase()
  server = await openServer(readConfig({ DATABASE_URL: url, INNOE_DATA: mkdtempSync(join(tmpdir(), 'innoe-jobs-')) }), url)
  jobs = await startJobs(server)
})

after(async () => {
  await jobs.stop()
  await server.close()
})

function personsWork() {
  const ctx = systemContext(server.tenants.of(''))
  return { ...ctx, actor: { ...ctx.actor, sid: PERSON } }
}

/** Lets the tenant's modules run jobs so. */
function defineJob<I, P>(...[kind, run]: Parameters<typeof jobOf<I, P>>) {
  const tenant = server.tenants.of('')
  tenant.modules = { ...tenant.modules, jobOf: () => jobOf(kind, run) }
}

async function ended(sid: string) {
  for (let i = 0; i < 200; i++) {
    const row = await personsWork().db.selectFrom('job').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
    if (!['WAITING', 'RUNNING'].includes(String(row.state))) return row
    await wait(50)
  }
  throw new Error('the job did not end')
}

test('a job counts its steps, notifies its owner and ends', async () => {
  const heard: Pushed[] = []
  const stop = server.tenants.of('').pubsub.subscribe('events', (one) => heard.push(one as Pushed)) // rung by push.ts
  defineJob<{ n: number }, { at: number }>('DOCKET', async ({ input, progress, step }) => {
    for (let at = progress?.at ?? 0; at < input.n; at++) await step(async () => ({ progress: { at: at + 1 }, done: 1, ok: 1, total: input.n }))
    return { message: ['完成', 'done'] }
  })
  const row = await ended(await startJob(personsWork(), { kind: 'DOCKET', title: ['重算', 'Recompute'], entity: 'patent', input: { n: 3 } }))
  await wait(100)
  stop()
  assert.deepEqual([row.state, row.done, row.ok, row.total, row.message], ['DONE', 3, 3, 3, '完成'])
  assert.ok(heard.some(({ to, event, data }) => to === PERSON && event === 'job' && data.state === 'DONE'))
})

test('a job whose record was rolled back is not run', async () => {
  let runs = 0
  defineJob('DOCKET', async () => void runs++)
  const rolledBack = inTransaction(personsWork(), async (tx) => {
    await startJob(tx, { kind: 'DOCKET', title: ['甲', 'A'], entity: 'patent', input: {} })
    throw new Error('thought better of it')
  })
  await assert.rejects(rolledBack, /thought better/)
  await ended(await startJob(personsWork(), { kind: 'DOCKET', title: ['乙', 'B'], entity: 'patent', input: {} }))
  assert.equal(runs, 1)
})

test('an error in a job ends it with a message without internal details', async () => {
  defineJob('DOCKET', async () => {
    throw new TypeError('column "x" of /srv/file')
  })
  const silent = console.error
  console.error = () => {}
  const row = await ended(await startJob(personsWork(), { kind: 'DOCKET', title: ['丙', 'C'], entity: 'patent', input: {} }))
  console.error = silent
  assert.equal(row.state, 'FAILED')
  assert.equal(row.message, '服务器错误，请稍后再试')
})

test('a runner cannot continue a job that another runner has taken over', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const reached: string[] = []
  defineJob<object, { at: number }>('DOCKET', async ({ progress, step, sid, ctx }) => {
    if (progress) return void reached.push(`second from ${progress.at}`)
    await step(async () => ({ progress: { at: 1 }, done: 1 }))
    await ctx.db
      .updateTable('job')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('sid', '=', sid)
      .execute()
    await step(async () => ({ progress: { at: 2 }, done: 1 })).catch((error: unknown) => {
      reached.push('first stopped')
      release()
      throw error
    })
  })
  const sid = await startJob(personsWork(), { kind: 'DOCKET', title: ['丁', 'D'], entity: 'patent', input: {} })
  await held
  await wait(50)
  const row = await personsWork().db.selectFrom('job').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.deepEqual([row.state, row.done, reached], ['RUNNING', 1, ['first stopped']])
})

test('nightly tasks run for each tenant, even if another task fails', async () => {
  const tenant = server.tenants.of('')
  const breaks = async () => {
    throw new Error('broken')
  }
  tenant.modules = {
    ...tenant.modules,
    nightly: [
      ['breaks', breaks],
      ['works', async (ctx) => ctx.tenant.name],
    ],
  }
  const results = await runNightly(server)
  assert.ok(results.find(({ name, fault }) => name === 'breaks' && fault instanceof Error))
  assert.equal(results.find(({ name }) => name === 'works')?.result, 'default')
})

test('a job without a queue entry, as after a restore, is ended; a queued job is not', async () => {
  const { db } = personsWork()
  defineJob('DOCKET', async () => {})
  const sid = await startJob(personsWork(), { kind: 'DOCKET', title: ['重算', 'Recompute'], entity: 'patent', input: { n: 1 } })
  await ended(sid)
  await db.updateTable('job').set({ state: 'RUNNING', finished_at: null }).where('sid', '=', sid).execute()
  await endLostJobs(server)
  const stateOf = async (one: string) => (await db.selectFrom('job').select('state').where('sid', '=', one).executeTakeFirst())?.state
  assert.equal(await stateOf(sid), 'RUNNING', 'it may just have begun')
  let go = () => {}
  const gate = new Promise<void>((open) => (go = open))
  defineJob('DOCKET', () => gate)
  const other = await startJob(personsWork(), { kind: 'DOCKET', title: ['重算', 'Recompute'], entity: 'patent', input: {} })
  await endLostJobs(server, -1000)
  assert.equal(await stateOf(sid), 'FAILED')
  assert.match(String(await stateOf(other)), /WAITING|RUNNING/)
  go()
  assert.equal((await ended(other)).state, 'DONE')
})
