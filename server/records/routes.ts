import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { verbOf } from './verbs.ts'
import { refuseUnlessObject } from './write/create.ts'
import { modelNamed } from './registry.ts'
import type { Context } from './context.ts'

type Address = { model: string; name: string; '*': string }

/** Everything under /innoe-webapi/model/:model/do: the actions of each model, and the verbs that every model has. */
export function modelRoutes(app: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<Context>) {
  const answer = async (request: FastifyRequest) => {
    const { model: name, name: verb, '*': rest = '' } = request.params as Address // the routes below name them
    const ctx = await contextOf(request)
    const method = request.method === 'POST' ? 'POST' : 'GET' // Fastify also passes HEAD, which must change nothing
    const other = method === 'POST' ? 'GET' : 'POST'
    const { actionOf } = ctx.tenant.modules
    const body = request.body === undefined ? {} : request.body
    const action = actionOf(method, name, verb) ?? verbOf(method, modelNamed(ctx.tenant.models, name), verb)
    if (!action)
      return refuseCall(method, other, (actionOf(other, name, verb) ?? verbOf(other, modelNamed(ctx.tenant.models, name), verb)) !== undefined)
    refuseUnlessObject(body)
    return action.run({ ctx, body, query: request.query as Record<string, unknown>, rest, request }) // Fastify's parser gives texts
  }
  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/innoe-webapi/model/:model/do/:name', handler: answer })
    app.route({ method, url: '/innoe-webapi/model/:model/do/:name/*', handler: answer })
  }
}

/** A call with the wrong method gets the refusal `method`, with the allowed method. */
function refuseCall(method: string, allow: string, isOther: boolean): never {
  if (isOther) refuse('method', { method, allow })
  return refuse('not_found')
}
