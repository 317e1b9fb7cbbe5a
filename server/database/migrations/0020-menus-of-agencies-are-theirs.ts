import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Three menus of the agencies' end were bound to roles of the enterprise alone, so that nobody there saw them. */
export async function up(db: MigrationDb) {
  await sql`alter table rbac_menu add column if not exists role_sids uuid[], add column if not exists platform text,
    add column if not exists code text`.execute(db)
  await sql`alter table role add column if not exists platform text`.execute(db)
  await sql`update rbac_menu as m set role_sids = null
    where m.code in ('agency_software', 'agency_copyrights', 'agency_ic_layouts') and m.platform = '2' and cardinality(m.role_sids) > 0
      and not exists (select from role as r where r.sid = any(m.role_sids) and r.platform = '2')`.execute(db)
}
