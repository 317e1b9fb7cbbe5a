import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** The last day on which the right can still be saved, from the dates that each deadline has; docketing then computes it with the others. */
export async function up(db: MigrationDb) {
  await sql`alter table deadline add column if not exists final_due date, add column if not exists restoration_end date,
    add column if not exists live_until date`.execute(db)
  await sql`update deadline set final_due = case
      when status = 'MISSED' and restoration_end is not null and not exists (
        select from deadline own where own.case_sid = deadline.case_sid and own.key like '%:after:' || deadline.key
      ) then restoration_end
      else greatest(coalesce(extended_due, official_due), grace_end) end,
      live_until = case when manual then date '9999-12-31' else greatest(coalesce(extended_due, official_due), grace_end) end
    where final_due is null and suspended is not true and status in ('OPEN', 'MISSED')`.execute(db)
  await sql`update deadline set live_until = date '9999-12-31' where live_until is null and status = 'OPEN'`.execute(db)
}
