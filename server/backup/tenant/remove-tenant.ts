import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { withdrawBi } from '../../database/bi/role.ts'
import { handleOf } from '../../database/pool.ts'
import { QUEUE_SCHEMA } from '../../jobs/queue.ts'
import { inTurn } from '../../tenants/bring-up.ts'
import { dropSchema } from '../../tenants/drop-schema.ts'

/** `places`: its schemas, and what a move has left of them; absent: the one in the installation's own database. */
type Removed = { name: string; schema: string; places?: readonly { pool: pg.Pool; schema: string }[] | undefined }

/**
 * Drops the schema of a tenant that no process serves any more, and removes its files from the disk; those in S3 stay. No
 * process starts meanwhile, which would bring the schema up again.
 */
export function removeTenant(pool: pg.Pool, storageUrl: string, removed: Removed) {
  return inTurn(pool, async () => {
    const { name, schema, places = [{ pool, schema }] } = removed
    await removeFiles(storageUrl, name)
    await dropTickets(pool, name)
    for (const place of places) {
      const db = handleOf(place.pool, schema)
      await withdrawBi(db, schema)
      await dropSchema(db, place.schema, () => removeFiles(storageUrl, name)) // a request may have written files meanwhile
    }
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
