import { sql } from 'kysely'
import type { Ability } from '../../../model/kit/action.ts'
import type { Context } from '../context.ts'
import { givenOn } from './governing.ts'
import { holdingsOf } from './role-grants.ts'

/** The persons whose roles together grant this ability by name. A grant of everything does not count: an ability may also be a task. */
export async function peopleGranted(ctx: Context, model: string, { code }: Pick<Ability, 'code'>): Promise<string[]> {
  const { db } = ctx
  const granting = await db
    .selectFrom('role_grant as g')
    .innerJoin('role as r', 'r.sid', 'g.role_sid')
    .select('r.sid')
    .where('g.entity', '=', model)
    .where('g.verbs', '@>', sql.val([code]))
    .where('g.denies', 'is not', true)
    .where('g.deleted_at', 'is', null)
    .where('g.valid', 'is not', false)
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', '1')
    .execute()
  if (granting.length === 0) return []
  const roles = granting.map(({ sid }) => sid)
  const people = await db
    .selectFrom('user_info')
    .select(['sid', 'role_sids'])
    .where('role_sids', '&&', sql.val(roles))
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .execute()
  const holdingOf = await holdingsOf(
    ctx,
    people.flatMap(({ role_sids }) => role_sids ?? []),
  )
  const isGranted = (held: readonly string[]) =>
    givenOn(holdingOf(held), model, code).grants.some(({ role, verbs }) => roles.includes(role) && verbs.includes(code))
  return people.flatMap(({ sid, role_sids }) => (isGranted(role_sids ?? []) ? [sid] : []))
}
