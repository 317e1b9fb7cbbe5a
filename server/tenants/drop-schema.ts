import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'

/** Table by table, since PostgreSQL cannot lock all of them in one transaction. The schema goes last: where this breaks off, it is asked for again. */
export async function dropSchema(db: Db, schema: string, beforeLast: () => Promise<void> = async () => {}) {
  const { rows } = await sql<{ table: string }>`select tablename as "table" from pg_tables where schemaname = ${schema}`.execute(db)
  for (const { table } of rows) await sql`drop table if exists ${sql.id(schema, table)} cascade`.execute(db)
  await beforeLast()
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
}
