import type { Context } from '../../records/context.ts'
import { mayAnywhere } from '../../records/permission/governing.ts'
import { holdingsOf } from '../../records/permission/role-grants.ts'
import { refuse } from '../../errors.ts'
import { isHolding } from '../../records/proposals/holding.ts'
import { PERMISSIONS } from './permission-holding.ts'

/** Those of these people whose roles may confirm changes of permissions, whether they can sign in now or not. */
export async function confirmersAmong(ctx: Pick<Context, 'db'>, people: readonly string[]): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('user_info')
    .select(['sid', 'role_sids'])
    .where('sid', 'in', [...people])
    .execute()
  const holdingOf = await holdingsOf(
    ctx,
    rows.flatMap(({ role_sids }) => role_sids ?? []),
  )
  return new Set(rows.flatMap(({ sid, role_sids }) => (mayAnywhere(holdingOf(role_sids ?? []), 'permission_proposal', 'transition') ? [sid] : [])))
}

/** A person who resets the password or second factor of somebody can sign in as them. */
export async function refuseResetOfConfirmer(ctx: Context, person: string) {
  if (!(await isHolding(ctx, PERMISSIONS))) return
  if ((await confirmersAmong(ctx, [person])).has(person)) refuse('rule', ONESELF_ONLY)
}

const ONESELF_ONLY = {
  summary_zh:
    '权限变更须两人：可以确认权限变更的人员，其密码和两步验证不能由他人重置。请本人通过“忘记密码”或恢复码处理；或先收回其角色（由另一管理员确认）后再重置',
  summary_en:
    'Two people are asked for permission changes, so nobody resets the password or second factor of a person who may confirm them. The person uses “Forgot password” or a recovery code; or their roles are taken away first, which a second administrator confirms',
}
