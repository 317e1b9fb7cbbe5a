import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { after } from 'node:test'
import Provider from 'oidc-provider'

export type Claims = Readonly<Record<string, string | boolean>>
export const CLIENT = { client_id: 'innoe', client_secret: 'a secret between Innoe and the provider' }

const { privateKey: KEY } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same ID token with other claims, truly signed by the provider. */
export function signedAnew(token: string, change: (claims: Record<string, unknown>) => object): string {
  const [header, claims = ''] = token.split('.')
  const text = `${header}.${encoded(change(JSON.parse(Buffer.from(claims, 'base64url').toString())))}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), KEY).toString('base64url')}`
}

/** The same ID token, signed with what everybody can read: the public key of the provider as a shared secret. */
export function signedWithPublicKey(token: string): string {
  const text = `${encoded({ alg: 'HS256' })}.${token.split('.')[1]}`
  const secret = createPublicKey(KEY).export({ type: 'spki', format: 'pem' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** A real OpenID provider on a free port of this machine. Everybody signs in there by name; `people` are their claims. */
export async function openIdentityProvider(people: Map<string, Claims>, { redirect, home }: { redirect: string; home: string }) {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => void (server.closeAllConnections(), server.close()))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const scope = 'openid profile email'
  /** How everybody signs in there: `acr` and `amr`; `loginTs` is the moment in seconds. */
  const strength: { acr?: string; amr?: string[]; loginTs?: number } = {}
  const provider = new Provider(issuer, {
    clients: [
      { ...CLIENT, redirect_uris: [redirect], post_logout_redirect_uris: [home], grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    acrValues: ['urn:fictional:strong', 'urn:fictional:weak'],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'employee_number'] },
    cookies: { keys: ['for tests'] },
    jwks: { keys: [{ ...KEY.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    // Nobody is asked for consent: the company decides for its people.
    async loadExistingGrant({ oidc }) {
      Object.assign(oidc.session, strength)
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  const forged = { change: (token: string) => token }
  provider.use(async (ctx, next) => {
    await next()
    const { body } = ctx
    if (ctx.path === '/token' && typeof body?.id_token === 'string') body.id_token = forged.change(body.id_token)
  })
  server.on('request', provider.callback())
  return { issuer, forged, strength, signIn: (location: string, name: string) => signIn(location, name, redirect) }
}

/** Signs in at the provider as a browser would, and gives what it returns to our page. */
async function signIn(location: string, name: string, end: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let body: URLSearchParams | undefined
  for (let at = location, turns = 0; turns < 12; turns++) {
    if (at.startsWith(end)) return Object.fromEntries(new URL(at).searchParams)
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) })
    for (const line of answer.headers.getSetCookie()) {
      const [key = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
      if (value === '') cookies.delete(key)
      else cookies.set(key, value)
    }
    const next = answer.headers.get('location')
    const page = next ? '' : await answer.text()
    const form = /action="([^"]+)"/.exec(page)?.[1]
    if (!next && !form) throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 500)}`)
    body = form ? new URLSearchParams({ prompt: 'login', login: name, password: 'any' }) : undefined
    at = new URL(next ?? form ?? '', at).href
  }
  throw new Error('the provider redirects without end')
}
