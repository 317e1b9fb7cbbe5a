import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

const REMARK = '随状态变更记录；日期不同的请改正 / recorded with the change of state; correct the date if it was another day'

/**
 * An event made by a transition was known by a sentence of its remark; now a field names the transition, which the catalogue
 * pairs with its code. An event whose remark was edited since is known by its history.
 */
export async function up(db: MigrationDb) {
  await sql`alter table official_event add column if not exists by_transition text`.execute(db)
  const was = JSON.stringify([{ field: 'remark', new: REMARK }])
  await sql`update official_event e
    set by_transition = coalesce((select min(t.transition) from document_type t where t.code = e.code and t.transition <> ''), e.code)
    where e.by_transition is null and (e.remark = ${REMARK} or exists (
      select 1 from change_log l where l.entity = 'official_event' and l.record_sid = e.sid::text and l.action = 'CREATE' and l.changes @> ${was}::jsonb))`.execute(
    db,
  )
}
