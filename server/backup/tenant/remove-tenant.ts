import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { handleOf } from '../../database/pool.ts'

/**
 * Drops the schema of a tenant that no process serves any more, and removes its files from the disk; those in S3 stay. Table by table,
 * since PostgreSQL cannot lock all of them in one transaction.
 */
export async function removeTenant(pool: pg.Pool, storageUrl: string, { name, schema }: { name: string; schema: string }) {
  const db = handleOf(pool, schema)
  const { rows } = await sql<{ table: string }>`select tablename as "table" from pg_tables where schemaname = ${schema}`.execute(db)
  for (const { table } of rows) await sql`drop table if exists ${sql.id(schema, table)} cascade`.execute(db)
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
  if (storageUrl.startsWith('file:')) await rm(join(fileURLToPath(storageUrl), name), { recursive: true, force: true })
}
