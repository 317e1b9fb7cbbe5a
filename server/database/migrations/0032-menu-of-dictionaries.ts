import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** The menu of the dictionaries opens their own screen, no longer the list of all their options. */
export async function up(db: MigrationDb) {
  await sql`update rbac_menu set path = '/m/dictionary' where code = 'dictionaries' and path = '/m/dictionary_item'`.execute(db)
}
