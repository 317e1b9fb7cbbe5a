import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

const LONGEST = 63

/** The role that reads the views of a tenant. Roles are common to all databases of a server, so its name begins with that of ours. */
export async function roleOf(db: QueryExecutorProvider, schema: string): Promise<{ name: string; database: string; isThere: boolean }> {
  const { rows } = await sql<{ database: string; roles: string[] }>`
    select current_database()::text as database, array(select rolname::text from pg_roles where rolname like '%\\_bi\\_%') as roles`.execute(db)
  const { database = '', roles = [] } = rows[0] ?? {}
  const name = withinName(`${database}_bi_${schema.replace(/^t_/, '')}`)
  return { name, database, isThere: roles.includes(name) }
}

/** PostgreSQL cuts names at 63 bytes. */
function withinName(whole: string) {
  if (Buffer.byteLength(whole) <= LONGEST) return whole
  return `${whole.slice(0, 20)}_bi_${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`
}
