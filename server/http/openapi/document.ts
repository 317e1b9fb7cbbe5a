import type { Model } from '../../../model/kit/model.ts'
import type { RouteDeclaration } from '../../../model/kit/route.ts'
import { addAction, addRoute, answers, inPath, json, pageOf } from './calls.ts'
import { COMMON, type Json, list, neededFields, object, recordSchema, ref, text, uuid, whole } from './schemas.ts'
import type { Modules } from '../../records/context.ts'

/** OpenAPI 3.1 of the model API as this tenant has it, its own fields included. */
export function openApiOf(models: ReadonlyMap<string, Model>, { actions }: Modules, routes: readonly RouteDeclaration[]): Json {
  const paths: Json = {}
  const schemas: Json = { ...COMMON }
  for (const model of models.values()) {
    schemas[model.name] = recordSchema(model)
    Object.assign(paths, modelPaths(model))
  }
  for (const action of actions) {
    const isVerb = models.get(action.at)?.inline && (action.name === 'create' || action.name === 'update')
    if (!isVerb) addAction(paths, action)
  }
  for (const route of routes) addRoute(paths, models, route)
  nameOperations(paths)
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

/** Each call has one name, made of its method and address, for those who generate code from this. */
function nameOperations(paths: Json) {
  for (const [path, calls] of Object.entries(paths))
    for (const [method, call] of Object.entries(calls as Json))
      // each is an object of calls by method
      Object.assign(call as Json, { operationId: [method, ...(path.match(/\w+/g) ?? []).slice(1)].join('_') })
}

function modelPaths(model: Model): Json {
  const base = `/innoe-webapi/model/${model.name}`
  const tags = [model.name]
  const post = (summary: string, body: Json, data: Json) => ({ post: { tags, summary, requestBody: json(body), responses: answers(data) } })
  const flat = { name: 'flat', in: 'query', schema: { enum: ['1'] } }
  const company = { name: 'company_sid', in: 'query', schema: uuid }
  const one = ref(model.name)
  const told = TOLD[model.name]
  const wholeOne = { allOf: [one, ref('Base'), ...(told ? [{ properties: told }] : [])] }
  const sids = { type: 'array', items: uuid, minItems: 1, maxItems: 100 }
  return {
    [base]: { get: { tags, summary: 'What this caller may see of the model', responses: answers(SCHEMA) } },
    [`${base}/{sid}`]: { get: { tags, summary: `One ${model.en}`, parameters: [inPath('sid'), flat, company], responses: answers(wholeOne) } },
    [`${base}/do/create`]: post(`Create: ${model.en}`, { allOf: [one, { required: neededFields(model), ...inlineOf(model) }, CONFIRM] }, wholeOne),
    [`${base}/do/update`]: post(`Update: ${model.en}`, { allOf: [one, { required: ['sid'], ...inlineOf(model) }, CONFIRM] }, wholeOne),
    [`${base}/do/delete/{sid}`]: {
      post: { tags, summary: 'To the recycle bin', parameters: [inPath('sid')], responses: answers(object({ sid: uuid })) },
    },
    [`${base}/do/search`]: post(`Search: ${model.en}`, ref('Search'), pageOf(one)),
    [`${base}/do/search_deleted`]: post(`In the recycle bin: ${model.en}`, ref('Search'), pageOf(one)),
    [`${base}/do/count`]: post('Count', { ...object({ iql: text }, []), additionalProperties: false }, object({ total: whole })),
    [`${base}/do/aggregate`]: post(
      'Counts and sums by groups',
      { ...object({ iql: text, by: list(text), sums: list(text) }, []), additionalProperties: false },
      object({ record: list(object({ by: { type: 'object' }, count: whole, sums: { type: 'object' } })) }),
    ),
    [`${base}/do/schema`]: { get: { tags, summary: 'What this caller may see of the model', responses: answers(SCHEMA) } },
    [`${base}/do/history`]: post('Changes of one record', object({ sid: uuid }), object({ record: list({ type: 'object' }) })),
    ...(model.states && transitions(model, post, wholeOne, sids)),
    [`${base}/do/batch_update`]: post('Change many', { allOf: [object({ sids, changes: one }), CONFIRM] }, object({ batch_sid: uuid, count: whole })),
    [`${base}/do/batch_delete`]: post('Delete many', object({ sids }), object({ sids })),
    [`${base}/do/restore`]: post('Back from the recycle bin', { oneOf: [object({ sids }), object({ sid: uuid })] }, object({ sids })),
    [`${base}/do/restore/{sid}`]: {
      post: { tags, summary: 'Back from the recycle bin', parameters: [inPath('sid')], responses: answers(object({ sids })) },
    },
  }
}

/** A write that only a person can judge answers 412 with `warnings`, and is taken when their codes come back. */
const CONFIRM: Json = object({ confirm: { ...list(text), description: 'codes of the warnings that the caller has seen' } }, [])

/** What may be given with the record; an update replaces the list, keeping those that it names by sid or that say the same. */
const inlineOf = ({ inline }: Model): Json =>
  inline ? { properties: Object.fromEntries(Object.entries(inline).map(([code, { model }]) => [code, list(ref(model))])) } : {}

/** What reading a whole record tells beside its fields. */
const TOLD: Record<string, Json> = {
  patent_family: { members: list(ref('Ref')) },
  tech_node: { case_count: whole },
}

function transitions(model: Model, post: (summary: string, body: Json, data: Json) => Json, one: Json, sids: Json): Json {
  const base = `/innoe-webapi/model/${model.name}`
  const transition = { enum: Object.keys(model.states?.transitions ?? {}) }
  const outcome = object({ sid: uuid, ok: { type: 'boolean' }, message: text }, ['sid', 'ok'])
  return {
    [`${base}/do/transition`]: post('Take a transition', { allOf: [object({ sid: uuid, transition }), CONFIRM] }, one),
    [`${base}/do/batch_transition`]: post(
      'Take a transition of many',
      { allOf: [object({ sids, transition, each: { type: 'boolean' } }, ['sids', 'transition']), CONFIRM] },
      object({ done: whole, failed: whole, record: list(outcome) }),
    ),
  }
}

const FIELD = object({
  code: text,
  label: text,
  type: text,
  required: { type: 'boolean' },
  searchable: { type: 'boolean' },
  sortable: { type: 'boolean' },
  editable: { type: 'boolean' },
  list: { type: 'boolean' },
})
const ACTION = object({ verb: text, label: text, allowed: { type: 'boolean' }, reason: text }, ['verb', 'allowed'])
const TRANSITION = object({ code: text, label: text, from: list(text), to: text, fields: list(text), required: list(text) })
const SCHEMA = object(
  {
    model: text,
    label: text,
    display: list(text),
    fields: list(FIELD),
    groups: list(object({ code: text, label: text })),
    states: object({ field: text, closed: list(text), transitions: list(TRANSITION) }),
    actions: list(ACTION),
  },
  ['model', 'label', 'display', 'fields', 'groups', 'actions'],
)
