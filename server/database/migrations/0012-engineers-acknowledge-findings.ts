import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Those who work on findings may acknowledge them; other roles that a company made keep what they have. Older installations know no denials. */
export async function up(db: MigrationDb) {
  await sql`update role_grant as g set verbs = array_append(g.verbs, 'transition') from role as r
    where r.sid = g.role_sid and r.code in ('ip_manager', 'ip_engineer') and g.entity = 'finding'
    and to_jsonb(g)->>'denies' is distinct from 'true' and g.verbs is not null and not g.verbs && array['*', 'transition']::text[]`.execute(db)
}
