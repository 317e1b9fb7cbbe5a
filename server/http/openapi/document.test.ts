import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misfits, resolve } from '../../../tests/harness/json-schema.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { buildApp } from '../../app.ts'
import { AREAS } from '../../auth/roles/areas.ts'
import { openServer } from '../../open.ts'

const { app, server, url, tenant, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
type Json = Record<string, unknown>
type Content = { content?: Record<string, { schema: Json }>; $ref?: string }
type Operation = { operationId: string; responses: Record<string, Content>; requestBody?: Content }
const read = async (headers: Record<string, string>) => app.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost', ...headers } })
const readAs = async ({ token }: { token: string }) => (await read({ authorization: `Bearer ${token}` })).json<Json>()
const document = await readAs(admin)
const paths = document.paths as Record<string, Record<string, Operation>> // OpenAPI's own shape

const answerOf = (path: string, method: string, status: number) => {
  const { responses } = paths[path]?.[method] ?? assert.fail(`${method} ${path} is not described`)
  const answer = responses[String(status)] ?? responses.default ?? assert.fail(`${status} of ${path} is not described`)
  return schemaOf(answer)
}
/** The JSON schema of an answer or a body, which may stand among the components. */
const schemaOf = (part: Content | undefined): unknown => {
  const known = part?.$ref ? (resolve(document, part.$ref) as Content) : part // OpenAPI's own shape
  return known?.content?.['application/json']?.schema
}
const MODEL = '/innoe-webapi/model'

/** Asks, and holds the answer against the document. */
async function held(path: string, url: string, body?: unknown) {
  const answer = await call<Json>(url, body, { as: admin })
  const schema = answerOf(path, body === undefined ? 'get' : 'post', answer.status)
  assert.deepEqual(misfits(document, schema, JSON.parse(answer.text)).slice(0, 5), [], `${path} → ${answer.status}`)
  return answer
}

test('the validator reports a response that does not match the document', () => {
  const page = { allOf: [{ $ref: '#/components/schemas/PatentPage' }] }
  const sid = '01a1fe26-f670-7a56-92d2-921774514731'
  const right = { start: 0, rows: 1, record: [{ sid, country: 'CN', filing_date: '2024-01-31', owner_sid: null }] }
  assert.deepEqual(misfits(document, page, right), [])
  for (const wrong of [
    { country: 'ZZ' },
    { filing_date: '31.1.2024' },
    { owner_sid: { name: 'x' } },
    { claims_count: '3' },
    { early_publication: 0 },
  ])
    assert.equal(misfits(document, page, { ...right, record: [{ sid, ...wrong }] }).length > 0, true, JSON.stringify(wrong))
  assert.equal(misfits(document, page, { start: 0, record: [] }).length, 1)
})

test('[7.03] each call is described in one area, and the areas together are the whole', async () => {
  const described: string[] = []
  for (const area of Object.keys(AREAS)) {
    const part = (await app.inject({ url: `/innoe-webapi/openapi.json?area=${area}`, headers: { host: 'localhost', authorization: `Bearer ${admin.token}` } })).json<Json>() // oxfmt-ignore
    described.push(...Object.keys(part.paths as Json))
  }
  assert.deepEqual(described.sort(), Object.keys(paths).sort())
  const { status, message } = await call('/innoe-webapi/openapi.json?area=nothing', undefined, { as: admin, lang: 'en' })
  assert.deepEqual([status, message], [400, 'The request cannot be understood: there is no area “nothing”'])
})

test('[7.03] every verb of every model answers as documented', async () => {
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
    if (tenant.models.all.get(name)?.derived) continue // nobody writes it, and it is described to nobody
    await held(`${base}/do/create`, `${name}/do/create`, { no_such_field: 1 })
    await held(`${base}/do/update`, `${name}/do/update`, {})
    await held(`${base}/{sid}`, `${name}/01a1fe26-f670-7a56-92d2-921774514731`)
  }
})

test('[7.03] writes, transitions, conflicts and jobs answer as documented', async () => {
  const body = { title: 'Described', country: 'CN', patent_type: 'INVENTION' }
  const path = `${MODEL}/patent/do`
  assert.deepEqual(misfits(document, schemaOf(paths[`${path}/create`]?.post?.requestBody), body), [])
  assert.equal(misfits(document, schemaOf(paths[`${path}/create`]?.post?.requestBody), { title: 'x' }).length, 2)
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

test('[7.15] [7.16] calls outside the models answer as documented', async () => {
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
  const language = { code: 'ja', name: '日本語', fallback: 'en' }
  await held(`${MODEL}/i18n/front/languages`, 'i18n/front/languages', { languages: [language] })
  await held(`${MODEL}/i18n/front/words/{language}`, 'i18n/front/words/ja')
  await held(`${MODEL}/patent`, '/innoe-webapi/model/patent')
  await held(`${MODEL}/user_handover/do/check/{sid}`, `user_handover/do/check/${admin.sid}`)
})

test('the document describes every address of the server', () => {
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

test('each call has a unique name', () => {
  const names = Object.values(paths).flatMap((calls) => Object.values(calls).map((one) => (one as { operationId?: string }).operationId ?? ''))
  assert.deepEqual(
    names.filter((name) => !/^[a-z]\w*$/.test(name)),
    [],
  )
  for (const name of ['patent_create', 'patent_get', 'patent_search', 'passport_login']) assert.ok(names.includes(name), name)
  assert.equal(new Set(names).size, names.length)
})

const SAYING = ['$ref', 'type', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'] as const

/** Where a schema leaves open what stands there. */
function unsaid(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const one = schema as Json // an object, as just asked
  if (!SAYING.some((key) => key in one)) return 'required' in one ? [] : [at]
  const kinds = [one.type].flat()
  const isOpen = (kinds.includes('object') && !one.$ref && !one.properties && !one.additionalProperties) || (kinds.includes('array') && !one.items)
  const parts = [one.items, one.additionalProperties, ...[one.allOf, one.anyOf, one.oneOf].flatMap((list) => (Array.isArray(list) ? list : []))]
  return [
    ...(isOpen ? [at] : []),
    ...parts.flatMap((part) => unsaid(part, at)),
    ...Object.entries((one.properties ?? {}) as Json).flatMap(([code, part]) => unsaid(part, `${at}.${code}`)), // as JSON Schema has it
  ]
}

test('[7.03] each answer, each body and each component says what it holds', () => {
  const { schemas } = document.components as { schemas: Json } // OpenAPI's own shape
  const open = Object.entries(schemas).flatMap(([name, schema]) => (name === 'Json' ? [] : unsaid(schema, name)))
  const inCalls = Object.entries(paths).flatMap(([path, calls]) =>
    Object.values(calls).flatMap(({ responses, requestBody }) =>
      [...Object.values(responses), ...(requestBody ? [requestBody] : [])].flatMap((part) =>
        Object.values(part.content ?? {}).flatMap(({ schema }) => unsaid(schema, path)),
      ),
    ),
  )
  assert.deepEqual([open, inCalls], [[], []])
})

/** Each address with its methods, and each schema with its fields. */
const namesIn = (one: Json) => {
  const { schemas } = one.components as { schemas: Record<string, { properties?: Json }> } // OpenAPI's own shape
  return {
    paths: Object.keys(one.paths as Json),
    fields: Object.entries(schemas).flatMap(([name, { properties = {} }]) => Object.keys(properties).map((code) => `${name}.${code}`)),
  }
}

test('the document contains only what its reader may do', async () => {
  const inventor = await enrol('inventor')
  const [whole, own] = [namesIn(document), namesIn(await readAs(inventor))]
  assert.ok(own.paths.length > 20 && own.paths.length < whole.paths.length, `${own.paths.length} of ${whole.paths.length}`)
  for (const path of ['role/do/create', 'patent/do/create', 'user_info/do/password_reset', 'role_grant/do/search', 'patent/do/delete/{sid}'])
    assert.deepEqual([whole.paths.includes(`${MODEL}/${path}`), own.paths.includes(`${MODEL}/${path}`)], [true, false], path)
  assert.ok(own.paths.includes(`${MODEL}/user_info/do/my`))
  const { status, message } = await call('user_info/do/search', { fl: ['mobile'] }, { as: inventor })
  assert.equal(status, 400, message)
  assert.deepEqual([whole.fields.includes('UserInfoRow.mobile'), own.fields.includes('UserInfoRow.mobile')], [true, false])
  const text = JSON.stringify(await readAs(inventor))
  const missing = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].filter(([, name]) => !text.includes(`"${name}":{`))
  assert.deepEqual(missing, [])
})

test('a custom field is documented once it is published, and only for signed-in readers', async () => {
  const { data } = await call('custom_field/do/create', { entity: 'tag', code: 'told_late', name: '后加', data_type: 'STRING' }, { as: admin })
  const has = async (headers: Record<string, string>) => (await read(headers)).body.includes('told_late')
  const mine = { authorization: `Bearer ${admin.token}` }
  assert.equal(await has(mine), false)
  assert.equal((await call('custom_field/do/publish', { sid: data.sid }, { as: admin })).code, 0)
  assert.deepEqual([await has(mine), await has({})], [true, false])
})

test('a document is generated once for each set of grants, until a model is published again', async () => {
  const asManager = await enrol('ip_manager')
  const tag = (tenant.models.all.get('tag') ?? assert.fail()) as { en: string } // a change that no publishing tells of
  const before = tag.en
  const summaries = async (who: { token: string }) => JSON.stringify((await readAs(who)).paths)
  await summaries(admin)
  tag.en = 'Unpublished'
  const [known, fresh] = [await summaries(admin), await summaries(asManager)]
  tag.en = before
  assert.deepEqual([known.includes('Create: Unpublished'), fresh.includes('Unpublished')], [false, true])
})

test('an installation may restrict the document to signed-in readers', async () => {
  assert.equal((await read({})).statusCode, 200)
  const second = await openServer({ ...server.config, apiDocs: 'signed-in' }, url, false)
  const closed = await buildApp(second)
  const status = async (headers: Record<string, string>) =>
    (await closed.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost', ...headers } })).statusCode
  assert.deepEqual(
    [await status({}), await status({ authorization: 'Bearer wrong-token-here' }), await status({ authorization: `Bearer ${admin.token}` })],
    [401, 401, 200],
  )
  await closed.close()
  await second.close()
})
