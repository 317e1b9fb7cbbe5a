import { sql } from 'kysely'
import { HEAD } from '../../model/cases/head-fields.ts'
import { StartFault } from '../config.ts'
import { isUnreached } from '../database/away.ts'
import { type Db, handleOf } from '../database/pool.ts'
import type { Server } from '../server.ts'
import { type TenantRow, tenantRows } from './bring-up.ts'
import { hasCitus } from '../database/citus.ts'

/** Every tenant with the server it is on, the number of its cases and the size of its tables, such as `12 MB`; these are missing while it is away. */
export async function listTenants({ pool, tenants }: Pick<Server, 'pool' | 'tenants'>) {
  const root = handleOf(pool, 'public')
  const sizeOf = (await hasCitus(root)) ? sizeInCluster : sizeHere
  const measured = async (row: TenantRow) => {
    const place = { ...row, at: tenants.all.get(row.name)?.node() ?? row.node ?? undefined }
    try {
      const db = handleOf(await tenants.structureOf(row), 'public')
      return { ...place, cases: await casesIn(db, row.schema), size: await sizeOf(db, row.schema) }
    } catch (error) {
      const isLeaving = row.moving !== null || (error instanceof Error && 'code' in error && error.code === '42P01')
      if (!isLeaving && !isUnreached(error) && !(error instanceof StartFault)) throw error // a node that the settings do not name
      return place
    }
  }
  return await Promise.all((await tenantRows(root)).map(measured))
}

async function casesIn(root: Db, schema: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from ${sql.id(schema, 'record_count')} where model = ${HEAD}`.execute(root)
  return rows[0]?.n ?? 0
}

async function sizeHere(root: Db, schema: string): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(coalesce(sum(pg_total_relation_size(c.oid)), 0)) as size
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(root)
  return rows[0]?.size ?? ''
}

async function sizeInCluster(root: Db, schema: string): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(coalesce(sum(citus_total_relation_size(c.oid, false)), 0)) as size
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_dist_partition p on p.logicalrelid = c.oid
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(root)
  return rows[0]?.size ?? ''
}
