// Compares the permissions that an assigned role gives with those of the person who assigns it.
import type { Context } from '../../records/context.ts'
import { grantsOfRoles, type GrantRow } from '../../records/permission/role-grants.ts'
import { unmaskingAmong } from '../roles/own-visibility.ts'
import { ownRank } from './rank.ts'
import { beyondOwn, rolesBeyond } from './reach.ts'

/** In which way a role gives more than this person has. */
export type Excess = 'reaches' | 'unmasks' | 'widens'

export const EXCESS: Record<Excess, (role: string) => readonly [string, string]> = {
  reaches: (role) => [
    `您不能授予“${role}”：它涉及您公司范围以外、您自己也无权的数据`,
    `you may not grant “${role}”: it reaches beyond your companies, further than you do yourself`,
  ],
  unmasks: (role) => [
    `您不能授予“${role}”：它不脱敏您自己看到时已脱敏的号码`,
    `you may not grant “${role}”: it shows numbers that you see masked yourself`,
  ],
  widens: (role) => [
    `您不能授予本人“${role}”：它超出您现有的权限`,
    `you may not grant yourself “${role}”: it goes beyond the permissions that you have`,
  ],
}

/**
 * Roles that give more than this person has. Ranks and companies limit assignments to others; assigned to anybody, a role must
 * not unmask numbers that this person sees masked, and a person cannot assign more permissions to themselves.
 */
export async function excessOf(ctx: Context, roles: readonly string[]): Promise<(role: string, toSelf: boolean) => Excess | undefined> {
  if (roles.length === 0 || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return () => undefined
  const grants = (await grantsOfRoles(ctx, roles)).filter(({ denies }) => denies !== true)
  const beyond = await rolesBeyond(ctx, roles)
  const unmasking = new Set((await unmaskingAmong(ctx, grants)).map(({ role_sid }) => role_sid))
  const wider = await widerAmong(ctx, roles, grants)
  return (role, toSelf) => {
    if (beyond.has(role)) return 'reaches'
    if (unmasking.has(role)) return 'unmasks'
    return toSelf && wider.has(role) ? 'widens' : undefined
  }
}

/** Those that give something of which this person has less: records, verbs, fields, classes of documents, or functions bound to roles. */
async function widerAmong(ctx: Context, roles: readonly string[], grants: readonly GrantRow[]): Promise<Set<string>> {
  const { document_classes, functions = {}, role_sids = [] } = ctx.actor
  const rows = await ctx.db
    .selectFrom('role')
    .select(['sid', 'document_classes'])
    .where('sid', 'in', [...roles])
    .execute()
  const classes = new Map(rows.map((row) => [row.sid, row.document_classes ?? []]))
  const bound = Object.values(functions).filter((givers) => !givers.some((one) => role_sids.includes(one)))
  return new Set(
    roles.filter(
      (role) =>
        (classes.get(role) ?? []).some((one) => !document_classes.includes(one)) ||
        bound.some((givers) => givers.includes(role)) ||
        givesMore(
          ctx,
          grants.filter(({ role_sid }) => role_sid === role),
        ),
    ),
  )
}

/** A grant on all entities is one on each that has no grant of its own. */
function givesMore(ctx: Context, grants: readonly GrantRow[]): boolean {
  const own = new Set(grants.map(({ entity }) => entity))
  const others = [...ctx.tenant.models.all.values()].flatMap(({ name, derived }) => (derived || own.has(name) ? [] : [name]))
  return grants.some((grant) =>
    grant.entity === '*' ? others.some((entity) => beyondOwn(ctx, { ...grant, entity })) : beyondOwn(ctx, grant) !== undefined,
  )
}
