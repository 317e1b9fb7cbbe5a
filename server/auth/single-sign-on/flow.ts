import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { identity_link } from '../../../model/auth/single-sign-on/identity_link.ts'
import type { beginSingleSignOn, singleSignOn } from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { keepSetting, readSetting, takeSetting } from '../../records/settings/settings.ts'
import type { RouteCall } from '../../route.ts'
import { bindBrowser, type Cookie, cookieOf } from '../session/cookies.ts'
import { addressOf, countAttempt } from '../limits/limits.ts'
import { digest, isDigestOf, underDigest } from '../session/secrets.ts'
import { isStorable } from './account-of.ts'
import { openIdConnect } from './openid-connect.ts'
import { DIRECTORIES, oauth2 } from './oauth.ts'
import { type Claims, type Kept, type Protocol, type Row, ssoFailed, type Strength } from './protocol.ts'
import { providerNamed, providerWith } from './providers.ts'
import { saml } from './saml.ts'
import { refuseUnlessStrong } from './strength.ts'

const MINUTES = 10
const COOKIE: Cookie = { name: 'innoe_sso', seconds: MINUTES * 60 }

const PROTOCOLS: Record<Exclude<NonNullable<Row['protocol']>, 'CLOUD'>, Protocol> = {
  OIDC: openIdConnect,
  SAML: saml,
  OAUTH2: oauth2,
  ...DIRECTORIES,
}
/** The cloud does not use this flow: its people arrive with a token. */
const protocolOf = ({ protocol }: Row) => (protocol === 'CLOUD' ? refuse('not_found') : PROTOCOLS[protocol ?? 'OIDC'])

/** State stored during the visit to the provider; `binding` is the hash of a cookie of this browser. */
type Begun = { provider: string; kept: Kept; binding: string; redirect: string | null; until: number }
const begunKey = (hash: string) => `sso.${hash}`

/** In every protocol, a random state of 256 bits identifies one attempt of this browser. */
export async function begin({ tenant, request, reply, body }: RouteCall<typeof beginSingleSignOn>) {
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const row = (await providerNamed(tenant, body.type, body.identity)) ?? refuse('not_found')
  // Letters and digits: some providers return nothing else unchanged.
  const state = randomBytes(32).toString('hex')
  const { location, kept } = await protocolOf(row).begin({ tenant, request, row, state })
  const binding = bindBrowser(request, reply, COOKIE)
  const until = Date.now() + MINUTES * 60_000
  const begun: Begun = { provider: row.sid, kept, binding: digest(binding), redirect: body.redirect ?? null, until }
  await keepSetting(tenant, begunKey(digest(state)), begun)
  return { location }
}

/** Whether an attempt with this state waits for the answer of this provider. */
export async function isAwaited(tenant: Tenant, { sid }: Row, state: string): Promise<boolean> {
  const begun = (await underDigest(state, (hash) => readSetting(tenant, begunKey(hash)))) as Begun | undefined // as begin writes it
  return begun?.provider === sid && begun.until > Date.now()
}

type Completed = { row: Row; claims: Claims; session: string | null; strength: Strength; redirect: string | null }

/** Person that the provider names, after every check of its answer */
export async function complete({ tenant, request, body }: RouteCall<typeof singleSignOn>): Promise<Completed> {
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const row = (await providerNamed(tenant, body.type, body.identity)) ?? refuse('not_found')
  const begun = body.state ? ((await underDigest(body.state, (hash) => takeSetting(tenant, begunKey(hash)))) as Begun | undefined) : undefined // as begin writes it
  const isOurs = begun?.provider === row.sid && begun.until > Date.now() && isDigestOf(begun.binding, cookieOf(request, COOKIE))
  if (!begun || !isOurs) return refuse('sso_over')
  if (body.error) ssoFailed(body.error === 'access_denied' ? DENIED : REFUSED)
  const { claims, session = null, strength = {} } = await protocolOf(row).complete({ tenant, request, row, kept: begun.kept, body })
  if (claims.sub.trim() === '' || claims.sub.length > MAX_SUBJECT || !isStorable(claims.sub)) ssoFailed()
  refuseUnlessStrong(row, strength)
  return { row, claims, session, strength, redirect: begun.redirect }
}

const MAX_SUBJECT = identity_link.fields.subject.max
const DENIED = ['身份提供方拒绝了登录', 'the provider denied the sign-in'] as const
const REFUSED = ['身份提供方返回了错误', 'the provider returned an error'] as const

/** Sign-out address of the provider; undefined if it has none or cannot be reached */
export async function signOutAt(tenant: Tenant, request: FastifyRequest, { provider, session }: { provider: string; session: string | null }) {
  const row = await providerWith(tenant, provider)
  if (!row?.signs_out) return undefined
  try {
    return await protocolOf(row).signOut({ tenant, request, row, session })
  } catch (error) {
    request.log.warn({ err: error }, 'the provider could not be asked to sign out')
    return undefined
  }
}

/** Each night. */
export async function dropOldFlows({ db }: Pick<Tenant, 'db'>) {
  const old = new Date(Date.now() - MINUTES * 60_000).toISOString()
  for (const keys of ['sso.%', 'sso\\_answer.%', 'sso\\_logout.%'])
    await db.deleteFrom('setting').where('key', 'like', keys).where('updated_at', '<', old).execute()
}
