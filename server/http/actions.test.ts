import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActionDeclaration, Fields } from '../../model/kit/action.ts'
import type { Field } from '../../model/kit/fields.ts'
import { testServer } from '../../tests/harness/server.ts'
import { createRow } from '../records/write/create.ts'
import { systemContext } from '../records/context.ts'
import { modelOf } from '../../tests/harness/engine.ts'

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
const document = (await app.inject({ url: '/innoe-webapi/openapi.json', headers: { host: 'localhost' } })).json<{ paths: Record<string, Json> }>()
const WRONG = { not: ['a', { value: 'of any kind' }] }
const SOME = '01a1fe26-f670-7a56-92d2-921774514731'

const fieldsOf = ({ body }: ActionDeclaration): Fields => (body === 'record' ? {} : body)
/** Json fields hold what only their handler can judge. */
const refusable = (declared: ActionDeclaration) => Object.entries(fieldsOf(declared)).filter(([, field]) => field.type !== 'json')

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

for (const { method, at, name, declared } of actions) {
  const path = `${at}/do/${name}`
  const ask = (body: Json, as: typeof admin) =>
    method === 'POST'
      ? call(path, body, { as })
      : call(`${path}?${new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)])).toString()}`, undefined, { as })

  test(`${method} ${path} is described by its body and its answer`, () => {
    const operation = document.paths[`/innoe-webapi/model/${path}`]?.[method.toLowerCase()] as Operation | undefined
    assert.ok(operation)
    const data = (operation.responses['200']?.content['application/json']?.schema.properties as { data?: Json } | undefined)?.data
    assert.ok(data && Object.keys(data).length > 0, 'its answer')
    if (method === 'GET') return
    const body = operation.requestBody?.content['application/json'].schema ?? {}
    if (declared.body === 'record') assert.ok('$ref' in body || 'allOf' in body || 'anyOf' in body, 'its body')
    else assert.deepEqual([Object.keys(body.properties ?? {}), body.additionalProperties], [Object.keys(declared.body), false])
  })

  test(`${method} ${path} refuses whoever is not permitted`, async () => {
    if (declared.permission === 'person') assert.equal((await call(path, method === 'POST' ? {} : undefined)).status, 401)
    else assert.equal((await ask({}, nobody)).status, 403)
  })

  if (method === 'GET' || declared.body === 'record') continue

  test(`${method} ${path} refuses an unknown key by its name`, async () => {
    const { status, message } = await ask({ no_such_key: 1 }, admin)
    assert.deepEqual([status, message], [400, '不认识的参数“no_such_key”'])
  })

  test(`${method} ${path} refuses a wrong type at its field, in both languages, and names what is missing`, async () => {
    for (const [code, field] of refusable(declared)) {
      const body = { ...Object.fromEntries(refusable(declared).map(([key, other]) => [key, rightValue(other)])), [code]: WRONG }
      for (const lang of ['zh', 'en'] as const) {
        const { status, errors } = await call(path, body, { as: admin, lang })
        assert.deepEqual(
          [status, errors.filter((one) => one.field === code).map(({ label }) => label)],
          [400, [field[lang]]],
          `${code} ${JSON.stringify(errors)}`,
        )
      }
    }
    const needed = refusable(declared).filter(([, field]) => field.required && field.default === undefined)
    if (needed.length === 0) return
    const { status, errors } = await ask({}, admin)
    assert.deepEqual([status, errors.map(({ field }) => field).sort()], [400, needed.map(([code]) => code).sort()])
  })
}
