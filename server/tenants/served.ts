import { type Db, handleOf } from '../database/pool.ts'
import { refuse } from '../errors.ts'
import type { Tenant } from '../records/context.ts'
import { inTurn, isTurnTaken, type TenantRow, tenantRows } from './bring-up.ts'
import { endBrokenMoves } from './broken-moves.ts'
import { unmarkArrived } from './marks.ts'
import type { Node, Nodes } from './nodes.ts'
import { openTenant, type Parts } from './open-tenant.ts'

/** How soon a tenant that is away is looked for again, and how long one that Citus has moved is reached by way of its former node. */
const AGAIN_MS = 5000

export type Fill = (tenant: Tenant) => Promise<unknown>

type Opened = { since: string; moveTo: (node: Node) => void; setMoving: (is: boolean) => void; close: () => void }

/** `bringLate` brings up one that was away at the start, and answers what adds its initial data. */
type Place = { parts: Parts; nodes: Nodes; bringLate: (row: TenantRow) => Promise<Fill> }

/** The tenants that this process serves, as `public.tenant` names them. */
export function servedTenants(place: Place) {
  const { parts, nodes } = place
  const hosts = new Map<string, string>()
  const tenants = openTenants(place)
  const { all, open } = tenants
  const { away, behind, openIfThere, openLate } = opening(nodes, tenants, () => void again.readAgain().catch(() => {}))
  const moves = brokenMoves(place, () => again.readAgain())

  // A list that could not be read is read again: the message about it comes once.
  let isStale = false

  async function read() {
    isStale = true
    await nodes.readAgain()
    const root = handleOf(parts.pool, 'public')
    const every = await tenantRows(root)
    isStale = false
    for (const name of [...all.keys(), ...away])
      if (!every.some((row) => row.name === name)) {
        tenants.letGo(name)
        away.delete(name)
        behind.delete(name)
        for (const [host, of] of hosts) if (of === name) hosts.delete(host)
      }
    await moves.heed(root, every)
    const rows = every.filter(({ ready }) => ready)
    const lateOnes = new Set([...away, ...behind])
    for (const row of rows) if (lateOnes.has(row.name)) openLate(row)
    const faults: unknown[] = []
    for (const row of rows) if (!lateOnes.has(row.name)) await openIfThere(row).catch((fault: unknown) => faults.push(fault))
    hosts.clear()
    // The host of one that is being filled must not lead to the default tenant.
    for (const row of every) for (const host of row.hosts) hosts.set(host.toLowerCase(), row.name)
    if (faults.length > 0) throw faults[0]
  }

  const named = (name: string): Tenant => all.get(name) ?? refuse('service_away')
  const again = againAndAgain(read, () => isStale || away.size > 0 || behind.size > 0 || moves.are() || nodes.mayMove())
  return {
    all,
    open,
    named,
    each: tenants.each,
    away: away as ReadonlySet<string>,
    /** Undefined: of no tenant. A tenant that is away must not be taken for the default one. */
    at(host: string): Tenant | undefined {
      const name = hosts.get(host)
      return name === undefined ? undefined : named(name)
    },
    ...again,
  }
}

/** Opens tenants, and keeps those that are away, which are looked for again. */
function opening(nodes: Nodes, tenants: ReturnType<typeof openTenants>, onLate: () => void) {
  const away = new Set<string>()
  // Open, and moved to a server that this process does not reach: what it asks is still asked of the former one.
  const behind = new Set<string>()
  const once = sayOnce()

  /** One that is on another node, and away, keeps the others from nothing. */
  async function openIfThere(row: TenantRow) {
    try {
      await tenants.open(row)
      behind.delete(row.name)
      once.forget(row.name)
      if (away.delete(row.name)) console.error(`租户 ${row.name} 的数据库已恢复 / the database of the tenant ${row.name} is back`)
    } catch (error) {
      if (!isElsewhere(nodes, row) && !tenants.all.get(row.name)?.node()) throw error
      once.say(row, error)
      if (!tenants.all.has(row.name)) return void away.add(row.name)
      behind.add(row.name)
      tenants.hold(row.name)
    }
  }

  const late = new Set<string>()
  let before = Promise.resolve()
  /** Beside the others, since its server may be asked for long; and one after the other, since all of a server come back at once. */
  function openLate(row: TenantRow) {
    if (late.has(row.name)) return
    late.add(row.name)
    before = before
      .then(() => openIfThere(row))
      .finally(() => late.delete(row.name))
      .then(() => void (tenants.all.has(row.name) && !behind.has(row.name) && onLate())) // it may have been removed meanwhile
      .catch(() => {})
  }
  return { away, behind, openIfThere, openLate }
}

/** The moves that the list names, of which one may have broken off. */
function brokenMoves({ parts, nodes }: Place, onEnd: () => Promise<void>) {
  let areUnderWay = false
  let ending: Promise<void> | undefined
  return {
    are: () => areUnderWay,
    async heed(root: Db, rows: readonly TenantRow[]) {
      areUnderWay = rows.some(({ moving }) => moving !== null)
      if (!areUnderWay || ending || (await isTurnTaken(root))) return
      ending = inTurn(parts.pool, (turn) => endBrokenMoves(turn, nodes))
        .then(onEnd)
        .catch((error: unknown) => console.error('中断的迁移未能撤回，将重试 / a broken move was not undone, and is tried again:', error))
        .finally(() => (ending = undefined))
    },
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
    const node = await nodes.nodeOf(row)
    if (nodes.areSeveral && (!known || known.node() !== node.name)) await unmarkArrived(handleOf(node.structure, 'public'), row.schema)
    if (known && how?.since === since) {
      how.setMoving(row.moving !== null)
      how.moveTo(node)
      return known
    }
    const fill = await bringLate(row)
    const { tenant, moveTo, setMoving, close } = await openTenant(parts, row, nodes.home, node)
    setMoving(row.moving !== null)
    try {
      await fill(tenant)
    } catch (error) {
      close()
      throw error
    }
    letGo(name)
    all.set(name, tenant)
    opened.set(name, { since, moveTo, setMoving, close })
    for (const hear of hearers) hear(tenant)
    return tenant
  }

  return {
    all,
    open,
    letGo,
    /** Nothing is written to it. */
    hold: (name: string) => opened.get(name)?.setMoving(true),
    each(hear: (tenant: Tenant) => void) {
      hearers.add(hear)
      all.forEach(hear)
      return () => void hearers.delete(hear)
    },
  }
}

/** A tenant of the home database is there when that is. */
export const isElsewhere = (nodes: Nodes, { node }: { node: string | null }) => node !== null || nodes.mayMove()

/** A fault of a tenant is said when it begins, not each time that its database is asked again. */
function sayOnce() {
  const said = new Map<string, string>()
  return {
    forget: (name: string) => void said.delete(name),
    say({ name, node }: TenantRow, error: unknown) {
      const why = error instanceof Error ? error.message : String(error)
      if (said.get(name) === why) return
      said.set(name, why)
      console.error(
        `租户 ${name} 的数据库${node ? `（节点 ${node}）` : ''}现无法使用，恢复前其请求得到 503：${why} / the database of the tenant ${name}${node ? ` (node ${node})` : ''} cannot be used; its requests are answered by 503 until it can: ${why}`,
      )
    },
  }
}
