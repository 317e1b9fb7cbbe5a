import {
  backOfficeLogin,
  bindCloudAccount,
  readCloudAccount,
  readCloudAccountMore,
  readCloudKey,
  sendCloudCode,
  unbindCloudAccount,
} from '../../../model/auth/single-sign-on/cloud-routes.ts'
import { refuse } from '../../errors.ts'
import { inTransaction } from '../../records/context.ts'
import { type Route, type RouteCall, serve } from '../../route.ts'
import { audit, noteCaller } from '../audit/audit.ts'
import { send } from '../codes/send.ts'
import { bearerOf } from '../session/actor.ts'
import { refuseUnlessConfirmed } from '../session/confirmed.ts'
import { accountToAdmit, admit, refuseUnlessOpen } from '../session/admit.ts'
import { noteSignIn } from '../limits/failures.ts'
import { addressOf, countAttempt } from '../limits/limits.ts'
import { lockAccount, ownAccount } from '../session/own-account.ts'
import { refuseByPolicy } from '../passwords/policy.ts'
import { digestsOf } from '../session/secrets.ts'
import { refuseOtherPortal, setPortalCookie } from '../session/portal-cookie.ts'
import { endFamily } from '../session/tokens.ts'
import { accountOf, linkTo } from '../single-sign-on/account-of.ts'
import { cloudNamed, readToken, refuseSpent, spendToken } from './token.ts'

type Open = Pick<RouteCall<typeof backOfficeLogin>, 'server'>
const inCloud = ({ server }: Open) => (server.config.edition === 'cloud' ? undefined : refuse('not_found'))

export const cloudRoutes: readonly Route[] = [
  serve(backOfficeLogin, enter),
  serve(bindCloudAccount, bind),
  serve(unbindCloudAccount, unbind),
  serve(readCloudKey, async (call) => {
    inCloud(call)
    await countAttempt(call.tenant, 'sign_in', addressOf(call.request))
    const row = (await cloudNamed(call.tenant, call.query.client_id)) ?? refuse('not_found')
    return { client_id: call.query.client_id, public_keys: row.public_keys ?? '' }
  }),
  serve(sendCloudCode, async (call) => {
    inCloud(call)
    return send(call)
  }),
  serve(readCloudAccount, async (call) => {
    inCloud(call)
    const link = await linkOf(call.ctx)
    return { bound: link !== undefined, provider: link?.name ?? null, subject: link?.subject ?? null }
  }),
  serve(readCloudAccountMore, async (call) => {
    inCloud(call)
    const link = await linkOf(call.ctx)
    return { bound: link !== undefined, since: link?.created_at ?? null, last_used_at: link?.last_used_at ?? null }
  }),
]

type Ctx = RouteCall<typeof readCloudAccount>['ctx']

const linkOf = ({ db, actor }: Ctx) =>
  db
    .selectFrom('identity_link as l')
    .innerJoin('identity_provider as i', 'i.sid', 'l.provider_sid')
    .select(['i.name', 'l.subject', 'l.created_at', 'l.last_used_at'])
    .where('i.protocol', '=', 'CLOUD')
    .where('i.deleted_at', 'is', null)
    .where('l.user_sid', '=', actor.user_sid ?? '')
    .orderBy('l.created_at')
    .executeTakeFirst()

/** The rules of the account hold as for every way of signing in, with the same codes. */
async function enter(call: RouteCall<typeof backOfficeLogin>) {
  inCloud(call)
  const { server, tenant, request, reply, query } = call
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const { row: provider, claims } = await readToken(tenant, query)
  await refuseSpent(tenant, provider, claims)
  const platform = provider.platform === '2' ? 2 : 1
  const held = await refuseOtherPortal(server, tenant, request, platform)
  const row = await accountOf(tenant, provider, claims)
  noteCaller(request, row.sid)
  await refuseUnlessOpen(tenant, row, platform)
  await refuseByPolicy(tenant, row, { way: 'SSO', protocol: provider.protocol })
  await spendToken(tenant, provider, claims)
  await noteSignIn(tenant, row.person)
  const { family, known: _known, ...state } = await admit(call, row, { platform, isKnown: true, way: 'SSO', provider: provider.sid })
  if (held) await endFamily(tenant, held.family)
  setPortalCookie(server, tenant, request, reply, { platform, family })
  return { ...state, account: row.account ?? '' }
}

const WHAT = ['云账号绑定', 'the cloud account'] as const

async function bind(call: RouteCall<typeof bindCloudAccount>) {
  inCloud(call)
  const { tenant, request, query } = call
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const user = await ownAccount(call.ctx, request, WHAT)
  await refuseUnlessConfirmed(call.ctx)
  const { row: provider, claims } = await readToken(tenant, query)
  await refuseSpent(tenant, provider, claims)
  await inTransaction(call.ctx, async (ctx) => {
    await lockAccount(ctx, user)
    const account = (await accountToAdmit(ctx, user)) ?? refuse('account_not_open')
    if (String(account.platform) !== String(provider.platform)) refuse('wrong_platform')
    await spendToken(ctx, provider, claims)
    await linkTo(ctx, provider, { subject: claims.sub, user })
  })
  await audit(request, 'CLOUD_BOUND', { user, entity: 'identity_provider', record_sid: provider.sid, about: claims.sub })
  return renewed(call, user)
}

async function unbind(call: RouteCall<typeof unbindCloudAccount>) {
  inCloud(call)
  const { tenant, request, ctx, query } = call
  const user = await ownAccount(ctx, request, WHAT)
  await refuseUnlessConfirmed(ctx)
  const { client_id, source, token } = query
  const presented = token ? await readToken(tenant, { client_id: client_id ?? '', source, token }) : undefined
  const clouds = ctx.db.selectFrom('identity_provider').select('sid').where('protocol', '=', 'CLOUD')
  const ended = await ctx.db
    .deleteFrom('identity_link')
    .where('user_sid', '=', user)
    .where('provider_sid', 'in', clouds)
    .$if(presented !== undefined, (of) => of.where('provider_sid', '=', presented?.row.sid ?? '').where('subject', '=', presented?.claims.sub ?? ''))
    .returning('subject')
    .execute()
  if (ended.length === 0) refuse('cloud_unbound')
  await audit(request, 'CLOUD_UNBOUND', { user, entity: 'user', record_sid: user, about: ended.map(({ subject }) => subject).join(', ') })
  return renewed(call, user)
}

/** After a change of the sign-in method, a new session replaces the present one. */
async function renewed(call: Pick<RouteCall<typeof bindCloudAccount>, 'server' | 'tenant' | 'request' | 'reply'>, user: string) {
  const { server, tenant, request, reply } = call
  const before = await tenant.db
    .selectFrom('token')
    .select(['family', 'way', 'second_factor', 'provider_sid', 'provider_session'])
    .where('hash', 'in', digestsOf(bearerOf(request)))
    .executeTakeFirstOrThrow()
  const row = (await accountToAdmit(tenant, user)) ?? refuse('account_not_open')
  const platform = String(row.platform) === '2' ? 2 : 1
  const began = {
    way: before.way ?? 'PASSWORD',
    second: before.second_factor ?? false,
    provider: before.provider_sid ?? undefined,
    providerSession: before.provider_session,
  }
  const { family, known: _known, ...state } = await admit(call, row, { platform, isKnown: true, ...began })
  await endFamily(tenant, String(before.family))
  setPortalCookie(server, tenant, request, reply, { platform, family })
  return state
}
