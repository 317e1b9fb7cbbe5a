import { sealEntries } from '../auth/audit/chain.ts'
import { forwardedTo, forwardEntries } from '../auth/audit/forward.ts'
import { endLostJobs } from './lost.ts'
import { foldCounts } from '../records/query/totals.ts'
import { systemContext } from '../records/context.ts'
import type { Server } from '../server.ts'

type NightlyResult = { tenant: string; name: string; result?: unknown; fault?: unknown }

/** Each by itself: what fails in one does not keep the others from running. */
export async function runNightly(server: Server): Promise<NightlyResult[]> {
  const results: NightlyResult[] = []
  for (const tenant of server.tenants.all.values()) {
    for (const [name, run] of tenant.modules.nightly) {
      try {
        results.push({ tenant: tenant.name, name, result: await run(systemContext(tenant)) })
      } catch (fault) {
        results.push({ tenant: tenant.name, name, fault })
      }
    }
  }
  return results
}

export async function runFiveMinutes(server: Server) {
  for (const tenant of server.tenants.all.values())
    for (const [name, run] of tenant.modules.everyFiveMinutes)
      await run(systemContext(tenant)).catch((fault: unknown) => console.error(`定时任务失败 / timed job failed: ${tenant.name} ${name}`, fault))
}

export async function runMinute(server: Server) {
  for (const tenant of server.tenants.all.values()) {
    await foldCounts(tenant.db, tenant.models.all.values())
    await sealEntries(systemContext(tenant))
    await forwardEntries(systemContext(tenant), forwardedTo()).catch((fault: unknown) =>
      console.error(`审计记录未转发 / audit entries were not forwarded: ${tenant.name}`, fault),
    )
    for (const [name, run] of tenant.modules.minutely)
      await run(systemContext(tenant)).catch((fault: unknown) => console.error(`每分钟任务失败 / minutely job failed: ${tenant.name} ${name}`, fault))
  }
  await endLostJobs(server)
}
