import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

const MAX_NAME_BYTES = 63
const DIGITS = 16

/** The role that reads the views of a tenant. Roles are common to all databases of a server, so its name begins with that of ours. */
export async function roleOf(db: QueryExecutorProvider, schema: string): Promise<{ name: string; database: string; isThere: boolean }> {
  const { rows } = await sql<{ database: string; roles: string[] }>`
    select current_database()::text as database, array(select rolname::text from pg_roles where rolname like '%\\_bi\\_%') as roles`.execute(db)
  const { database = '', roles = [] } = rows[0] ?? {}
  // Also a name that was cut says whose it is.
  const name = withinName(`${database}_bi_${schema.replace(/^t_/, '')}`, { kept: 20, then: '_bi_' })
  return { name, database, isThere: roles.includes(name) }
}

/** PostgreSQL cuts names at 63 bytes, so that two of them could become one: a longer one ends in a digest of the whole. */
export function withinName(whole: string, { kept, then } = { kept: MAX_NAME_BYTES - DIGITS - 1, then: '_' }): string {
  const bytes = Buffer.from(whole)
  if (bytes.length <= MAX_NAME_BYTES) return whole
  const begins = bytes
    .subarray(0, kept)
    .toString()
    .replace(/\uFFFD+$/, '') // a letter that was cut in its middle
  return `${begins}${then}${createHash('sha256').update(whole).digest('hex').slice(0, DIGITS)}`
}
