import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** The list of handovers shows all recipients; those of an earlier handover were kept as one person, or in its parts alone. */
export async function up(db: MigrationDb) {
  // The first versions had no handovers.
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('user_handover') is not null as is_there`.execute(db)
  if (!rows[0]?.is_there) return
  await sql`alter table user_handover add column if not exists to_user uuid, add column if not exists to_users uuid[],
    add column if not exists parts jsonb`.execute(db)
  await sql`update user_handover set to_users = array[to_user] where to_user is not null and to_users is null`.execute(db)
  await sql`update user_handover as h set to_users = named.sids
    from (
      select o.sid, array_agg(distinct (part ->> 'to_user')::uuid) as sids
      from user_handover as o cross join jsonb_array_elements(case jsonb_typeof(o.parts) when 'array' then o.parts else '[]' end) as part
      where o.to_users is null and part ->> 'to_user' is not null
      group by o.sid
    ) as named
    where h.sid = named.sid`.execute(db)
}
