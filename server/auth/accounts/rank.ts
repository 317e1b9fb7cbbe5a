import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { SYSTEM, type Context, type Draft } from '../../records/context.ts'
import { givenOn, type Holding, mayAnywhere, mayEverywhere } from '../../records/permission/governing.ts'
import { holdingsOf } from '../../records/permission/role-grants.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { seeingBeyond } from './reach.ts'
import { ofSharedAgencies } from './shared-agencies.ts'

/** A role that keeps roles outranks every weight, since its holder could give themselves anything. */
const HIGHEST = Number.POSITIVE_INFINITY
const NOBODY = -1

type Caller = Pick<Context, 'db' | 'actor'>

/** A person cannot act on people of a higher rank: each changed draft about such a person gets a fault at the named field. */
export async function checkAbove<D extends Draft>(
  ctx: Context,
  model: Model,
  drafts: readonly D[],
  { personOf, fieldOf }: { personOf(draft: D): string | null; fieldOf(draft: D): string | undefined },
) {
  const asked = drafts.flatMap((draft) => {
    const [person, field] = [personOf(draft), fieldOf(draft)]
    return person && field ? [{ draft, person, field }] : []
  })
  const above = await peopleAbove(
    ctx,
    asked.map(({ person }) => person),
  )
  for (const { draft, person, field } of asked) if (above.has(person)) faultAt(ctx, model, draft, field, ABOVE)
}

const ABOVE = ['属于权限高于您的人员，您不能修改', 'belongs to a person with wider permissions than yours and cannot be changed by you'] as const

/** The same for calls without drafts. */
export async function refuseAbove(ctx: Context, ...people: readonly string[]) {
  if ((await peopleAbove(ctx, people)).size > 0)
    refuse('forbidden', { what_zh: '操作权限更高人员的账号', what_en: 'change the account of a person with wider permissions' })
}

/** Whether the rank of the record's person or role keeps this person from the verb. */
export async function isRankedAbove(ctx: Context, model: string, verb: string, { sid, user_info_sid, role_sid }: Record<string, unknown>) {
  if (verb !== 'update' && verb !== 'delete') return false
  // Of a person above only some fields are kept from those below.
  if (model === 'user_info') return verb === 'delete' && (await peopleAbove(ctx, [String(sid)])).size > 0
  if (model === 'user') return (await peopleAbove(ctx, [keyOf(user_info_sid)])).size > 0
  if (model === 'role') return areRolesAbove(ctx, [String(sid)])
  return model === 'role_grant' && areRolesAbove(ctx, [keyOf(role_sid)])
}

/** A reference as it is read: with its name, or flat. */
const keyOf = (value: unknown) => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))

/** A person cannot change roles above their own, or the permissions of these. */
export async function refuseRolesAbove(ctx: Context, roles: readonly string[]) {
  if (await areRolesAbove(ctx, roles)) refuse('forbidden', { what_zh: '操作高于本人的角色', what_en: 'change a role above your own' })
}

async function areRolesAbove(ctx: Context, roles: readonly string[]): Promise<boolean> {
  const [own, ranks] = [await ownRank(ctx), await ranksOf(ctx, roles)]
  return [...ranks.values()].some((rank) => rank > own)
}

/** A company or an agency: the field by which people and cases name it. */
export type Body = { field: 'company_sid' | 'agency_sid'; sid: string }

/** A company or agency that has people of a higher rank cannot be switched off, since that signs those people out. */
export async function checkAboveIn(ctx: Context, model: Model, draft: Draft, field: string, body: Body) {
  if (await hasPeopleAbove(ctx, body)) faultAt(ctx, model, draft, field, ABOVE_IN)
}

const ABOVE_IN = ['涉及权限高于您的人员，您不能修改', 'concerns a person with wider permissions than yours and cannot be changed by you'] as const

async function hasPeopleAbove(ctx: Context, { field, sid }: Body): Promise<boolean> {
  const own = await ownRank(ctx)
  if (own === HIGHEST) return false
  const rows = await ctx.db
    .selectFrom('user_info')
    .select('role_sids')
    .distinct()
    .where(field, '=', sid)
    .where('sid', 'is distinct from', ctx.actor.sid)
    .where('person_status', 'is distinct from', 'RESIGNED')
    .where('deleted_at', 'is', null)
    .execute()
  return (await areAbove(ctx, own, rows)).some(Boolean)
}

/** Includes people who see more than the companies of this person, or are of agencies that work for others. */
export async function peopleAbove(ctx: Context, people: readonly string[]): Promise<Set<string>> {
  const others = [...new Set(people)].filter((sid) => sid !== ctx.actor.sid)
  const own = others.length > 0 ? await ownRank(ctx) : HIGHEST
  if (own === HIGHEST) return new Set()
  const fields = ['sid', 'role_sids', 'department_sid', 'part_time_department_sids'] as const
  const rows = await ctx.db.selectFrom('user_info').select(fields).where('sid', 'in', others).execute()
  const [above, beyond] = [await areAbove(ctx, own, rows), await seeingBeyond(ctx, rows)]
  const shared = await ofSharedAgencies(ctx, others)
  return new Set(rows.flatMap(({ sid }, at) => (above[at] || beyond[at] || shared.has(sid) ? [sid] : [])))
}

/** Whether the roles of each person together rank above this */
async function areAbove(ctx: Caller, own: number, people: readonly { role_sids: readonly string[] | null }[]): Promise<boolean[]> {
  const rankOf = await rankReader(
    ctx,
    people.flatMap(({ role_sids }) => role_sids ?? []),
  )
  return people.map(({ role_sids }) => rankOf(role_sids ?? []) > own)
}

/** The rank of each role by itself. */
export async function ranksOf(ctx: Pick<Context, 'db'>, roles: readonly string[]): Promise<Map<string, number>> {
  const rankOf = await rankReader(ctx, roles)
  return new Map(roles.map((role) => [role, rankOf([role])]))
}

/** The rank of roles that one person holds: the weight of the weightiest, or the highest if together they keep roles. */
async function rankReader({ db }: Pick<Context, 'db'>, roles: readonly string[]): Promise<(held: readonly string[]) => number> {
  const sids = [...new Set(roles)]
  if (sids.length === 0) return () => NOBODY
  const rows = await db.selectFrom('role').select(['sid', 'weight']).where('sid', 'in', sids).execute()
  const weights = new Map(rows.map(({ sid, weight }) => [sid, weight ?? 0]))
  const holdingOf = await holdingsOf({ db }, sids)
  return (held) => (keepsRoles(holdingOf(held)) ? HIGHEST : Math.max(NOBODY, ...held.map((role) => weights.get(role) ?? NOBODY)))
}

const KEPT = 'role_grant'
const CHANGING = ['create', 'update', 'delete', 'import']

/** Whether what roles may do can be changed by this; a grant for a company does not let it. */
const keepsRoles = (holding: Holding) => CHANGING.some((verb) => givenOn(holding, KEPT, verb).grants.some(({ within }) => !within))

/** The system itself, and those who may change every role, have the highest rank; others that of their weightiest role. */
export async function ownRank({ db, actor }: Caller): Promise<number> {
  const isSystem = actor.grants.some(({ role }) => role === SYSTEM.grants[0]?.role)
  if (isSystem || CHANGING.some((verb) => mayEverywhere(actor, KEPT, verb))) return HIGHEST
  if (actor.roles.length === 0) return NOBODY
  const rows = await db
    .selectFrom('role')
    .select('weight')
    .where('code', 'in', [...actor.roles])
    .where('deleted_at', 'is', null)
    .execute()
  return Math.max(NOBODY, ...rows.map(({ weight }) => weight ?? 0))
}

/** Models whose keepers decide on the accounts and permissions of others. */
const OF_ACCOUNTS = ['role', 'role_grant', 'user', 'user_info', 'identity_provider']

/** Whether a role changes accounts or permissions, or covers all models: only an administrator may assign it. */
export async function isWideRole(ctx: Pick<Context, 'db'>, role: string): Promise<boolean> {
  const holding = (await holdingsOf(ctx, [role]))([role])
  const changes = (model: string) => CHANGING.some((verb) => mayAnywhere(holding, model, verb))
  return holding.grants.some(({ model }) => model === '*') || OF_ACCOUNTS.some(changes)
}
