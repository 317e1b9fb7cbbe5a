import { type QueryExecutorProvider, sql } from 'kysely'
import { StartFault } from '../../config.ts'
import type { Db } from '../pool.ts'
import { quote } from '../sync.ts'
import { biSchema, dropViews, grantsFor, keepViews, MARK, readKept } from './keep-views.ts'
import { type Declared, literal } from './open-rows.ts'
import { roleOf } from './role-name.ts'
import { scramVerifier } from './scram.ts'
import { endSessions } from './sessions.ts'

/** Limits against what a tool asks for by mistake; rights it has none beyond the views. */
const SETTINGS: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'on',
  statement_timeout: '120s',
  transaction_timeout: '300s',
  idle_in_transaction_session_timeout: '60s',
  idle_session_timeout: '30min',
}
/** Only a superuser may set it. Sorts and joins of one session fill the disk up to this and no further. */
const OF_SUPERUSERS: Readonly<Record<string, string>> = { temp_file_limit: '2GB' }
const CONNECTIONS = 10
const STILL_NEEDED = '2BP01'

/** `isNew`: the password opens it; a role that was open before keeps its own. */
export type Admitted = { role: string; database: string; schema: string; isNew: boolean }

/** The views of a tenant and the role that may read them, and nothing else. Asked again, it makes what is missing. */
export async function admitBi(db: Db, read: (db: Db) => Promise<Declared>, schema: string, password: string): Promise<Admitted> {
  const bi = biSchema(schema)
  const { role, database, isNew } = await db.transaction().execute(async (trx) => {
    const { name, database, isThere } = await roleOf(trx, schema)
    await makeSchema(trx, schema)
    const role = { name, database, bi }
    const isNew = isThere ? await openAgain(trx, role, password) : await makeRole(trx, role, password)
    const connect = (await mayConnect(trx, name)) ? '' : `; grant connect on database ${quote(database)} to ${quote(name)}`
    await sql.raw(`grant usage on schema ${quote(bi)} to ${quote(name)}${connect}`).execute(trx)
    return { role: name, database, isNew }
  })
  await keepViews(db, read, schema)
  const { views = [] } = (await readKept(db, schema)) ?? {}
  await sql.raw((await grantsFor(db, schema, views)).join('; ')).execute(db)
  return { role, database, schema: bi, isNew }
}

/** One of this name that is not marked as ours is somebody else's. */
async function makeSchema(db: Db, schema: string) {
  if (await readKept(db, schema)) return
  const bi = biSchema(schema)
  if (await asks(db, sql<{ yes: boolean }>`select exists (select from pg_namespace where nspname = ${bi}) as yes`)) throw foreign(bi)
  await sql.raw(`create schema ${quote(bi)}; comment on schema ${quote(bi)} is ${literal(MARK)}`).execute(db)
}

const foreign = (bi: string) =>
  new StartFault([
    `数据库中已有名为 ${bi} 的 schema，不由 Innoe 建立：请数据库管理员改名或删除它，然后再次运行本命令`,
    `The database has a schema ${bi} that Innoe did not make: ask its administrator to rename or drop it, then run this command again`,
  ])

type Role = { name: string; database: string; bi: string }

async function makeRole(db: Db, role: Role, password: string): Promise<true> {
  const rights = await ownRights(db)
  if (!rights.mayCreate) throw mayNotCreate(rights.user, role)
  const statements = [
    `create role ${quote(role.name)} login password ${literal(scramVerifier(password))} connection limit ${CONNECTIONS} nosuperuser nocreatedb nocreaterole noinherit`,
    ...settingsOf(role, rights),
    ...(rights.isSuperuser ? [] : [mayEnd(role, rights.user)]),
  ]
  await sql.raw(statements.join('; ')).execute(db)
  return true
}

/**
 * A role of ours that stands already. One that was withdrawn and could not be dropped gets this password: who knows that of before stays
 * out. The settings went with the database, if this is another one of its name.
 */
async function openAgain(db: Db, role: Role, password: string): Promise<boolean> {
  if (!(await mayChange(db, role.name))) return false
  const { rows } = await sql<{ isClosed: boolean; isSet: boolean }>`
    select not rolcanlogin as "isClosed", exists (select from pg_db_role_setting join pg_database d on d.oid = setdatabase
      where setrole = r.oid and datname = current_database()) as "isSet"
    from pg_roles r where rolname = ${role.name}`.execute(db)
  const { isClosed = false, isSet = true } = rows[0] ?? {}
  const statements = [
    ...(isClosed ? [`alter role ${quote(role.name)} login password ${literal(scramVerifier(password))}`] : []),
    ...(isSet ? [] : settingsOf(role, await ownRights(db))),
  ]
  if (statements.length > 0) await sql.raw(statements.join('; ')).execute(db)
  return isClosed
}

const settingsOf = ({ name, database, bi }: Role, { isSuperuser }: { isSuperuser: boolean }) =>
  Object.entries({ search_path: quote(bi), ...SETTINGS, ...(isSuperuser && OF_SUPERUSERS) }).map(
    ([setting, value]) =>
      `alter role ${quote(name)} in database ${quote(database)} set ${setting} = ${setting === 'search_path' ? value : literal(value)}`,
  )

/** Else a user that is no superuser could not end its sessions. */
const mayEnd = ({ name }: Role, user: string) => `grant ${quote(name)} to ${quote(user)} with inherit true, set false`

function mayNotCreate(user: string, role: Role) {
  const name = quote(role.name)
  const allow = `alter role ${quote(user)} createrole;`
  const made = [
    `create role ${name} login noinherit connection limit ${CONNECTIONS}`,
    ...settingsOf(role, { isSuperuser: false }),
    mayEnd(role, user),
  ]
  const make = [...made.map((one) => `${one};`), `\\password ${name}`].join('\n  ')
  return new StartFault([
    `数据库用户 ${user} 不能建立角色。请数据库管理员执行其一，然后再次运行本命令：\n  ${allow}\n或\n  ${make}`,
    `The database user ${user} may not create roles. Ask the administrator of the database for one of these, then run this command again:\n  ${allow}\nor\n  ${make}`,
  ])
}

/** Another password for the role; the one before no longer opens it, and what it opened is ended. */
export async function changeBiPassword(db: Db, schema: string, password: string): Promise<Admitted> {
  const { name, database, isThere } = await roleOf(db, schema)
  if (!isThere || !(await readKept(db, schema))) throw notAdmitted()
  if (!(await mayChange(db, name)))
    throw new StartFault([
      `请数据库管理员更改角色 ${name} 的密码`,
      `The password of the role ${name} is changed by the administrator of the database`,
    ])
  await sql.raw(`alter role ${quote(name)} password ${literal(scramVerifier(password))}`).execute(db)
  await endSessions(db, schema)
  return { role: name, database, schema: biSchema(schema), isNew: true }
}

const notAdmitted = () => new StartFault(['尚未开放：请先运行 innoe bi create', 'There are no views yet: run innoe bi create'])

/** `isClosed`: it is ours and may not log in any more, but PostgreSQL keeps it for what it owns or may read elsewhere. */
export type Withdrawn = { left?: string; isClosed?: true }

/** Takes views, rights and role away; answers the role that only the administrator of the database may drop. */
export async function withdrawBi(db: Db, schema: string): Promise<Withdrawn> {
  const { name, database, isThere } = await roleOf(db, schema)
  const isMine = isThere && (await mayChange(db, name))
  // Nobody comes back while the views go.
  if (isMine) await sql.raw(`alter role ${quote(name)} nologin`).execute(db)
  await endSessions(db, schema)
  if (await readKept(db, schema))
    await db.transaction().execute(async (trx) => {
      await dropViews(trx, schema)
      await sql.raw(`drop schema ${quote(biSchema(schema))} cascade`).execute(trx)
    })
  if (!isThere) return {}
  if (await ownsDatabase(db)) await sql.raw(`revoke all on database ${quote(database)} from ${quote(name)}`).execute(db)
  if (!isMine) return { left: name }
  return (await isDropped(db, name)) ? {} : { left: name, isClosed: true }
}

/** A reader that keeps something in the database, such as a large object, keeps neither a withdrawal nor a removal back. */
async function isDropped(db: Db, role: string): Promise<boolean> {
  try {
    await sql.raw(`drop role ${quote(role)}`).execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === STILL_NEEDED) return false
    throw error
  }
}

async function ownRights(db: QueryExecutorProvider) {
  const { rows } = await sql<{ user: string; isSuperuser: boolean; mayCreate: boolean }>`
    select rolname::text as "user", rolsuper as "isSuperuser", rolsuper or rolcreaterole as "mayCreate"
    from pg_roles where rolname = current_user`.execute(db)
  return rows[0] ?? { user: '', isSuperuser: false, mayCreate: false }
}

const asks = async (db: Db, question: ReturnType<typeof sql<{ yes: boolean }>>) => (await question.execute(db)).rows[0]?.yes === true

const mayConnect = (db: Db, role: string) =>
  asks(db, sql<{ yes: boolean }>`select has_database_privilege(${role}, current_database(), 'connect') as yes`)

const ownsDatabase = (db: Db) =>
  asks(db, sql<{ yes: boolean }>`select pg_has_role(datdba, 'usage') as yes from pg_database where datname = current_database()`)

/** A role that the administrator of the database has made is theirs. */
const mayChange = (db: Db, role: string) =>
  asks(
    db,
    sql<{ yes: boolean }>`select (rolsuper or (rolcreaterole and pg_has_role(${role}, 'member with admin option'))) as yes
    from pg_roles where rolname = current_user`,
  )
