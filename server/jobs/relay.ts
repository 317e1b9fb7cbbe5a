import type { PgBoss } from 'pg-boss'
import { isUnreached } from '../database/away.ts'
import type { Tenant } from '../records/context.ts'
import type { Server } from '../server.ts'
import { carryLeft, carryOut, type Ticket } from './outbox.ts'
import { QUEUES } from './queue.ts'

// A message may be lost, and a tenant may have been away.
const AGAIN_MS = 5000

/** Brings the jobs of tenants on other servers to the queue: as soon as one says so, and every five seconds. */
export function startRelay(server: Server, boss: PgBoss, onArrival: () => void): { stop(): Promise<void> } {
  const busy = new Map<Tenant, Promise<void>>()
  // Those that have jobs which did not reach the queue, also where they are in its database by now.
  const left = new Set<Tenant>()
  const deaf: (() => void)[] = []
  let isStopped = false
  // The job's own number names the ticket, so one that is carried twice is there once.
  const deliver = (ticket: Ticket) => boss.send(QUEUES.job, ticket, { id: ticket.sid })

  function carry(tenant: Tenant) {
    if (isStopped) return
    if (tenant.isMoving()) return void left.add(tenant)
    left.delete(tenant)
    const before = busy.get(tenant) ?? Promise.resolve()
    const work = before
      .then(() => (tenant.node() === undefined ? carryLeft : carryOut)(tenant.db, deliver))
      .then(
        (carried) => void (carried > 0 && onArrival()),
        (fault: unknown) => {
          left.add(tenant)
          if (!isUnreached(fault)) console.error(`任务未能送入队列，将重试 / jobs did not reach the queue and are tried again: ${tenant.name}`, fault)
        },
      )
      .finally(() => busy.get(tenant) === work && busy.delete(tenant))
    busy.set(tenant, work)
  }

  const isElsewhere = (tenant: Tenant) => tenant.node() !== undefined
  const end = server.tenants.each((tenant) => {
    deaf.push(tenant.pubsub.subscribe('jobs', () => isElsewhere(tenant) && carry(tenant)))
    deaf.push(tenant.pubsub.subscribe('refresh', () => carry(tenant))) // it may have moved
    carry(tenant)
  })
  const everyOne = () => {
    for (const tenant of server.tenants.all.values()) if ((isElsewhere(tenant) || left.has(tenant)) && !busy.has(tenant)) carry(tenant)
  }
  const timer = setInterval(everyOne, AGAIN_MS).unref()
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
