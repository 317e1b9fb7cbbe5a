import { sealEntries } from '../auth/audit/chain.ts'
import { presentMoment } from '../../model/kit/days/clock.ts'
import { forwardedTo, forwardEntries } from '../auth/audit/forward.ts'
import { endLostOf } from './lost.ts'
import { openQueue } from './queue.ts'
import { foldCounts } from '../records/query/totals/totals.ts'
import { systemContext, type Tenant } from '../records/context.ts'
import { timedWorkEnded, timedWorkFailures } from '../observability/metrics.ts'
import type { Server } from '../server.ts'

type NightlyResult = { tenant: string; name: string; result?: unknown; fault?: unknown }

/** Runs each job by itself: a failure does not stop the others. */
export async function runNightly(server: Server): Promise<NightlyResult[]> {
  const { all, away } = server.tenants
  const results = await runNightsOf(server, [...all.keys(), ...away])
  for (const _ of missedIn(results)) timedWorkFailures.inc({ name: DATABASE })
  timedWorkEnded.setToCurrentTime({ work: 'nightly' })
  return results
}

const DATABASE = 'database'

async function runNightsOf(server: Server, names: Iterable<string>): Promise<NightlyResult[]> {
  const results: NightlyResult[] = []
  for (const name of names) results.push(...(await runNightOf(server, name)))
  return results
}

/** It is missed, and has to be run again, where its server is or goes away, or while it moves. */
async function runNightOf({ tenants }: Server, name: string): Promise<NightlyResult[]> {
  const results: NightlyResult[] = []
  const tenant = tenants.all.get(name)
  const held = () => (tenant ? heldBack(tenant) : tenants.away.has(name) ? new Error('the server of the tenant is away') : undefined)
  const jobs = tenant && !held() ? tenant.modules.nightly.map(([job, run]) => [job, () => run(systemContext(tenant))] as const) : []
  for (const [job, run] of jobs) {
    try {
      results.push({ tenant: name, name: job, result: await run() })
    } catch (fault) {
      timedWorkFailures.inc({ name: job })
      results.push({ tenant: name, name: job, fault })
    }
  }
  const fault = held()
  return fault ? [...results, { tenant: name, name: DATABASE, fault }] : results
}

/** A night that could not be run for these tenants. */
export type Missed = { night: string; tenants: readonly string[] }

/** A night, or one of those that were missed in it, until the next one begins. `missed`: has to be run again; it is told once. */
export async function runQueuedNight(server: Server, asked?: Partial<Missed> | null): Promise<{ results: NightlyResult[]; missed?: Missed }> {
  const night = presentNight()
  if (asked?.tenants && asked.night !== night) return { results: [] }
  const results = asked?.tenants ? await runNightsOf(server, asked.tenants) : await runNightly(server)
  const tenants = missedIn(results)
  if (tenants.length === 0) return { results }
  return { results: asked?.tenants ? results.filter(({ tenant }) => !tenants.includes(tenant)) : results, missed: { night, tenants } }
}

const missedIn = (results: readonly NightlyResult[]) => results.flatMap(({ tenant, name }) => (name === DATABASE ? tenant : []))

/** The day on which the present night began: at two o'clock. */
const presentNight = () => presentMoment().subtract({ hours: 2 }).toPlainDate().toString()

/** Why nothing of it can be worked on now: each of its tasks would wait until its connection is given up, and the other tenants behind it. */
export const heldBack = (tenant: Tenant): Error | undefined =>
  tenant.isMoving() ? new Error('the tenant is being moved to another server') : tenant.away()

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

async function isLeftOut(tenant: Tenant): Promise<boolean> {
  const fault = tenant.away()
  if (fault) await attempt(tenant, DATABASE, () => Promise.reject(fault))
  return heldBack(tenant) !== undefined
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
