import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** An agency sees technical drafts that were given to it; what it saw before this was so, it was given. */
export async function up(db: MigrationDb) {
  await sql`alter table document add column if not exists given_to_sids uuid[]`.execute(db)
  await sql`update document as d set given_to_sids = array[c.agency_sid] from "case" as c
    where c.sid = d.case_sid and c.agency_sid is not null and d.visibility = 'V1' and d.given_to_sids is null`.execute(db)
}
