// Requests that no client of ours sends, and the headers of every kind of answer, over a socket.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sendFile } from './harness/cases/exchange.ts'
import { testServer } from './harness/server.ts'

const { app, call, enrol } = await testServer()
const { token } = await enrol('system_admin')
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
const document = await sendFile(app, { path: 'document/do/upload', token, file: '%PDF-1.4\n%fictional\n%%EOF\n', name: 'x.pdf' })
assert.equal(document.status, 200, document.message)

type Got = { status: number; headers: Map<string, string>; body: string }
const ANSWER_TIMEOUT_MS = 5000

/** What the server answers until it closes the connection, or has sent as much as this test needs. */
function ask(text: string, enough = /^$/): Promise<Got> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let got = ''
    const limit = setTimeout(() => socket.destroy(new Error(`no answer to ${text.slice(0, 60)}`)), ANSWER_TIMEOUT_MS)
    socket.on('data', (part) => {
      got += String(part)
      if (enough.test(got)) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(read(got))
    })
    socket.write(text)
  })
}

function read(text: string): Got {
  const at = text.indexOf('\r\n\r\n')
  const [line = '', ...lines] = text.slice(0, at).split('\r\n')
  const headers = new Map(lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]))
  return { status: Number(line.split(' ')[1]), headers, body: text.slice(at + 4) }
}

const OWN = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${OWN}${more}\r\n`
const login = (more: string, body = '') => `POST /innoe-passport/login HTTP/1.1\r\n${OWN}${more}\r\n${body}`

/** Each kind of answer: its request, its status, and what it says of caches. */
const ANSWERS: Readonly<Record<string, readonly [request: string, status: number, cached?: RegExp]>> = {
  'an answer of the API': [get('/innoe-webapi/model/patent'), 200, /^no-store$/],
  'a refusal': [get('/innoe-webapi/model/nothing/do/search'), 404, /^no-store$/],
  'a refusal without a session': [`GET /innoe-webapi/model/patent HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 401, /^no-store$/],
  'an unknown address': [get('/nowhere'), 404, /^no-store$/],
  'a redirect': [get('/'), 302],
  'a posted SAML answer for nobody': [get('/innoe-openapi/iam_auth/saml/none/metadata'), 404, /^no-store$/],
  'another method': [`DELETE /innoe-passport/ways HTTP/1.1\r\n${OWN}\r\n`, 405, /^no-store$/],
  'the methods of an address': [`OPTIONS /innoe-passport/ways HTTP/1.1\r\n${OWN}\r\n`, 204],
  'a download': [get(`/innoe-webapi/model/document/do/download/${document.data.sid}`), 200, /^private, no-store$/],
  'an event stream': [get('/innoe-webapi/events'), 200, /^no-store/],
  'the description of the API': [get('/innoe-webapi/openapi.json'), 200, /^private, no-cache$/],
  'the page of the API': [get('/innoe-webapi/docs'), 200],
  'SCIM': [get('/scim/v2/ServiceProviderConfig'), 200, /^no-store$/],
  'a refusal of SCIM': [get('/scim/v2/Nothing'), 404, /^no-store$/],
  'the state of the process': [get('/healthz'), 200],
  'its figures': [get('/metrics'), 200],
  'a body of another type': [login('Content-Type: text/html\r\nContent-Length: 2\r\n', '{}'), 415, /^no-store$/],
  'a body that is announced too large': [login('Content-Type: application/json\r\nContent-Length: 9000000\r\n', '{'), 413, /^no-store$/],
  'an address that cannot be decoded': [get('/innoe-webapi/%zz'), 400, /^no-store$/],
  'no HTTP at all': ['HELLO\r\n\r\n', 400, /^no-store$/],
  'headers of 20 KB': [get('/healthz', `X: ${'a'.repeat(20_000)}\r\n`), 431, /^no-store$/],
  'an unknown expectation': [login('Expect: 200-ok\r\nContent-Length: 0\r\n'), 417],
} // oxfmt-ignore

for (const [what, [request, status, cached]] of Object.entries(ANSWERS))
  test(`${what} has the security headers, the type of its content and what caches may do with it`, async () => {
    const got = await ask(request, /event-stream[\s\S]*\r\n\r\n[\s\S]*open/)
    assert.equal(got.status, status, got.body)
    const policy = got.headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "frame-ancestors 'none'"]) assert.ok(policy.includes(part) || policy.includes('sandbox'), policy)
    assert.equal(got.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
    assert.equal(got.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(got.headers.get('referrer-policy'), 'same-origin')
    assert.equal(got.headers.get('access-control-allow-origin'), undefined)
    assert.equal(got.headers.get('server'), undefined)
    assert.equal(got.headers.get('x-powered-by'), undefined)
    const type = got.headers.get('content-type') ?? ''
    if (/^text\/|json|xml/.test(type)) assert.match(type, /charset=utf-8$/i)
    else assert.ok(got.body === '' || type === 'application/pdf', type)
    if (cached) assert.match(got.headers.get('cache-control') ?? '', cached)
  })

for (const [what, request, statuses] of [
  ['a length beside chunks', login('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n'), [400]],
  ['two lengths', login('Content-Length: 5\r\nContent-Length: 30\r\n', 'GET /healthz HTTP/1.1\r\n\r\n'), [400]],
  ['an unknown encoding of the transfer', login('Transfer-Encoding: xchunked\r\n', '0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n'), [400]],
  ['a blank before the colon', login('Content-Length : 5\r\n', 'GET /healthz HTTP/1.1\r\n\r\n'), [400]],
  ['two hosts', get('/healthz', 'Host: other.test\r\n'), [400]],
  ['another host in its first line', get('http://other.test/healthz'), [400]],
  ['its own host in its first line', get('http://localhost/healthz'), [200]],
  ['a folded header', get('/healthz', 'X: a\r\n b\r\n'), [200, 400]],
  ['a line feed alone', `GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n`, [200, 400]],
] as const)
  test(`a request with ${what} is refused or read as one, and no second request is found in it`, async () => {
    const got = await ask(request)
    assert.ok((statuses as readonly number[]).includes(got.status), `${got.status} ${got.body}`)
    assert.ok(!got.body.includes('HTTP/1.1'), got.body)
    assert.ok(got.status === 200 || !got.body.includes('ok\n'), got.body)
  })

test('TRACE echoes nothing, CONNECT opens nothing, and no page lists a folder or leaves it', async () => {
  const echoed = await ask(`TRACE /innoe-passport/ways HTTP/1.1\r\n${OWN}X-Secret: not-for-echo\r\n\r\n`)
  assert.equal(echoed.status, 404)
  assert.ok(!echoed.body.includes('not-for-echo') && !echoed.body.includes(token))
  assert.equal((await ask(`CONNECT localhost:22 HTTP/1.1\r\n${OWN}\r\n`)).body, '')
  for (const path of ['/innoe-web/assets/', '/innoe-web/..%2f..%2fpackage.json', '/innoe-web/%2e%2e/%2e%2e/package.json', '/.git/config', '/..%5cpackage.json', '/innoe-web/assets/..%2findex.html']) {
    const { status, body } = await ask(get(path))
    assert.ok(!body.includes('"dependencies"') && !body.includes('[core]') && !/Index of/i.test(body), path)
    assert.ok([200, 400, 403, 404, 503].includes(status), `${path} ${status}`)
  } // oxfmt-ignore
})

test('another Origin, as a page of another site sends it, is allowed to read nothing, and no cookie opens a session', async () => {
  const asked = await ask(
    `OPTIONS /innoe-webapi/model/patent HTTP/1.1\r\n${OWN}Origin: https://evil.test\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  )
  for (const name of ['access-control-allow-origin', 'access-control-allow-credentials', 'access-control-allow-headers'])
    assert.equal(asked.headers.get(name), undefined, name)
  const byCookie = `GET /innoe-webapi/model/patent HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: token=${token}; innoe_end=${token}\r\n\r\n`
  assert.equal((await ask(byCookie)).status, 401)
  const posted = await ask(`POST /innoe-webapi/model/patent/do/search HTTP/1.1\r\n${OWN}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`)
  assert.equal(posted.status, 415)
})

test('over HTTPS each cookie is bound to it and to this host; over HTTP it is not, and a cookie without the prefix counts for nothing', async () => {
  const addresses = { sign_in_url: 'https://sso.test/in', token_url: 'https://sso.test/token', userinfo_url: 'https://sso.test/who' }
  const record = { code: 'directory', name: '虚构目录', protocol: 'OAUTH2', client_id: 'x', client_secret: 'fictional', ...addresses }
  assert.equal((await call('identity_provider/do/create', record, { as: token })).code, 0)
  const begin = (headers: Record<string, string>) => call('/innoe-openapi/iam_auth/begin', { type: 'oauth2', identity: 'directory' }, { headers })
  const plain = String((await begin({})).headers['set-cookie'])
  assert.match(plain, /^innoe_sso=b_[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  const https = { 'x-forwarded-proto': 'https' }
  const secure = String((await begin({ ...https, cookie: plain })).headers['set-cookie'])
  assert.match(secure, /^__Host-innoe_sso=b_[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const valueOf = (cookie: string) => /=(b_[^;]+)/.exec(cookie)?.[1]
  assert.notEqual(valueOf(secure), valueOf(plain))
  assert.equal(valueOf(String((await begin({ ...https, cookie: secure })).headers['set-cookie'])), valueOf(secure))
  const out = await call('/innoe-passport/logout', {}, { as: (await enrol('ip_engineer')).token, headers: https })
  assert.match(String(out.headers['set-cookie']), /^__Host-innoe_end=; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
})

test('a body that stops arriving is waited for thirty seconds', async () => {
  const waits = new Promise<Socket>((resolve) => app.server.once('request', ({ socket }: { socket: Socket }) => resolve(socket)))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(login('Content-Type: application/json\r\nContent-Length: 90\r\n', '{"half"'))
  const taken = await waits
  for (let tries = 0; tries < 100 && !taken.timeout; tries++) await wait(20)
  assert.equal(taken.timeout, 30_000)
  socket.destroy()
})
