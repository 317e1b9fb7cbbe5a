import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** American maintenance fees were stored as years 4, 8 and 12, whole numbers; they are named by the years after the grant: 3.5, 7.5 and 11.5. */
export async function up(db: MigrationDb) {
  await sql`alter table deadline alter column annuity_year type double precision`.execute(db)
  await sql`alter table fee alter column annuity_year type double precision`.execute(db)
  await sql`alter table patent alter column next_annuity_year type double precision`.execute(db)
  await sql`update patent set next_annuity_year = next_annuity_year - 0.5 where country = 'US' and next_annuity_year in (4, 8, 12)`.execute(db)
  await sql`update deadline set annuity_year = annuity_year - 0.5 where rule_id in ('US15', 'US16') and annuity_year in (4, 8, 12)`.execute(db)
  await sql`update fee set annuity_year = annuity_year - 0.5 from patent
    where patent.sid = fee.case_sid and patent.country = 'US' and fee.fee_class = 'ANNUITY' and fee.annuity_year in (4, 8, 12)`.execute(db)
}
