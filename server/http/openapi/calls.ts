import { type Answer, type Fields, isField, isPageAnswer, isRecordAnswer, isRecordBody, type RecordBody } from '../../../model/kit/action.ts'
import { componentName } from '../../../model/kit/wire/component-name.ts'
import type { Model } from '../../../model/kit/model.ts'
import { isFileAnswer, type RouteDeclaration } from '../../../model/kit/wire/route.ts'
import type { Action } from '../../records/context.ts'
import { type Components, type Json, list, object, ref, text, uuid, whole } from './components.ts'
import { answerField, answerSchema, bodyField, bodySchema, inputSchema, rowSchema } from './schemas.ts'

/** The description so far: the calls by address, the components that they name, and the models that may be named */
export type Drawn = { paths: Record<string, Json>; known: Components; models: ReadonlyMap<string, Model> }
/** `name` is that of the call in clients; `shared` that of its parts, the same for every model; `place` where its facts are declared. */
type Named = { name: string; shared: string; place: readonly string[] }

/** Named parts of a record: as a row of a page, as a whole, as a page, as it is sent. */
export function addRecord({ known }: Drawn, model: Model) {
  const name = componentName(model.name)
  known.keep(`${name}Row`, rowSchema(known, model))
  const shows = model.shows ? [answerSchema(known, model.shows, [`${model.name} shows`], `${name}_shows`)] : []
  known.keep(name, { allOf: [ref(`${name}Row`), ref('Whole'), ...shows] })
  known.keep(`${name}Page`, object({ start: whole, rows: whole, total: whole, total_capped: { const: true }, record: list(ref(`${name}Row`)) }, ['start', 'rows', 'record'])) // oxfmt-ignore
  known.keep(`${name}Input`, inputSchema(known, model))
}

/** A success in its envelope, and every failure. */
function responses({ known }: Drawn, name: string, data: Json): Json {
  const envelope = object({ code: { const: 0 }, data, request_id: text })
  return { 200: { description: 'done', ...json(known.keep(`${name}Response`, envelope)) }, ...REFUSED }
}

export function addAction(drawn: Drawn, { method, at, name, declared }: Omit<Action, 'run'>, isVerb = false) {
  const { zh, en, body, rest, model } = declared
  const named = {
    name: `${at}_${name}`.replace(/\W/g, '_'),
    shared: isVerb ? name : `${at}_${name}`,
    place: [`${model}.${name}`, `${at}.${name}`, `*.${name}`],
  }
  const call = {
    tags: [at],
    summary: en,
    description: zh,
    responses: answersOf(drawn, declared.answer, named),
  }
  const inputs = method === 'GET' && !isRecordBody(body) ? queryOf(drawn, body, named) : []
  const path = `/innoe-webapi/model/${at}/do/${name}`
  addCall(drawn, path, method, named.name, {
    ...call,
    ...(inputs.length > 0 && { parameters: inputs }),
    ...(method === 'POST' && { requestBody: sent(drawn, body, named) }),
  })
  if (!rest) return
  const others = inputs.filter((one) => one.name !== rest)
  addCall(drawn, `${path}/{sid}`, method, `${named.name}_by_sid`, {
    ...call,
    parameters: [inPath('sid'), ...others],
    ...(method === 'POST' && { requestBody: sent(drawn, body, { ...named, shared: `${named.shared}_by_sid` }, rest) }),
  })
}

/** A route about the model in its address is listed once for each model. */
export function addRoute(drawn: Drawn, models: Iterable<Model>, route: RouteDeclaration) {
  const { method, url, tag, zh, en, path = {}, query = {}, answer, permission } = route
  const isOfModels = route.of === ':model'
  for (const model of isOfModels ? models : [undefined]) {
    const address = url.replace(':model', model?.name ?? '').replace(/:(\w+)/g, '{$1}')
    const name = callOf(address, route.call)
    const shared = isOfModels ? callOf(url.replace('model/:model', ''), route.call) : name
    const named = { name, shared, place: [`${method} ${url}`] }
    const values = Object.entries(path).map(([code, field]) => inPath(code, answerField(drawn.known, field, [], `${shared}_${code}`)))
    const parameters = [...values, ...queryOf(drawn, query, named)]
    addCall(drawn, address, method, name, {
      tags: [tag.replace(':model', model?.name ?? '')],
      summary: en,
      description: zh,
      ...(permission === 'open' && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(route.body && { requestBody: requestOf(drawn, route, route.body, named) }),
      responses: isFileAnswer(answer) ? file(answer.file) : answersOf(drawn, aboutModel(answer, model), named),
    })
  }
}

/** The name of the call in clients, of the words of its address: `passport_login`, `patent_import`. */
function callOf(address: string, call: string | undefined): string {
  const path = address.replace(/^\/(innoe-webapi|innoe)\b[-/]?/, '').replace(/^model\//, '')
  const words = path.split('/').flatMap((part) => (part === 'do' ? [] : [part.replace(/^[{:](\w+)}?$/, 'by_$1').replace(/\W+/g, '_')]))
  return [...(call ? [words[0], call] : words)].filter(Boolean).join('_')
}

/** A second method at the same address gets the method in its name. */
function addCall({ paths }: Drawn, path: string, method: string, name: string, call: Json) {
  const there = (paths[path] ??= {})
  there[method.toLowerCase()] = {
    operationId: Object.keys(there).some((other) => other !== method.toLowerCase()) ? `${name}_${method.toLowerCase()}` : name,
    ...call,
  }
}

const inPath = (name: string, schema: Json = uuid): Json => ({ name, in: 'path', required: true, schema })
const REFUSED = { default: { $ref: '#/components/responses/Refused' } }
const file = (type: string): Json => ({
  200: { description: 'the file', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
  ...REFUSED,
})

/** The record of a route about the model in its address, with what the model shows beside its fields. */
const aboutModel = (answer: Answer, model: Model | undefined): Answer =>
  model && isRecordAnswer(answer) && answer.record === ':model' ? { ...answer, record: model.name } : answer

function answersOf(drawn: Drawn, answer: Answer, { shared, place }: Named): Json {
  const { known, models } = drawn
  const at = place.map((one) => `${one} answer`)
  const name = `${shared}_answer`
  if (isRecordAnswer(answer)) {
    const record = componentName(answer.record)
    // The model's own schema already contains the values that it shows.
    const shown = models.get(answer.record)?.shows
    const more = answer.with && answer.with !== shown && Object.keys(answer.with).length > 0 ? answer.with : undefined
    if (!more) return responses(drawn, record, ref(record))
    const whole = known.keep(componentName(name), { allOf: [ref(record), answerSchema(known, more, at, name)] })
    return responses(drawn, componentName(shared), whole)
  }
  if (isPageAnswer(answer)) return responses(drawn, `${componentName(answer.page)}Page`, ref(`${componentName(answer.page)}Page`))
  if (isField(answer)) return responses(drawn, componentName(shared), answerField(known, answer, at, name))
  return responses(drawn, componentName(shared), known.keep(componentName(name), answerSchema(known, answer, at, name)))
}

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

function sent(drawn: Drawn, body: Fields | RecordBody, named: Named, rest?: string): Json {
  const isNeeded = isRecordBody(body) ? (body.needs ?? []).length > 0 : Object.entries(body).some(([code, field]) => field.required && code !== rest)
  return { ...(isNeeded && { required: true }), ...json(bodyOf(drawn, body, named, rest)) }
}

const FILE: Json = { file: { type: 'string', format: 'binary' } }

function requestOf(drawn: Drawn, { form }: RouteDeclaration, body: Fields | RecordBody, named: Named): Json {
  if (!form) return sent(drawn, body, named)
  const schema = bodyOf(drawn, body, named)
  if (form === 'posted') return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
  const { properties, ...own } = isRecordBody(body) ? { properties: {} } : bodySchema(drawn.known, body, placeOf(named), `${named.shared}_body`)
  const whole = isRecordBody(body)
    ? { allOf: [schema, object(FILE)] }
    : { ...own, properties: { ...(properties as Json), ...FILE }, required: ['file'] } // as bodySchema makes them
  return {
    required: true,
    content: {
      ...(form !== 'only' && { 'application/json': { schema } }),
      'multipart/form-data': { schema: isRecordBody(body) ? whole : drawn.known.keep(componentName(named.shared, 'form'), whole) },
    },
  }
}

const placeOf = ({ place }: Named) => place.map((one) => `${one} body`)

/** `rest` is part of the address and need not be repeated. */
function bodyOf({ known }: Drawn, body: Fields | RecordBody, named: Named, rest?: string): Json {
  const name = `${named.shared}_body`
  if (!isRecordBody(body)) {
    const { required, ...schema } = bodySchema(known, body, placeOf(named), name)
    const needed = required.filter((code) => code !== rest)
    return known.keep(componentName(name), { ...schema, ...(needed.length > 0 && { required: needed }) })
  }
  const { records, with: more = {}, needs = [] } = body
  const keys = needs.includes('sid') ? { sid: uuid, version: whole } : {}
  const { properties } = bodySchema(known, more, placeOf(named), `${named.name}_body`)
  return { allOf: [...records.map((record) => ref(`${componentName(record)}Input`)), object({ ...keys, ...(properties as Json) }, needs)] } // as bodySchema makes it
}

const queryOf = ({ known }: Drawn, fields: Fields, { shared, place }: Named): Json[] =>
  Object.entries(fields).map(([code, field]) => ({
    name: code,
    in: 'query',
    ...(field.required && { required: true }),
    schema: bodyField(
      known,
      { ...field, required: true },
      place.flatMap((one) => [`${one} query.${code}`, `${one} body.${code}`]),
      `${shared}_${code}`,
    ),
  }))
