import { endView, viewAs } from '../../../model/auth/roles/view-as-actions.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { lockRows } from '../../records/write/write.ts'
import { inTransaction } from '../../records/context.ts'
import { audit, auditIn } from '../audit/audit.ts'
import { sessionOf } from '../session/actor.ts'
import { readPeople } from '../session/read-actor.ts'
import { forgetEnded, issueView } from '../session/tokens.ts'
import { mayView } from './may-view.ts'

/** An administrator sees what another person sees: read-only, for a limited time, and recorded. */
export const views: Part = { actions: [...perform(viewAs, begin), ...perform(endView, end)] }

const WHAT = { what_zh: '以权限更高人员的身份查看', what_en: 'view as a person with wider permissions' }

async function begin({ ctx, model, body: { sid }, request }: Call<typeof viewAs>) {
  const { tenant, actor } = ctx
  const { kind, token } = await sessionOf(tenant, request)
  if (kind !== 'SESSION' || !actor.user_sid || !actor.sid)
    return refuse('forbidden', { what_zh: '用令牌以他人身份查看，请登录后进行', what_en: 'view as another person with a token; sign in first' })
  const { user_sid } = actor
  const owner = { user_sid, person: actor.sid, company_sid: actor.company_sid, platform: actor.platform }
  if (sid === actor.sid) refuse('rule', { summary_zh: '不能以本人的身份查看', summary_en: 'You cannot view as yourself' })
  return inTransaction(ctx, async (tx) => {
    const [person] = await lockRows(tx, model, [sid])
    if (!person) return refuse('not_found')
    const [viewed] = await readPeople(tenant, [sid])
    if (!viewed) return refuse('rule', { summary_zh: '此人没有可登录的账号', summary_en: 'This person has no account that can sign in' })
    if (!(await mayView(tenant, actor, sid))) refuse('forbidden', WHAT)
    const { family } = await tx.db.selectFrom('token').select('family').where('sid', '=', token).executeTakeFirstOrThrow()
    const issued = await issueView(tx, owner, { person: sid, family: String(family) })
    await auditIn(tx, [{ event: 'VIEW_STARTED', user: user_sid, entity: 'user_info', record_sid: sid, details: { until: issued.expires_at } }])
    return { ...issued, user_sid: sid, name: viewed.name }
  })
}

async function end({ ctx: { tenant, db, actor }, request }: Call<typeof endView>) {
  if (!actor.user_sid) return { ended: 0 }
  const ended = await db
    .deleteFrom('token')
    .where('user_sid', '=', actor.user_sid)
    .where('kind', '=', 'VIEW')
    .returning(['hash', 'views_sid'])
    .execute()
  forgetEnded(tenant, ended)
  for (const { views_sid } of ended)
    await audit(request, 'VIEW_ENDED', { user: actor.user_sid, entity: 'user_info', record_sid: views_sid ?? undefined })
  return { ended: ended.length }
}
