import type { BiState } from '../../../model/settings/bi-routes.ts'
import type { Db } from '../pool.ts'
import { biSchema, readKept } from './keep-views.ts'
import { mayChange, mayEnter } from './rights.ts'
import { roleOf } from './role-name.ts'

/** `isTheirs`: the administrator of the database has made the role, and keeps its password. */
export type Standing = { state: BiState; role: string; database: string; schema: string; since?: string; isTheirs: boolean }

/** State of the BI access of a tenant, read from the catalogue of the database */
export async function biStanding(db: Db, schema: string): Promise<Standing> {
  const { name: role, database, isThere } = await roleOf(db, schema)
  const [kept, bi] = [await readKept(db, schema), biSchema(schema)]
  const isOpen = isThere && kept !== undefined && kept.views.length > 0 && (await mayEnter(db, role, bi))
  const state = kept ? (isOpen ? 'ADMITTED' : 'INCOMPLETE') : isThere ? 'LEFT' : 'NONE'
  return { state, role, database, schema: bi, isTheirs: isThere && !(await mayChange(db, role)), ...(kept?.since && { since: kept.since }) }
}
