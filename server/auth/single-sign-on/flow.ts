import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { FastifyRequest } from 'fastify'
import type { beginSingleSignOn, singleSignOn } from '../../../model/auth/single-sign-on-routes.ts'
import { both, refuse } from '../../errors.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Tenant } from '../../records/context.ts'
import { keepSetting, takeSetting } from '../../records/settings.ts'
import type { RouteCall } from '../../route.ts'
import { addressOf, countAttempt } from '../session/limits.ts'
import { digest, newSecret } from '../session/secrets.ts'
import { configurationOf, providerNamed, providerWith } from './providers.ts'

const MINUTES = 10
const COOKIE = 'innoe_sso'
const COOKIE_PATH = '/innoe-openapi/iam_auth'

/** What is kept between leaving for the provider and coming back; `binding` is the hash of a cookie of this browser. */
type Begun = { provider: string; nonce: string; verifier: string; binding: string; redirect: string | null; until: number }
const begunKey = (state: string) => `sso.${digest(state)}`

type Row = RowOf<'identity_provider'>
export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** Authorization code flow with PKCE, state and nonce, each for one attempt. */
export async function begin({ tenant, request, reply, body }: RouteCall<typeof beginSingleSignOn>) {
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const row = (await providerNamed(tenant, body.type, body.identity)) ?? refuse('not_found')
  const configuration = await reach(request, () => configurationOf(tenant, row))
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  // Two pages of one browser that sign in side by side share it.
  const binding = BINDING.test(request.cookies[COOKIE] ?? '') ? String(request.cookies[COOKIE]) : newSecret('b')
  const until = Date.now() + MINUTES * 60_000
  await keepSetting(tenant, begunKey(state), {
    provider: row.sid,
    nonce,
    verifier,
    binding: digest(binding),
    redirect: body.redirect ?? null,
    until,
  } satisfies Begun)
  reply.setCookie(COOKIE, binding, { path: COOKIE_PATH, httpOnly: true, sameSite: 'lax', maxAge: MINUTES * 60, secure: request.protocol === 'https' })
  const location = buildAuthorizationUrl(configuration, {
    redirect_uri: pageOf(request, row),
    scope: row.scopes ?? 'openid',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  // The provider publishes this address; the browser is sent to no other kind.
  if (location.protocol !== new URL(String(row.issuer)).protocol) refuse('sso_failed', both('why', UNREACHED))
  return { location: location.href }
}

const BINDING = /^b_[\w-]{43}$/

/** Who the provider says is there, after every check of its answer. */
export async function complete({
  tenant,
  request,
  body,
}: RouteCall<typeof singleSignOn>): Promise<{ row: Row; claims: Claims; redirect: string | null }> {
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const row = (await providerNamed(tenant, body.type, body.identity)) ?? refuse('not_found')
  const begun = body.state ? ((await takeSetting(tenant, begunKey(body.state))) as Begun | undefined) : undefined // as begin writes it
  const isOurs = begun?.provider === row.sid && begun.until > Date.now() && begun.binding === digest(request.cookies[COOKIE] ?? '')
  if (!begun || !isOurs) return refuse('sso_over')
  if (body.error) refuse('sso_failed', both('why', body.error === 'access_denied' ? DENIED : REFUSED))
  const configuration = await reach(request, () => configurationOf(tenant, row))
  const answer = new URL(pageOf(request, row))
  for (const name of ['code', 'state', 'iss'] as const) if (body[name]) answer.searchParams.set(name, body[name])
  const claims = await reach(request, async () => {
    const checks = { pkceCodeVerifier: begun.verifier, expectedNonce: begun.nonce, expectedState: String(body.state), idTokenExpected: true }
    const tokens = await authorizationCodeGrant(configuration, answer, checks)
    const told = tokens.claims()
    if (!told) throw new Error('no ID token')
    if (!configuration.serverMetadata().userinfo_endpoint) return told
    return { ...(await fetchUserInfo(configuration, tokens.access_token, told.sub)), ...told }
  })
  return { row, claims, redirect: begun.redirect }
}

const DENIED = ['身份提供方拒绝了登录', 'the provider denied the sign-in'] as const
const REFUSED = ['身份提供方返回了错误', 'the provider returned an error'] as const
const UNREACHED = ['身份提供方没有回答，或回答不可信', 'the provider did not answer, or its answer cannot be trusted'] as const

/** The reason stands in the log: what a provider answers may be anything. */
async function reach<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    request.log.warn({ err: error }, 'single sign-on failed')
    return refuse('sso_failed', both('why', UNREACHED))
  }
}

/** The page to which the provider returns. It accepts only addresses that are registered with it. */
const pageOf = (request: FastifyRequest, { protocol, code }: Row) =>
  `${originOf(request)}/innoe-web/sso/auth/${String(protocol).toLowerCase()}/${code}`

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/** Where the provider signs a person out; undefined where it does not, or cannot be reached. */
export async function signOutAt(tenant: Tenant, request: FastifyRequest, provider: string): Promise<string | undefined> {
  const row = await providerWith(tenant, provider)
  if (!row?.signs_out) return undefined
  try {
    const configuration = await configurationOf(tenant, row)
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${originOf(request)}/innoe-web/login` }).href
  } catch (error) {
    request.log.warn({ err: error }, 'the provider could not be asked to sign out')
    return undefined
  }
}

/** Each night. */
export async function dropOldFlows({ db }: Pick<Tenant, 'db'>) {
  const old = new Date(Date.now() - MINUTES * 60_000).toISOString()
  await db.deleteFrom('setting').where('key', 'like', 'sso.%').where('updated_at', '<', old).execute()
}
