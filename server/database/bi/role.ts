import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../pool.ts'
import { quote } from '../sync/sync.ts'
import { foreignSchema, mayNotCreate, notAdmitted, passwordOfAdministrator } from './faults.ts'
import { biSchema, dropViews, grantsFor, keepViews, markOf, oneAtATime, readKept } from './keep-views.ts'
import { type Declared, literal } from './open-rows.ts'
import { asks, mayChange, mayConnect, ownRights, ownsDatabase } from './rights.ts'
import { roleOf } from './role-name.ts'
import { scramVerifier } from './scram.ts'
import { endSessions } from './sessions.ts'

/** Limits against accidental queries of a tool; its only rights are those on the views. */
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

/** Its letters need no quoting in the settings of a tool. */
export const newBiPassword = () => randomBytes(24).toString('base64url')

/** `isNew`: the password opens it; a role that was open before keeps its own. */
export type Admitted = { role: string; database: string; schema: string; isNew: boolean }

/** Creates the views of a tenant and the role that may read only them. A second call creates missing parts. */
export async function admitBi(db: Db, read: (db: Db) => Promise<Declared>, schema: string, password: string): Promise<Admitted> {
  const bi = biSchema(schema)
  const { role, database, isNew } = await oneAtATime(db, schema, async (trx) => {
    const { name, database, isThere } = await roleOf(trx, schema)
    await makeSchema(trx, schema)
    const role = { name, database, bi }
    const isNew = isThere ? await openAgain(trx, role, password) : await makeRole(trx, role, password)
    const connect = (await mayConnect(trx, name)) ? '' : `; grant connect on database ${quote(database)} to ${quote(name)}`
    await sql.raw(`grant usage on schema ${quote(bi)} to ${quote(name)}${connect}`).execute(trx)
    return { role: name, database, isNew }
  })
  await keepViews(db, read, schema)
  await oneAtATime(db, schema, async (trx) => {
    const { views = [] } = (await readKept(trx, schema)) ?? {}
    await sql.raw((await grantsFor(trx, schema, views)).join('; ')).execute(trx)
  })
  return { role, database, schema: bi, isNew }
}

/** One of this name that is not marked as ours is somebody else's. */
async function makeSchema(db: Db, schema: string) {
  if (await readKept(db, schema)) return
  const bi = biSchema(schema)
  if (await asks(db, sql<{ yes: boolean }>`select exists (select from pg_namespace where nspname = ${bi}) as yes`)) throw foreignSchema(bi)
  await sql.raw(`create schema ${quote(bi)}; comment on schema ${quote(bi)} is ${literal(markOf({ since: new Date().toISOString() }))}`).execute(db)
}

type Role = { name: string; database: string; bi: string }

async function makeRole(db: Db, role: Role, password: string): Promise<true> {
  const rights = await ownRights(db)
  if (!rights.mayCreate) throw mayNotCreate(rights.user, waysFor(rights.user, role))
  const statements = [
    `create role ${quote(role.name)} login password ${literal(scramVerifier(password))} connection limit ${CONNECTIONS} nosuperuser nocreatedb nocreaterole noinherit`,
    ...settingsOf(role, rights),
    ...(rights.isSuperuser ? [] : [mayEnd(role, rights.user)]),
  ]
  await sql.raw(statements.join('; ')).execute(db)
  return true
}

/**
 * Reopens an existing role of ours. A withdrawn role that could not be dropped gets this password, so that the former one is
 * invalid. The settings are lost with the database, if this is another one of its name.
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

/** Statements for the administrator of the database, two ways: grant the right to create the role, or create the role itself. */
function waysFor(user: string, role: Role): string[] {
  const name = quote(role.name)
  const make = [
    `create role ${name} login noinherit connection limit ${CONNECTIONS}`,
    ...settingsOf(role, { isSuperuser: false }),
    mayEnd(role, user),
  ]
  return [`alter role ${quote(user)} createrole;`, [...make.map((one) => `${one};`), `\\password ${name}`].join('\n')]
}

/** Changes the password of the role; the former one is invalid, and its sessions end. */
export async function changeBiPassword(db: Db, schema: string, password: string): Promise<Admitted> {
  const change = async (trx: Db) => {
    const { isThere, ...role } = await roleOf(trx, schema)
    if (!isThere || !(await readKept(trx, schema))) throw notAdmitted()
    if (!(await mayChange(trx, role.name))) throw passwordOfAdministrator(role.name)
    await sql.raw(`alter role ${quote(role.name)} password ${literal(scramVerifier(password))}`).execute(trx)
    return role
  }
  const { name, database } = await againIfOvertaken(() => oneAtATime(db, schema, change))
  await endSessions(db, schema)
  return { role: name, database, schema: biSchema(schema), isNew: true }
}

/** `isClosed`: the role is ours and can no longer log in, but PostgreSQL keeps it because it owns or may read other objects. */
export type Withdrawn = { left?: string; isClosed?: true }

/** Statements for the administrator of the database that drop a remaining role */
export const dropsRole = (role: string) => `drop owned by ${quote(role)}; drop role ${quote(role)};`

/** Takes views, rights and role away; answers the role that only the administrator of the database may drop. */
export const withdrawBi = (db: Db, schema: string): Promise<Withdrawn> => againIfOvertaken(() => withdraw(db, schema))

async function withdraw(db: Db, schema: string): Promise<Withdrawn> {
  const { name, database, isThere } = await roleOf(db, schema)
  const isMine = isThere && (await mayChange(db, name))
  // Prevents new sessions while the views are dropped.
  if (isMine) await sql.raw(`alter role ${quote(name)} nologin`).execute(db)
  await endSessions(db, schema)
  if (await readKept(db, schema))
    await db.transaction().execute(async (trx) => {
      await dropViews(trx, schema)
      await sql.raw(`drop schema if exists ${quote(biSchema(schema))} cascade`).execute(trx)
    })
  if (!isThere) return {}
  if (await ownsDatabase(db)) await sql.raw(`revoke all on database ${quote(database)} from ${quote(name)}`).execute(db)
  if (!isMine) return { left: name }
  return (await isDropped(db, name)) ? {} : { left: name, isClosed: true }
}

/** A role that owns objects in the database, such as a large object, does not block a withdrawal or removal. */
async function isDropped(db: Db, role: string): Promise<boolean> {
  try {
    await sql.raw(`drop role if exists ${quote(role)}`).execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === STILL_NEEDED) return false
    throw error
  }
}

const MAX_TRIES = 10

/**
 * PostgreSQL refuses the second of two changes of a role at the same moment. A withdrawal takes no lock against it, since a reader could hold
 * one: the second begins again.
 */
async function againIfOvertaken<T>(act: () => Promise<T>): Promise<T> {
  for (let left = MAX_TRIES; ; left--)
    try {
      return await act()
    } catch (error) {
      if (left <= 1 || !isOvertaken(error)) throw error
      await setTimeout(randomInt(20, 100))
    }
}

/** Another has changed or dropped it meanwhile. */
const isOvertaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ((error.code === INTERNAL && /concurrently|could not find tuple|cache lookup failed/.test(error.message)) || error.code === NO_SUCH_OBJECT)
const INTERNAL = 'XX000'
const NO_SUCH_OBJECT = '42704'
