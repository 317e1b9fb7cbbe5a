import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Context, Draft } from '../../records/context.ts'
import { ownRank, ranksOf } from './rank.ts'
import { rolesBeyond } from './reach.ts'

/**
 * A role is assigned only to people of its own end. People who may not edit roles cannot assign a role above
 * their own or one that shows other companies; otherwise they could make themselves administrator.
 */
export async function checkRoles(ctx: Context, drafts: readonly Draft[]) {
  const asked = drafts.filter((draft) => draft.changed.has('role_sids') || draft.changed.has('person_type'))
  const sids = [...new Set(asked.flatMap((draft) => rolesOf(draft.row)))]
  if (sids.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const rows = await ctx.db.selectFrom('role').select(['sid', 'name', 'platform']).where('sid', 'in', sids).execute()
  const roles = new Map(rows.map((row) => [row.sid, row]))
  const [own, ranks, beyond] = [await ownRank(ctx), await ranksOf(ctx, sids), await rolesBeyond(ctx, sids)]
  for (const draft of asked) {
    const end = draft.row.person_type === 'AGENCY' ? '2' : '1'
    const old = new Set(rolesOf(draft.before))
    for (const role of rolesOf(draft.row).flatMap((sid) => roles.get(sid) ?? [])) {
      if (role.platform !== end)
        faultAt(ctx, model, draft, 'role_sids', [`“${role.name}”不属于此人的登录端`, `“${role.name}” is a role of the other end`])
      else if (!old.has(role.sid) && ((ranks.get(role.sid) ?? 0) > own || beyond.has(role.sid)))
        faultAt(ctx, model, draft, 'role_sids', [`您不能授予“${role.name}”`, `you may not grant “${role.name}”`])
    }
  }
}

export const rolesOf = (row: Record<string, unknown> | undefined) => (row?.role_sids as string[] | null | undefined) ?? [] // a references column
