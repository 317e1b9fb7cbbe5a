import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { randomBytes } from 'node:crypto'
import { siteAddressOf } from '../../mail/mail-settings.ts'
import type { Tenant } from '../../records/context.ts'
import { keepSetting, takeSetting } from '../../records/settings/settings.ts'
import { isStrongCertificate } from '../key-strength.ts'
import { digest, isDigestOf, newSecret, underDigest } from '../session/secrets.ts'
import { decrypted, hasEncrypted } from './encrypted-assertion.ts'
import { privateKeyOf } from './key-pair.ts'
import { listed } from './strength.ts'
import { type Answered, type Claims, type Protocol, reach, type Row, ssoFailed, type Strength } from './protocol.ts'

/** Clocks may differ by so much. */
export const SKEW_MS = 60_000
/** An assertion is used at once. */
export const OLDEST_MS = 10 * 60_000
const PREFIX = '/innoe-openapi/iam_auth/saml'

export type ServiceProvider = { entity: string; consumer: string; logout: string; home: string }

/** Our own addresses at this provider begin with the one in the settings: a request could name that of another service. */
export async function serviceProviderOf(tenant: Tenant, { code }: Pick<Row, 'code'>): Promise<ServiceProvider> {
  const site = (await siteAddressOf(tenant)) ?? ssoFailed(NO_SITE)
  const own = `${site}${PREFIX}/${code}`
  return { entity: `${own}/metadata`, consumer: own, logout: `${own}/logout`, home: `${site}/innoe-web` }
}

const NO_SITE = [
  '未设置系统网址，请管理员在“发信设置”中填写',
  'the address of this system is not set; an administrator sets it under “Outgoing mail”',
] as const
const ENCRYPTED = ['断言已加密，而本系统未设为接受', 'the assertion is encrypted, and this system is not set to take such'] as const
const TRANSIENT = ['身份提供方没有给出固定的用户编号', 'the provider gives no lasting ID of the person'] as const

/** Web browser sign-on begun here: the request by redirect, the answer by post. Only assertions that the provider signed count. */
export const saml: Protocol = {
  async begin({ tenant, row, state }) {
    const own = await serviceProviderOf(tenant, row)
    const id = newId()
    return {
      location: await clientOf(tenant, row, own, { id }).getAuthorizeUrlAsync(state, undefined, {}),
      kept: { id, at: new Date().toISOString() },
    }
  },

  async complete({ tenant, request, row, kept, body }) {
    const own = await serviceProviderOf(tenant, row)
    const id = String(kept['id'])
    const answer = await takeAnswer(tenant, body)
    if (!answer) return ssoFailed()
    const sent = Buffer.from(answer, 'base64').toString('utf8')
    if (hasEncrypted(sent) && !row.takes_encrypted) ssoFailed(ENCRYPTED)
    const profile = await reach(request, async () => {
      refuseLarge(sent)
      const xml = hasEncrypted(sent) ? decrypted(sent, privateKeyOf(tenant, row)) : sent
      if (hasEncrypted(xml)) throw new Error('several encrypted assertions')
      refuseWeak(xml)
      const SAMLResponse = Buffer.from(xml).toString('base64')
      const { profile: read } = await clientOf(tenant, row, own, { id, at: kept['at'] }).validatePostResponseAsync({ SAMLResponse })
      if (!read) throw new Error('no assertion')
      refuseUnlessMeant(read, row, { ...own, id })
      return read
    })
    if (!profile.nameID || profile.nameIDFormat?.endsWith(':transient')) return ssoFailed(TRANSIENT)
    const { nameID, nameIDFormat, sessionIndex } = profile
    return {
      claims: claimsOf(profile),
      strength: strengthIn(profile),
      session: JSON.stringify({ nameID, nameIDFormat, ...(sessionIndex && { sessionIndex }) }),
    }
  },

  async signOut({ tenant, row, session }) {
    if (!row.sign_out_url || !session) return undefined
    const profile = JSON.parse(session) as Profile // as complete writes it
    return clientOf(tenant, row, await serviceProviderOf(tenant, row)).getLogoutUrlAsync(profile, '', {})
  },
}

type Posted = { code: string; answer: string }
const answerKey = (hash: string) => `sso_answer.${hash}`

/**
 * The posted answer is stored until our page takes its code to the sign-in, since the browser sends no cookie with the
 * post. Anybody may post, so an attempt stores only its latest answer, and the next answer deletes old ones.
 */
export async function keepAnswer(tenant: Tenant, state: string, answer: string): Promise<string> {
  const code = newSecret('c')
  const old = new Date(Date.now() - OLDEST_MS).toISOString()
  await tenant.db.deleteFrom('setting').where('key', 'like', 'sso\\_answer.%').where('updated_at', '<', old).execute()
  await keepSetting(tenant, answerKey(digest(state)), { code: digest(code), answer } satisfies Posted)
  return code
}

async function takeAnswer(tenant: Tenant, { state = '', code = '' }: Answered['body']): Promise<string | undefined> {
  const posted = (await underDigest(state, (hash) => takeSetting(tenant, answerKey(hash)))) as Posted | undefined // as keepAnswer writes it
  return posted && isDigestOf(posted.code, code) ? posted.answer : undefined
}

type Request = { id: string; at?: string | undefined }

const newId = () => `_${randomBytes(20).toString('hex')}`

/** `id` and `at`: the request that this attempt sends or has sent. */
export function clientOf(tenant: Tenant, row: Row, { entity, consumer }: ServiceProvider, { id, at }: Request = { id: newId() }) {
  const { sign_in_url, sign_out_url, certificates, entity_id, signs_requests, demanded_acr, longest_age } = row
  // Those taken before the operator asked for longer keys count no more.
  const strong = certificatesIn(String(certificates)).filter(isStrongCertificate)
  if (strong.length === 0) ssoFailed(SHORT_KEYS)
  return new SAML({
    ...(signs_requests && {
      privateKey: privateKeyOf(tenant, row).export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: 'sha256',
    }),
    entryPoint: String(sign_in_url),
    logoutUrl: sign_out_url ?? '',
    idpCert: strong,
    idpIssuer: String(entity_id),
    issuer: entity,
    audience: entity,
    callbackUrl: consumer,
    identifierFormat: null,
    disableRequestedAuthnContext: !demanded_acr,
    authnContext: listed(demanded_acr),
    racComparison: 'exact',
    forceAuthn: longest_age !== null,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: OLDEST_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => id,
    // The one request that this attempt has sent.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (at !== undefined && key === id ? at : null),
      removeAsync: async () => null,
    },
  })
}

const SHORT_KEYS = ['提供方的签名密钥长度不足', 'the keys of the provider are too short'] as const

export const certificatesIn = (text: string) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []

/** Signatures with SHA-1 can be forged, and no answer needs a document type. */
export function refuseWeak(xml: string) {
  refuseLarge(xml)
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error('a document type declaration')
  // A parser would resolve the reference.
  if (/Algorithm\s*=\s*(?:"[^"]*&|'[^']*&)/.test(xml)) throw new Error('a character reference in the name of an algorithm')
  if (/xmldsig#(?:rsa-|dsa-|hmac-)?sha1|xmldsig-more#(?:rsa-)?md5/.test(xml)) throw new Error('a weak algorithm')
}

/** An answer has some dozens of each, with many groups some hundreds. */
const MAX_TAGS = 2000
const MAX_ATTRIBUTES = 4000

/** The time of the library grows with the square of their number, and it reads an answer before it verifies who sent it. */
function refuseLarge(xml: string) {
  const count = (pattern: RegExp) => xml.match(pattern)?.length ?? 0
  if (count(/</g) > MAX_TAGS || count(/=\s*["']/g) > MAX_ATTRIBUTES) throw new Error('more elements or attributes than an answer has')
}

type Confirmation = { $?: { Method?: string }; SubjectConfirmationData?: { $?: Record<string, string> }[] }
type Assertion = {
  Assertion?: {
    Conditions?: { AudienceRestriction?: unknown }[]
    Subject?: { SubjectConfirmation?: Confirmation[] }[]
    AuthnStatement?: { $?: { AuthnInstant?: string }; AuthnContext?: { AuthnContextClassRef?: (string | { _?: string })[] }[] }[]
  }
}

/** The signed assertion is of this provider, for this service, this address, this request and this moment. */
function refuseUnlessMeant(profile: Profile, { entity_id }: Row, { consumer, id }: ServiceProvider & { id: string }) {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as Assertion // xml2js gives each element as a list
  if (profile.issuer !== entity_id) throw new Error('another issuer')
  if (assertion?.Conditions?.length !== 1 || !assertion.Conditions[0]?.AudienceRestriction) throw new Error('no audience')
  const isMeant = assertion.Subject?.[0]?.SubjectConfirmation?.some(({ $: { Method } = {}, SubjectConfirmationData: [said] = [] }) => {
    const { Recipient, InResponseTo, NotOnOrAfter } = said?.$ ?? {}
    const isOpen = NotOnOrAfter !== undefined && Date.parse(NotOnOrAfter) + SKEW_MS > Date.now()
    return Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' && Recipient === consumer && InResponseTo === id && isOpen
  })
  if (!isMeant) throw new Error('not meant for this request')
}

/** How and when the person signed in at the provider, by the first statement of the signed assertion. */
function strengthIn(profile: Profile): Strength {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as Assertion // as above
  const { $: { AuthnInstant: auth_time } = {}, AuthnContext: [context] = [] } = assertion?.AuthnStatement?.[0] ?? {}
  const [named] = context?.AuthnContextClassRef ?? []
  const acr = (typeof named === 'string' ? named : named?._)?.trim()
  return { ...(acr && { acr }), ...(auth_time && { auth_time }) }
}

const MAIL = ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress']
const NAME = ['displayName', 'name', 'urn:oid:2.16.840.1.113730.3.1.241', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name']

/** The usual attributes under the names that OpenID Connect has for them, beside all others under their own. */
function claimsOf(profile: Profile): Claims {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown> // node-saml gathers them there
  const first = (names: readonly string[]) => names.map((name) => attributes[name]).find((value) => typeof value === 'string')
  const isMail = profile.nameIDFormat?.endsWith(':emailAddress') === true
  const email = first(MAIL) ?? (isMail ? profile.nameID : undefined)
  return { preferred_username: profile.nameID, ...attributes, sub: profile.nameID, name: first(NAME), email, email_verified: email !== undefined }
}

/** Metadata that administrators give to the provider */
export const metadataOf = ({ entity, consumer, logout }: ServiceProvider, row: Keyed) => `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${row.signs_requests === true}" WantAssertionsSigned="true">${keysIn(row)}
    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${logout}"/>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`

type Keyed = Pick<Row, 'signs_requests' | 'takes_encrypted' | 'own_certificate'>

function keysIn({ signs_requests, takes_encrypted, own_certificate }: Keyed): string {
  const bare = (own_certificate ?? '').replace(/-----[A-Z ]+-----|\s/g, '')
  const uses = [...(signs_requests ? ['signing'] : []), ...(takes_encrypted ? ['encryption'] : [])]
  return (bare === '' ? [] : uses).map((use) => keyIn(use, bare)).join('')
}

const keyIn = (use: string, certificate: string) => `
    <KeyDescriptor use="${use}">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>${use === 'encryption' ? METHODS : ''}
    </KeyDescriptor>`

const METHODS = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
]
  .map((algorithm) => `\n      <EncryptionMethod Algorithm="${algorithm}"/>`)
  .join('')
