import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { draftFrom, refuseFaulty } from '../../records/write/write.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import type { RowOf } from '../../database/tables.ts'
import { EXCESS, excessOf } from './given-roles.ts'
import { bindingRoles } from './own-denials.ts'
import { ownRank, ranksOf } from './rank.ts'

/**
 * A role is assigned only to people of its own end. People who may not edit roles cannot assign a role above
 * their own, one that shows other companies, or one that shows numbers which they see masked; to themselves, none that gives more
 * than they have. Otherwise they could make themselves administrator.
 */
export async function checkRoles(ctx: Context, drafts: readonly Draft[]) {
  await keepOwnDenials(ctx, drafts)
  const asked = drafts.filter((draft) => draft.changed.has('role_sids') || draft.changed.has('person_type') || isBack(draft))
  const sids = [...new Set(asked.flatMap((draft) => rolesOf(draft.row)))]
  if (sids.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const rows = await ctx.db.selectFrom('role').select(['sid', 'name', 'platform']).where('sid', 'in', sids).execute()
  const roles = new Map(rows.map((row) => [row.sid, row]))
  const [own, ranks, excess] = [await ownRank(ctx), await ranksOf(ctx, sids), await excessOf(ctx, sids)]
  for (const draft of asked) {
    const end = draft.row.person_type === 'AGENCY' ? '2' : '1'
    const old = new Set(isBack(draft) ? [] : rolesOf(draft.before))
    for (const role of rolesOf(draft.row).flatMap((sid) => roles.get(sid) ?? [])) {
      if (role.platform !== end)
        faultAt(ctx, model, draft, 'role_sids', [`“${role.name}”不属于此人的登录端`, `“${role.name}” is a role of the other end`])
      else if (!old.has(role.sid) && (ranks.get(role.sid) ?? 0) > own)
        faultAt(ctx, model, draft, 'role_sids', [`您不能授予“${role.name}”`, `you may not grant “${role.name}”`])
      else {
        const more = old.has(role.sid) ? undefined : excess(role.sid, draft.sid === ctx.actor.sid)
        if (more) faultAt(ctx, model, draft, 'role_sids', EXCESS[more](String(role.name)))
      }
    }
  }
}

/** A leaver who is employed again has the roles that they had. */
const isBack = ({ before, row }: Draft) => before?.person_status === 'RESIGNED' && row.person_status !== 'RESIGNED'

/** People restored from the recycle bin get their roles again. */
export async function refuseRolesGivenAgain(ctx: Context, rows: readonly RowOf<'user_info'>[]) {
  const drafts = rows.map((row): Draft => ({ ...draftFrom<RowValues>(row), before: undefined, changed: new Set(['role_sids']) }))
  await checkRoles(ctx, drafts)
  refuseFaulty(drafts)
}

/** A person cannot drop a role that denies them permissions that they could not grant themselves. */
async function keepOwnDenials(ctx: Context, drafts: readonly Draft[]) {
  const own = drafts.find(({ sid, before, changed }) => before && sid === ctx.actor.sid && changed.has('role_sids'))
  const dropped = rolesOf(own?.before).filter((role) => !rolesOf(own?.row).includes(role))
  const [binding] = own ? await bindingRoles(ctx, dropped) : []
  if (!own || !binding) return
  const role = await ctx.db.selectFrom('role').select(['name', 'name_en']).where('sid', '=', binding).executeTakeFirst()
  faultAt(ctx, modelNamed(ctx.tenant.models, 'user_info'), own, 'role_sids', [
    `不能去掉本人的“${role?.name}”：它拒绝了您不能授予的权限`,
    `cannot lose your own “${role?.name_en || role?.name}”: it denies permissions that you could not grant`,
  ])
}

export const rolesOf = (row: Record<string, unknown> | undefined) => (row?.role_sids as string[] | null | undefined) ?? [] // a references column
