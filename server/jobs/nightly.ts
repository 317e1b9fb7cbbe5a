import { sealEntries } from '../auth/audit/chain.ts'
import { forwardedTo, forwardEntries } from '../auth/audit/forward.ts'
import { endLostOf } from './lost.ts'
import { openQueue } from './queue.ts'
import { faultOf } from './reached.ts'
import { foldCounts } from '../records/query/totals/totals.ts'
import { systemContext, type Tenant } from '../records/context.ts'
import { timedWorkEnded, timedWorkFailures } from '../observability/metrics.ts'
import type { Server } from '../server.ts'

type NightlyResult = { tenant: string; name: string; result?: unknown; fault?: unknown }

/** Runs each job by itself: a failure does not stop the others. */
export async function runNightly(server: Server): Promise<NightlyResult[]> {
  const results: NightlyResult[] = []
  for (const tenant of server.tenants.all.values()) {
    const away = tenant.isMoving() ? new Error('the tenant is being moved to another server') : await faultOf(tenant)
    if (away) results.push({ tenant: tenant.name, name: 'database', fault: away })
    for (const [name, run] of away ? [] : tenant.modules.nightly) {
      try {
        results.push({ tenant: tenant.name, name, result: await run(systemContext(tenant)) })
      } catch (fault) {
        timedWorkFailures.inc({ name })
        results.push({ tenant: tenant.name, name, fault })
      }
    }
  }
  timedWorkEnded.setToCurrentTime({ work: 'nightly' })
  return results
}

export async function runFiveMinutes(server: Server) {
  for (const tenant of server.tenants.all.values()) {
    if (await isLeftOut(tenant)) continue
    for (const [name, run] of tenant.modules.everyFiveMinutes) await attempt(tenant, name, () => run(systemContext(tenant)))
  }
  timedWorkEnded.setToCurrentTime({ work: 'five_minutes' })
}

export async function runMinute(server: Server) {
  for (const tenant of server.tenants.all.values()) {
    if (await isLeftOut(tenant)) continue
    await attempt(tenant, 'counts', () => foldCounts(tenant.db, tenant.models.all.values()))
    await attempt(tenant, 'audit chain', () => sealEntries(systemContext(tenant)))
    await attempt(tenant, 'audit forwarding', () => forwardEntries(systemContext(tenant), forwardedTo()))
    for (const [name, run] of tenant.modules.minutely) await attempt(tenant, name, () => run(systemContext(tenant)))
    await attempt(tenant, 'lost jobs', async () => {
      await openQueue(server)
      await endLostOf(server, tenant)
    })
  }
  timedWorkEnded.setToCurrentTime({ work: 'minute' })
}

/** A tenant on a server that is away: each of its tasks would wait until its connection is given up, and the other tenants behind it. */
async function isLeftOut(tenant: Tenant): Promise<boolean> {
  if (tenant.isMoving()) return true
  const fault = await faultOf(tenant)
  if (fault) await attempt(tenant, 'database', () => Promise.reject(fault))
  return fault !== undefined
}

/** A failure is logged and tried again at the next time; the other jobs run. */
async function attempt(tenant: Tenant, name: string, run: () => Promise<unknown>) {
  try {
    await run()
  } catch (fault) {
    timedWorkFailures.inc({ name })
    console.error(`定时任务失败 / timed job failed: ${tenant.name} ${name}`, fault)
  }
}
