import { createHash, randomBytes } from 'node:crypto'
import { both, refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { type Answered, type Claims, originOf, pageOf, type Protocol, reach, type Row, ssoFailed } from './protocol.ts'
import { shortText } from './short-text.ts'
import { fetchAllowed } from '../../outbound/allowed-hosts.ts'

const TIMEOUT_MS = 10_000

type Json = Readonly<Record<string, unknown>>
/** How a kind of provider turns its code into the claims of a person */
type Provider = { id: string; secret: string; page: string; code: string; kept: Answered['kept']; row: Row }
type Kind = {
  /** The address at which people sign in, unless the record names another. */
  sign_in_url?: string
  asks(given: { row: Row; page: string; verifier: string }): Readonly<Record<string, string>>
  claims(given: Provider): Promise<Claims>
}

/** Providers that give a code to the browser, and its person to holders of the secret */
const providerOf = (kind: Kind): Protocol => ({
  async begin({ request, row, state }) {
    const verifier = randomBytes(32).toString('base64url')
    const location = new URL(row.sign_in_url ?? kind.sign_in_url ?? '')
    const asks = kind.asks({ row, page: pageOf(originOf(request), row), verifier })
    for (const [name, value] of Object.entries({ ...asks, state })) location.searchParams.set(name, value)
    return { location: location.href, kept: { verifier } }
  },
  async complete({ tenant, request, row, kept, body }) {
    const code = body.authCode ?? body.code ?? ssoFailed()
    const given = { id: String(row.client_id), secret: secretOf(tenant, row), page: pageOf(originOf(request), row), code, kept, row }
    const claims = await reach(request, async () => {
      const found = await kind.claims(given)
      if (typeof found.sub !== 'string' || found.sub === '') throw new Error('no ID of the person')
      return found
    })
    return { claims }
  },
  signOut: async () => undefined,
})

function secretOf({ name, keys }: Tenant, { sid, client_secret }: Row): string {
  if (!client_secret) return refuse('sso_failed', both('why', NO_SECRET))
  return keys.open({ tenant: name, model: 'identity_provider', field: 'client_secret', sid }, client_secret)
}

const NO_SECRET = ['未填写客户端密钥', 'the client secret is not set'] as const

/** Any provider of OAuth 2.0 (RFC 6749 with PKCE) that answers the person as JSON */
const generic: Kind = {
  asks: ({ row, page, verifier }) => ({
    response_type: 'code',
    client_id: String(row.client_id),
    redirect_uri: page,
    ...(row.scopes && { scope: row.scopes }),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }),
  async claims({ id, secret, page, code, kept, row }) {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: page,
      client_id: id,
      client_secret: secret,
      code_verifier: String(kept['verifier']),
    }
    const { access_token } = await read(String(row.token_url), { form })
    const claims = await read(String(row.userinfo_url), { bearer: text(access_token) })
    const sub = claims[row.subject_claim ?? 'sub']
    return { ...claims, sub: typeof sub === 'number' ? String(sub) : text(sub) }
  },
}

/** People of the own organisation alone, with what its directory says of them. */
const dingtalk: Kind = {
  sign_in_url: 'https://login.dingtalk.com/oauth2/auth',
  asks: ({ row, page }) => ({ redirect_uri: page, response_type: 'code', client_id: String(row.client_id), scope: 'openid', prompt: 'consent' }),
  async claims({ id, secret, code, row }) {
    const [api, directory] = [row.api_url ?? 'https://api.dingtalk.com', row.api_url ?? 'https://oapi.dingtalk.com']
    const user = await read(`${api}/v1.0/oauth2/userAccessToken`, {
      json: { clientId: id, clientSecret: secret, code, grantType: 'authorization_code' },
    })
    const me = await read(`${api}/v1.0/contact/users/me`, { headers: { 'x-acs-dingtalk-access-token': text(user['accessToken']) } })
    const app = await read(`${api}/v1.0/oauth2/accessToken`, { json: { appKey: id, appSecret: secret } })
    const token = encodeURIComponent(text(app['accessToken']))
    const unionid = text(me['unionId'])
    const found = part(await read(`${directory}/topapi/user/getbyunionid?access_token=${token}`, { json: { unionid } }), 'result')
    if (found['contact_type'] !== 0) throw new Error('not of the organisation')
    const person = part(await read(`${directory}/topapi/v2/user/get?access_token=${token}`, { json: { userid: text(found['userid']) } }), 'result')
    return { ...person, sub: unionid, ...mailOf(person['org_email']), preferred_username: person['userid'] }
  },
}

const wecom: Kind = {
  sign_in_url: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
  asks: ({ row, page }) => ({ login_type: 'CorpApp', appid: String(row.client_id), agentid: String(row.agent_id), redirect_uri: page }),
  async claims({ id, secret, code, row }) {
    const api = `${row.api_url ?? 'https://qyapi.weixin.qq.com'}/cgi-bin`
    const query = (given: Record<string, string>) => new URLSearchParams(given).toString()
    const access_token = text((await read(`${api}/gettoken?${query({ corpid: id, corpsecret: secret })}`))['access_token'])
    // Somebody who is no member of the organisation has no user ID.
    const userid = text((await read(`${api}/auth/getuserinfo?${query({ access_token, code })}`))['userid'])
    const person = await read(`${api}/user/get?${query({ access_token, userid })}`)
    return { ...person, sub: userid, ...mailOf(person['biz_mail']), preferred_username: userid }
  },
}

const feishu: Kind = {
  sign_in_url: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  asks: ({ row, page }) => ({
    client_id: String(row.client_id),
    response_type: 'code',
    redirect_uri: page,
    ...(row.scopes && { scope: row.scopes }),
  }),
  async claims({ id, secret, page, code, row }) {
    const api = `${row.api_url ?? 'https://open.feishu.cn'}/open-apis/authen`
    const json = { grant_type: 'authorization_code', client_id: id, client_secret: secret, code, redirect_uri: page }
    const { access_token } = await read(`${api}/v2/oauth/token`, { json })
    const person = part(await read(`${api}/v1/user_info`, { bearer: text(access_token) }), 'data')
    return { ...person, sub: text(person['union_id']), ...mailOf(person['enterprise_email']), preferred_username: person['user_id'] }
  },
}

export const oauth2 = providerOf(generic)
export const DIRECTORIES = { DINGTALK: providerOf(dingtalk), WECOM: providerOf(wecom), FEISHU: providerOf(feishu) }

/** An e-mail that the organisation gives out. Another one in the directory may be what people entered there themselves. */
const mailOf = (email: unknown) => ({ email: email || undefined, email_verified: typeof email === 'string' && email !== '' })

type Sent = { form?: Record<string, string>; json?: Json; bearer?: string; headers?: Record<string, string> }

/** One call of a provider, which must answer soon, itself, and with JSON that names no error. */
async function read(url: string, { form, json, bearer, headers = {} }: Sent = {}): Promise<Json> {
  const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : undefined
  const answer = await fetchAllowed(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body !== undefined && { method: 'POST', body }),
  })
  const where = new URL(url).pathname
  if (!answer.ok) throw new Error(`${where}: status ${answer.status}`)
  const read: unknown = JSON.parse(await shortText(answer, where))
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error(`${where}: no object`)
  const { errcode = 0, code = 0, error } = read as Record<string, unknown> // an object, as checked above
  if (errcode !== 0 || (typeof code === 'number' && code !== 0) || error) throw new Error(`${where}: error ${String(errcode || code || 'of OAuth')}`)
  return read as Json
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : missing())

function part(of: Json, name: string): Json {
  const value = of[name]
  return typeof value === 'object' && value !== null ? (value as Json) : missing() // an object of a JSON answer
}

function missing(): never {
  throw new Error('the answer lacks what it should have')
}
