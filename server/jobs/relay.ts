import type { PgBoss } from 'pg-boss'
import { isUnreached } from '../database/away.ts'
import type { Tenant } from '../records/context.ts'
import type { Server } from '../server.ts'
import { carryOut, type Ticket } from './outbox.ts'
import { QUEUES } from './queue.ts'

// A message may be lost, and a tenant may have been away.
const AGAIN_MS = 5000

/** Brings the jobs of tenants on other servers to the queue: as soon as one says so, and every five seconds. */
export function startRelay(server: Server, boss: PgBoss, onArrival: () => void): { stop(): Promise<void> } {
  const busy = new Map<Tenant, Promise<void>>()
  const deaf: (() => void)[] = []
  let isStopped = false
  // The job's own number names the ticket, so one that is carried twice is there once.
  const deliver = (ticket: Ticket) => boss.send(QUEUES.job, ticket, { id: ticket.sid })

  function carry(tenant: Tenant) {
    if (isStopped || tenant.node() === undefined) return
    const before = busy.get(tenant) ?? Promise.resolve()
    const work = before
      .then(() => carryOut(tenant.db, deliver))
      .then(
        (carried) => void (carried > 0 && onArrival()),
        (fault: unknown) => {
          if (!isUnreached(fault)) console.error(`任务未能送入队列，将重试 / jobs did not reach the queue and are tried again: ${tenant.name}`, fault)
        },
      )
      .finally(() => busy.get(tenant) === work && busy.delete(tenant))
    busy.set(tenant, work)
  }

  const end = server.tenants.each((tenant) => deaf.push(tenant.pubsub.subscribe('jobs', () => carry(tenant))))
  const everyOne = () => {
    for (const tenant of server.tenants.all.values()) if (!busy.has(tenant)) carry(tenant)
  }
  const timer = setInterval(everyOne, AGAIN_MS).unref()
  everyOne()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      end()
      for (const stopHearing of deaf) stopHearing()
      await Promise.all(busy.values())
    },
  }
}
