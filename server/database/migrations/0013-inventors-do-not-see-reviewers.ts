import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

const BLIND = ['expert_sids', 'expert_group_sid', 'reviewer_sids', 'evaluate_vote', 'evaluate_due']

/** The role of inventors does not show who is asked about a disclosure; other roles that a company made keep what they have. */
export async function up(db: MigrationDb) {
  await sql`update role_grant as g set hidden_fields = coalesce(g.hidden_fields, '{}') || ${BLIND}::text[] from role as r
    where r.sid = g.role_sid and r.code = 'inventor' and g.entity = 'proposal' and to_jsonb(g)->>'denies' is distinct from 'true'
    and not coalesce(g.hidden_fields, '{}') && ${BLIND}::text[]`.execute(db)
}
