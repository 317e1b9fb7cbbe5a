import { sql } from 'kysely'
import type pg from 'pg'
import { HEAD } from '../../model/cases/head-fields.ts'
import { type Db, handleOf } from '../database/pool.ts'
import { tenantRows } from './bring-up.ts'

/** Every tenant with the number of its cases and the size of its tables, such as `12 MB`. */
export async function listTenants(pool: pg.Pool) {
  const root = handleOf(pool, 'public')
  const rows = await tenantRows(root)
  return await Promise.all(rows.map(async (row) => ({ ...row, cases: await casesIn(root, row.schema), size: await sizeOf(root, row.schema) })))
}

async function casesIn(root: Db, schema: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from ${sql.id(schema, 'record_count')} where model = ${HEAD}`.execute(root)
  return rows[0]?.n ?? 0
}

async function sizeOf(root: Db, schema: string): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(coalesce(sum(pg_total_relation_size(c.oid)), 0)) as size
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(root)
  return rows[0]?.size ?? ''
}
