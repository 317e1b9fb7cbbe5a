import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { originOf, pageOf, type Protocol, reach, type Row, ssoFailed, type Strength } from './protocol.ts'
import { configurationOf } from './providers.ts'
import { SKEW_MS } from './strength.ts'

const scopesOf = ({ scopes }: Row) => (scopes?.split(' ').includes('openid') ? scopes : `openid ${scopes ?? 'profile email'}`)

function strengthIn({ acr, amr, auth_time }: Readonly<Record<string, unknown>>): Strength {
  return {
    ...(typeof acr === 'string' && { acr }),
    ...(Array.isArray(amr) && { amr: amr.map(String) }),
    ...(typeof auth_time === 'number' &&
      Number.isFinite(auth_time) &&
      Math.abs(auth_time) < 1e11 && { auth_time: new Date(auth_time * 1000).toISOString() }),
  }
}

/** Authorization code flow with PKCE, state and nonce, each for one attempt. The provider accepts only addresses that are registered with it. */
export const openIdConnect: Protocol = {
  async begin({ tenant, request, row, state }) {
    const configuration = await reach(request, () => configurationOf(tenant, row))
    const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()]
    const location = buildAuthorizationUrl(configuration, {
      redirect_uri: pageOf(originOf(request), row),
      scope: scopesOf(row),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(row.demanded_acr && { acr_values: row.demanded_acr }),
      ...(row.longest_age !== null && { max_age: String(row.longest_age * 60) }),
    })
    // The provider publishes this address; the browser is sent to no other kind.
    if (location.protocol !== new URL(String(row.issuer)).protocol) ssoFailed()
    return { location: location.href, kept: { nonce, verifier } }
  },

  async complete({ tenant, request, row, kept, body }) {
    const configuration = await reach(request, () => configurationOf(tenant, row))
    const answer = new URL(pageOf(originOf(request), row))
    for (const name of ['code', 'state', 'iss'] as const) if (body[name]) answer.searchParams.set(name, body[name])
    const checks = {
      pkceCodeVerifier: String(kept['verifier']),
      expectedNonce: String(kept['nonce']),
      expectedState: String(body.state),
      idTokenExpected: true,
    }
    const { claims, strength } = await reach(request, async () => {
      const tokens = await authorizationCodeGrant(configuration, answer, checks)
      const idClaims = tokens.claims()
      if (!idClaims) throw new Error('no ID token')
      // The library asks only that it is a number.
      if (idClaims.iat * 1000 > Date.now() + SKEW_MS) throw new Error('the ID token was issued in the future')
      // Only signed claims about the sign-in count.
      const strength = strengthIn(idClaims)
      if (!configuration.serverMetadata().userinfo_endpoint) return { claims: idClaims, strength }
      return { claims: { ...(await fetchUserInfo(configuration, tokens.access_token, idClaims.sub)), ...idClaims }, strength }
    })
    return { claims, strength }
  },

  async signOut({ tenant, request, row }) {
    const configuration = await configurationOf(tenant, row)
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${originOf(request)}/innoe-web/login` }).href
  },
}
