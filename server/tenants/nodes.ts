import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { StartFault } from '../config.ts'
import { isUnreached } from '../database/away.ts'
import { runNodeSql } from '../database/bootstrap.ts'
import { handleOf, limitedStatements, NOTICED, openAside, openPool } from '../database/pool.ts'
import { openPubSub, type OpenPubSub } from '../database/publish.ts'
import type { Tables } from '../database/tables.ts'
import { type Watch, watchServer } from '../database/watch.ts'
import { markOf } from './marks.ts'
import { type Placements, readPlacements } from '../database/citus.ts'

/** A server on which tenants are, as this process reaches it. */
export type Node = {
  /** Absent: the database of the installation, which has the list of tenants and the queue of jobs. */
  name?: string
  pool: pg.Pool
  aside: pg.Pool
  /** Where tables are made and changed: with Citus its coordinator, else the server itself. */
  structure: pg.Pool
  pubsub: OpenPubSub
  /** Why it cannot be used now. */
  fault: Watch['fault']
  close(): Promise<void>
}

export type Nodes = {
  home: Node
  /** The node that a tenant is on. Rejects while it is away: at once if it was away a moment ago. */
  nodeOf(row: { schema: string; node: string | null }): Promise<Node>
  /** Where the tables of a tenant are made and changed; without a node, a pool alone. */
  structureOf(row: { node: string | null }): Promise<pg.Pool>
  /** Beside the installation's own database. */
  names: readonly string[]
  /** Tenants may be on more than one server. */
  areSeveral: boolean
  /** The settings of this process do not name the node. */
  isUnknown(row: { node: string | null }): boolean
  /** With Citus, tenants are moved beside us: where they are is read again. */
  mayMove(): boolean
  readAgain(): Promise<void>
  close(): Promise<void>
}

/** A schema on a server, with its comment. */
export type Found = { node: string | null; pool: pg.Pool; schema: string; mark: string | null }

/** The name of the installation's own database among the nodes. */
export const HOME = 'home'

const CONNECTIONS = 16
// How long a node that was away is not asked again: each question may take as long as a connection may.
const LEFT_ALONE_MS = 3000

/** `urls`: of the nodes by name, as the settings have them; `url`: of the installation's own database. */
export function openNodes(home: Omit<Node, 'structure' | 'fault' | 'close'>, url: string, urls: Readonly<Record<string, string>>): Nodes {
  const own: Node = { ...home, structure: home.pool, fault: () => undefined, close: async () => {} }
  const open = new Map<string, Promise<Node>>()
  let placements: Placements | undefined

  /** One that is away is opened anew at a later call. */
  const kept = (key: string, make: () => Promise<Node>) => {
    const known = open.get(key)
    if (known) return known
    const made = make()
    open.set(key, made)
    made.catch(() => setTimeout(() => open.delete(key), LEFT_ALONE_MS).unref())
    return made
  }

  const nodeNamed = (name: string) => {
    const address = Object.hasOwn(urls, name) && urls[name]
    if (!address) throw unknownNode(name)
    return kept(name, () => openPlain(name, address))
  }

  async function structureOf({ node }: { node: string | null }) {
    if (node === null) return own.pool
    return usable(await nodeNamed(node)).structure
  }

  return {
    home: own,
    async nodeOf({ schema, node }) {
      if (node !== null) return await nodeNamed(node)
      const at = placements?.of(schema)
      return at ? await kept(`${at.host}:${at.port}`, async () => openWorker(own, url, at)) : own
    },
    structureOf,
    names: Object.keys(urls),
    areSeveral: Object.keys(urls).length > 0,
    isUnknown: ({ node }) => node !== null && !Object.hasOwn(urls, node),
    mayMove: () => placements !== undefined,
    async readAgain() {
      placements = await readPlacements(own.pool)
    },
    async close() {
      const ends = [...open.values()].map((one) => one.then(({ close }) => close()).catch(() => {}))
      await Promise.all(ends)
    },
  }
}

/** Where there are such schemas, and the names of the servers that are away. */
export async function findSchemas(nodes: Nodes, schemas: readonly string[]): Promise<{ found: Found[]; away: string[] }> {
  const [found, away]: [Found[], string[]] = [[], []]
  for (const node of [null, ...nodes.names])
    try {
      const pool = await nodes.structureOf({ node })
      for (const schema of schemas) {
        const mark = await markOf(handleOf(pool, 'public'), schema)
        if (mark !== undefined) found.push({ node, pool, schema, mark })
      }
    } catch (error) {
      if (node === null || !isUnreached(error)) throw error
      away.push(node)
    }
  return { found, away }
}

/** Nothing is asked of a server that does not answer. */
export function usable(node: Node): Node {
  const fault = node.fault()
  if (fault) throw fault
  return node
}

const unknownNode = (name: string) => new StartFault([`INNOE_NODES 中没有节点 ${name}`, `INNOE_NODES has no node ${name}`])

/** Another server of PostgreSQL: its messages and locks are its own. */
async function openPlain(name: string, url: string): Promise<Node> {
  const [pool, aside] = [openPool(url, CONNECTIONS, limitedStatements(), NOTICED), openAside(url, NOTICED)]
  const watch = watchServer(name, url, [pool, aside])
  const end = async () => {
    await Promise.all([pool.end(), aside.end()])
    watch.close()
  }
  try {
    await prepare(handleOf(pool, 'public'))
    const pubsub = await openPubSub(url, pool, NOTICED)
    const close = async () => {
      await pubsub.close()
      await end()
    }
    return { name, pool, aside, structure: pool, pubsub, fault: watch.fault, close }
  } catch (error) {
    await end()
    throw error
  }
}

/** Of processes that reach it at once, one after the other. */
function prepare(db: Kysely<Tables>) {
  return db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(one)
    try {
      await runNodeSql(one)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(one)
    }
  })
}

const LOCK = 7260003

/**
 * A worker of Citus, reached as its coordinator is, at its own address. Statements on a tenant that has moved on still succeed there,
 * through the worker that has it now. A connection that breaks is no fault of the tenant's: the pool opens another.
 */
async function openWorker(home: Node, url: string, { host, port }: { host: string; port: number }): Promise<Node> {
  const own = new URL(url)
  own.searchParams.delete('host')
  own.hostname = host
  own.port = String(port)
  const name = `${host}:${port}`
  const pool = openPool(own.href, CONNECTIONS, limitedStatements(), NOTICED)
  // On a worker, too, what is confirmed must be on the disk before a move reads the log.
  const aside = openPool(own.href, 2, limitedStatements(), NOTICED)
  const watch = watchServer(name, own.href, [pool, aside])
  const close = async () => {
    await Promise.all([pool.end(), aside.end()])
    watch.close()
  }
  return { name, pool, aside, structure: home.pool, pubsub: home.pubsub, fault: watch.fault, close }
}
