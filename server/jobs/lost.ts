import { anyTable, handleOf } from '../database/pool.ts'
import type { Server } from '../server.ts'
import type { Tenant } from '../records/context.ts'
import { tellOwner } from './job-row.ts'
import { systemContext } from '../records/context.ts'
import { outgoingOf } from './outbox.ts'
import { openQueue, QUEUES, QUEUE_SCHEMA } from './queue.ts'

const SETTLED = 60_000

/**
 * Ends jobs that will not run again: the ticket was tried too often, or was lost when a backup was restored. Such a job fails,
 * so that its owner does not wait for it; its finished steps stay.
 */
export async function endLostJobs(server: Server, settled = SETTLED) {
  await openQueue(server)
  for (const tenant of server.tenants.all.values()) await endLostOf(server, tenant, settled)
}

export async function endLostOf(server: Server, tenant: Tenant, settled = SETTLED) {
  const before = new Date(Date.now() - settled).toISOString()
  const open = tenant.db.selectFrom('job').select('sid').where('state', 'in', ['WAITING', 'RUNNING']).where('updated_at', '<', before)
  const sids = (await open.execute()).map(({ sid }) => sid)
  if (sids.length === 0) return
  // Those on their way first: one that arrives meanwhile is then in the queue.
  const queued = new Set([...(await outgoingOf(tenant)), ...(await queuedOf(server))])
  for (const sid of sids) if (!queued.has(sid)) await endLost(tenant, sid)
}

async function queuedOf({ pool }: Server): Promise<string[]> {
  const tickets = await anyTable(handleOf(pool, QUEUE_SCHEMA))
    .withSchema(QUEUE_SCHEMA)
    .selectFrom('job')
    .select('data')
    .where('name', '=', QUEUES.job)
    .where('state', 'in', ['created', 'retry', 'active'])
    .execute()
  return tickets.map(({ data }) => (data as { sid: string }).sid) // queue.ts wrote it
}

async function endLost(tenant: Tenant, sid: string) {
  const now = new Date().toISOString()
  const row = await tenant.db
    .updateTable('job')
    .set({
      state: 'FAILED',
      finished_at: now,
      updated_at: now,
      message: '任务中断，未能完成；请重新开始。 The job was interrupted; please start it again.',
    })
    .where('sid', '=', sid)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returningAll()
    .executeTakeFirst()
  if (row) tellOwner(systemContext(tenant), row)
}
