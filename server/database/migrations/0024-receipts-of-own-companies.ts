import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

const BEFORE = "visibility = 'V4' AND doc_type IS EMPTY"

/** Finance saw the receipts of all companies; now those of the person's own company and below, also where the role was shipped before. */
export async function up(db: MigrationDb) {
  await sql`alter table role_grant add column if not exists entity text, add column if not exists data_scope text,
    add column if not exists query text`.execute(db)
  await sql`update role_grant set query = ${`${BEFORE} AND company_sid IN (my_companies())`}
    where entity = 'document' and data_scope = 'CUSTOM' and query = ${BEFORE}`.execute(db)
}
