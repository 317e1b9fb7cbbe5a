import type { FastifyRequest } from 'fastify'
import type { singleSignOn } from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import type { RowOf } from '../../database/tables.ts'
import { both, refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'

export type Row = RowOf<'identity_provider'>
/** Claims of a provider about a person; `sub` is its own ID of them, `email_verified` is true if the e-mail can be relied on. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string }
/** State stored for one attempt until the provider has answered */
export type Kept = Readonly<Record<string, string>>

/** How and when a person signed in at the provider; `acr` is the AuthnContextClassRef of SAML. */
export type Strength = { acr?: string; amr?: readonly string[]; auth_time?: string }

export type Asked = { tenant: Tenant; request: FastifyRequest; row: Row }
export type Answered = Asked & { kept: Kept; body: ReadFrom<typeof singleSignOn> }

export type Protocol = {
  /** The address to which the browser goes; `state` comes back with the answer. */
  begin(asked: Asked & { state: string }): Promise<{ location: string; kept: Kept }>
  /** Claims after every check of the answer; `session`: the provider's session, for the sign-out; `strength`: how the person signed in */
  complete(answered: Answered): Promise<{ claims: Claims; session?: string; strength?: Strength }>
  /** Sign-out address of the provider; undefined if it has none */
  signOut(asked: Asked & { session: string | null }): Promise<string | undefined>
}

const UNREACHED = ['身份提供方没有回答，或回答不可信', 'the provider did not answer, or its answer cannot be trusted'] as const

export const ssoFailed = (why: Words = UNREACHED) => refuse('sso_failed', both('why', why))

/** Only the log has the reason, since a provider's answer may contain anything. */
export async function reach<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    request.log.warn({ err: error }, 'single sign-on failed')
    return ssoFailed()
  }
}

export const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/** The page to which the provider returns. */
export const pageOf = (origin: string, { protocol, code }: Row) => `${origin}/innoe-web/sso/auth/${String(protocol).toLowerCase()}/${code}`
