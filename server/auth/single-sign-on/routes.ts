import { beginSingleSignOn, singleSignOn } from '../../../model/auth/single-sign-on-routes.ts'
import type { RouteCall } from '../../route.ts'
import { type Route, serve } from '../../route.ts'
import { admit, refuseUnlessOpen } from '../session/admit.ts'
import { noteCaller } from '../audit/audit.ts'
import { noteSignIn } from '../session/failures.ts'
import { refuseByPolicy } from '../session/policy.ts'
import { refuseOtherPortal, setPortalCookie } from '../session/portal-cookie.ts'
import { endFamily } from '../session/tokens.ts'
import { accountOf } from './account-of.ts'
import { begin, complete } from './flow.ts'

export const singleSignOnRoutes: readonly Route[] = [serve(beginSingleSignOn, begin), serve(singleSignOn, enter)]

/** The rules of the account hold as for a password: closed, expired and resigned people are refused with the same codes. */
async function enter(call: RouteCall<typeof singleSignOn>) {
  const { server, tenant, request, reply } = call
  const { row: provider, claims, redirect } = await complete(call)
  const platform = provider.platform === '2' ? 2 : 1
  const held = await refuseOtherPortal(server, tenant, request, platform)
  const row = await accountOf(tenant, provider, claims)
  noteCaller(request, row.sid)
  await refuseUnlessOpen(tenant, row, platform)
  await refuseByPolicy(tenant, row, { way: 'SSO' })
  await noteSignIn(tenant, row.person)
  const { family, known: _known, ...state } = await admit(call, row, { platform, isKnown: true, way: 'SSO', provider: provider.sid })
  if (held) await endFamily(tenant, held.family)
  setPortalCookie(server, tenant, request, reply, { platform, family })
  return { ...state, account: row.account ?? '', redirect }
}
