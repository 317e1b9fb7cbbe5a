import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { HEAD, headFields, NEXT_DUE } from '../../model/cases/head-fields.ts'
import { handleOf } from '../database/pool.ts'
import type { OpenPubSub, PubSub } from '../database/publish.ts'
import type { Replica } from '../database/replica.ts'
import type { Modules, Tenant } from '../records/context.ts'
import type { Span } from '../records/query/totals/pieces.ts'
import { openTotals } from '../records/query/totals/totals.ts'
import { type Declared, loadModels } from '../records/registry.ts'
import { type SecretKeys, secretKeys } from '../records/settings/secret-keys.ts'
import type { Shape } from './bring-up.ts'
import { type Node, usable } from './nodes.ts'

/** `keys` absent: secrets are neither written nor read, as while a schema is brought up. `nodes`: the addresses of other servers, by name. */
export type Parts = Shape & {
  url?: string
  nodes?: Readonly<Record<string, string>> | undefined
  aside?: pg.Pool
  replica?: Replica | undefined
  pubsub: OpenPubSub
  modules: Modules
  keys?: SecretKeys
}

/** `close` ends its hearing of the others, also that of whoever uses it; after `moveTo`, all that it does is done on the other node. */
type OpenTenant = { tenant: Tenant; moveTo: (node: Node) => void; setMoving: (is: boolean) => void; close: () => void }

/** How long after a move a call may still be under way that began before it. */
const ENDED_MS = 60_000

// No such table, no such schema, no write in a transaction that reads, a wait for the copy that took too long
const OF_MOVE = new Set(['42P01', '3F000', '25006', '57014', '55P03'])

/** A tenant as this process serves it. */
export async function openTenant(
  { replica, declared, modules, keys = secretKeys([]) }: Parts,
  { name, schema }: { name: string; schema: string },
  home: Node,
  first: Node,
): Promise<OpenTenant> {
  let at = first
  const { isMoving, isOfMove, setMoving } = moving()
  const handle = (of: () => pg.Pool) => handleOf(of, schema, () => (isMoving() ? 'moving' : 'write'))
  const db = handle(() => usable(at).pool)
  const { own, hearFrom, close } = withEnd(at.pubsub.of(name))
  // A process ignores its own message, since it has updated its totals already.
  const here = randomUUID()
  const totals = openTotals((model, columns, spans) => own.publish('wrote', { model, here, columns, spans }), headsDerivedBy(declared))
  const models = await loadModels(db, declared)
  const replicaOf = () => (replica && at === home ? { replica: { ...replica, db: replica.handle(schema) } } : {})
  const tenant: Tenant = {
    name,
    schema,
    db,
    aside: handle(() => usable(at).aside),
    reading: handleOf(() => usable(at).pool, schema, reading),
    structure: handle(() => at.structure),
    node: () => at.name,
    away: () => at.fault(),
    isMoving,
    isOfMove,
    ...replicaOf(),
    declared,
    models,
    modules,
    totals,
    keys,
    pubsub: own,
  }
  // If the database is unavailable, the known models are used until the next message.
  const readModels = () =>
    void loadModels(db, declared)
      .then((models) => {
        if (models.generation > tenant.models.generation) tenant.models = models
      })
      .catch(() => {})
  own.subscribe('wrote', (content) => {
    const { model, here: from, columns, spans } = content as { model: string; here: string; columns?: string[]; spans?: Span[] } // published above
    if (from !== here) totals.touchQuietly(model, columns, spans)
  })
  own.subscribe('models', readModels)
  own.subscribe('refresh', () => {
    for (const model of tenant.models.all.keys()) totals.touchQuietly(model)
    readModels()
  })
  const moveTo = (node: Node) => {
    if (node === at) return
    at = node
    delete tenant.replica
    Object.assign(tenant, replicaOf())
    hearFrom(node.pubsub.of(name))
  }
  return { tenant, moveTo, setMoving, close }
}

const reading = () => 'read' as const

/** Whether it is moving, and which errors come of that. */
function moving() {
  let isMoving = false
  let movedAt = -Infinity
  return {
    isMoving: () => isMoving,
    isOfMove: (error: unknown) =>
      (isMoving || performance.now() - movedAt < ENDED_MS) && error instanceof Error && 'code' in error && OF_MOVE.has(String(error.code)),
    setMoving(is: boolean) {
      if (isMoving && !is) movedAt = performance.now()
      isMoving = is
    },
  }
}

/** All that subscribed ends together, since a new tenant of the same name would else have its work done twice; or hears from elsewhere. */
function withEnd(first: PubSub) {
  let pubsub = first
  const hearers = new Set<{ topic: string; hear: (content: unknown) => void; end: () => void }>()
  const own: PubSub = {
    publish: (topic, content) => pubsub.publish(topic, content),
    subscribe(topic, hear) {
      const one = { topic, hear, end: pubsub.subscribe(topic, hear) }
      hearers.add(one)
      return () => {
        hearers.delete(one)
        one.end()
      }
    },
  }
  return {
    own,
    /** What was said meanwhile is not known: each is told to read again. */
    hearFrom(next: PubSub) {
      pubsub = next
      for (const one of hearers) {
        one.end()
        one.end = next.subscribe(one.topic, one.hear)
      }
      for (const { topic, hear } of hearers) if (topic === 'refresh') hear(null)
    },
    close: () => hearers.forEach(({ end }) => end()),
  }
}

/** The database writes the head of a case with its record, and the next due date with its deadlines. */
const headsDerivedBy = (declared: Declared) => (name: string, columns: readonly string[] | undefined) => {
  if (name === NEXT_DUE.model) return { model: HEAD, columns: ['next_due'] }
  const kind = declared.kinds.get(name)
  if (!kind) return undefined
  const filled = [...headFields(kind.model)].flatMap(([head, code]) => (columns?.includes(code) ? [head] : []))
  return { model: HEAD, columns: columns && (filled.includes('status') ? [...filled, 'phase'] : filled) }
}
