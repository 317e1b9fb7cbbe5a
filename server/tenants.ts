import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { HEAD, NEXT_DUE } from '../model/cases/head-fields.ts'
import { type Declared, loadModels } from './records/registry.ts'
import { openTotals } from './records/query/totals.ts'
import type { Tenant } from './records/context.ts'
import type { OpenPubSub } from './database/publish.ts'
import { runBootstrapSql } from './database/bootstrap.ts'
import { type Db, handleOf } from './database/pool.ts'
import { planHeads } from './database/case-head.ts'
import { applyStep, planSync, type Step, syncSchema } from './database/sync.ts'

export const DEFAULT_TENANT = 'default'

export type Tenants = {
  all: Map<string, Tenant>
  /** By the host name that a request came to; the default one serves every other host. */
  of(host: string): Tenant
}

type Parts = { pool: pg.Pool; aside?: pg.Pool; pubsub: OpenPubSub; declared: Declared }

/** Brings every tenant's schema up to the models, one process at a time, and opens them. */
export async function openTenants(parts: Parts): Promise<Tenants> {
  const root = handleOf(parts.pool, 'public')
  await root.connection().execute(async (db) => {
    await takeTurn(db)
    try {
      await runBootstrapSql(db)
      await sql`insert into public.tenant (name, schema) values (${DEFAULT_TENANT}, 't_default') on conflict do nothing`.execute(db)
      for (const { schema } of await tenantRows(db)) await bringUp(parts, schema)
    } finally {
      await sql`select pg_advisory_unlock(7260001)`.execute(db)
    }
  })
  const hosts = new Map<string, Tenant>()
  const all = new Map<string, Tenant>()
  for (const row of await tenantRows(root)) {
    const tenant = await openTenant(parts, row.name, row.schema)
    all.set(row.name, tenant)
    for (const host of row.hosts) hosts.set(host.toLowerCase(), tenant)
  }
  const first = all.get(DEFAULT_TENANT)
  if (!first) throw new Error('the default tenant is missing')
  return { all, of: (host) => hosts.get(host.toLowerCase()) ?? first }
}

/** Asking again and again, since a statement that waits holds up the indexes that the process before it builds concurrently. */
async function takeTurn(db: Db) {
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(7260001) as mine`.execute(db)
    if (rows[0]?.mine) return
    await wait(200)
  }
}

async function tenantRows(db: Db) {
  return (await sql<{ name: string; schema: string; hosts: string[] }>`select name, schema, hosts from public.tenant order by created_at`.execute(db))
    .rows
}

/** Twice, since published custom fields can be read only once their own table stands. */
async function bringUp({ pool, declared }: Parts, schema: string) {
  const db = handleOf(pool, schema)
  await syncSchema(db, declared.all.values(), schema)
  const models = await loadModels(db, declared)
  await syncSchema(db, models.all.values(), schema)
  for (const step of await planHeads(db, models, schema)) await applyStep(db, step)
}

async function openTenant({ pool, aside = pool, pubsub, declared }: Parts, name: string, schema: string): Promise<Tenant> {
  const db = handleOf(pool, schema)
  const own = pubsub.of(name)
  // A process does not need to hear its own ringing; it has touched its totals already.
  const here = randomUUID()
  const fed = (model: string) => (declared.kinds.has(model) || model === NEXT_DUE.model ? [HEAD] : [])
  const totals = openTotals((model) => own.publish('wrote', { model, here }), fed)
  const tenant: Tenant = { name, schema, db, aside: handleOf(aside, schema), declared, models: await loadModels(db, declared), totals, pubsub: own }
  own.subscribe('wrote', (content) => {
    const { model, here: from } = content as { model: string; here: string } // rung above
    if (from !== here) totals.touchQuietly(model)
  })
  // A database that is away now is asked again at the next ring; until then the known models serve.
  const readModels = () =>
    void loadModels(db, declared)
      .then((models) => (tenant.models = models))
      .catch(() => {})
  own.subscribe('models', readModels)
  own.subscribe('refresh', () => {
    for (const model of tenant.models.all.keys()) totals.touchQuietly(model)
    readModels()
  })
  return tenant
}

/** A new tenant with its own schema. */
export async function addTenant(parts: Parts, name: string, hosts: readonly string[]): Promise<void> {
  const db = handleOf(parts.pool, 'public')
  const schema = `t_${name.replace(/[^a-z0-9_]/g, '_')}`
  await runBootstrapSql(db)
  await sql`insert into public.tenant (name, schema, hosts) values (${name}, ${schema}, ${[...hosts]})`.execute(db)
  await bringUp(parts, schema)
}

/** What the next start would change, for `innoe migrate --plan`. */
export async function planTenants({ pool, declared }: Omit<Parts, 'pubsub'>): Promise<{ tenant: string; steps: Step[] }[]> {
  const root = handleOf(pool, 'public')
  const there = await sql<{ n: unknown }>`select to_regclass('public.tenant') as n`.execute(root)
  const rows = there.rows[0]?.n ? await tenantRows(root) : [{ name: DEFAULT_TENANT, schema: 't_default', hosts: [] }]
  const plans = []
  for (const { name, schema } of rows) {
    const db = handleOf(pool, schema)
    const models = await loadModels(db, declared)
    const steps = [...(await planSync(db, models.all.values(), schema)), ...(await planHeads(db, models, schema))]
    plans.push({ tenant: name, steps })
  }
  return plans
}
