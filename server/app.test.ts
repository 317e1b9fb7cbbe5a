import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from './records/write/create.ts'
import { modelNamed } from './records/registry.ts'
import { systemContext } from './records/context.ts'
import { testServer } from '../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const bearer = { authorization: `Bearer ${admin.token}` }
const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', url: string, more: { type?: string; payload?: string } = {}) =>
  app.inject({
    method,
    url,
    headers: { host: 'localhost', 'accept-language': 'en', ...bearer, ...(more.type && { 'content-type': more.type }) },
    ...(more.payload !== undefined && { payload: more.payload }),
  })

const MODEL = '/innoe-webapi/model'
const tagged = () => createRow(systemContext(tenant), modelNamed(tenant.models, 'tag'), { name: `tag ${Math.random()}` })

test('[7.03] every model answers every verb, and no verb returns code 404', async () => {
  for (const name of tenant.models.all.keys()) {
    for (const verb of ['create', 'search', 'count', 'import', 'export']) {
      const { status, code } = await call(`${name}/do/${verb}`, verb === 'create' ? { no_such_field: 1 } : {}, { as: admin })
      assert.ok([200, 400, 403].includes(status), `${name}/do/${verb}: ${status}`)
      assert.notEqual(code, 404)
    }
    for (const verb of ['update', 'delete', 'transition', 'batch_update', 'batch_delete']) {
      const { status } = await call(`${name}/do/${verb}`, { sids: [] }, { as: admin })
      assert.ok(verb === 'delete' || [400, 403].includes(status), `${name}/do/${verb}: ${status}`)
    }
    assert.equal((await call(`${name}/do/schema`, undefined, { as: admin })).status, 200, name)
  }
})

test('a HEAD request changes nothing', async () => {
  const sid = await tagged()
  const response = await ask('HEAD', `${MODEL}/tag/do/delete/${sid}`)
  assert.equal(response.statusCode, 405)
  assert.equal((await call(`tag/${sid}`, undefined, { as: admin })).status, 200)
  assert.equal((await ask('HEAD', `${MODEL}/tag/do/schema`)).statusCode, 200)
})

for (const [method, url, allow] of [
  ['GET', `${MODEL}/tag/do/search`, 'POST'],
  ['POST', `${MODEL}/tag/do/schema`, 'GET'],
  ['PUT', `${MODEL}/tag/do/search`, 'POST'],
  ['DELETE', `${MODEL}/tag/01a1fe26-f670-7a56-92d2-921774514731`, 'GET'],
  ['GET', '/innoe-passport/login', 'POST'],
  ['PATCH', '/innoe-webapi/aggr/password/do/update', 'POST'],
  ['HEAD', '/innoe-webapi/events', 'GET'],
] as const) {
  test(`${method} ${url} is refused with 405, and Allow names ${allow}`, async () => {
    const response = await ask(method, url)
    assert.equal(response.statusCode, 405)
    if (method !== 'HEAD') assert.equal(response.json().code, 405)
    assert.ok(String(response.headers.allow).includes(allow), String(response.headers.allow))
    const asked = await ask('OPTIONS', url)
    assert.deepEqual([asked.statusCode, asked.body], [204, ''])
  })
}

for (const [what, type, payload, status] of [
  ['an empty body said to be JSON is none', 'application/json', '', 200],
  ['broken JSON', 'application/json', '{"rows":', 400],
  ['a null', 'application/json', 'null', 400],
  ['a list', 'application/json', '[]', 400],
  ['a text', 'application/json', '"rows"', 400],
  ['a prototype', 'application/json', '{"__proto__":{"rows":1}}', 400],
  ['plain text', 'text/plain', '{}', 415],
  ['a form', 'application/x-www-form-urlencoded', 'rows=1', 415],
  ['XML', 'application/xml', '<rows/>', 415],
] as const) {
  test(`[8.02] a body: ${what} → ${status}`, async () => {
    const response = await ask('POST', `${MODEL}/tag/do/search`, { type, payload })
    assert.equal(response.statusCode, status)
    const { code, request_id, message } = response.json()
    assert.equal(code, status === 200 ? 0 : status)
    assert.equal(request_id, response.headers['x-request-id'])
    assert.equal(typeof message, status === 200 ? 'undefined' : 'string')
  })
}

for (const [given, words] of [
  ['en', 'Please sign in'],
  ['en-GB,en;q=0.9', 'Please sign in'],
  ['zh-CN', '请先登录'],
  ['zh-CN,zh;q=0.9,en;q=0.8', '请先登录'],
  ['de-DE,en;q=0.5', 'Please sign in'],
  ['zh-CN;q=0.1, en;q=0.9', 'Please sign in'],
  ['fr', '请先登录'],
  ['*', '请先登录'],
  ['', '请先登录'],
  [';q=;,,en', 'Please sign in'],
  // A weight that is no number makes its language unwanted.
  [';q=;,,en;q=x', '请先登录'],
] as const) {
  test(`[7.01] Accept-Language “${given}”: ${words}`, async () => {
    const { message } = await call('tag/do/search', {}, { headers: { 'accept-language': given } })
    assert.equal(message, words)
  })
}

for (const [given, kept] of [
  ['web', 'WEB'],
  ['api', 'API'],
  ['import', 'IMPORT'],
  ['job', 'JOB'],
  ['<script>', 'API'],
] as const) {
  test(`[7.01] X-Event-Source “${given}” is logged as ${kept}, with the menu resource`, async () => {
    const headers = { 'x-event-source': given, 'x-resource-code': `tags:${kept}` }
    const { data } = await call<{ sid: string }>('tag/do/create', { name: `from ${given}` }, { as: admin, headers })
    const log = await tenant.db
      .selectFrom('change_log')
      .select(['source', 'resource_code'])
      .where('record_sid', '=', data.sid)
      .executeTakeFirstOrThrow()
    assert.deepEqual(log, { source: kept, resource_code: `tags:${kept}` })
  })
}

test('[7.01] a caller that claims to be a job gets no additional permission', async () => {
  const { status } = await call('change_log/do/create', {}, { as: admin, headers: { 'x-event-source': 'job' } })
  assert.equal(status, 403)
  const odd = { 'x-resource-code': "'; drop table tag; --" }
  const { data } = await call<{ sid: string }>('tag/do/create', { name: 'odd' }, { as: admin, headers: odd })
  const log = await tenant.db.selectFrom('change_log').select('resource_code').where('record_sid', '=', data.sid).executeTakeFirstOrThrow()
  assert.equal(log.resource_code, null)
})
