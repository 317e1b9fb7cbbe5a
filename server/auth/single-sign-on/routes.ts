import {
  beginSingleSignOn,
  leaveSaml,
  readSamlMetadata,
  singleSignOn,
  takeSamlAnswer,
} from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import { refuse } from '../../errors.ts'
import type { RouteCall } from '../../route.ts'
import { type Route, serve } from '../../route.ts'
import { admit, refuseUnlessOpen } from '../session/admit.ts'
import { noteCaller } from '../audit/audit.ts'
import { noteSignIn } from '../limits/failures.ts'
import { addressOf, countAttempt } from '../limits/limits.ts'
import { refuseByPolicy } from '../passwords/policy.ts'
import { refuseOtherPortal, setPortalCookie } from '../session/portal-cookie.ts'
import { endFamily } from '../session/tokens.ts'
import { accountOf } from './account-of.ts'
import { begin, complete, isAwaited } from './flow.ts'
import { providerNamed } from './providers.ts'
import { logOutFor } from './saml-logout.ts'
import { keepAnswer, metadataOf, serviceProviderOf } from './saml.ts'

export const singleSignOnRoutes: readonly Route[] = [
  serve(beginSingleSignOn, begin),
  serve(singleSignOn, enter),
  serve(readSamlMetadata, async ({ tenant, path, reply }) => {
    const row = (await providerNamed(tenant, 'SAML', path.identity)) ?? refuse('not_found')
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadataOf(await serviceProviderOf(tenant, row), row))
  }),
  serve(takeSamlAnswer, async ({ tenant, path, body, request, reply }) => {
    await countAttempt(tenant, 'sign_in', addressOf(request))
    const row = (await providerNamed(tenant, 'SAML', path.identity)) ?? refuse('not_found')
    const state = body.RelayState ?? ''
    const code = (await isAwaited(tenant, row, state)) ? await keepAnswer(tenant, state, body.SAMLResponse) : ''
    const query = new URLSearchParams({ code, state })
    return reply.redirect(`/innoe-web/sso/auth/saml/${row.code}?${query}`, 303)
  }),
  serve(leaveSaml, async ({ tenant, path, query, request, reply }) => {
    // The session here has already ended: the login page follows every answer of the provider.
    if (query.SAMLRequest === undefined) return reply.redirect(LOGIN, 303)
    await countAttempt(tenant, 'sign_in', addressOf(request))
    const row = (await providerNamed(tenant, 'SAML', path.identity)) ?? refuse('not_found')
    return reply.redirect((await logOutFor({ tenant, request, row, query })) ?? LOGIN, 303)
  }),
]

const LOGIN = '/innoe-web/login'

/** The rules of the account hold as for a password: closed, expired and resigned people are refused with the same codes. */
async function enter(call: RouteCall<typeof singleSignOn>) {
  const { server, tenant, request, reply } = call
  const { row: provider, claims, session, strength, redirect } = await complete(call)
  const platform = provider.platform === '2' ? 2 : 1
  const held = await refuseOtherPortal(server, tenant, request, platform)
  const row = await accountOf(tenant, provider, claims)
  noteCaller(request, row.sid)
  await refuseUnlessOpen(tenant, row, platform)
  await refuseByPolicy(tenant, row, { way: 'SSO', protocol: provider.protocol })
  await noteSignIn(tenant, row.person)
  const began = { way: 'SSO', provider: provider.sid, providerSession: session } as const
  const { family, known: _known, ...state } = await admit(call, row, { platform, isKnown: true, strength, ...began })
  if (held) await endFamily(tenant, held.family)
  setPortalCookie(server, tenant, request, reply, { platform, family })
  return { ...state, account: row.account ?? '', redirect }
}
