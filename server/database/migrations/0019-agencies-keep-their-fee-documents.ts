import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** An agency sees fee documents that were given to it; those that its people filed, it was given. */
export async function up(db: MigrationDb) {
  await sql`alter table document add column if not exists given_to_sids uuid[], add column if not exists visibility text,
    add column if not exists created_by uuid`.execute(db)
  await sql`alter table user_info add column if not exists agency_sid uuid`.execute(db)
  await sql`update document as d set given_to_sids = array_append(coalesce(d.given_to_sids, '{}'), p.agency_sid) from user_info as p
    where p.sid = d.created_by and p.agency_sid is not null and d.visibility = 'V4' and not p.agency_sid = any(coalesce(d.given_to_sids, '{}'))`.execute(
    db,
  )
}
