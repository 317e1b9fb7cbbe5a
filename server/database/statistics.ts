import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

// Smaller tables are read as a whole in any case.
const LEAST_BYTES = 1 << 20

/**
 * Updates the statistics of tables for which PostgreSQL assumes fewer than `rows` rows, although they have grown. PostgreSQL
 * keeps the plan of a statement prepared on an empty table until its statistics are updated, else a minute later.
 */
export async function countGrown(db: Kysely<Tables>, rows: number): Promise<string[]> {
  const { rows: grown } = await sql<{ relname: string }>`select c.relname from pg_class as c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.reltuples < ${rows}
      and pg_relation_size(c.oid) > ${LEAST_BYTES} order by c.relname`.execute(db)
  const names = grown.map(({ relname }) => relname)
  for (const name of names) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return names
}
