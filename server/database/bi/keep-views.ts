import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Db } from '../pool.ts'
import { quote } from '../sync.ts'
import { type Declared, literal } from './open-rows.ts'
import { roleOf } from './role-name.ts'
import { type View, viewsOf } from './views.ts'

/** The schema of the views of a tenant; it stands where BI tools were admitted. */
export const biSchema = (schema: string) => `bi_${schema.replace(/^t_/, '')}`

/**
 * Makes the views that the models ask for, where the tenant has admitted BI tools and they are not there yet. All of them at once, in one
 * transaction; where nothing differs, nothing is done.
 */
export async function keepViews(db: Db, declared: Declared, schema: string): Promise<void> {
  if (!(await readKept(db, schema))) return
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${biSchema(schema)}, 0))`.execute(trx)
    const kept = await readKept(trx, schema)
    const views = viewsOf(declared, schema)
    const digest = digestOf(views)
    if (!kept || (kept.digest === digest && kept.views.length === views.length)) return
    await sql`set local statement_timeout = 0`.execute(trx)
    await dropViews(trx, schema)
    const role = await roleOf(trx, schema)
    const grant = role.isThere ? [`grant select on all tables in schema ${quote(biSchema(schema))} to ${quote(role.name)}`] : []
    const remember = `comment on schema ${quote(biSchema(schema))} is ${literal(digest)}`
    await sql.raw([...views.flatMap((view) => statementsFor(view, biSchema(schema))), ...grant, remember].join(';\n')).execute(trx)
  })
}

/** A view holds on to the columns that it shows. What reads it is ended, since it would be waited for. */
export async function dropViews(db: QueryExecutorProvider, schema: string): Promise<void> {
  const kept = await readKept(db, schema)
  if (!kept || kept.views.length === 0) return
  await endSessions(db, schema)
  const names = kept.views.map((name) => `${quote(biSchema(schema))}.${quote(name)}`)
  await sql.raw(`drop view ${names.join(', ')} cascade`).execute(db)
}

export async function endSessions(db: QueryExecutorProvider, schema: string): Promise<void> {
  const { name, isThere } = await roleOf(db, schema)
  if (!isThere) return
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = ${name} and datname = current_database() and pg_has_role(usesysid, 'usage')`.execute(db)
}

/** Each is read as its owner and shows no row to a function of the reader before its own conditions have let it through. */
function statementsFor({ name, query, columns, words }: View, schema: string): string[] {
  const view = `${quote(schema)}.${quote(name)}`
  return [
    `create view ${view} with (security_barrier) as ${query}`,
    `comment on view ${view} is ${literal(words)}`,
    ...columns.map((column) => `comment on column ${view}.${quote(column.name)} is ${literal(column.words)}`),
  ]
}

const digestOf = (views: readonly View[]) => createHash('sha256').update(JSON.stringify(views)).digest('hex')

/** Absent: no BI tool was admitted. */
async function readKept(db: QueryExecutorProvider, schema: string) {
  const { rows } = await sql<{ digest: string | null; views: string[] }>`
    select obj_description(n.oid, 'pg_namespace') as digest,
      array(select c.relname::text from pg_class c where c.relnamespace = n.oid and c.relkind = 'v') as views
    from pg_namespace n where n.nspname = ${biSchema(schema)}`.execute(db)
  return rows[0]
}
