import { ZONE } from '../../model/kit/days/clock.ts'
import type { Job } from 'pg-boss'
import type { Server } from '../server.ts'
import type { Ticket } from './outbox.ts'
import { bindQueue, closeQueue, openQueue, QUEUES } from './queue.ts'
import { startRelay } from './relay.ts'
import { heldBack, type Missed, runFiveMinutes, runMinute, runQueuedNight } from './nightly.ts'
import { startPrompt } from './prompt.ts'
import { continued, traced } from '../observability/tracing.ts'
import { runJob } from './run.ts'

export type Jobs = { stop(): Promise<void> }

const CONCURRENCY = 2
const LATER_SECONDS = 20
const LATEST_SECONDS = 300
const MISSED_SECONDS = 60

/** A web process only queues; all others also run queued and timed work. */
export async function startJobs(server: Server): Promise<Jobs> {
  bindQueue(server)
  if (server.config.role === 'web') return { stop: () => closeQueue(server) }
  let stopping = false
  const boss = await openQueue(server, true)
  const log = (error: unknown) => console.error(error)
  const takeOne = async ([job]: Job<Ticket>[]): Promise<void> => {
    if (!job) return
    const tenant = server.tenants.all.get(job.data.tenant)
    // A server may be away for longer than a ticket is tried again: another one takes its place.
    if (tenant ? heldBack(tenant) : server.tenants.away.has(job.data.tenant)) {
      const { held = 0 } = job.data
      await boss.send(QUEUES.job, { ...job.data, held: held + 1 }, { startAfter: Math.min(LATER_SECONDS * 2 ** held, LATEST_SECONDS) })
      return boss.notifyWorker(worker) // the jobs of others need not wait for its next look
    }
    // Added a moment ago, and heard of a moment later: the ticket is tried again.
    if (!tenant) throw new Error(`the tenant ${job.data.tenant} is not served`)
    const { data } = job
    await continued(data.trace, () =>
      traced('job', { 'innoe.job': data.sid, 'innoe.tenant': tenant.name }, () => runJob(tenant, data, () => stopping, log)),
    )
  }
  const worker: string = await boss.work<Ticket>(QUEUES.job, { batchSize: 1, localConcurrency: CONCURRENCY, pollingIntervalSeconds: 2 }, takeOne)
  await boss.work(QUEUES.minute, { pollingIntervalSeconds: 10 }, () => runMinute(server))
  await boss.work<Missed | null>(QUEUES.nightly, { pollingIntervalSeconds: 30 }, async ([job]) => {
    const { results, missed } = await runQueuedNight(server, job?.data)
    for (const { tenant, name, fault } of results) if (fault) console.error(`每晚任务失败 / nightly job failed: ${tenant} ${name}`, fault)
    if (missed) await boss.send(QUEUES.nightly, missed, { startAfter: MISSED_SECONDS })
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
