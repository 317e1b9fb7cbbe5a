import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** A patent had one suspension, so a second one overwrote the first; now it has a list of them, each with its start and end. */
export async function up(db: MigrationDb) {
  await sql`alter table patent add column if not exists suspensions jsonb`.execute(db)
  await sql`alter table patent add column if not exists suspended_from date`.execute(db)
  await sql`alter table patent add column if not exists suspended_to date`.execute(db)
  await sql`update patent set suspensions = jsonb_build_array(jsonb_build_object('from', suspended_from, 'to', suspended_to, 'reason', null))
    where suspended_from is not null and suspensions is null`.execute(db)
  await sql`alter table patent drop column suspended_from, drop column suspended_to`.execute(db)
}
