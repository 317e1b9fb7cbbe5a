import { readdir } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Words } from '../../model/kit/fields.ts'
import { StartFault } from '../config.ts'
import { dropViews } from './bi/keep-views.ts'
import type { Db } from './pool.ts'

/** A migration works on tables as they were, which today's declarations need not know. */
export type MigrationDb = Kysely<Record<string, Record<string, unknown>>>
export type Migration = { up(db: MigrationDb): Promise<void> }
export type Migrations = Readonly<Record<string, Migration>>
export type TenantSchema = { tenant: string; schema: string; db: Db }

const FOLDER = new URL('./migrations/', import.meta.url)
const TABLE = 'migration'
const LOCK_TABLE = 'migration_lock'

/** Every file `NNNN-name.ts` of the folder, by its name without the ending. */
export async function readMigrations(folder = FOLDER): Promise<Migrations> {
  const names = (await readdir(folder)).flatMap((file) => /^(\d{4}-[a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? [])
  const modules = names.sort().map(async (name) => [name, (await import(new URL(`${name}.ts`, folder).href)) as Migration] as const) // exports `up`, under test
  return Object.fromEntries(await Promise.all(modules))
}

/** Recorded as if it were a migration, so that programs refuse the database that know nothing of tenants on other servers. */
const ELSEWHERE = 'zz-tenants-on-other-servers'

/** `one`: of the default tenant, which every program brings up. */
export async function refuseOlderPrograms({ schema, db }: TenantSchema) {
  await sql`
    insert into ${sql.id(schema, TABLE)} (name, timestamp) values (${ELSEWHERE}, ${new Date().toISOString()}) on conflict do nothing`.execute(db)
}

/** No tenant is on another server any more. */
export async function admitOlderPrograms(one: TenantSchema) {
  const { schema, db } = one
  if ((await stateOf(one)).isMarked) await sql`delete from ${sql.id(schema, TABLE)} where name = ${ELSEWHERE}`.execute(db)
}

/** An older program would misread tables that a later migration has changed. It refuses before it changes anything. */
export async function refuseNewerDatabase(schemas: readonly TenantSchema[], migrations: Migrations) {
  const faults: Words[] = []
  for (const one of schemas) {
    const unknown = (await stateOf(one)).applied.filter((name) => !Object.hasOwn(migrations, name)).join(', ')
    if (unknown)
      faults.push([
        `租户 ${one.tenant} 的数据库比本程序新：它已执行本程序没有的迁移 ${unknown}。请使用较新的程序，或恢复升级前的备份`,
        `The database of tenant ${one.tenant} is newer than this program: it has migrations that this program lacks (${unknown}). Start the newer program, or restore the backup made before the upgrade`,
      ])
  }
  if (faults.length > 0) throw new StartFault(...faults)
}

/** The migrations that the next start would run, in their order. */
export async function pendingMigrations(one: TenantSchema, migrations: Migrations): Promise<string[]> {
  const { isNew, applied } = await stateOf(one)
  return isNew ? [] : missing(applied, migrations)
}

/**
 * Runs pending migrations, each in its own transaction, so that a failure leaves the database as after the migration before.
 * A new tenant gets its tables from the present models: its migrations are recorded as applied and do not run.
 */
export async function runMigrations(one: TenantSchema, migrations: Migrations, onRun: (migration: string) => void = () => {}) {
  const { isNew, applied, isMarked } = await stateOf(one)
  const pending = missing(applied, migrations)
  if (pending.length === 0) return
  const migrator = migratorFor(one, isNew ? recordOnly(migrations) : announced(migrations, one.schema, onRun), isMarked)
  if (isNew) return refuseFailed(one, await migrator.migrateToLatest())
  for (let at = 0; at < pending.length; at++) refuseFailed(one, await migrator.migrateUp())
}

const missing = (applied: readonly string[], migrations: Migrations) =>
  Object.keys(migrations)
    .filter((name) => !applied.includes(name))
    .sort()

function migratorFor({ schema, db }: TenantSchema, migrations: Migrations, isMarked: boolean) {
  const mark: Migrations = isMarked ? { [ELSEWHERE]: { up: async () => {} } } : {}
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...mark }) },
    allowUnorderedMigrations: isMarked, // the mark is there before later migrations
    migrationTableSchema: schema,
    migrationTableName: TABLE,
    migrationLockTableName: LOCK_TABLE,
  })
}

const each = (migrations: Migrations, up: (name: string, migration: Migration) => Migration['up']): Migrations =>
  Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, { up: up(name, migration) }]))

const recordOnly = (migrations: Migrations) => each(migrations, () => async () => {})

/** A large table may take longer to rewrite than any query may take. */
const announced = (migrations: Migrations, schema: string, onRun: (migration: string) => void) =>
  each(migrations, (name, { up }) => async (db) => {
    onRun(name)
    await sql`set local statement_timeout = 0`.execute(db)
    await dropViews(db, schema)
    await dropTriggers(db, schema)
    await up(db)
  })

/** A trigger depends on its columns. The start creates the triggers again after the migrations, and fills their tables. */
async function dropTriggers(db: MigrationDb, schema: string) {
  const { rows } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = ${schema} and p.prorettype = 'trigger'::regtype`.execute(db)
  for (const { name } of rows) await sql`drop function ${sql.id(schema, name)}() cascade`.execute(db)
}

function refuseFailed({ tenant }: TenantSchema, { error, results }: Awaited<ReturnType<Migrator['migrateUp']>>) {
  if (error === undefined) return
  const name = results?.find(({ status }) => status === 'Error')?.migrationName
  const why = error instanceof Error ? error.message : String(error)
  throw name
    ? new StartFault([
        `租户 ${tenant} 的迁移 ${name} 失败，其更改已全部撤销：${why}`,
        `Migration ${name} of tenant ${tenant} failed; its changes were rolled back: ${why}`,
      ])
    : new StartFault([`租户 ${tenant} 的迁移无法执行：${why}`, `The migrations of tenant ${tenant} cannot run: ${why}`])
}

/** A schema is new until it has a table other than those that record its migrations. */
async function stateOf({ schema, db }: TenantSchema) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p')`.execute(db)
  const tables = new Set(rows.map(({ name }) => name))
  const isNew = tables.difference(new Set([TABLE, LOCK_TABLE])).size === 0
  if (!tables.has(TABLE)) return { isNew, applied: [], isMarked: false }
  const recorded = await sql<{ name: string }>`select name from ${sql.id(schema, TABLE)} order by name`.execute(db)
  const names = recorded.rows.map(({ name }) => name)
  return { isNew, applied: names.filter((name) => name !== ELSEWHERE), isMarked: names.includes(ELSEWHERE) }
}
