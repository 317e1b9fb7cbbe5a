import { type Answer, type Fields, isField, isPageAnswer, isRecordAnswer, isRecordBody, type RecordBody } from '../../../model/kit/action.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { isFileAnswer, type RouteDeclaration } from '../../../model/kit/route.ts'
import { answerField, answerSchema, bodyField, bodySchema, type Json, list, object, ref, text, uuid } from './schemas.ts'
import type { Action } from '../../records/context.ts'

export const json = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } })
export const inPath = (name: string, schema: Json = uuid): Json => ({ name, in: 'path', required: true, schema })

/** A success in its envelope, and every failure. */
export function answers(data: Json): Json {
  const failure = { description: 'refused', content: { 'application/json': { schema: ref('Failure') } } }
  const success = object({ code: { const: 0 }, data, request_id: text })
  return { 200: { description: 'done', content: { 'application/json': { schema: success } } }, '4XX': failure, '5XX': failure }
}

const file = (type: string): Json => ({
  ...answers({}),
  200: { description: 'the file', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
})

export const pageOf = (one: Json): Json => ({ allOf: [ref('Page'), { properties: { record: list({ allOf: [one, { required: ['sid'] }] }) } }] })

export function addAction(paths: Json, { method, at, name, declared }: Omit<Action, 'run'>) {
  const { zh, en, body, rest } = declared
  const action = {
    tags: [at],
    summary: en,
    description: zh,
    ...(method === 'POST' && { requestBody: { ...json(bodyOf(body)), required: false } }),
    ...(method === 'GET' && { parameters: isRecordBody(body) ? [] : queryOf(body) }),
    responses: answers(answerOf(declared.answer)),
  }
  const add = (path: string, more: Json) => (paths[path] = { ...(paths[path] as Json | undefined), [method.toLowerCase()]: { ...action, ...more } })
  const path = `/innoe-webapi/model/${at}/do/${name}`
  add(path, {})
  if (rest)
    add(`${path}/{sid}`, {
      parameters: [inPath('sid')],
      ...(method === 'POST' && { requestBody: { ...json(bodyOf(body, rest)), required: false } }),
    })
}

/** A route about the model in its address stands there for each model. */
export function addRoute(paths: Json, models: ReadonlyMap<string, Model>, route: RouteDeclaration) {
  const { method, url, tag, zh, en, path = {}, query = {}, answer, permission } = route
  const parameters = [...Object.entries(path).map(([name, field]) => inPath(name, plainField(field))), ...queryOf(query)]
  for (const model of route.of === ':model' ? models.keys() : ['']) {
    const address = url.replace(':model', model).replace(/:(\w+)/g, '{$1}')
    const call: Json = {
      tags: [tag.replace(':model', model)],
      summary: en,
      description: zh,
      ...(permission === 'open' && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(route.body && { requestBody: requestOf(route, route.body) }),
      responses: isFileAnswer(answer) ? file(answer.file) : answers(answerOf(aboutModel(answer, models.get(model)))),
    }
    paths[address] = { ...(paths[address] as Json | undefined), [method.toLowerCase()]: call }
  }
}

/** The record of a route about the model in its address, with what the model shows beside its fields. */
const aboutModel = (answer: Answer, model: Model | undefined): Answer =>
  model && isRecordAnswer(answer) && answer.record === ':model' ? { record: model.name, with: { ...model.shows, ...answer.with } } : answer

/** As a value of an address: it is there. */
const plainField = (field: Field) => answerField(field)

const FILE: Json = object({ file: { type: 'string', format: 'binary' } })

function requestOf({ form }: RouteDeclaration, body: Fields | RecordBody): Json {
  const schema = bodyOf(body)
  if (form === 'posted') return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
  const whole = isRecordBody(body)
    ? { allOf: [schema, FILE] }
    : { ...schema, properties: { ...(schema.properties as Json), ...(FILE.properties as Json) }, required: ['file'] } // as `object` makes them
  return {
    required: true,
    content: { ...(form !== 'only' && { 'application/json': { schema } }), ...(form && { 'multipart/form-data': { schema: whole } }) },
  }
}

/** `rest` is part of the address and need not be repeated. */
function bodyOf(body: Fields | RecordBody, rest?: string): Json {
  if (isRecordBody(body)) {
    const { records, with: more, needs } = body
    return {
      allOf: [...records.map(ref), ...(more ? [object(bodySchema(more).properties as Json, [])] : []), ...(needs ? [{ required: needs }] : [])],
    } // as bodySchema makes it
  }
  const { required, ...schema } = bodySchema(body) as Json & { required: string[] } // as bodySchema makes it
  return { ...schema, required: required.filter((code) => code !== rest) }
}

const queryOf = (fields: Fields): Json[] => Object.entries(fields).map(([name, field]) => ({ name, in: 'query', schema: bodyField(field) }))

function answerOf(answer: Answer): Json {
  if (isField(answer)) return answerField(answer)
  if (isRecordAnswer(answer)) return { allOf: [ref(answer.record), ref('Base'), ...(answer.with ? [answerSchema(answer.with)] : [])] }
  if (isPageAnswer(answer)) return pageOf(ref(answer.page))
  return answerSchema(answer)
}
