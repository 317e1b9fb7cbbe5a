import { sql } from 'kysely'
import type { MigrationDb } from '../migrate.ts'

/** Tags and technical navigation stand last among the menus of cases, where 0007 left them beside others of the same place; the role of inventors says that they see documents and next steps. */
export async function up(db: MigrationDb) {
  for (const code of ['tech_nodes', 'tags'])
    await sql`update rbac_menu m set sort_by = (select max(sort_by) + 1 from rbac_menu last where last.parent_sid = m.parent_sid)
      where m.code = ${code} and exists (select from rbac_menu cases where cases.sid = m.parent_sid and cases.code = 'cases')
      and exists (select from rbac_menu other where other.parent_sid = m.parent_sid and other.sort_by = m.sort_by and other.sid <> m.sid)`.execute(db)
  await sql`update role set description = '查看本人的专利及其文件和下一步' where code = 'inventor' and description = '查看本人的专利'`.execute(db)
  await sql`update role set description_en = 'Sees own patents, their documents and next steps' where code = 'inventor' and description_en = 'Sees own patents'`.execute(
    db,
  )
}
