import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

// Of this process. Labels are names of the program; none holds what somebody entered.
const registry = new Registry()
const registers = [registry]

export const requests = new Counter({ name: 'innoe_requests_total', help: 'Answers', labelNames: ['method', 'route', 'status'], registers })
export const requestSeconds = new Histogram({
  name: 'innoe_request_seconds',
  help: 'Time until the answer was sent',
  labelNames: ['method', 'route'],
  buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  registers,
})
export const jobsEnded = new Counter({ name: 'innoe_jobs_ended_total', help: 'Jobs that ended', labelNames: ['state'], registers })
export const timedWorkEnded = new Gauge({
  name: 'innoe_timed_work_ended_timestamp_seconds',
  help: 'When the work of each minute, of five minutes and of the night last ended',
  labelNames: ['work'],
  registers,
})
export const timedWorkFailures = new Counter({
  name: 'innoe_timed_work_failures_total',
  help: 'Timed work that failed',
  labelNames: ['name'],
  registers,
})
export const replicaReads = new Counter({ name: 'innoe_replica_reads_total', help: 'Lists and figures read on the replica', registers })

const memory = new Gauge({ name: 'innoe_memory_bytes', help: 'Memory', labelNames: ['kind'], registers })
const delay = monitorEventLoopDelay({ resolution: 20 })
const eventLoop = new Gauge({ name: 'innoe_event_loop_delay_seconds', help: 'Mean delay of the event loop since the last reading', registers })
const connections = new Gauge({ name: 'innoe_database_connections', help: 'Connections to the database', labelNames: ['state'], registers })

export const watchEventLoop = () => delay.enable()

/** All of it as Prometheus text. */
export async function exposition(pool: pg.Pool): Promise<{ text: string; type: string }> {
  const { rss, heapUsed } = process.memoryUsage()
  memory.set({ kind: 'rss' }, rss)
  memory.set({ kind: 'heap' }, heapUsed)
  eventLoop.set(delay.count > 0 ? delay.mean / 1e9 : 0)
  delay.reset()
  connections.set({ state: 'open' }, pool.totalCount)
  connections.set({ state: 'idle' }, pool.idleCount)
  connections.set({ state: 'waiting' }, pool.waitingCount)
  return { text: await registry.metrics(), type: registry.contentType }
}
