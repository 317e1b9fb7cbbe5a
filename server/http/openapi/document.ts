import type { Model } from '../../../model/kit/model.ts'
import type { RouteDeclaration } from '../../../model/kit/wire/route.ts'
import { verbsOf } from '../../../model/kit/verbs.ts'
import { addAction, addRecord, addRoute, type Drawn } from './calls.ts'
import { Components, type Json } from './components.ts'
import type { Modules } from '../../records/context.ts'
import { NOT_PERMITTED } from './narrow.ts'

export type Described = { models: ReadonlyMap<string, Model>; actions: Modules['actions']; routes: readonly RouteDeclaration[] }

/** OpenAPI 3.1 of the model API as this tenant has it, its own fields included. `named`: the models whose records may be spoken of. */
export function openApiOf({ models, actions, routes }: Described, named = models): Json {
  const drawn: Drawn = { paths: {}, known: new Components(), models: named }
  for (const model of named.values()) addRecord(drawn, model)
  for (const model of models.values()) addVerbs(drawn, model)
  for (const action of actions) {
    const isVerb = models.get(action.at)?.inline && (action.name === 'create' || action.name === 'update')
    if (!isVerb) addAction(drawn, action)
  }
  for (const route of routes)
    addRoute(
      drawn,
      [...models.values()].filter((model) => isOpenTo(model, route.permission)),
      route,
    )
  const { paths } = drawn
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
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, ...drawn.known.usedBy(paths) },
  }
}

/** A verb that the caller may not do is marked as refused; see narrow.ts. */
const isOpenTo = ({ refuses = {} }: Model, permission: RouteDeclaration['permission']) =>
  !(typeof permission === 'string' && Object.entries(refuses).some(([verb, words]) => verb === permission && words[1] === NOT_PERMITTED))

/** The verbs, unless an action or a route of the model stands at the same address. */
function addVerbs(drawn: Drawn, model: Model) {
  for (const declared of Object.values(verbsOf(model))) {
    const isOfStates = declared.permission === 'transition'
    if ((isOfStates && !model.states) || !isOpenTo(model, declared.permission)) continue
    addAction(drawn, { method: 'methods' in declared ? 'GET' : 'POST', at: model.name, name: declared.name, declared }, true)
  }
}
