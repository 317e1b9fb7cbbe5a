import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Rules were for patents alone and named no kind of case; now each names the one that it governs, in its column and its content. */
export async function up(db: MigrationDb) {
  await sql`alter table deadline_rule add column if not exists case_kind text`.execute(db)
  await sql`update deadline_rule set case_kind = 'patent', content = jsonb_set(content, '{case_kind}', '"patent"')
    where jsonb_typeof(content) = 'object' and not content ? 'case_kind'`.execute(db)
}
