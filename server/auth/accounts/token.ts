import { createCalendarFeed, createToken, endOtherSessions, mySessions } from '../../../model/auth/accounts/token-actions.ts'
import { calendarFeed } from '../../../model/docketing/calendar-feed.ts'
import { urlOf } from '../../../model/kit/wire/route.ts'
import type { FastifyRequest } from 'fastify'
import { sessionOf } from '../session/actor.ts'
import { refuseUnlessConfirmed } from '../session/confirmed.ts'
import { audit } from '../audit/audit.ts'
import { sessionsOf } from '../session/sessions.ts'
import { endSessions, forgetEnded, issueCalendar, issuePersonal } from '../session/tokens.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { later, type Context, type Tenant } from '../../records/context.ts'
import type { RowOf } from '../../database/tables.ts'
import { refuse } from '../../errors.ts'
import { refusesAddressTokens } from '../limits/address-tokens.ts'
import { refuseByPolicy } from '../passwords/policy.ts'
import { refuseAbove } from './rank.ts'

const MAX_TOKENS = 50

/** Creates personal access tokens. Every deletion of a token ends it at once in every process. */
export const tokens: Part = {
  hooks: [
    {
      model: 'token',
      deleted: async (ctx, rows) => {
        await refuseAbove(ctx, ...(await ownersOf(ctx, rows)))
        if (ctx.origin && rows.some((row) => isOtherSession(ctx, row))) await refuseUnlessConfirmed(ctx)
        later(ctx, () => forgetEnded(ctx.tenant, rows))
      },
    },
  ],
  actions: [
    ...perform(createToken, create),
    ...perform(createCalendarFeed, createFeed),
    ...perform(mySessions, async ({ ctx: { db, actor } }) => ({
      sessions: actor.user_sid ? await sessionsOf({ db }, actor.user_sid, actor.token_sid) : [],
    })),
    ...perform(endOtherSessions, endOthers),
  ],
}

/** Of one's own; to log out needs no proof. */
const isOtherSession = ({ actor }: Context, { sid, kind, user_sid }: RowOf<'token'>) =>
  kind === 'SESSION' && user_sid === actor.user_sid && sid !== actor.token_sid

async function ownersOf({ db }: Context, rows: readonly RowOf<'token'>[]): Promise<string[]> {
  const users = rows.flatMap(({ user_sid }) => user_sid ?? [])
  const owners = users.length > 0 ? await db.selectFrom('user').select('user_info_sid').where('sid', 'in', users).execute() : []
  return owners.flatMap(({ user_info_sid }) => user_info_sid ?? [])
}

async function create({ ctx, body, request }: Call<typeof createToken>) {
  const { name, expires_at = null, scope } = body
  const owner = await ownerInSession(ctx, request)
  await refuseUnlessConfirmed(ctx) // it changes what a session alone may not, and lasts longer
  await refuseTooMany(ctx, owner.user_sid, 'PERSONAL')
  return { ...(await issuePersonal(ctx.tenant, owner, { name, expires_at, scope })), name, expires_at, scope }
}

async function createFeed({ ctx, body: { name }, request }: Call<typeof createCalendarFeed>) {
  if (refusesAddressTokens()) refuse('token_in_address')
  const owner = await ownerInSession(ctx, request)
  await refuseTooMany(ctx, owner.user_sid, 'CALENDAR')
  const { sid, token } = await issueCalendar(ctx.tenant, owner, name)
  return { sid, name, path: urlOf(calendarFeed, {}, { token, lang: ctx.lang }) }
}

/** A token that leaked must not make itself successors. */
async function ownerInSession({ actor, tenant }: Context, request: FastifyRequest) {
  const { kind } = await sessionOf(tenant, request)
  if (kind !== 'SESSION' || !actor.user_sid || !actor.sid)
    return refuse('forbidden', { what_zh: '用令牌再建令牌，请登录后新建', what_en: 'create a token with a token; sign in to create one' })
  await refuseUnlessAllowed(tenant, { person: actor.sid, token: actor.token_sid })
  return { user_sid: actor.user_sid, person: actor.sid, company_sid: actor.company_sid, platform: actor.platform }
}

/** A session of a sign-in method that the tenant no longer allows cannot be renewed, and cannot create tokens that outlive it. */
async function refuseUnlessAllowed(tenant: Tenant, { person, token }: { person: string; token: string | null }) {
  const row = await tenant.db
    .selectFrom('token as t')
    .leftJoin('identity_provider as i', 'i.sid', 't.provider_sid')
    .select(['t.way', 'i.protocol'])
    .where('t.sid', '=', token ?? '')
    .executeTakeFirst()
  await refuseByPolicy(tenant, { person }, { way: row?.way ?? 'PASSWORD', ...(row?.protocol && { protocol: row.protocol }) })
}

async function endOthers({ ctx, request }: Call<typeof endOtherSessions>) {
  const { tenant, actor } = ctx
  await refuseUnlessConfirmed(ctx)
  const ended = actor.user_sid ? await endSessions(tenant, actor.user_sid, { except: actor.token_sid ?? undefined }) : 0
  await audit(request, 'SESSIONS_ENDED', { user: actor.user_sid, details: { ended } })
  return { ended }
}

async function refuseTooMany({ db }: Context, user: string, kind: 'PERSONAL' | 'CALENDAR') {
  const { n } = await db
    .selectFrom('token')
    .select((of) => of.fn.countAll().as('n'))
    .where('user_sid', '=', user)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_TOKENS) refuse('too_many_values', { key: 'token', max: MAX_TOKENS })
}
