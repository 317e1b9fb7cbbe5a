import assert from 'node:assert/strict'
import type { openSamlProvider } from './saml-provider.ts'
import type { Answer, testServer } from '../server.ts'

const SSO = '/innoe-openapi/iam_auth'
const NAMED = { type: 'saml', identity: 'directory' }

export type State = { token: string; refresh_token: string; account: string }
type Server = Pick<Awaited<ReturnType<typeof testServer>>, 'app' | 'call'>
type Provider = Awaited<ReturnType<typeof openSamlProvider>>
type Attack = { wrong?: Record<string, unknown>; change?: (xml: string) => string }

/** A browser that signs in at the provider `directory` and posts its answer here, as its page would. */
export function samlBrowser({ app, call }: Server, provider: Provider) {
  async function begin() {
    const begun = await call<{ location: string }>(`${SSO}/begin`, NAMED)
    assert.equal(begun.code, 0, begun.text)
    return { location: begun.data.location, cookie: /innoe_sso=[^;]+/.exec(String(begun.headers['set-cookie']))?.[0] ?? '' }
  }

  async function enter(name: string, { wrong = {}, change = (xml: string) => xml }: Attack = {}): Promise<Answer<State>> {
    const { location, cookie } = await begin()
    const { xml, RelayState } = await provider.answer(location, name, wrong)
    const payload = new URLSearchParams({ SAMLResponse: Buffer.from(change(xml)).toString('base64'), RelayState }).toString()
    const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await app.inject({ method: 'POST', url: `${SSO}/saml/directory`, headers, payload })
    const page = new URL(String(posted.headers.location), 'https://any.test')
    return call<State>(`${SSO}/sso`, { ...NAMED, ...Object.fromEntries(page.searchParams) }, { headers: { cookie }, lang: 'en' })
  }

  const metadata = async () => (await app.inject({ url: `${SSO}/saml/directory/metadata`, headers: { host: 'localhost' } })).body
  const logout = (query: string) => app.inject({ url: `${SSO}/saml/directory/logout?${query}`, headers: { host: 'localhost' } })
  return { begin, enter, metadata, logout }
}
