import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Undoing an event and running the completeness check were allowed by the codes of two roles; now their grants say so. */
export async function up(db: MigrationDb) {
  for (const [entity, ability] of [
    ['patent', 'undo_transition'],
    ['finding', 'run'],
  ] as const)
    await sql`update role_grant as g set verbs = array_append(g.verbs, ${ability}) from role as r
      where r.sid = g.role_sid and r.code in ('ip_manager', 'system_admin') and g.entity = ${entity}
      and g.verbs is not null and not g.verbs && array['*', ${ability}]::text[]`.execute(db)
}
