import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

const ORDINARY = ['V2', 'V3']
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  system_admin: ['V1', 'V2', 'V3', 'V4'],
  ip_manager: ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V8'],
  ip_engineer: ['V1', 'V2', 'V3', 'V4', 'V8'],
  finance: ['V3', 'V4'],
  dept_leader: ['V1', 'V2', 'V3', 'V8'],
  inventor: ['V1', 'V2', 'V3'],
  agency_admin: ['V1', 'V2', 'V3', 'V4'],
  agent: ['V1', 'V2', 'V3', 'V4'],
}

/** The classes of documents that a role sees, and who is reminded of deadlines that nobody owns, followed from the codes of roles; now each role says so. */
export async function up(db: MigrationDb) {
  await sql`alter table role add column if not exists document_classes text[]`.execute(db)
  for (const [code, classes] of Object.entries(CLASSES))
    await sql`update role set document_classes = ${sql.val([...classes])}::text[] where code = ${code} and document_classes is null`.execute(db)
  await sql`update role set document_classes = ${sql.val(ORDINARY)}::text[] where document_classes is null`.execute(db)
  await sql`update role_grant as g set verbs = array_append(g.verbs, 'receive_unowned') from role as r
    where r.sid = g.role_sid and r.code = 'ip_manager' and g.entity = 'deadline'
    and g.verbs is not null and not g.verbs && array['receive_unowned']::text[]`.execute(db)
}
