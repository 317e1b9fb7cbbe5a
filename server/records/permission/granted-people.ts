import { sql } from 'kysely'
import type { Ability } from '../../../model/kit/action.ts'
import type { Context } from '../context.ts'

/** The persons whom a role grants this ability by name, and none denies it. A grant of everything does not count: an ability may also be a task. */
export async function peopleGranted({ db }: Context, model: string, { code }: Ability): Promise<string[]> {
  const rows = await db
    .selectFrom('role_grant as g')
    .innerJoin('role as r', 'r.sid', 'g.role_sid')
    .select(['r.sid', 'g.denies'])
    .where('g.entity', '=', model)
    .where('g.verbs', '@>', sql.val([code]))
    .where('g.deleted_at', 'is', null)
    .where('g.valid', 'is not', false)
    .where('r.deleted_at', 'is', null)
    .where('r.status', '=', '1')
    .execute()
  const [roles, denying] = [false, true].map((isDenial) => rows.filter(({ denies }) => (denies === true) === isDenial).map(({ sid }) => sid))
  if (!roles || !denying || roles.length === 0) return []
  const people = await db
    .selectFrom('user_info')
    .select('sid')
    .where('role_sids', '&&', sql.val(roles))
    .$if(denying.length > 0, (query) => query.where(sql<boolean>`not coalesce(role_sids && ${denying}::uuid[], false)`))
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .execute()
  return people.map(({ sid }) => sid)
}
