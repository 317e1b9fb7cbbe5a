import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Db } from '../pool.ts'

/** Rights of our database user in the whole database server */
export async function ownRights(db: QueryExecutorProvider) {
  const { rows } = await sql<{ user: string; isSuperuser: boolean; mayCreate: boolean }>`
    select rolname::text as "user", rolsuper as "isSuperuser", rolsuper or rolcreaterole as "mayCreate"
    from pg_roles where rolname = current_user`.execute(db)
  return rows[0] ?? { user: '', isSuperuser: false, mayCreate: false }
}

export const asks = async (db: Db, question: RawBuilder<{ yes: boolean }>) => (await question.execute(db)).rows[0]?.yes === true

export const mayConnect = (db: Db, role: string) =>
  asks(db, sql<{ yes: boolean }>`select has_database_privilege(${role}, current_database(), 'connect') as yes`)

export const ownsDatabase = (db: Db) =>
  asks(db, sql<{ yes: boolean }>`select pg_has_role(datdba, 'usage') as yes from pg_database where datname = current_database()`)

/** A role that the administrator of the database has made is theirs. */
export const mayChange = (db: Db, role: string) =>
  asks(
    db,
    sql<{ yes: boolean }>`select (rolsuper or (rolcreaterole and pg_has_role(${role}, 'member with admin option'))) as yes
    from pg_roles where rolname = current_user`,
  )

/** Whether the role may log in and enter the schema. */
export const mayEnter = (db: Db, role: string, schema: string) =>
  asks(
    db,
    sql<{ yes: boolean }>`select rolcanlogin and has_schema_privilege(oid, ${schema}::text, 'usage') as yes from pg_roles where rolname = ${role}`,
  )
