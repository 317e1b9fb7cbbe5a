import { sql } from 'kysely'
import { StartFault } from '../config.ts'
import type { Db } from '../database/pool.ts'
import type { TenantRow } from './bring-up.ts'

/** The comment of a schema that a move is filling. */
export const ARRIVING = 'innoe: arriving'

/** The comment of a schema on another server whose tenant was removed. */
export const REMOVED = 'innoe: removed'

/** The name of a schema that a tenant has left for another server, until it is dropped. */
export const departedOf = (schema: string) => `departed_${schema}`

/** The comment of a schema that its tenant is leaving, and of no other of its name: a later one must not get what it held. */
export const departing = ({ since }: Pick<TenantRow, 'since'>) => `innoe: departing ${since}`

export const isDeparting = (mark: string | null) => mark?.startsWith(departing({ since: '' })) === true

/** Null without a comment; undefined where there is no such schema. */
export async function markOf(db: Db, schema: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ mark: string | null }>`
    select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = ${schema}`.execute(db)
  return rows[0]?.mark
}

export const isSchema = async (db: Db, schema: string): Promise<boolean> => (await markOf(db, schema)) !== undefined

/** A tenant that is used has arrived: a later move would take what still says otherwise for a copy that broke off. */
export async function unmarkArrived(db: Db, schema: string) {
  if ((await markOf(db, schema)) === ARRIVING) await sql`comment on schema ${sql.id(schema)} is null`.execute(db)
}

/** A move broke off after the tenant had left and before the list of tenants said so. Its server is the one that the list names. */
export async function takeBack(db: Db, row: TenantRow) {
  const departed = departedOf(row.schema)
  if (await isSchema(db, row.schema)) return
  const mark = await markOf(db, departed)
  if (mark === undefined) return
  if (mark !== departing(row))
    throw new StartFault([
      `租户 ${row.name} 没有 ${row.schema}，而 ${departed} 不属于它：请先改名或删除`,
      `The tenant ${row.name} has no schema ${row.schema}, and ${departed} is not its own: rename or drop that first`,
    ])
  await sql`alter schema ${sql.id(departed)} rename to ${sql.id(row.schema)}`.execute(db)
  await sql`comment on schema ${sql.id(row.schema)} is null`.execute(db)
}
