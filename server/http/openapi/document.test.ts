import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misfits } from '../../../tests/harness/json-schema.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
type Json = Record<string, unknown>
type Operation = {
  responses: Record<string, { content: Record<string, { schema: Json }> }>
  requestBody?: { content: Record<string, { schema: Json }> }
}
const document = (await app.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost' } })).json<Json>()
const paths = document.paths as Record<string, Record<string, Operation>> // OpenAPI's own shape

const answerOf = (path: string, method: string, status: number) => {
  const { responses } = paths[path]?.[method] ?? assert.fail(`${method} ${path} is not described`)
  const answer = responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? assert.fail(`${status} of ${path} is not described`)
  return answer.content['application/json']?.schema
}
const MODEL = '/innoe-webapi/model'

/** Asks, and holds the answer against the document. */
async function held(path: string, url: string, body?: unknown) {
  const answer = await call<Json>(url, body, { as: admin })
  const schema = answerOf(path, body === undefined ? 'get' : 'post', answer.status)
  assert.deepEqual(misfits(document, schema, JSON.parse(answer.text)).slice(0, 5), [], `${path} → ${answer.status}`)
  return answer
}

test('the validator sees what does not fit', () => {
  const page = { allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { record: { items: { $ref: '#/components/schemas/patent' } } } }] }
  const right = { start: 0, rows: 1, record: [{ country: 'CN', filing_date: '2024-01-31', owner_sid: null }] }
  assert.deepEqual(misfits(document, page, right), [])
  for (const wrong of [
    { country: 'ZZ' },
    { filing_date: '31.1.2024' },
    { owner_sid: { name: 'x' } },
    { claims_count: '3' },
    { early_publication: 0 },
  ])
    assert.equal(misfits(document, page, { ...right, record: [wrong] }).length > 0, true, JSON.stringify(wrong))
  assert.equal(misfits(document, page, { start: 0, record: [] }).length, 1)
})

test('[7.03] every verb of every model answers as the document says', async () => {
  for (const name of tenant.models.all.keys()) {
    const base = `${MODEL}/${name}`
    await held(`${base}/do/schema`, `${name}/do/schema`)
    await held(`${base}/do/count`, `${name}/do/count`, {})
    const { data } = await held(`${base}/do/search`, `${name}/do/search`, { rows: 100 })
    for (const { sid } of (data.record as Json[]).slice(0, 5)) {
      await held(`${base}/{sid}`, `${name}/${sid}`)
      await held(`${base}/{sid}`, `${name}/${sid}?flat=1`)
      await held(`${base}/do/history`, `${name}/do/history`, { sid })
    }
    for (const body of [{ foo: 1 }, { rows: 0 }, { iql: '(' }, { fl: 'nothing' }]) await held(`${base}/do/search`, `${name}/do/search`, body)
    await held(`${base}/do/create`, `${name}/do/create`, { no_such_field: 1 })
    await held(`${base}/do/update`, `${name}/do/update`, {})
    await held(`${base}/{sid}`, `${name}/01a1fe26-f670-7a56-92d2-921774514731`)
  }
})

test('[7.03] writes, a state, a conflict and jobs answer as the document says', async () => {
  const body = { title: 'Described', country: 'CN', patent_type: 'INVENTION' }
  const path = `${MODEL}/patent/do`
  assert.deepEqual(misfits(document, paths[`${path}/create`]?.post?.requestBody?.content['application/json']?.schema, body), [])
  assert.equal(misfits(document, paths[`${path}/create`]?.post?.requestBody?.content['application/json']?.schema, { title: 'x' }).length, 2)
  const { data } = await held(`${path}/create`, 'patent/do/create', body)
  const { sid } = data
  await held(`${path}/update`, 'patent/do/update', { sid, version: 1, title: 'Changed' })
  assert.equal((await held(`${path}/update`, 'patent/do/update', { sid, version: 1, title: 'Again' })).status, 409)
  await held(`${path}/transition`, 'patent/do/transition', { sid, transition: 'review' })
  assert.equal((await held(`${path}/transition`, 'patent/do/transition', { sid, transition: 'grant' })).code, 500005)
  await held(`${path}/batch_transition`, 'patent/do/batch_transition', { sids: [sid], transition: 'ready', each: true })
  await held(`${path}/batch_update`, 'patent/do/batch_update', { sids: [sid], changes: { title: 'Many' } })
  await held(`${path}/aggregate`, 'patent/do/aggregate', { by: ['country'], sums: ['claims_count'] })
  const job = await held(`${path}/export`, 'patent/do/export', { fl: ['case_no'], iql: `sid = '${sid}'` })
  await held(`${MODEL}/job/{sid}`, `job/${job.data.job_sid}`)
  await held(`${path}/batch_delete`, 'patent/do/batch_delete', { sids: [sid] })
  await held(`${path}/search_deleted`, 'patent/do/search_deleted', {})
  await held(`${path}/restore`, 'patent/do/restore', { sids: [sid] })
  await held(`${path}/delete/{sid}`, `patent/do/delete/${sid}`, {})
})

test('[7.15] [7.16] what lies beside the models answers as the document says', async () => {
  await held('/innoe-passport/captcha', '/innoe-passport/captcha')
  await held('/innoe-passport/login', '/innoe-passport/login', {})
  await held('/innoe-passport/refresh', '/innoe-passport/refresh', {})
  await held('/innoe-webapi/setting/user/do/update', '/innoe-webapi/setting/user/do/update', { key: 'a', value: [1] })
  await held('/innoe-webapi/setting/user/{key}/setting', '/innoe-webapi/setting/user/a/setting')
  await held('/innoe-webapi/aggr/password/do/update', '/innoe-webapi/aggr/password/do/update', {})
  await held(`${MODEL}/tenant/do/getTenantInfo`, 'tenant/do/getTenantInfo')
  await held(`${MODEL}/user_info/basic/{sid}`, `user_info/basic/${admin.sid}`)
  await held(`${MODEL}/user_info/sysconfig/{sid}`, `user_info/sysconfig/${admin.sid}`)
  await held(`${MODEL}/i18n/front/search`, 'i18n/front/search?language=en', {})
  await held(`${MODEL}/i18n/front/sync`, 'i18n/front/sync', { language: 'en', record: [{ key: 'patent', text: 'Case' }] })
  await held(`${MODEL}/patent`, '/innoe-webapi/model/patent')
  await held(`${MODEL}/user_handover/do/check/{sid}`, `user_handover/do/check/${admin.sid}`)
})

test('every address that the server takes is described', () => {
  const described = new Set(Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, ':')))
  const whole = /^\/innoe-(?!web(\/|\*|$)|webapi\/docs)/
  for (const { url, methods } of addresses(app.printRoutes({ commonPrefix: false }))) {
    if (!whole.test(url) || !methods.some((method) => method === 'GET' || method === 'POST')) continue
    const plain = url
      .replaceAll(/:model\b/g, 'patent')
      .replace(/\*$/, '')
      .replaceAll(/:\w+/g, ':')
    if (plain === `${MODEL}/patent/do/:`) continue // the verbs and extras themselves, each described
    assert.ok(described.has(plain), url)
  }
})

/** The addresses in Fastify's drawing of its tree. */
function addresses(drawing: string) {
  const way: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│\s]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? []
    if (!part) return []
    way.length = indent.length / 4
    way.push(part)
    return methods ? [{ url: way.join(''), methods: methods.split(', ') }] : []
  })
}

test('each call has a name of its own', () => {
  const names = Object.values(paths).flatMap((calls) => Object.values(calls).map((one) => (one as { operationId?: string }).operationId ?? ''))
  assert.ok(names.every((name) => /^(get|post)_\w+$/.test(name)))
  assert.equal(new Set(names).size, names.length)
})
