import { sql } from 'kysely'
import type { RowOf } from '../../database/tables.ts'
import { refuse } from '../../errors.ts'
import { lockKey, type Context } from '../../records/context.ts'

/** An administrator keeps the others through these; a role whose own grant narrows one of them is not granted everything. */
const KEEPING = ['role', 'role_grant', 'user', 'user_info']

/** Grants of these entities decide whether a role is granted everything. */
export const decidesFull = (entity: unknown) => entity === '*' || KEEPING.includes(String(entity))

/** The roles that are granted everything and are in use, the oldest first. */
export async function fullRoles(ctx: Context): Promise<string[]> {
  return (await grantedAll(ctx)).filter(({ deleted_at, status }) => deleted_at === null && status === '1').map(({ sid }) => sid)
}

/** Also those that are switched off or deleted. */
export async function grantedAll({ db }: Context) {
  const roles = await db
    .selectFrom('role')
    .innerJoin('role_grant as g', 'g.role_sid', 'role.sid')
    .select([
      'role.sid',
      'role.deleted_at',
      'role.status',
      'g.entity',
      'g.data_scope',
      'g.verbs',
      'g.change_scope',
      'g.delete_scope',
      'g.within_company',
      'g.denies',
    ])
    .where('g.entity', 'in', ['*', ...KEEPING])
    .where('g.deleted_at', 'is', null)
    .where('g.valid', 'is not', sql.lit(false))
    .where('role.platform', '=', '1')
    .orderBy('role.created_at')
    .orderBy('role.sid')
    .execute()
  const narrowed = new Set(roles.flatMap((row) => (isAll(row) ? [] : [row.sid])))
  return roles.filter(({ entity, sid }) => entity === '*' && !narrowed.has(sid))
}

/** The grants of a role by which it is granted less than everything. */
export async function narrowingGrants({ db }: Context, role: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_grant')
    .select(['sid', 'data_scope', 'verbs', 'change_scope', 'delete_scope', 'within_company', 'denies', 'entity'])
    .where('role_sid', '=', role)
    .where((of) => of.or([of('entity', 'in', KEEPING), of.and([of('entity', '=', '*'), of('denies', '=', true)])]))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.flatMap((row) => (isAll(row) ? [] : [row.sid]))
}

type GrantFacts = Pick<RowOf<'role_grant'>, 'data_scope' | 'verbs' | 'change_scope' | 'delete_scope' | 'within_company' | 'denies'>

const isAll = ({ data_scope, verbs, change_scope, delete_scope, within_company, denies }: GrantFacts) =>
  denies !== true &&
  data_scope === 'ALL' &&
  (verbs ?? []).includes('*') &&
  [change_scope, delete_scope].every((scope) => (scope ?? 'ALL') === 'ALL') &&
  within_company === null

/** Open accounts without an end, of people with one of these roles and none of the denying ones, who are employed by a company that is not switched off. */
function lastingAccounts({ db }: Context, roles: readonly string[], denying: readonly string[]) {
  return db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .leftJoin('company as c', 'c.sid', 'p.company_sid')
    .select(['u.sid', 'p.sid as person'])
    .where((of) => of.or([of('c.sid', 'is', null), of.and([of('c.status', '=', '1'), of('c.valid', 'is not', sql.lit(false))])]))
    .where('u.status', '=', 'OPEN')
    .where('u.platform', '=', '1')
    .where('u.expires_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('p.person_status', '=', 'EMPLOYED')
    .where('p.person_type', 'is distinct from', 'EXTERNAL') // whose roles give nothing
    .where('p.deleted_at', 'is', null)
    .where('p.role_sids', '&&', sql.val([...roles]))
    .$if(denying.length > 0, (query) => query.where(sql<boolean>`not coalesce(p.role_sids && ${[...denying]}::uuid[], false)`))
}

/** The roles in use that take away something by which an administrator keeps the others. */
export async function denyingRoles({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('role_grant as g')
    .innerJoin('role as r', 'r.sid', 'g.role_sid')
    .select('r.sid')
    .distinct()
    .where('g.denies', '=', true)
    .where('g.entity', 'in', ['*', ...KEEPING])
    .where('g.deleted_at', 'is', null)
    .where('g.valid', 'is not', sql.lit(false))
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', '1')
    .execute()
  return rows.map(({ sid }) => sid)
}

/** Whether one of these people has an account that could be an administrator’s. */
export async function haveAccounts(ctx: Context, people: readonly string[]): Promise<boolean> {
  if (people.length === 0) return false
  const row = await ctx.db
    .selectFrom('user')
    .select('sid')
    .where('user_info_sid', 'in', [...people])
    .where('status', '=', 'OPEN')
    .where('expires_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a person with an open account has one of these roles. */
export async function areHeld(ctx: Context, roles: readonly string[]): Promise<boolean> {
  return roles.length > 0 && (await lastingAccounts(ctx, roles, await denyingRoles(ctx)).executeTakeFirst()) !== undefined
}

/** People who are notified of tasks for administrators */
export async function administratorsOf(ctx: Context): Promise<string[]> {
  const roles = await fullRoles(ctx)
  const rows = roles.length > 0 ? await lastingAccounts(ctx, roles, await denyingRoles(ctx)).execute() : []
  return rows.map(({ person }) => person)
}

/** Refuses a write that leaves no administrator, since no person could undo it. */
export async function keepOneAdministrator(ctx: Context) {
  if (ctx.actor.sid === null) return
  await lockKey(ctx, 'administrators')
  if (await areHeld(ctx, await fullRoles(ctx))) return
  refuse('rule', {
    summary_zh: '至少保留一位系统管理员：有长期有效的账号，其角色拥有全部权限',
    summary_en: 'At least one system administrator must remain, with an account that does not expire and a role that has all permissions',
  })
}
