import type { RowOf } from '../../database/tables.ts'
import type { Context, Draft } from '../../records/context.ts'
import { grantsOfRoles } from '../../records/permission/role-grants.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { ownRank } from './rank.ts'
import { beyondOwn } from './reach.ts'

type GrantRow = Pick<RowOf<'role_grant'>, 'role_sid' | 'entity' | 'denies'> & Parameters<typeof beyondOwn>[1]

/** Those of these grants that deny what this person could not grant: to take one off would be to grant it. */
export async function bindingAmong<G extends GrantRow>(ctx: Context, grants: readonly G[]): Promise<G[]> {
  const denials = grants.filter(({ denies }) => denies === true)
  if (denials.length === 0 || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return []
  return denials.filter((grant) => grant.entity === '*' || grant.entity === 'role_grant' || beyondOwn(ctx, grant) !== undefined)
}

async function ownRoles({ db, actor }: Context): Promise<readonly string[]> {
  if (actor.sid === null) return []
  const row = await db.selectFrom('user_info').select('role_sids').where('sid', '=', actor.sid).executeTakeFirst()
  return row?.role_sids ?? []
}

/** Roles of this person that deny them permissions which they could not grant themselves */
export async function bindingRoles(ctx: Context, roles: readonly string[]): Promise<Set<string>> {
  const own = new Set(roles.length > 0 ? await ownRoles(ctx) : [])
  const held = roles.filter((role) => own.has(role))
  const binding = await bindingAmong(ctx, await grantsOfRoles(ctx, held))
  return new Set(binding.flatMap(({ role_sid }) => role_sid ?? []))
}

/** A person cannot switch off a role that denies them something, or move it to the other end. */
export async function checkOwnRoles(ctx: Context, drafts: readonly Draft[]) {
  const ended = drafts.flatMap((draft) => {
    const field = draft.before && ENDING.find((code) => draft.changed.has(code))
    return field ? [{ draft, field }] : []
  })
  const binding = await bindingRoles(
    ctx,
    ended.map(({ draft }) => draft.sid),
  )
  for (const { draft, field } of ended) if (binding.has(draft.sid)) faultAt(ctx, modelNamed(ctx.tenant.models, 'role'), draft, field, BINDS)
}

const ENDING = ['status', 'platform', 'valid']

export const BINDS = [
  '拒绝的是您不能授予的权限，因此您不能修改或解除；请由能授予者修改',
  'cannot be changed by you: it denies permissions that you could not grant; ask somebody who may grant them',
] as const
