import { type QueryExecutorProvider, sql } from 'kysely'
import { roleOf } from './role-name.ts'

/** Ends what BI tools do in the tenant; their readers hold on to tables that are to change. Answers their role, where there is one. */
export async function endSessions(db: QueryExecutorProvider, schema: string): Promise<string | undefined> {
  const { name, isThere } = await roleOf(db, schema)
  if (!isThere) return undefined
  await endSessionsOf(db, name)
  return name
}

/** One that another user's role has opened cannot be ended, and is waited for. */
export async function endSessionsOf(db: QueryExecutorProvider, role: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${role} and datname = current_database() and pg_has_role(usesysid, 'usage')`.execute(db)
}
