import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'
import { refuse } from '../../errors.ts'
import { SYSTEM, type Context, platformCode, type Draft } from '../../records/context.ts'

type Role = { sid: string; name: string; weight: number; platform: string; code: string }

/**
 * A role is given to people of its own end only. Whoever does not keep the roles themselves gives none that weighs more than
 * their own: else whoever may edit people could make themselves administrator.
 */
export async function checkRoles(ctx: Context, drafts: readonly Draft[]) {
  const asked = drafts.filter((draft) => draft.changed.has('role_sids') || draft.changed.has('person_type'))
  const sids = [...new Set(asked.flatMap((draft) => rolesOf(draft.row)))]
  if (sids.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const roles = await readRoles(ctx, sids)
  const highest = keepsRoles(ctx) ? Number.POSITIVE_INFINITY : await ownWeight(ctx)
  for (const draft of asked) {
    const end = draft.row.person_type === 'AGENCY' ? '2' : '1'
    const old = new Set(rolesOf(draft.before))
    for (const role of rolesOf(draft.row).flatMap((sid) => roles.get(sid) ?? [])) {
      if (role.platform !== end)
        faultAt(ctx, model, draft, 'role_sids', [`“${role.name}”不属于此人的登录端`, `“${role.name}” belongs to the other end`])
      else if (!old.has(role.sid) && role.weight > highest)
        faultAt(ctx, model, draft, 'role_sids', [`您不能授予“${role.name}”`, `“${role.name}” is not yours to give`])
    }
  }
}

/** Who resets somebody's password could sign in as them: nobody does so to those above them. */
export async function refuseAbove(ctx: Context, person: string) {
  if (keepsRoles(ctx)) return
  const row = await ctx.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
  const roles = await readRoles(ctx, rolesOf(row))
  const own = await ownWeight(ctx)
  if ([...roles.values()].some(({ weight }) => weight > own))
    refuse('forbidden', { what_zh: '操作权限更高人员的账号', what_en: 'to act on the account of someone with wider permission' })
}

const rolesOf = (row: Record<string, unknown> | undefined) => (row?.role_sids as string[] | null | undefined) ?? [] // a references column

async function readRoles({ db }: Context, sids: readonly string[]): Promise<Map<string, Role>> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('role')
    .select(['sid', 'code', 'name', 'weight', 'platform'])
    .where('sid', 'in', [...sids])
    .execute()
  return new Map(
    rows.map((row) => [
      String(row.sid),
      { sid: String(row.sid), code: String(row.code), name: String(row.name), weight: Number(row.weight ?? 0), platform: String(row.platform) },
    ]),
  )
}

/** The system itself, and whoever may change what roles may do. */
function keepsRoles({ actor }: Context) {
  return actor.grants.some(
    ({ role, model, verbs, scope }) =>
      role === SYSTEM.grants[0]?.role ||
      ((model === 'role_grant' || model === '*') && scope === 'ALL' && (verbs.includes('*') || verbs.includes('update'))),
  )
}

async function ownWeight({ db, actor }: Context) {
  if (actor.roles.length === 0) return -1
  const rows = await db
    .selectFrom('role')
    .select('weight')
    .where('code', 'in', [...actor.roles])
    .where('platform', '=', platformCode(actor.platform))
    .execute()
  return Math.max(-1, ...rows.map((row) => Number(row.weight ?? 0)))
}
