import type { Field, FieldType } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { actionsListed, keysOf } from '../records/actions.ts'
import { fieldsOf } from '../records/models.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of the model API as this tenant has it, its own fields included. */
export function openApiOf(models: ReadonlyMap<string, Model>): Json {
  const paths: Json = { ...PASSPORT }
  const schemas: Json = { ...COMMON }
  for (const model of models.values()) {
    schemas[model.name] = recordSchema(model)
    Object.assign(paths, modelPaths(model))
  }
  for (const [method = 'POST', model = '', name = ''] of actionsListed()) {
    const path = `/innoe-webapi/model/${model}/do/${name}`
    const body = method === 'POST' ? { requestBody: json(bodyOf(keysOf(method, model, name))) } : {}
    paths[path] = {
      ...(paths[path] as Json | undefined),
      [method.toLowerCase()]: { tags: [model], summary: name.replaceAll('_', ' '), ...body, responses: answers({}) },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innoe',
      version: '1',
      description: 'Every answer is an envelope: code 0 with data, or a code with a message in the language of Accept-Language.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

const bodyOf = (keys: readonly string[] | undefined): Json =>
  keys ? { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])), additionalProperties: false } : { type: 'object' }

const json = (schema: Json) => ({ required: true, content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function answers(data: Json): Json {
  const failure = { description: 'refused', content: { 'application/json': { schema: ref('Failure') } } }
  const success = {
    type: 'object',
    required: ['code', 'data', 'request_id'],
    properties: { code: { const: 0 }, data, request_id: { type: 'string' } },
  }
  return { 200: { description: 'done', content: { 'application/json': { schema: success } } }, '4XX': failure, '5XX': failure }
}

function modelPaths(model: Model): Json {
  const base = `/innoe-webapi/model/${model.name}`
  const tags = [model.name]
  const post = (summary: string, body: Json, data: Json) => ({ post: { tags, summary, requestBody: json(body), responses: answers(data) } })
  const sid = { name: 'sid', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const flat = { name: 'flat', in: 'query', schema: { enum: ['1'] } }
  const one = ref(model.name)
  const sids = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 100 }
  return {
    [`${base}/{sid}`]: { get: { tags, summary: `One ${model.en}`, parameters: [sid, flat], responses: answers(one) } },
    [`${base}/do/create`]: post(`Create: ${model.en}`, one, one),
    [`${base}/do/update`]: post(`Update: ${model.en}`, { allOf: [one, { required: ['sid'] }] }, one),
    [`${base}/do/delete/{sid}`]: {
      post: { tags, summary: 'To the recycle bin', parameters: [sid], responses: answers({ type: 'object', properties: { sid: sid.schema } }) },
    },
    [`${base}/do/search`]: post(`Search: ${model.en}`, ref('Search'), {
      allOf: [ref('Page'), { properties: { record: { type: 'array', items: one } } }],
    }),
    [`${base}/do/count`]: post(
      'Count',
      { type: 'object', properties: { iql: { type: 'string' } }, additionalProperties: false },
      { type: 'object', properties: { total: { type: 'integer' } } },
    ),
    [`${base}/do/schema`]: { get: { tags, summary: 'What this caller may see of the model', responses: answers({ type: 'object' }) } },
    [`${base}/do/history`]: post('Changes of one record', { type: 'object', required: ['sid'], properties: { sid: sid.schema } }, { type: 'object' }),
    ...(model.states && {
      [`${base}/do/transition`]: post(
        'Take a transition',
        {
          type: 'object',
          required: ['sid', 'transition'],
          properties: { sid: sid.schema, transition: { enum: Object.keys(model.states.transitions) } },
        },
        one,
      ),
    }),
    [`${base}/do/batch_update`]: post(
      'Change many',
      { type: 'object', required: ['sids', 'changes'], properties: { sids, changes: one } },
      { type: 'object' },
    ),
    [`${base}/do/batch_delete`]: post('Delete many', { type: 'object', required: ['sids'], properties: { sids } }, { type: 'object' }),
    [`${base}/do/restore`]: post('Back from the recycle bin', { type: 'object', required: ['sids'], properties: { sids } }, { type: 'object' }),
  }
}

function recordSchema(model: Model): Json {
  const fields = fieldsOf(model).filter(([, field]) => !field.internal)
  return {
    type: 'object',
    title: model.en,
    description: model.zh,
    properties: Object.fromEntries(
      fields.map(([code, field]) => [code, { title: field.en, description: field.zh, ...(field.computed && { readOnly: true }), ...typeOf(field) }]),
    ),
    required: fields.filter(([, field]) => field.required && field.default === undefined).map(([code]) => code),
  }
}

type Of<T extends FieldType> = Extract<Field, { type: T }>

const nullable = (type: string, more: Json = {}): Json => ({ type: [type, 'null'], ...more })
const TYPE: { [T in FieldType]: (field: Of<T>) => Json } = {
  string: (field) => nullable('string', { maxLength: field.max, ...(field.pattern && { pattern: field.pattern }) }),
  text: (field) => nullable('string', { maxLength: field.max }),
  integer: (field) =>
    nullable('integer', { ...(field.min !== undefined && { minimum: field.min }), ...(field.max !== undefined && { maximum: field.max }) }),
  decimal: () => nullable('string', { format: 'decimal' }),
  money: () => nullable('string', { format: 'decimal' }),
  date: () => nullable('string', { format: 'date' }),
  datetime: () => nullable('string', { format: 'date-time' }),
  boolean: () => nullable('boolean'),
  option: (field) => ({ enum: [...Object.keys(field.options), null] }),
  options: (field) => ({ type: 'array', items: field.options && !field.free ? { enum: Object.keys(field.options) } : { type: 'string' } }),
  reference: (field) => ({
    description: `a ${field.to}: its sid when written, {sid, name} when read`,
    oneOf: [{ type: 'string', format: 'uuid' }, ref('Ref'), { type: 'null' }],
  }),
  references: (field) => ({ type: 'array', description: `of ${field.to}`, items: { oneOf: [{ type: 'string', format: 'uuid' }, ref('Ref')] } }),
  rows: (field) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(field.of).map(([code, part]) => [code, { title: part.en, ...typeOf(part) }])),
    },
  }),
  attachment: () => ({
    type: 'array',
    items: { type: 'object', properties: { sid: { type: 'string' }, name: { type: 'string' }, size: { type: 'integer' } } },
  }),
  json: () => ({}),
}

const typeOf = (field: Field): Json => (TYPE[field.type] as (field: Field) => Json)(field) // the table is typed per key

const COMMON: Json = {
  Ref: { type: 'object', required: ['sid'], properties: { sid: { type: 'string', format: 'uuid' }, name: { type: 'string' } } },
  Search: {
    type: 'object',
    additionalProperties: false,
    properties: {
      fl: { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
      iql: { type: 'string' },
      rows: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      start: { type: 'integer', minimum: 0, default: 0 },
      total: { enum: ['exact', 'capped', 'none'], default: 'exact' },
    },
  },
  Page: {
    type: 'object',
    properties: { start: { type: 'integer' }, rows: { type: 'integer' }, total: { type: 'integer' }, total_capped: { type: 'boolean' } },
  },
  Failure: {
    type: 'object',
    required: ['code', 'message', 'request_id'],
    properties: {
      code: { type: 'integer' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { field: { type: 'string' }, label: { type: 'string' }, reason: { type: 'string' } } },
      },
      request_id: { type: 'string' },
    },
  },
}

const open = (summary: string, body?: Json) => ({
  tags: ['passport'],
  summary,
  security: [],
  ...(body && { requestBody: json(body) }),
  responses: answers({ type: 'object' }),
})
const words = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

const PASSPORT: Json = {
  '/innoe-passport/captcha': { get: open('A captcha, good for one try and five minutes') },
  '/innoe-passport/login': { post: open('Sign in', { ...words('username', 'password', 'captcha_id', 'captcha') }) },
  '/innoe-passport/refresh': { post: open('A new pair of tokens', words('refresh_token')) },
  '/innoe-passport/logout': { post: open('Sign out') },
  '/innoe-webapi/aggr/password/do/update': {
    post: {
      tags: ['passport'],
      summary: 'Change the password',
      requestBody: json(words('old_password', 'new_password', 'confirm_password')),
      responses: answers({ type: 'object' }),
    },
  },
}
