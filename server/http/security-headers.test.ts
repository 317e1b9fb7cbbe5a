import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const { app, enrol } = await testServer()
const { token } = await enrol('ip_manager')

test('responses, refusals, pages and the event stream have the same security headers', async () => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const asked = { headers: { authorization: `Bearer ${token}` } }
  for (const [path, status] of [
    ['/innoe-webapi/model/patent', 200],
    ['/innoe-webapi/model/nothing/do/search', 404],
    ['/healthz', 200],
    ['/nowhere', 404],
    ['/innoe-webapi/events', 200],
  ] as const) {
    const stop = new AbortController()
    const answer = await fetch(address + path, { ...asked, signal: stop.signal })
    assert.equal(answer.status, status, path)
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, path)
    assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', path)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin', path)
    assert.equal(answer.headers.get('x-frame-options'), 'SAMEORIGIN', path)
    stop.abort()
  }
})
