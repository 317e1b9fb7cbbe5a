import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/**
 * An agency sees technical drafts that were given to it; what it saw before this was so, it was given. The table of a document's case is any that
 * names an agency, since earlier versions had no common head of cases; no two records have one key.
 */
export async function up(db: MigrationDb) {
  await sql`alter table document add column if not exists given_to_sids uuid[]`.execute(db)
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('sid', 'agency_sid') and udt_name = 'uuid' and table_name <> 'document'
    group by table_name having count(*) = 2`.execute(db)
  for (const { name } of rows)
    await sql`update document as d set given_to_sids = array[c.agency_sid] from ${sql.table(name)} as c
      where c.sid = d.case_sid and c.agency_sid is not null and d.visibility = 'V1' and d.given_to_sids is null`.execute(db)
}
