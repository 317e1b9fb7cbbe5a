import { sql } from 'kysely'
import type pg from 'pg'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { StartFault } from '../config.ts'
import { keepViewsAtStart } from '../database/bi/keep-views.ts'
import { endSessionsOf } from '../database/bi/sessions.ts'
import { roleOf } from '../database/bi/role-name.ts'
import { OUTBOX } from '../database/bootstrap.ts'
import { planHeads } from '../database/case-head.ts'
import { type Migrations, pendingMigrations, readMigrations, refuseNewerDatabase, runMigrations, type TenantSchema } from '../database/migrate.ts'
import { type Db, handleOf } from '../database/pool.ts'
import { applyStep, compareSchema, planSync, quote, type Step } from '../database/sync/sync.ts'
import { takeTurn } from '../database/turn.ts'
import { type Declared, loadModels } from '../records/registry.ts'
import { hasCitus, makeDistributedSchema, makeMovable } from '../database/citus.ts'

export const DEFAULT_TENANT = 'default'

const LOCK = 7260001
const WAITS = ['等待另一进程更改数据库结构', 'waiting for another process that changes the schemas'] as const

export type Shape = {
  pool: pg.Pool
  declared: Declared
  /** Absent: those of the program. */
  migrations?: Migrations
}

/**
 * A row of `public.tenant`. Until `ready` it is not served; `since` distinguishes it from a removed tenant of its name; `moving` names
 * the move to another server that is under way.
 */
export type TenantRow = {
  name: string
  schema: string
  hosts: readonly string[]
  ready: boolean
  since: string
  node: string | null
  moving: string | null
}

/** Of processes that start at once, or add a tenant, one changes the schemas and the others wait for it. */
export function inTurn<T>(pool: pg.Pool, work: (root: Db) => Promise<T>): Promise<T> {
  return holding(pool, (root) => takeTurn(<R>(text: string) => sql.raw<R>(text).execute(root), LOCK, WAITS), work)
}

/** Where another process has the turn, it fails at once and keeps no connection. */
export function inFreeTurn<T>(pool: pg.Pool, work: (root: Db) => Promise<T>): Promise<T> {
  const take = async (root: Db) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${LOCK}) as mine`.execute(root)
    if (!rows[0]?.mine) throw new StartFault([...WAITS])
  }
  return holding(pool, take, work)
}

function holding<T>(pool: pg.Pool, take: (root: Db) => Promise<void>, work: (root: Db) => Promise<T>): Promise<T> {
  return handleOf(pool, 'public')
    .connection()
    .execute(async (root) => {
      await take(root)
      const leave = () => sql`select pg_advisory_unlock(${LOCK})`.execute(root)
      const done = await work(root).catch(async (error: unknown) => {
        await leave().catch(() => {}) // the turn ends with its connection, and the first fault is the one to tell
        throw error
      })
      await leave()
      return done
    })
}

/** Whether some process changes the schemas, or moves a tenant. */
export async function isTurnTaken(root: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${sql.lit(LOCK)} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())) as taken`.execute(root)
  return rows[0]?.taken === true
}

/** In the order in which they were added. In a database of an earlier release every one is ready. */
export async function tenantRows(root: Db): Promise<TenantRow[]> {
  const { rows } = await sql<Pick<TenantRow, 'name' | 'schema' | 'hosts' | 'since'> & Partial<TenantRow>>`
    select *, created_at::text as since from public.tenant order by created_at`.execute(root)
  return rows.map(({ name, schema, hosts, ready = true, since, node = null, moving = null }) => ({ name, schema, hosts, ready, since, node, moving }))
}

/** None in an empty database. */
export async function knownTenants(root: Db): Promise<TenantRow[]> {
  const { rows } = await sql<{ found: unknown }>`select to_regclass('public.tenant') as found`.execute(root)
  return rows[0]?.found ? await tenantRows(root) : []
}

/** Those in the installation's own database, or under its Citus. */
export async function tenantSchemas({ pool }: Pick<Shape, 'pool'>, root: Db): Promise<TenantSchema[]> {
  return (await knownTenants(root)).flatMap((row) => (row.node === null ? [schemaIn(pool, row)] : []))
}

export const schemaIn = (pool: pg.Pool, { name, schema }: Pick<TenantRow, 'name' | 'schema'>): TenantSchema => ({
  tenant: name,
  schema,
  db: handleOf(pool, schema),
})

/**
 * Migrations come first, as they are written for the tables of the version before; the models then add missing parts.
 * They add twice, since published custom fields can be read only once their own table exists; the second time only to models with
 * such fields. `isElsewhere`: not in the database that has the queue of jobs.
 */
export async function bringUp({ declared }: Shape, one: TenantSchema, migrations: Migrations, isElsewhere = false) {
  const { db, schema, tenant } = one
  const isSpread = await hasCitus(db)
  if (isSpread) await makeDistributedSchema(db, schema)
  await runMigrations(one, migrations, (name) => console.error(`${tenant}: 正在执行迁移 / running migration ${name}`))
  await change(one, await planSync(db, declared.all.values(), schema))
  const models = await loadModels(db, declared)
  const shaped = [...models.all.values()].filter((model) => countOf(model) > countOf(declared.all.get(model.name)))
  if (shaped.length > 0) await change(one, await planSync(db, shaped, schema))
  await change(one, await planHeads(db, models, schema, isSpread))
  if (isElsewhere) await makeOutbox(db, schema)
  if (isSpread) await makeMovable(db, schema)
  await keepViewsAtStart(db, (trx) => loadModels(trx, declared), one)
}

/** Made only where it is missing: with Citus each statement on tables goes to every worker. */
export async function makeOutbox(db: Db, schema: string) {
  const { rows } = await sql<{ found: unknown }>`select to_regclass(${`${quote(schema)}.outgoing_ticket`}) as found`.execute(db)
  if (!rows[0]?.found) for (const statement of OUTBOX) await sql.raw(statement).execute(db)
}

const countOf = (model: Model | undefined) => Object.keys(model?.fields ?? {}).length

/** Readers of BI tools come back while the tables change; each step would wait for them, and everybody else behind it. */
async function change({ db, schema }: TenantSchema, steps: readonly Step[]) {
  if (steps.length === 0) return
  const { name, isThere } = await roleOf(db, schema)
  for (const step of steps) {
    if (isThere) await endSessionsOf(db, name)
    await applyStep(db, step)
  }
}

export type Plan = {
  tenant: string
  migrations: readonly string[]
  /** Additions of the models to the present tables; a pending migration may make some of them, or require more. */
  steps: readonly Step[]
  /** Columns of another type than their field: a pending migration has to change them. */
  differing: readonly Words[]
}

/** Changes of the next start, for `innoe migrate --plan`. */
export async function planTenants({ pool, declared, migrations: given }: Shape): Promise<Plan[]> {
  const migrations = given ?? (await readMigrations())
  const known = await tenantSchemas({ pool }, handleOf(pool, 'public'))
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
  const steps = [...additions, ...(await planHeads(one.db, models, one.schema, await hasCitus(one.db)))]
  if (pending.length === 0 && faults.length > 0) throw new StartFault(...faults)
  return { tenant: one.tenant, migrations: pending, steps, differing: faults }
}
