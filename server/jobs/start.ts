import { ZONE } from '../../model/kit/days/clock.ts'
import type { Job } from 'pg-boss'
import type { Server } from '../server.ts'
import type { Ticket } from './outbox.ts'
import { bindQueue, closeQueue, openQueue, QUEUES } from './queue.ts'
import { startRelay } from './relay.ts'
import { runFiveMinutes, runMinute, runNightly } from './nightly.ts'
import { isHeld } from './reached.ts'
import { startPrompt } from './prompt.ts'
import { continued, traced } from '../observability/tracing.ts'
import { runJob } from './run.ts'

export type Jobs = { stop(): Promise<void> }

const CONCURRENCY = 2
const LATER_SECONDS = 20

/** A web process only queues; all others also run queued and timed work. */
export async function startJobs(server: Server): Promise<Jobs> {
  bindQueue(server)
  if (server.config.role === 'web') return { stop: () => closeQueue(server) }
  let stopping = false
  const boss = await openQueue(server, true)
  const log = (error: unknown) => console.error(error)
  const takeOne = async ([job]: Job<Ticket>[]) => {
    if (!job) return
    const tenant = server.tenants.all.get(job.data.tenant)
    // A server may be away for longer than a ticket is tried again: another one takes its place.
    if (tenant ? await isHeld(tenant) : server.tenants.isAway(job.data.tenant))
      return void (await boss.send(QUEUES.job, job.data, { startAfter: LATER_SECONDS }))
    // Added a moment ago, and heard of a moment later: the ticket is tried again.
    if (!tenant) throw new Error(`the tenant ${job.data.tenant} is not served`)
    const { data } = job
    await continued(data.trace, () =>
      traced('job', { 'innoe.job': data.sid, 'innoe.tenant': tenant.name }, () => runJob(tenant, data, () => stopping, log)),
    )
  }
  const worker = await boss.work<Ticket>(QUEUES.job, { batchSize: 1, localConcurrency: CONCURRENCY, pollingIntervalSeconds: 2 }, takeOne)
  await boss.work(QUEUES.minute, { pollingIntervalSeconds: 10 }, () => runMinute(server))
  await boss.work(QUEUES.nightly, { pollingIntervalSeconds: 30 }, async () => {
    for (const { tenant, name, fault } of await runNightly(server))
      if (fault) console.error(`每晚任务失败 / nightly job failed: ${tenant} ${name}`, fault)
  })
  await boss.work(QUEUES.fiveMinutes, { pollingIntervalSeconds: 10 }, () => runFiveMinutes(server))
  await boss.schedule(QUEUES.fiveMinutes, '*/5 * * * *', null, { tz: ZONE })
  await boss.schedule(QUEUES.minute, '* * * * *', null, { tz: ZONE })
  await boss.schedule(QUEUES.nightly, '0 2 * * *', null, { tz: ZONE })
  const deaf: (() => void)[] = []
  const end = server.tenants.each((tenant) => deaf.push(tenant.pubsub.subscribe('jobs', () => boss.notifyWorker(worker))))
  const prompt = startPrompt(server)
  const relay = startRelay(server, boss, () => boss.notifyWorker(worker))
  return {
    async stop() {
      stopping = true
      end()
      for (const stopHearing of deaf) stopHearing()
      await Promise.all([prompt.stop(), relay.stop()])
      await closeQueue(server)
    },
  }
}
