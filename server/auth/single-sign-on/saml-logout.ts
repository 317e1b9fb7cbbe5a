import { inflateRawSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { leaveSaml } from '../../../model/auth/single-sign-on/single-sign-on-routes.ts'
import type { ReadQuery } from '../../../model/kit/wire/route.ts'
import type { Tenant } from '../../records/context.ts'
import { claimTurn } from '../../records/settings/settings.ts'
import { audit } from '../audit/audit.ts'
import { digest } from '../session/secrets.ts'
import { endFamily } from '../session/tokens.ts'
import { reach, type Row, ssoFailed } from './protocol.ts'
import { clientOf, OLDEST_MS, refuseWeak, serviceProviderOf, SKEW_MS } from './saml.ts'

type Asked = { tenant: Tenant; request: FastifyRequest; row: Row; query: ReadQuery<typeof leaveSaml> }
type Wanted = { ID: string; nameID: string; sessionIndex?: string; isWhole: boolean }

const SIGNED_BY = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/
const LARGEST = 100_000

/** A logout that began at the provider: the sessions here that it names end, and the browser takes our answer back to it. */
export async function logOutFor(asked: Asked): Promise<string | undefined> {
  const { tenant, request, row, query } = asked
  const own = await serviceProviderOf(tenant, row)
  const wanted = await reach(request, () => read(asked, own.logout))
  // As long as a request may be old, twice for clocks that differ.
  if (!(await claimTurn(tenant, `sso_logout.${digest(`${row.sid} ${wanted.ID}`)}`, (2 * OLDEST_MS) / 1000))) return ssoFailed()
  await endNamed(tenant, request, row, wanted)
  if (!row.sign_out_url) return undefined
  const { ID, nameID } = wanted
  const profile = { ID, nameID, nameIDFormat: '', issuer: String(row.entity_id) }
  return clientOf(tenant, row, own).getLogoutResponseUrlAsync(profile, query.RelayState ?? '', {}, true)
}

/** Signed by the provider, for this address, a short while ago. */
async function read({ tenant, request, row, query }: Asked, destination: string): Promise<Wanted> {
  const { SAMLRequest = '', RelayState, SigAlg = '', Signature } = query
  if (!Signature || !SIGNED_BY.test(SigAlg)) throw new Error('a logout without a good signature')
  const xml = inflateRawSync(Buffer.from(SAMLRequest, 'base64'), { maxOutputLength: LARGEST }).toString('utf8')
  refuseWeak(xml)
  const container = { SAMLRequest, SigAlg, Signature, ...(RelayState !== undefined && { RelayState }) }
  const raw = request.raw.url?.split('?').slice(1).join('?') ?? ''
  const { profile } = await clientOf(tenant, row, await serviceProviderOf(tenant, row)).validateRedirectAsync(container, raw)
  const head = /<(?:[\w.-]+:)?LogoutRequest\s[^>]*>/.exec(xml)?.[0] ?? ''
  const valueOf = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(head)?.[1]
  const age = Date.now() - Date.parse(valueOf('IssueInstant') ?? '')
  if (valueOf('Destination') !== destination) throw new Error('a logout for another address')
  if (!(age > -SKEW_MS && age < OLDEST_MS)) throw new Error('an old logout')
  if (!profile?.nameID || !profile.ID) throw new Error('a logout of nobody')
  const { ID, nameID, sessionIndex } = profile
  return { ID: String(ID), nameID, ...(sessionIndex && { sessionIndex }), isWhole: (xml.match(/SessionIndex\s*>/g) ?? []).length !== 2 }
}

/** Without an index, or with several, every session of the person that began at this provider. */
async function endNamed(tenant: Tenant, request: FastifyRequest, { sid }: Row, { nameID, sessionIndex, isWhole }: Wanted) {
  const rows = await tenant.db
    .selectFrom('token as t')
    .innerJoin('identity_link as l', (join) => join.onRef('l.user_sid', '=', 't.user_sid').onRef('l.provider_sid', '=', 't.provider_sid'))
    .select(['t.user_sid', 't.family', 't.provider_session'])
    .where('l.provider_sid', '=', sid)
    .where('l.subject', '=', nameID)
    .where('t.kind', '=', 'SESSION')
    .execute()
  const named = rows.filter(({ provider_session }) => {
    const session = JSON.parse(provider_session ?? '{}') as { nameID?: string; sessionIndex?: string } // as saml.ts writes it
    return session.nameID === nameID && (isWhole || session.sessionIndex === undefined || session.sessionIndex === sessionIndex)
  })
  const families = new Map(named.map(({ family, user_sid }) => [String(family), user_sid]))
  for (const [family, user] of families) {
    await endFamily(tenant, family)
    await audit(request, 'SIGNED_OUT', { user, entity: 'identity_provider', record_sid: sid })
  }
}
