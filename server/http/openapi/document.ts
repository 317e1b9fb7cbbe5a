import type { Model } from '../../../model/kit/model.ts'
import type { RouteDeclaration } from '../../../model/kit/route.ts'
import { verbsOf } from '../../../model/kit/verbs.ts'
import { addAction, addRoute } from './calls.ts'
import { COMMON, type Json, recordSchema } from './schemas.ts'
import type { Modules } from '../../records/context.ts'
import { NOT_PERMITTED } from './narrow.ts'

export type Described = { models: ReadonlyMap<string, Model>; actions: Modules['actions']; routes: readonly RouteDeclaration[] }

/** OpenAPI 3.1 of the model API as this tenant has it, its own fields included. */
export function openApiOf({ models, actions, routes }: Described): Json {
  const paths: Json = {}
  const schemas: Json = { ...COMMON }
  for (const model of models.values()) {
    schemas[model.name] = recordSchema(model)
    addVerbs(paths, model)
  }
  for (const action of actions) {
    const isVerb = models.get(action.at)?.inline && (action.name === 'create' || action.name === 'update')
    if (!isVerb) addAction(paths, action)
  }
  for (const route of routes) addRoute(paths, new Map([...models].filter(([, model]) => isOpenTo(model, route.permission))), route)
  nameOperations(paths)
  standIn(schemas, paths)
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
    tags: [...models.values()].map(({ name, zh, en }) => ({ name, description: `${en} · ${zh}` })),
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

/** A verb that the caller may not do is marked as refused; see narrow.ts. */
const isOpenTo = ({ refuses = {} }: Model, permission: RouteDeclaration['permission']) =>
  !(typeof permission === 'string' && Object.entries(refuses).some(([verb, words]) => verb === permission && words[1] === NOT_PERMITTED))

/** A record that the caller does not see may still be spoken of: its schema then says only that it is an object. */
function standIn(schemas: Json, paths: Json) {
  for (const [, name = ''] of JSON.stringify([schemas, paths]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) schemas[name] ??= { type: 'object' }
}

/** Each call has one name, made of its method and address, for those who generate code from this. */
function nameOperations(paths: Json) {
  for (const [path, calls] of Object.entries(paths))
    for (const [method, call] of Object.entries(calls as Json))
      // each is an object of calls by method
      Object.assign(call as Json, { operationId: [method, ...(path.match(/\w+/g) ?? []).slice(1)].join('_') })
}

/** The verbs, unless an action or a route of the model stands at the same address. */
function addVerbs(paths: Json, model: Model) {
  for (const declared of Object.values(verbsOf(model))) {
    const isOfStates = declared.permission === 'transition'
    if ((isOfStates && !model.states) || !isOpenTo(model, declared.permission)) continue
    addAction(paths, { method: 'methods' in declared ? 'GET' : 'POST', at: model.name, name: declared.name, declared })
  }
}
