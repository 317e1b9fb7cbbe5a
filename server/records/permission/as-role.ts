import { refuse } from '../../errors.ts'
import type { Context } from '../context.ts'
import { grantsOfRoles, holdingOf } from './role-grants.ts'

/** The caller with this role alone, to show the view of its people. Reads and writes do not run as such a person. */
export async function asRole(ctx: Context, sid: string): Promise<Context> {
  const role = await ctx.db
    .selectFrom('role')
    .select(['code', 'platform', 'document_classes'])
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!role) return refuse('not_found')
  const { grants, denies } = holdingOf(await grantsOfRoles(ctx, [sid]))
  const platform = role.platform === '2' ? 2 : 1
  return {
    ...ctx,
    actor: { ...ctx.actor, platform, roles: [role.code ?? ''], grants, denies, document_classes: role.document_classes ?? [], access: new Map() },
  }
}
