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

/** `keys` absent: secrets are neither written nor read, as while a schema is brought up. */
export type Parts = Shape & { aside?: pg.Pool; replica?: Replica | undefined; pubsub: OpenPubSub; modules: Modules; keys?: SecretKeys }

/** A tenant as this process serves it, and what ends its hearing of the others, also that of whoever uses it. */
export async function openTenant(
  { pool, aside = pool, replica, pubsub, declared, modules, keys = secretKeys([]) }: Parts,
  name: string,
  schema: string,
): Promise<{ tenant: Tenant; close: () => void }> {
  const db = handleOf(pool, schema)
  const { own, close } = withEnd(pubsub.of(name))
  // A process ignores its own message, since it has updated its totals already.
  const here = randomUUID()
  const totals = openTotals((model, columns, spans) => own.publish('wrote', { model, here, columns, spans }), headsDerivedBy(declared))
  const models = await loadModels(db, declared)
  const tenant: Tenant = {
    name,
    schema,
    db,
    aside: handleOf(aside, schema),
    reading: handleOf(pool, schema, { isReadOnly: true }),
    ...(replica && { replica: { ...replica, db: replica.handle(schema) } }),
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
  return { tenant, close }
}

/** All that subscribed ends together: a new tenant of the same name would else have its work done twice. */
function withEnd(pubsub: PubSub): { own: PubSub; close: () => void } {
  const ends = new Set<() => void>()
  const own: PubSub = {
    ...pubsub,
    subscribe(topic, hear) {
      const end = pubsub.subscribe(topic, hear)
      ends.add(end)
      return () => {
        ends.delete(end)
        end()
      }
    },
  }
  return { own, close: () => ends.forEach((end) => end()) }
}

/** The database writes the head of a case with its record, and the next due date with its deadlines. */
const headsDerivedBy = (declared: Declared) => (name: string, columns: readonly string[] | undefined) => {
  if (name === NEXT_DUE.model) return { model: HEAD, columns: ['next_due'] }
  const kind = declared.kinds.get(name)
  if (!kind) return undefined
  const filled = [...headFields(kind.model)].flatMap(([head, code]) => (columns?.includes(code) ? [head] : []))
  return { model: HEAD, columns: columns && (filled.includes('status') ? [...filled, 'phase'] : filled) }
}
