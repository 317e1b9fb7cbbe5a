import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** "Accounts open" was off in a new agency, and its people signed in all the same; it is on wherever an account of theirs is open. */
export async function up(db: MigrationDb) {
  await sql`update agency as a set account_open = true, version = a.version + 1
    where a.account_open is not true and a.valid is not false and exists (
      select from user_info as p join "user" as u on u.user_info_sid = p.sid
      where p.agency_sid = a.sid and p.deleted_at is null and u.deleted_at is null and u.status = 'OPEN')`.execute(db)
}
