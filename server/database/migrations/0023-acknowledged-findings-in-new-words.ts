import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** These findings are told in other words than before. One that was acknowledged says the same as before: the next check writes its words. */
export async function up(db: MigrationDb) {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('finding') is not null as is_there`.execute(db)
  if (!rows[0]?.is_there) return
  await sql`alter table finding add column if not exists status text, add column if not exists code text, add column if not exists words text`.execute(
    db,
  )
  await sql`update finding set words = null where status = 'ACKNOWLEDGED' and code in ('FAMILY_DISAGREES', 'FILING_DATE_IN_FUTURE', 'MISSING_CLASSES',
    'MISSING_FILING_DATE', 'MISSING_GRANT_DATE', 'MISSING_NOTICE', 'NEEDS_SET_DUE', 'NO_CALENDAR', 'NO_NEXT_OBLIGATION', 'NO_OWNER', 'NO_PRICE',
    'STATUS_CONFLICT')`.execute(db)
}
