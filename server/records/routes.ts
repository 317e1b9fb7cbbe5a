import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Model, Verb } from '../../model/kit/model.ts'
import { refuse } from '../errors.ts'
import { authorize } from './permission/permission.ts'
import { aggregateRows } from './query/aggregate.ts'
import { abilitiesOn } from './abilities.ts'
import { refuseOtherKeys } from './actions.ts'
import { batchDelete, batchUpdate, chosenSids } from './write/batch.ts'
import { batchTransition } from './write/batch-transition.ts'
import { create, refuseUnlessObject } from './write/create.ts'
import { remove, restore } from './write/delete.ts'
import { get } from './query/get.ts'
import { readHistory } from './history/history.ts'
import { modelNamed } from './registry.ts'
import { schemaOf } from './schema.ts'
import { count, search, type SearchBody } from './query/search.ts'
import { transition } from './write/transition.ts'
import { update } from './write/update.ts'
import type { Context, RowValues } from './context.ts'

type Address = { model: string; name: string; '*': string }
type Post = (ctx: Context, model: Model, body: RowValues, rest: string) => Promise<unknown>

const MOST_ROWS: Record<string, number> = { company: 1000 }

const POSTS: Record<string, Post> = {
  create,
  update,
  delete: (ctx, model, body, rest) => remove(ctx, model, rest || sidGiven(body)),
  search: (ctx, model, body) => search(ctx, model, body as SearchBody, { most: MOST_ROWS[model.name] ?? 100 }), // search checks the body itself
  count: (ctx, model, body) => count(ctx, model, body),
  transition,
  batch_update: batchUpdate,
  batch_delete: batchDelete,
  batch_transition: batchTransition,
  aggregate: aggregateRows,
  search_deleted: (ctx, model, body) => search(demanded(ctx, model, 'delete'), model, body as SearchBody, { bin: true }), // as above
  restore: (ctx, model, body, rest) =>
    restore(ctx, model, chosenSids(rest ? { sids: [rest] } : body.sid === undefined ? body : { sids: [body.sid] })),
  history: (ctx, model, body) => readHistory(ctx, model, body),
}

/** The allowed keys of verbs that do not check them themselves. */
const KEYS: Record<string, readonly string[]> = { delete: ['sid'], batch_delete: ['sids'], restore: ['sids', 'sid'], history: ['sid'] }

const sidGiven = ({ sid }: RowValues) => (sid === undefined ? refuse('bad_sid', { value: '' }) : String(sid))

function demanded(ctx: Context, model: Model, verb: Verb) {
  authorize(ctx, model, verb)
  return ctx
}

/** Everything under /innoe-webapi/model: the seven verbs of every model, and each model's actions. */
export function modelRoutes(app: FastifyInstance, contextOf: (request: FastifyRequest) => Promise<Context>) {
  const answer = async (request: FastifyRequest) => {
    const { model: name, name: verb, '*': rest = '' } = request.params as Address // the routes below name them
    const ctx = await contextOf(request)
    const method = request.method === 'POST' ? 'POST' : 'GET' // Fastify also passes HEAD, which must change nothing
    const { actionOf } = ctx.tenant.modules
    const extra = actionOf(method, name, verb)
    const body = request.body === undefined ? {} : request.body
    if (extra) {
      refuseUnlessObject(body)
      return extra.run({ ctx, body, query: request.query as Record<string, unknown>, rest, request }) // Fastify's parser gives texts
    }
    const model = modelNamed(ctx.tenant.models, name)
    const post = Object.hasOwn(POSTS, verb) ? POSTS[verb] : undefined
    if (method === 'GET' && verb === 'schema') return schemaOf(ctx, model)
    if (method === 'GET' || !post)
      return refuseCall(method, verb, post !== undefined || actionOf('POST', name, verb) !== undefined, actionOf('GET', name, verb) !== undefined)
    refuseUnlessObject(body)
    const keys = KEYS[verb]
    if (keys) refuseOtherKeys(body, keys)
    return post(ctx, model, body, rest)
  }
  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/innoe-webapi/model/:model/do/:name', handler: answer })
    app.route({ method, url: '/innoe-webapi/model/:model/do/:name/*', handler: answer })
  }
  app.get('/innoe-webapi/model/:model', async (request) => {
    const ctx = await contextOf(request)
    return schemaOf(ctx, modelNamed(ctx.tenant.models, (request.params as { model: string }).model)) // named in the route
  })
  app.get('/innoe-webapi/model/:model/:sid', async (request) => {
    const { model, sid } = request.params as { model: string; sid: string } // named in the route
    const ctx = await contextOf(request)
    const flat = (request.query as { flat?: string }).flat === '1'
    const declared = modelNamed(ctx.tenant.models, model)
    const record = await get(ctx, declared, sid, { flat })
    return { ...record, abilities: await abilitiesOn(ctx, declared, record) }
  })
}

/** A call with the wrong method gets an error that says so. */
function refuseCall(method: 'GET' | 'POST', verb: string, isPost: boolean, isGet: boolean): never {
  const other = method === 'GET' ? 'POST' : 'GET'
  if (method === 'GET' ? isPost : isGet || verb === 'schema') refuse('method', { method, allow: other })
  return refuse('not_found')
}
