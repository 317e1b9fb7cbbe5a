import type { ExplainedAccount, ExplainedRole } from '../../../model/auth/roles/permission-actions.ts'
import { platformCode, type Context } from '../../records/context.ts'
import { isStillOpen, readPeople } from '../session/read-actor.ts'
import { isShutOut } from '../limits/shut-out.ts'

/** Whether a person can act at all, which of their roles count, and the context in which they act: absent without an open account. */
export type Standing = { account: ExplainedAccount; roles: ExplainedRole[]; as: Context | undefined }

/** The person acts as after signing in with no company chosen; nothing of the asker's own call comes along. */
export async function standingOf(ctx: Context, person: string): Promise<Standing> {
  const [actor] = await readPeople(ctx.tenant, [person])
  const isOpen = actor !== undefined && (await isStillOpen(ctx.tenant, actor))
  const { db, tenant, lang, source, request_id, today } = ctx
  const as: Context | undefined = isOpen ? { db, tenant, actor, lang, source, request_id, today } : undefined
  const words = isOpen ? null : await whyClosed(ctx, person)
  return { account: { open: isOpen, why: words && words[lang === 'zh' ? 0 : 1] }, roles: await rolesOf(ctx, person, as), as }
}

async function whyClosed(ctx: Context, person: string): Promise<readonly [string, string]> {
  const row = await ctx.db
    .selectFrom('user_info as p')
    .leftJoin('user as u', (on) => on.onRef('u.user_info_sid', '=', 'p.sid').on('u.deleted_at', 'is', null))
    .select(['u.status', 'u.expires_at', 'p.person_status'])
    .where('p.sid', '=', person)
    .executeTakeFirst()
  if (row?.person_status === 'RESIGNED') return ['已离职，不能登录', 'The person has resigned and cannot sign in']
  if (!row?.status) return ['没有账号，不能登录', 'The person has no account and cannot sign in']
  if (row.status !== 'OPEN') return ['账号已关闭，不能登录', 'The account is closed: the person cannot sign in']
  if (await isShutOut(ctx.tenant, person))
    return ['所属公司或代理机构已停用，不能登录', 'The company or agency of the person is switched off: the person cannot sign in']
  return ['账号已过期，不能登录', 'The account has expired: the person cannot sign in']
}

/** A role counts if the signed-in person has it. */
async function rolesOf(ctx: Context, person: string, as: Context | undefined): Promise<ExplainedRole[]> {
  const row = await ctx.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
  const sids = row?.role_sids ?? []
  if (sids.length === 0) return []
  const roles = await ctx.db.selectFrom('role').selectAll().where('sid', 'in', sids).orderBy('weight', 'desc').orderBy('sid').execute()
  return roles.map(({ sid, code, name, name_en, status, platform, deleted_at }) => {
    const counts = as === undefined || as.actor.roles.includes(String(code))
    const why =
      deleted_at !== null
        ? (['角色已删除', 'the role is deleted'] as const)
        : status !== '1'
          ? (['角色已停用', 'the role is switched off'] as const)
          : as && platform !== platformCode(as.actor.platform)
            ? (['属于另一登录端', 'it is a role of the other end'] as const)
            : (['未生效', 'it has no effect'] as const)
    return { sid, name: String((ctx.lang === 'en' && name_en) || name), why: counts ? null : why[ctx.lang === 'zh' ? 0 : 1] }
  })
}
