import { sql } from 'kysely'
import type pg from 'pg'
import { StartFault } from '../config.ts'
import { type Db, handleOf } from './pool.ts'

export type Address = { host: string; port: number }

/** Where Citus keeps each tenant. */
export type Placements = { of(schema: string): Address | undefined }

/** Undefined without Citus. Schemas that it does not distribute are on the coordinator, and in no list. */
export async function readPlacements(pool: pg.Pool): Promise<Placements | undefined> {
  const root = handleOf(pool, 'public')
  if (!(await hasCitus(root))) return undefined
  const { rows } = await sql<{ schema: string } & Address>`
    select distinct on (s.schemaid) n.nspname as schema, d.nodename as host, d.nodeport as port
    from pg_dist_schema s
    join pg_namespace n on n.oid = s.schemaid
    join pg_dist_partition p on p.colocationid = s.colocationid
    join pg_dist_shard h on h.logicalrelid = p.logicalrelid
    join pg_dist_placement l on l.shardid = h.shardid
    join pg_dist_node d on d.groupid = l.groupid and d.noderole = 'primary' and d.groupid <> 0
    order by s.schemaid, h.shardid`.execute(root)
  const found = new Map(rows.map(({ schema, host, port }) => [schema, { host, port }]))
  return { of: (schema) => found.get(schema) }
}

export async function hasCitus(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from pg_extension where extname = 'citus') as found`.execute(db)
  return rows[0]?.found === true
}

/**
 * A schema that Citus places as a whole. Switched on for the whole database, the setting would also distribute the queue's schema.
 * Where it is there already nothing is said to the workers, one of which may be away.
 */
export async function makeDistributedSchema(db: Db, schema: string) {
  const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${`"${schema}"`}) is not null as found`.execute(db)
  if (rows[0]?.found) return
  await db.connection().execute(async (one) => {
    await sql`set citus.enable_schema_based_sharding to on`.execute(one)
    try {
      await sql`create schema if not exists ${sql.id(schema)}`.execute(one)
    } finally {
      await sql`reset citus.enable_schema_based_sharding`.execute(one)
    }
  })
}

/** Citus moves a tenant while it is read and written. One that it does not distribute yet is distributed first. `to`: such as `10.0.0.2:5432`. */
export async function moveInCluster(root: Db, schema: string, to: string) {
  const [, host, port] = /^(?:(.+):(\d{1,5}))$/.exec(to) ?? []
  if (!host) throw new StartFault([`Citus 的节点应形如 主机:端口，现为“${to}”`, `A node of Citus is like host:port, not “${to}”`])
  await root.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    try {
      const { rows } = await sql<{
        found: boolean
      }>`select exists (select from pg_dist_schema where schemaid = ${schema}::regnamespace) as found`.execute(one)
      if (!rows[0]?.found) await sql`select citus_schema_distribute(${schema}::regnamespace)`.execute(one)
      await sql`select citus_schema_move(${schema}::regnamespace, ${host}::text, ${Number(port)}::integer)`.execute(one)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}

/** Citus moves a table by its log, which needs to know the changed rows: those of a table without a primary key whole. */
export async function makeMovable(db: Db, schema: string) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r' and c.relreplident = 'd'
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.id(schema, name)} replica identity full`.execute(db)
}
