import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Db } from '../pool.ts'
import { quote } from '../sync/sync.ts'
import { isLockTimeout } from '../sync/sync-while-used.ts'
import { stillRead } from './faults.ts'
import { type Declared, literal } from './open-rows.ts'
import { roleOf } from './role-name.ts'
import { endSessions } from './sessions.ts'
import { type View, viewsOf } from './views.ts'

/** The schema of the views of a tenant; it exists if BI tools were admitted. */
export const biSchema = (schema: string) => `bi_${schema.replace(/^t_/, '')}`

/** Begins the comment of such a schema; one of this name without it is somebody else's, and is left alone. */
const MARK = 'innoe'

type Kept = { digest?: string; since?: string }

/** The digest of the views, none while they are closed, and since when BI tools have access. */
export const markOf = ({ digest = '-', since = '' }: Kept) => `${MARK} ${digest} ${since}`.trimEnd()

type ReadModels = (db: Db) => Promise<Declared>

/** Serialises changes of the views or the role of a tenant: the second one sees the result of the first. */
export const oneAtATime = <T>(db: Db, schema: string, act: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${biSchema(schema)}, 0))`.execute(trx)
    return act(trx)
  })

/**
 * Creates missing views of the models for a tenant with BI access, all in one
 * transaction; without differences, it does nothing. The models are read under the lock, so that the views are not of older models.
 */
export async function keepViews(db: Db, read: ReadModels, schema: string): Promise<void> {
  if (!(await readKept(db, schema))) return
  await oneAtATime(db, schema, async (trx) => {
    const kept = await readKept(trx, schema)
    if (!kept) return
    const views = viewsOf(await read(trx), schema)
    const digest = digestOf(views)
    if (kept.digest === digest && views.every(({ name }) => kept.views.includes(name))) return
    await sql`set local statement_timeout = 0`.execute(trx)
    await dropViews(trx, schema)
    const statements = views.flatMap((view) => statementsFor(view, biSchema(schema)))
    const grants = await grantsFor(trx, schema, views.map(({ name }) => name)) // oxfmt-ignore
    const remember = `comment on schema ${quote(biSchema(schema))} is ${literal(markOf({ ...kept, digest }))}`
    await sql.raw([...statements, ...grants, remember].join(';\n')).execute(trx)
  })
}

type Whose = { tenant: string; schema: string }

/** Views that cannot be made keep nobody from starting. Those of before may show what is no longer to be shown, so they are closed. */
export async function keepViewsAtStart(db: Db, read: ReadModels, { tenant, schema }: Whose): Promise<void> {
  try {
    await keepViews(db, read, schema)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.error(
      `${tenant}: BI 视图未能建立，已关闭，下次启动再试 / the views of BI tools could not be made and are closed until the next start: ${why}`,
    )
    await closeViews(db, schema).catch(() => {})
  }
}

/** First what waits for no reader: without a digest, the next start makes them and gives the right again. */
async function closeViews(db: Db, schema: string) {
  const kept = await readKept(db, schema)
  if (!kept) return
  const { name, isThere } = await roleOf(db, schema)
  const bi = quote(biSchema(schema))
  const closed = literal(markOf(kept.since ? { since: kept.since } : {}))
  await sql.raw(`comment on schema ${bi} is ${closed}${isThere ? `; revoke usage on schema ${bi} from ${quote(name)}` : ''}`).execute(db)
  await db.transaction().execute((trx) => dropViews(trx, schema))
}

/** Within a transaction. A view holds on to the columns that it shows. What reads it is ended, since it would be waited for. */
export async function dropViews(trx: QueryExecutorProvider, schema: string): Promise<void> {
  const kept = await readKept(trx, schema)
  if (!kept || kept.views.length === 0) return
  const role = await endSessions(trx, schema)
  const names = kept.views.map((name) => `${quote(biSchema(schema))}.${quote(name)}`)
  await sql`set local lock_timeout = '10s'`.execute(trx)
  await sql
    .raw(`drop view if exists ${names.join(', ')} cascade`)
    .execute(trx)
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? stillRead(biSchema(schema), role) : error
    })
  await sql`set local lock_timeout to default`.execute(trx)
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

/** View by view, since one of another user in this schema is not ours to open. */
export async function grantsFor(db: Db, schema: string, views: readonly string[]): Promise<string[]> {
  const { name, isThere } = await roleOf(db, schema)
  const [bi, role] = [quote(biSchema(schema)), quote(name)]
  if (!isThere || views.length === 0) return []
  return [`grant usage on schema ${bi} to ${role}`, `grant select on ${views.map((view) => `${bi}.${quote(view)}`).join(', ')} to ${role}`]
}

const digestOf = (views: readonly View[]) => createHash('sha256').update(JSON.stringify(views)).digest('hex')

/** Absent: no BI tool was admitted. Views of other users beside ours are theirs. */
export async function readKept(db: QueryExecutorProvider, schema: string): Promise<(Kept & { views: string[] }) | undefined> {
  const { rows } = await sql<{ comment: string | null; views: string[] }>`
    select obj_description(n.oid, 'pg_namespace') as comment,
      array(select c.relname::text from pg_class c where c.relnamespace = n.oid and c.relkind = 'v'
        and c.relowner in (n.nspowner, (select oid from pg_roles where rolname = current_user))) as views
    from pg_namespace n where n.nspname = ${biSchema(schema)}`.execute(db)
  const [mark, digest, since] = rows[0]?.comment?.split(' ') ?? []
  if (!rows[0] || mark !== MARK) return undefined
  return { ...(digest && digest !== '-' && { digest }), ...(since && { since }), views: rows[0].views }
}
