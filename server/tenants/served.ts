import { isUnreached } from '../database/away.ts'
import { handleOf } from '../database/pool.ts'
import { refuse } from '../errors.ts'
import type { Tenant } from '../records/context.ts'
import { type TenantRow, tenantRows } from './bring-up.ts'
import type { Node, Nodes } from './nodes.ts'
import { openTenant, type Parts } from './open-tenant.ts'

/** How soon a tenant that is away is looked for again, and how long one that Citus has moved is reached by way of its former node. */
const AGAIN_MS = 5000

export type Fill = (tenant: Tenant) => Promise<unknown>

type Opened = { since: string; moveTo: (node: Node) => void; close: () => void }

/** `bringLate` brings up one that was away at the start, and answers what adds its initial data. */
type Place = { parts: Parts; nodes: Nodes; bringLate: (row: TenantRow) => Promise<Fill> }

/** The tenants that this process serves, as `public.tenant` names them. */
export function servedTenants(place: Place) {
  const { parts, nodes } = place
  const hosts = new Map<string, string>()
  const away = new Set<string>()
  const tenants = openTenants(place)
  const { all, open } = tenants

  /** One that is on another node, and away, keeps the others from nothing. */
  async function openIfThere(row: TenantRow) {
    try {
      await open(row)
      if (away.delete(row.name)) console.error(`租户 ${row.name} 的数据库已恢复 / the database of the tenant ${row.name} is back`)
    } catch (error) {
      if (!isElsewhere(nodes, row) || !(isUnreached(error) || nodes.isUnknown(row))) throw error
      if (all.has(row.name)) return
      if (!away.has(row.name)) tellAway(row, error)
      away.add(row.name)
    }
  }

  async function read() {
    await nodes.readAgain()
    const every = await tenantRows(handleOf(parts.pool, 'public'))
    const rows = every.filter(({ ready }) => ready)
    const wasAway = new Set(away)
    for (const row of rows) if (!wasAway.has(row.name)) await openIfThere(row)
    hosts.clear()
    for (const row of rows) for (const host of row.hosts) hosts.set(host.toLowerCase(), row.name)
    await Promise.all(rows.filter(({ name }) => wasAway.has(name)).map(openIfThere))
    for (const name of [...all.keys(), ...away])
      if (!every.some((row) => row.name === name)) {
        tenants.letGo(name)
        away.delete(name)
      }
  }

  const named = (name: string): Tenant => all.get(name) ?? refuse('service_away')
  return {
    all,
    open,
    named,
    each: tenants.each,
    /** Undefined: of no tenant. A tenant that is away must not be taken for the default one. */
    at(host: string): Tenant | undefined {
      const name = hosts.get(host)
      return name === undefined ? undefined : named(name)
    },
    ...againAndAgain(read, () => away.size > 0 || nodes.mayMove()),
  }
}

/** `readAgain` one by one, since two at once would open a tenant twice; and by itself as long as it `isWanted`. */
function againAndAgain(read: () => Promise<void>, isWanted: () => boolean) {
  let reading = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const soon = () => {
    clearTimeout(timer)
    if (!isClosed && isWanted()) timer = setTimeout(() => void readAgain().catch(() => {}), AGAIN_MS).unref()
  }
  function readAgain() {
    reading = reading.catch(() => {}).then(() => read().finally(soon))
    return reading
  }
  return {
    readAgain,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Those that are open, and who hears of them. */
function openTenants({ parts, nodes, bringLate }: Place) {
  const all = new Map<string, Tenant>()
  const opened = new Map<string, Opened>()
  const hearers = new Set<(tenant: Tenant) => void>()

  function letGo(name: string) {
    opened.get(name)?.close()
    opened.delete(name)
    all.delete(name)
  }

  async function open(row: TenantRow): Promise<Tenant> {
    const { name, since } = row
    const [known, how] = [all.get(name), opened.get(name)]
    if (known && how?.since === since) {
      how.moveTo(await nodes.nodeOf(row))
      return known
    }
    letGo(name)
    const fill = await bringLate(row)
    const { tenant, moveTo, close } = await openTenant(parts, row, nodes.home, await nodes.nodeOf(row))
    await fill(tenant)
    all.set(name, tenant)
    opened.set(name, { since, moveTo, close })
    for (const hear of hearers) hear(tenant)
    return tenant
  }

  return {
    all,
    open,
    letGo,
    each(hear: (tenant: Tenant) => void) {
      hearers.add(hear)
      all.forEach(hear)
      return () => void hearers.delete(hear)
    },
  }
}

/** A tenant of the home database is there when that is. */
export const isElsewhere = (nodes: Nodes, { node }: { node: string | null }) => node !== null || nodes.mayMove()

export function tellAway({ name, node }: TenantRow, error: unknown) {
  const why = error instanceof Error ? error.message : String(error)
  console.error(
    `租户 ${name} 的数据库${node ? `（节点 ${node}）` : ''}现无法访问，恢复前其请求得到 503：${why} / the database of the tenant ${name}${node ? ` (node ${node})` : ''} is away; its requests are answered by 503 until it is back: ${why}`,
  )
}
