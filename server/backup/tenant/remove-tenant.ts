import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { withdrawBi } from '../../database/bi/role.ts'
import { handleOf } from '../../database/pool.ts'
import { QUEUE_SCHEMA } from '../../jobs/queue.ts'
import { inTurn } from '../../tenants/bring-up.ts'

type Removed = { name: string; schema: string }

/**
 * Drops the schema of a tenant that no process serves any more, and removes its files from the disk; those in S3 stay. Table by table,
 * since PostgreSQL cannot lock all of them in one transaction. The schema goes last: where this breaks off, it is asked for again. No
 * process starts meanwhile, which would bring the schema up again.
 */
export function removeTenant(pool: pg.Pool, storageUrl: string, removed: Removed) {
  return inTurn(pool, async () => {
    const { name, schema } = removed
    const db = handleOf(pool, schema)
    await removeFiles(storageUrl, name)
    await dropTickets(pool, name)
    await withdrawBi(db, schema)
    const { rows } = await sql<{ table: string }>`select tablename as "table" from pg_tables where schemaname = ${schema}`.execute(db)
    for (const { table } of rows) await sql`drop table if exists ${sql.id(schema, table)} cascade`.execute(db)
    // A request may have written files meanwhile.
    await removeFiles(storageUrl, name)
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
  })
}

async function removeFiles(storageUrl: string, name: string) {
  if (storageUrl.startsWith('file:')) await rm(join(fileURLToPath(storageUrl), name), { recursive: true, force: true })
}

/** Queued jobs contain names of people. */
async function dropTickets(pool: pg.Pool, name: string) {
  const db = handleOf(pool, QUEUE_SCHEMA)
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${`${QUEUE_SCHEMA}.job`}) as found`.execute(db)
  if (rows[0]?.found) await sql`delete from ${sql.id(QUEUE_SCHEMA, 'job')} where data ->> 'tenant' = ${name}`.execute(db)
}
