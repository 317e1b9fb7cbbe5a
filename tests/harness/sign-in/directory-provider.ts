import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { after } from 'node:test'

/** What the directory says of the people who sign in there by name; `outside` is no member of the organisation. */
export type Members = Map<string, Readonly<Record<string, unknown>>>
export const CLIENT = { client_id: 'innoe-app', client_secret: 'a secret of the application' }
export const AGENT = '1000002'

type Given = { query: URLSearchParams; body: Record<string, unknown>; headers: IncomingMessage['headers'] }
type Issued = { name: string; redirect: string; challenge: string | null }
type Calls = Record<string, (given: Given) => unknown>

/** A server on this machine that speaks OAuth 2.0, and the calls of DingTalk, WeCom and Feishu as they are published. */
export async function openDirectoryProvider(members: Members) {
  const kept = keep(members)
  const calls: Calls = { ...oauth(kept), ...dingtalk(kept), ...wecom(kept), ...feishu(kept) }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
      const body = bodyOf(request, Buffer.concat(parts).toString())
      const answer = calls[`${request.method} ${pathname}`]?.({ query, body, headers: request.headers })
      if (answer === 'redirect') return response.writeHead(307, { location: '/token' }).end()
      return response
        .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer || { error: 'invalid_request' }))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => void (server.closeAllConnections(), server.close()))
  const address = server.address()
  return { base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, signIn: kept.signIn }
}

function bodyOf({ headers }: IncomingMessage, sent: string): Record<string, unknown> {
  if (headers['content-type']?.startsWith('application/x-www-form')) return Object.fromEntries(new URLSearchParams(sent))
  return sent ? (JSON.parse(sent) as Record<string, unknown>) : {} // the calls send objects
}

type Kept = ReturnType<typeof keep>

/** The codes and tokens that are in use, each code for one time. */
function keep(members: Members) {
  const codes = new Map<string, Issued>()
  const tokens = new Map<string, string>()
  return {
    members,
    /** A code for the person who has just signed in at the address to which the browser was sent. */
    signIn(location: string, name: string) {
      const { searchParams: asked } = new URL(location)
      const code = randomUUID()
      codes.set(code, { name, redirect: asked.get('redirect_uri') ?? '', challenge: asked.get('code_challenge') })
      return { code, state: asked.get('state') ?? '' }
    },
    take(code: unknown) {
      const issued = codes.get(String(code))
      codes.delete(String(code))
      return issued
    },
    tokenFor(name: string) {
      const token = randomUUID()
      tokens.set(token, name)
      return token
    },
    holderOf: (token: unknown) => tokens.get(String(token)),
    member: (name: unknown) => (name === 'outside' ? undefined : members.get(String(name))),
  }
}

const APPLICATION = 'the application itself'
const isClient = (id: unknown, secret: unknown) => id === CLIENT.client_id && secret === CLIENT.client_secret
const bearerOf = ({ headers }: Given) => String(headers.authorization).replace('Bearer ', '')

/** The exchange of a code as RFC 6749 has it. */
function exchange({ take, tokenFor }: Kept, { body }: Given, proves: (issued: Issued) => boolean) {
  const issued = take(body['code'])
  const isRight = issued && body['redirect_uri'] === issued.redirect && isClient(body['client_id'], body['client_secret']) && proves(issued)
  return isRight ? { code: 0, access_token: tokenFor(issued.name), token_type: 'Bearer' } : undefined
}

const oauth = (kept: Kept): Calls => ({
  'POST /token': (given) =>
    exchange(kept, given, ({ challenge }) => challenge === createHash('sha256').update(String(given.body['code_verifier'])).digest('base64url')),
  'POST /moved': () => 'redirect',
  'GET /me': (given) => {
    const name = kept.holderOf(bearerOf(given))
    return name && { id: `id-${name}`, ...kept.members.get(name) }
  },
})

const dingtalk = ({ take, tokenFor, holderOf, member, members }: Kept): Calls => {
  const isApplication = ({ query }: Given) => holderOf(query.get('access_token')) === APPLICATION
  return {
    'POST /v1.0/oauth2/userAccessToken': ({ body }) => {
      const issued = take(body['code'])
      return issued && isClient(body['clientId'], body['clientSecret']) && { accessToken: tokenFor(issued.name), expireIn: 7200 }
    },
    'GET /v1.0/contact/users/me': ({ headers }) => {
      const name = holderOf(headers['x-acs-dingtalk-access-token'])
      return name && { nick: name, unionId: `union-${name}`, openId: 'x', email: 'private@elsewhere.test' }
    },
    'POST /v1.0/oauth2/accessToken': ({ body }) =>
      isClient(body['appKey'], body['appSecret']) && { accessToken: tokenFor(APPLICATION), expireIn: 7200 },
    'POST /topapi/user/getbyunionid': (given) => {
      if (!isApplication(given)) return { errcode: 40014, errmsg: 'invalid token' }
      const userid = String(given.body['unionid']).replace('union-', '')
      return { errcode: 0, result: { contact_type: member(userid) ? 0 : 1, userid } }
    },
    'POST /topapi/v2/user/get': (given) => {
      const { userid } = given.body
      return isApplication(given) && { errcode: 0, result: { userid, ...members.get(String(userid)) } }
    },
  }
}

const wecom = ({ take, tokenFor, holderOf, member, members }: Kept): Calls => {
  const isApplication = ({ query }: Given) => holderOf(query.get('access_token')) === APPLICATION
  return {
    'GET /cgi-bin/gettoken': ({ query }) =>
      isClient(query.get('corpid'), query.get('corpsecret'))
        ? { errcode: 0, access_token: tokenFor(APPLICATION) }
        : { errcode: 40001, errmsg: 'invalid credential' },
    'GET /cgi-bin/auth/getuserinfo': (given) => {
      const issued = isApplication(given) ? take(given.query.get('code')) : undefined
      if (!issued) return { errcode: 40029, errmsg: 'invalid code' }
      return member(issued.name) ? { errcode: 0, userid: issued.name } : { errcode: 0, openid: 'x', external_userid: 'y' }
    },
    'GET /cgi-bin/user/get': (given) => {
      const userid = given.query.get('userid')
      return isApplication(given) && { errcode: 0, userid, ...members.get(String(userid)) }
    },
  }
}

const feishu = (kept: Kept): Calls => ({
  'POST /open-apis/authen/v2/oauth/token': (given) => exchange(kept, given, () => true) ?? { code: 20003, error: 'invalid_grant' },
  'GET /open-apis/authen/v1/user_info': (given) => {
    const name = kept.holderOf(bearerOf(given))
    return name && { code: 0, msg: 'success', data: { union_id: `on-${name}`, user_id: name, ...kept.members.get(name) } }
  },
})
