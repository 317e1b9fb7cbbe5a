import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ActionDeclaration, type Fields, isRecordBody } from '../../model/kit/action.ts'
import type { Field } from '../../model/kit/fields.ts'
import { resolve } from '../../tests/harness/json-schema.ts'
import { type Answer, type Person, testServer } from '../../tests/harness/server.ts'
import { createRow } from '../records/write/create.ts'
import { systemContext } from '../records/context.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { verbsOf } from '../../model/kit/verbs.ts'
import { isFileAnswer } from '../../model/kit/wire/route.ts'
import { ROUTES } from '../modules.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const nothing = await createRow(systemContext(tenant), modelOf(tenant, 'role'), { code: 'nothing', name: 'Nothing', platform: '1' })
const nobody = await enrol('inventor', { role_sids: [nothing] })
const { actions } = tenant.modules

type Json = Record<string, unknown>
type Operation = {
  requestBody?: { content: { 'application/json': { schema: Json } } }
  responses: Record<string, { content: Record<string, { schema: Json }> }>
}
const document = (
  await app.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost', authorization: `Bearer ${admin.token}` } })
).json<{ paths: Record<string, Json> }>()
/** A schema, also where it stands among the components. */
const whole = (schema: Json = {}): Json => (typeof schema.$ref === 'string' ? (resolve(document, schema.$ref) as Json) : schema)
/** The parts of a schema, also those of the schemas that it joins. */
const partsOf = (schema: Json | undefined): Record<string, Json> => {
  const { properties, allOf } = whole(schema)
  return Object.assign({}, ...(Array.isArray(allOf) ? allOf.map((one: Json) => partsOf(one)) : []), properties)
}
const WRONG = { not: ['a', { value: 'of any kind' }] }
const SOME = '01a1fe26-f670-7a56-92d2-921774514731'

const fieldsOf = ({ body = {} }: { body?: ActionDeclaration['body'] }): Fields => (isRecordBody(body) ? {} : body)
/** Json fields hold what only their handler can judge. */
const refusable = (declared: { body?: ActionDeclaration['body'] }) => Object.entries(fieldsOf(declared)).filter(([, field]) => field.type !== 'json')

const RIGHT: Partial<Record<Field['type'], (field: Field) => unknown>> = {
  reference: () => SOME,
  references: () => [SOME],
  date: () => '2026-01-31',
  datetime: () => '2026-01-31T00:00:00Z',
  integer: () => 1,
  boolean: () => true,
  option: (field) => ('options' in field ? Object.keys(field.options ?? {})[0] : undefined),
}
const rightValue = (field: Field) => RIGHT[field.type]?.(field) ?? 'x'

test('the modules declare all actions', () => assert.ok(actions.length > 60, String(actions.length)))

/** The verbs of a model with states. */
const verbs = Object.values(verbsOf(modelOf(tenant, 'fee'))).map((declared: ActionDeclaration) => ({
  method: declared.methods?.[0] ?? 'POST',
  at: 'fee',
  name: declared.name,
  declared,
}))

for (const { method, at, name, declared } of [...actions, ...verbs]) {
  const path = `${at}/do/${name}`
  const ask = (body: Json, as: typeof admin) =>
    method === 'POST'
      ? call(path, body, { as })
      : call(`${path}?${new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString()}`, undefined, { as })

  test(`the API document describes body and response of ${method} ${path}`, () => {
    const operation = document.paths[`/innoe-webapi/model/${path}`]?.[method.toLowerCase()] as Operation | undefined
    assert.ok(operation)
    const { data } = partsOf(operation.responses['200']?.content['application/json']?.schema)
    assert.ok(data && Object.keys(data).length > 0, 'its answer')
    if (method === 'GET') return
    const body = operation.requestBody?.content['application/json'].schema ?? {}
    if (isRecordBody(declared.body)) assert.ok('$ref' in body || 'allOf' in body || 'anyOf' in body, 'its body')
    else assert.deepEqual([Object.keys(partsOf(body)), whole(body).additionalProperties], [Object.keys(declared.body), false])
  })

  test(`${method} ${path} refuses a caller without permission`, async () => {
    if (declared.permission === 'person') assert.equal((await call(path, method === 'POST' ? {} : undefined)).status, 401)
    else assert.equal((await ask({}, nobody)).status, 403)
  })

  if (method === 'GET' || isRecordBody(declared.body)) continue

  test(`${method} ${path} refuses an unknown key by its name`, async () => {
    const { status, message } = await ask({ no_such_key: 1 }, admin)
    assert.deepEqual([status, message], [400, '未知参数“no_such_key”'])
  })

  test(`${method} ${path} refuses a wrong type at its field, in both languages, and names what is missing`, () => refusesFaults(path, declared))
}

const OWN: Readonly<Record<string, string>> = { ':model': 'patent', ':key': 'home', ':name': 'head_logo', ':office': 'EP' }
const addressOf = (url: string) => url.replace(/:\w+/g, (part) => OWN[part] ?? SOME)

test('the modules declare all calls with addresses of their own', () => assert.ok(ROUTES.length > 20, String(ROUTES.length)))

for (const { declared } of ROUTES) {
  const { method, url, permission, answer, form } = declared
  const path = addressOf(url)
  const as = permission === 'open' ? undefined : admin

  test(`the API document describes parameters and response of ${method} ${url}`, () => {
    const described = url.replace(':model', 'patent').replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[described]?.[method.toLowerCase()] as
      | (Operation & { parameters?: { name: string }[]; security?: [] })
      | undefined
    assert.ok(operation)
    const [type = '', shown] = Object.entries(operation.responses['200']?.content ?? {})[0] ?? []
    if (isFileAnswer(answer)) assert.equal(type, answer.file)
    else assert.ok(Object.keys(partsOf(shown?.schema).data ?? {}).length > 0, 'its answer')
    const parameters = [...Object.keys(declared.path ?? {}), ...Object.keys(declared.query ?? {})]
    assert.deepEqual(operation.parameters?.map(({ name }) => name) ?? [], parameters)
    assert.equal(operation.security?.length, permission === 'open' ? 0 : undefined)
    const content: Record<string, { schema: Json } | undefined> = operation.requestBody?.content ?? {}
    assert.deepEqual(Object.keys(content).length > 0, declared.body !== undefined)
    assert.equal(content['multipart/form-data'] !== undefined, form !== undefined && form !== 'posted')
    assert.equal(content['application/x-www-form-urlencoded'] !== undefined, form === 'posted')
    const body = (content['application/json'] ?? content['application/x-www-form-urlencoded'])?.schema
    if (body) assert.deepEqual([Object.keys(partsOf(body)), whole(body).additionalProperties], [Object.keys(fieldsOf(declared)), false])
  })

  if (permission === 'person')
    test(`${method} ${url} refuses a caller who is not signed in`, async () =>
      assert.equal((await call(path, method === 'POST' ? {} : undefined)).status, 401))
  else if (permission !== 'open')
    test(`${method} ${url} refuses a caller without permission`, async () =>
      assert.equal((await call(path, method === 'POST' ? {} : undefined, { as: nobody })).status, 403))

  if (declared.path && Object.values(declared.path).some(({ type }) => type !== 'string'))
    test(`${method} ${url} answers 404 for an invalid value in the address`, async () =>
      assert.equal((await call(url.replace(/:\w+/g, 'no.such.value'), method === 'POST' ? {} : undefined, { as })).status, 404))

  if (method === 'GET' || form === 'only') continue

  test(`${method} ${url} refuses an unknown key by its name`, async () => {
    const { status, message } = await call(path, { no_such_key: 1 }, { as })
    assert.deepEqual([status, message], [400, '未知参数“no_such_key”'])
  })

  test(`${method} ${url} refuses a wrong type at its field, in both languages, and names what is missing`, () => refusesFaults(path, declared, as))
}

async function refusesFaults(path: string, declared: { body?: ActionDeclaration['body'] }, as: Person | undefined = admin): Promise<void> {
  for (const [code, field] of refusable(declared)) {
    const body = { ...Object.fromEntries(refusable(declared).map(([key, other]) => [key, rightValue(other)])), [code]: WRONG }
    for (const lang of ['zh', 'en'] as const) {
      const { status, errors }: Answer = await call(path, body, { as, lang })
      assert.deepEqual(
        [status, errors.filter((one) => one.field === code).map(({ label }) => label)],
        [400, [field[lang]]],
        `${code} ${JSON.stringify(errors)}`,
      )
    }
  }
  const needed = Object.entries(fieldsOf(declared)).filter(([, field]) => field.required && field.default === undefined)
  if (needed.length === 0) return
  const { status, errors } = await call(path, {}, { as })
  assert.deepEqual([status, errors.map(({ field }) => field).sort()], [400, needed.map(([code]) => code).sort()])
}
