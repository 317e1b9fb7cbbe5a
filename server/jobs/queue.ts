import { PgBoss } from 'pg-boss'
import type { Server } from '../server.ts'
import type { Tenant, Context } from '../records/context.ts'
import { askOn, type Db } from '../database/pool.ts'
import { carried } from '../observability/tracing.ts'
import { CompiledQuery } from 'kysely'
import { putOut, type Ticket } from './outbox.ts'

export const QUEUES = { job: 'innoe_job', nightly: 'innoe_nightly', minute: 'innoe_minute', fiveMinutes: 'innoe_five_minutes' } as const

export const QUEUE_SCHEMA = 'innoe_jobs'
// A process that was killed is noticed after this; then another takes its job over.
const HEARTBEAT = 10
const MAX_JOB_SECONDS = 6 * 3600

const CLOCKED = { heartbeatSeconds: 60, retryDelay: 1, deleteAfterSeconds: 3600 }
// Killed work ends when its heartbeat is missed, so that the next run need not wait until it expires. Nightly work begins again;
// work of each minute and of each five minutes is queued again anyway.
const KEPT = [
  [
    QUEUES.job,
    'standard',
    { heartbeatSeconds: HEARTBEAT, retryDelay: 1, retryLimit: 20, expireInSeconds: MAX_JOB_SECONDS, deleteAfterSeconds: 86_400 },
  ],
  [QUEUES.nightly, 'singleton', { ...CLOCKED, retryLimit: 3, expireInSeconds: MAX_JOB_SECONDS }],
  [QUEUES.minute, 'singleton', { ...CLOCKED, retryLimit: 0, expireInSeconds: MAX_JOB_SECONDS }],
  [QUEUES.fiveMinutes, 'singleton', { ...CLOCKED, retryLimit: 0, expireInSeconds: 1800 }],
] as const

type Bound = { server: Server; queue: Promise<PgBoss> | undefined; worker: boolean }

const bound = new WeakMap<Tenant, Bound>()
const servers = new WeakMap<Server, Bound>()

/** Tells every tenant of this process where its jobs are queued; the queue opens with the first use. */
export function bindQueue(server: Server): Bound {
  const known = servers.get(server)
  if (known) return known
  const one: Bound = { server, queue: undefined, worker: false }
  servers.set(server, one)
  server.tenants.each((tenant) => bound.set(tenant, one))
  return one
}

/** The process's queue. Without `worker` it only sends. */
export async function openQueue(server: Server, worker = false): Promise<PgBoss> {
  const one = bindQueue(server)
  if (worker && !one.worker) await closeQueue(server)
  one.worker ||= worker
  one.queue ??= open(server, worker).catch((error: unknown) => {
    one.queue = undefined
    throw error
  })
  return one.queue
}

export async function closeQueue(server: Server) {
  const one = bindQueue(server)
  const queue = await one.queue?.catch(() => undefined)
  one.queue = undefined
  one.worker = false
  await queue?.stop({ graceful: true, timeout: 20_000, close: false })
}

/** A server built only to be called, as in tests, queues too; its queue ends with it. */
export const closeSender = (server: Server) => (bindQueue(server).worker ? undefined : closeQueue(server))

async function open(server: Server, worker: boolean) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => askOn(server.pool, text, values) },
    schema: QUEUE_SCHEMA,
    supervise: worker,
    schedule: worker,
    superviseIntervalSeconds: HEARTBEAT,
    monitorIntervalSeconds: HEARTBEAT,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', () => {}) // the next pass tries again, and a call that fails says so itself
  await boss.start()
  for (const [name, policy, options] of KEPT) {
    await boss.createQueue(name, { policy, ...options })
    await boss.updateQueue(name, options) // a queue that an earlier release made keeps that release's options otherwise
  }
  return boss
}

/**
 * Queued in the caller's own transaction: no job without its record, no record without its job. A tenant on another server than the
 * queue keeps the ticket in a table of its own, and a relay carries it.
 */
export async function sendTicket(ctx: Context, sid: string) {
  const one = bound.get(ctx.tenant)
  if (!one) throw new Error('jobs of this tenant have no queue')
  const { access: _, ...actor } = ctx.actor
  const trace = carried()
  const { lang, further, origin } = ctx
  const asked_from = origin ? { address: origin.address, device: origin.device } : ctx.asked_from
  const ticket: Ticket = {
    tenant: ctx.tenant.name,
    sid,
    actor,
    lang,
    ...(further && { further }),
    ...(asked_from && { asked_from }),
    ...(trace && { trace }),
  }
  if (ctx.tenant.node() !== undefined) return await putOut(ctx, ticket)
  const queue = await openQueue(one.server)
  await queue.send(QUEUES.job, ticket, { db: throughHandle(ctx.db) })
}

const throughHandle = (db: Db) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows] }),
})
