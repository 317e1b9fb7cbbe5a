import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { HEAD, headFields, NEXT_DUE } from '../model/cases/head-fields.ts'
import type { Words } from '../model/kit/fields.ts'
import { StartFault } from './config.ts'
import { type Declared, loadModels } from './records/registry.ts'
import { openTotals } from './records/query/totals.ts'
import type { Tenant, Modules } from './records/context.ts'
import { type SecretKeys, secretKeys } from './records/secret-keys.ts'
import type { OpenPubSub } from './database/publish.ts'
import { runBootstrapSql } from './database/bootstrap.ts'
import { type Migrations, pendingMigrations, readMigrations, refuseNewerDatabase, runMigrations, type TenantSchema } from './database/migrate.ts'
import { type Db, handleOf } from './database/pool.ts'
import { planHeads } from './database/case-head.ts'
import { applyStep, compareSchema, type Step, syncSchema } from './database/sync.ts'

export const DEFAULT_TENANT = 'default'

export type Tenants = {
  all: Map<string, Tenant>
  /** By the host name that a request came to; the default one serves every other host. */
  of(host: string): Tenant
}

type Shape = {
  pool: pg.Pool
  declared: Declared
  /** Absent: those of the program. */
  migrations?: Migrations
}
/** `keys` absent: secrets are neither written nor read, as while a schema is brought up. */
type Parts = Shape & { aside?: pg.Pool; pubsub: OpenPubSub; keys?: SecretKeys }

/** Brings every tenant's schema up to the models, one process at a time, and opens them. */
export async function openTenants(parts: Parts & { modules: Modules }): Promise<Tenants> {
  const root = handleOf(parts.pool, 'public')
  await root.connection().execute(async (db) => {
    await takeTurn(db)
    try {
      const migrations = parts.migrations ?? (await readMigrations())
      await refuseNewerDatabase(await tenantSchemas(parts, db), migrations)
      await runBootstrapSql(db)
      await sql`insert into public.tenant (name, schema) values (${DEFAULT_TENANT}, 't_default') on conflict do nothing`.execute(db)
      for (const one of await tenantSchemas(parts, db)) await bringUp(parts, one, migrations)
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

/** None in an empty database. */
async function tenantSchemas({ pool }: Shape, root: Db): Promise<TenantSchema[]> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass('public.tenant') as found`.execute(root)
  const tenants = rows[0]?.found ? await tenantRows(root) : []
  return tenants.map(({ name, schema }) => ({ tenant: name, schema, db: handleOf(pool, schema) }))
}

/**
 * Migrations come first, as they are written for the tables that the version before left; the models then add what is still missing.
 * They add twice, since published custom fields can be read only once their own table stands.
 */
async function bringUp({ declared }: Shape, one: TenantSchema, migrations: Migrations) {
  const { db, schema, tenant } = one
  await runMigrations(one, migrations, (name) => console.error(`${tenant}: 正在执行迁移 / running migration ${name}`))
  await syncSchema(db, declared.all.values(), schema)
  const models = await loadModels(db, declared)
  await syncSchema(db, models.all.values(), schema)
  for (const step of await planHeads(db, models, schema)) await applyStep(db, step)
}

async function openTenant(
  { pool, aside = pool, pubsub, declared, modules, keys = secretKeys([]) }: Parts & { modules: Modules },
  name: string,
  schema: string,
): Promise<Tenant> {
  const db = handleOf(pool, schema)
  const own = pubsub.of(name)
  // A process does not need to hear its own ringing; it has touched its totals already.
  const here = randomUUID()
  const totals = openTotals((model, columns) => own.publish('wrote', { model, here, columns }), headsDerivedBy(declared))
  const models = await loadModels(db, declared)
  const tenant: Tenant = {
    name,
    schema,
    db,
    aside: handleOf(aside, schema),
    reading: handleOf(pool, schema, { isReadOnly: true }),
    declared,
    models,
    modules,
    totals,
    keys,
    pubsub: own,
  }
  own.subscribe('wrote', (content) => {
    const { model, here: from, columns } = content as { model: string; here: string; columns?: string[] } // published above
    if (from !== here) totals.touchQuietly(model, columns)
  })
  // A database that is away now is asked again at the next ring; until then the known models serve.
  const readModels = () =>
    void loadModels(db, declared)
      .then((models) => {
        if (models.generation > tenant.models.generation) tenant.models = models
      })
      .catch(() => {})
  own.subscribe('models', readModels)
  own.subscribe('refresh', () => {
    for (const model of tenant.models.all.keys()) totals.touchQuietly(model)
    readModels()
  })
  return tenant
}

/** The database writes the head of a case with its record, and the next due date with its deadlines. */
const headsDerivedBy = (declared: Declared) => (name: string, columns: readonly string[] | undefined) => {
  if (name === NEXT_DUE.model) return { model: HEAD, columns: ['next_due'] }
  const kind = declared.kinds.get(name)
  if (!kind) return undefined
  const filled = [...headFields(kind.model)].flatMap(([head, code]) => (columns?.includes(code) ? [head] : []))
  return { model: HEAD, columns: columns && (filled.includes('status') ? [...filled, 'phase'] : filled) }
}

/** A new tenant with its own schema. */
export async function addTenant(parts: Parts, name: string, hosts: readonly string[]): Promise<void> {
  const root = handleOf(parts.pool, 'public')
  const schema = `t_${name.replace(/[^a-z0-9_]/g, '_')}`
  await runBootstrapSql(root)
  await sql`insert into public.tenant (name, schema, hosts) values (${name}, ${schema}, ${[...hosts]})`.execute(root)
  await bringUp(parts, { tenant: name, schema, db: handleOf(parts.pool, schema) }, parts.migrations ?? (await readMigrations()))
}

export type Plan = {
  tenant: string
  migrations: readonly string[]
  /** What the models add to the present tables; a pending migration may do some of it, or ask for more. */
  steps: readonly Step[]
  /** Columns of another type than their field: a pending migration has to change them. */
  differing: readonly Words[]
}

/** Changes of the next start, for `innoe migrate --plan`. */
export async function planTenants({ pool, declared, migrations: given }: Shape): Promise<Plan[]> {
  const migrations = given ?? (await readMigrations())
  const known = await tenantSchemas({ pool, declared }, handleOf(pool, 'public'))
  await refuseNewerDatabase(known, migrations)
  const schemas = known.length ? known : [{ tenant: DEFAULT_TENANT, schema: 't_default', db: handleOf(pool, 't_default') }]
  const plans: Plan[] = []
  for (const one of schemas) plans.push(await planTenant(one, declared, migrations))
  return plans
}

async function planTenant(one: TenantSchema, declared: Shape['declared'], migrations: Migrations): Promise<Plan> {
  const pending = await pendingMigrations(one, migrations)
  const models = await loadModels(one.db, declared)
  const { steps: additions, faults } = await compareSchema(one.db, models.all.values(), one.schema)
  const steps = [...additions, ...(await planHeads(one.db, models, one.schema))]
  if (pending.length === 0 && faults.length > 0) throw new StartFault(...faults)
  return { tenant: one.tenant, migrations: pending, steps, differing: faults }
}
