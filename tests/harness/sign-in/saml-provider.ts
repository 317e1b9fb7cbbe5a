import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import samlp from 'samlp'

/** Name ID and attributes of the people who sign in there by name. */
export type People = Map<string, Readonly<Record<string, string>>>
type Options = Readonly<Record<string, unknown>>

const NAME_ID = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier'
/** A key with a certificate that it signed itself, made for this run. */
export function newCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('Fictional provider')))))
  const whole = der(
    0x30,
    der(0x02, Buffer.from([1])),
    ALGORITHM,
    name,
    der(0x30, moment(-1), moment(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', whole, privateKey))
  const text = der(0x30, whole, ALGORITHM, signature)
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n` }
}

/** One element of DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** sha256WithRSAEncryption, and the type of a common name. */
const ALGORITHM = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

const moment = (days: number) => {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString()
  return der(0x17, Buffer.from(`${iso.slice(2, 19).replace(/[-T:]/g, '')}Z`))
}

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
type LogoutRequest = { id: string; at: string; issuer: string; key: string; algorithm: string; relay: string; index: string; isUnsigned: boolean }

/** A real SAML identity provider (samlp) on a free port of this machine. `answer` gives its signed answer to a request, as it would be posted. */
export async function openSamlProvider(people: People) {
  const certificate = newCertificate()
  const server = createServer(
    (request, response) => void serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error))),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => void (server.closeAllConnections(), server.close()))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const issuer = 'urn:fictional:provider'

  async function answer(location: string, name: string, wrong: Options = {}) {
    const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(location).searchParams)
    const asked = await parse(SAMLRequest)
    const given = {
      ...certificate,
      issuer,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      lifetimeInSeconds: 300,
      audience: asked.issuer,
      recipient: asked.assertionConsumerServiceURL,
      destination: asked.assertionConsumerServiceURL,
      inResponseTo: asked.id,
      profileMapper: () => ({
        getClaims: () => Object.fromEntries(Object.entries(people.get(name) ?? {})),
        getNameIdentifier: () => ({ nameIdentifier: name, nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' }),
        metadata: [{ id: NAME_ID }],
      }),
      ...wrong,
    }
    const xml = await new Promise<string>((resolve, reject) =>
      samlp.getSamlResponse(given, { id: name }, (error, made) => (error ? reject(error) : resolve(made))),
    )
    return { to: asked.assertionConsumerServiceURL, xml, RelayState }
  }

  const logout = (destination: string, nameID: string, wrong: Partial<LogoutRequest> = {}) =>
    signedLogout({ issuer, key: certificate.key, destination, nameID, ...wrong })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', base)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (url.pathname === '/slo') return response.end('<h1>Signed out at the provider</h1>')
    const name = url.searchParams.get('login')
    const hidden = ['SAMLRequest', 'RelayState']
      .map((one) => `<input type="hidden" name="${one}" value="${url.searchParams.get(one) ?? ''}">`)
      .join('')
    if (!name) return response.end(`<form action="/sso">${hidden}<input name="login"><button type="submit">Sign in</button></form>`)
    const { to, xml, RelayState } = await answer(url.href, name)
    const fields = `<input name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}"><input name="RelayState" value="${RelayState}">`
    return response.end(`<form method="post" action="${to}">${fields}</form><script>document.forms[0].submit()</script>`)
  }

  const record = { protocol: 'SAML', entity_id: issuer, sign_in_url: `${base}/sso`, sign_out_url: `${base}/slo`, certificates: certificate.cert }
  return { base, record, answer, logout }
}

const parse = (SAMLRequest: string) =>
  new Promise<{ id: string; issuer: string; assertionConsumerServiceURL: string }>((resolve, reject) =>
    samlp.parseRequest({ method: 'GET', query: { SAMLRequest } }, (error, found) => (error ? reject(error) : resolve(found))),
  )

/** What the provider adds to our address to end a session: its request, signed. */
function signedLogout(given: Partial<LogoutRequest> & { issuer: string; key: string; destination: string; nameID: string }): string {
  const said = { id: `_${randomUUID()}`, at: new Date().toISOString(), algorithm: SHA256, relay: 'r', ...given }
  const index = said.index === undefined ? '' : `<samlp:SessionIndex>${said.index}</samlp:SessionIndex>`
  const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id}" Version="2.0" IssueInstant="${said.at}" Destination="${said.destination}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:NameID>${said.nameID}</saml:NameID>${index}</samlp:LogoutRequest>`
  const query = { SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: said.relay, SigAlg: said.algorithm }
  const signed = new URLSearchParams(query).toString()
  const signature = sign(said.algorithm.endsWith('sha1') ? 'sha1' : 'sha256', Buffer.from(signed), said.key).toString('base64')
  return `${signed}${said.isUnsigned ? '' : `&${new URLSearchParams({ Signature: signature })}`}`
}
