import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditRefusal } from '../../auth/audit/audit.ts'
import { sessionOf } from '../../auth/session/actor.ts'
import { tenantOf } from '../../auth/session/language.ts'
import { both, Refusal, refuse } from '../../errors.ts'
import {
  createDepartment,
  listDepartments,
  patchDepartment,
  readDepartment,
  removeDepartment,
  replaceDepartment,
} from '../../organisation/hr/departments.ts'
import { type Asking, listPeople, readPerson } from '../../organisation/hr/people.ts'
import { isObject, type Resource } from '../../organisation/hr/attributes.ts'
import { createPerson, patchPerson, removePerson, replacePerson } from '../../organisation/hr/write-person.ts'
import type { Context } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { contextOf } from '../context.ts'
import { refusalFor } from '../envelope.ts'
import { BASE, MEDIA_TYPE, send, sendList, sendResource, sendScimRefusal, wants } from './answers.ts'
import { MAX_LISTED, PROVIDER, RESOURCE_TYPES, SCHEMA_LIST } from './discovery.ts'

const LARGEST = 1 << 20

/** SCIM 2.0 (RFC 7644): HR systems and identity providers keep people and departments. Its answers have the form of the standard, not ours. */
export function scimRoutes(app: FastifyInstance, server: Server) {
  void app.register(
    async (scim) => {
      scim.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string', bodyLimit: LARGEST }, scim.getDefaultJsonParser('error', 'error'))
      scim.setErrorHandler((error, request, reply) => {
        const refusal = refusalFor(error, request)
        auditRefusal(request, refusal)
        return sendScimRefusal(request, reply, refusal)
      })
      scim.setNotFoundHandler((request, reply) => sendScimRefusal(request, reply, new Refusal('not_found')))
      discovery(scim, server)
      resources(scim, server, '/Users', PEOPLE)
      resources(scim, server, '/Groups', DEPARTMENTS)
      for (const url of ['/Bulk', '/Me', '/.search', '/Users/.search', '/Groups/.search']) scim.all(url, async () => refuse('scim_unsupported'))
    },
    { prefix: BASE },
  )
}

/** The token is a personal one, as a session ends before the night is over; the history names this source. */
async function callerOf(server: Server, request: FastifyRequest): Promise<Context> {
  const { kind } = await sessionOf(tenantOf(server, request), request)
  const ctx = await contextOf(server, request)
  if (kind !== 'PERSONAL') refuse('forbidden', both('what', ['SCIM 接口须使用个人访问令牌', 'SCIM takes a personal access token']))
  if (ctx.actor.platform !== 1) refuse('forbidden', both('what', ['SCIM 接口仅限企业端', 'SCIM is for the enterprise end']))
  return { ...ctx, source: 'sync', said: 'sync' }
}

/** Providers read these before they know a token. They say nothing of the tenant. */
function discovery(scim: FastifyInstance, _server: Server) {
  scim.get('/ServiceProviderConfig', async (_request, reply) => send(reply, PROVIDER))
  for (const [url, all] of [
    ['/ResourceTypes', RESOURCE_TYPES],
    ['/Schemas', SCHEMA_LIST],
  ] as const) {
    scim.get(url, async (request, reply) => {
      // RFC 7644, 4: a filter here is refused.
      if ('filter' in (request.query as object)) refuse('forbidden', both('what', ['在此过滤', 'filter here']))
      return send(reply, listed(all))
    })
    scim.get(`${url}/:id`, async (request, reply) => {
      const { id } = request.params as { id: string } // the address names it
      return send(reply, all.find((one) => String(one.id).toLowerCase() === id.toLowerCase()) ?? refuse('not_found'))
    })
  }
}

const listed = (all: readonly Resource[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: all.length,
  startIndex: 1,
  itemsPerPage: all.length,
  Resources: all,
})

type Wanting = { members: boolean }
type Body = Record<string, unknown>

/** Calls on one kind of resource */
type Calls = {
  list(ctx: Context, asking: Asking, wanting: Wanting): Promise<{ total: number; resources: Resource[] }>
  read(ctx: Context, id: string, wanting: Wanting): Promise<Resource>
  create(ctx: Context, body: Body): Promise<Resource>
  replace(ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource>
  patch(ctx: Context, id: string, body: Body, match: string | undefined): Promise<Resource>
  remove(ctx: Context, id: string, match: string | undefined): Promise<void>
}

const PEOPLE: Calls = {
  list: listPeople,
  read: readPerson,
  create: createPerson,
  replace: replacePerson,
  patch: patchPerson,
  remove: removePerson,
}

const DEPARTMENTS: Calls = {
  list: listDepartments,
  read: readDepartment,
  create: createDepartment,
  replace: replaceDepartment,
  patch: patchDepartment,
  remove: removeDepartment,
}

function resources(scim: FastifyInstance, server: Server, url: string, calls: Calls) {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id // the address names it
  const matchOf = ({ headers }: FastifyRequest) => headers['if-match']
  const wanting = (request: FastifyRequest) => ({ members: wants(request, 'members') })
  scim.get(url, async (request, reply) => {
    const ctx = await callerOf(server, request)
    const asking = askingOf(request)
    return sendList(request, reply, { start: asking.start, ...(await calls.list(ctx, asking, wanting(request))) })
  })
  scim.get(`${url}/:id`, async (request, reply) =>
    sendResource(request, reply, await calls.read(await callerOf(server, request), idOf(request), wanting(request))),
  )
  scim.post(url, async (request, reply) => sendResource(request, reply, await calls.create(await callerOf(server, request), bodyOf(request)), 201))
  scim.put(`${url}/:id`, async (request, reply) => {
    const ctx = await callerOf(server, request)
    return sendResource(request, reply, await calls.replace(ctx, idOf(request), bodyOf(request), matchOf(request)))
  })
  scim.patch(`${url}/:id`, async (request, reply) => {
    const ctx = await callerOf(server, request)
    return sendResource(request, reply, await calls.patch(ctx, idOf(request), bodyOf(request), matchOf(request)))
  })
  scim.delete(`${url}/:id`, async (request, reply) => {
    await calls.remove(await callerOf(server, request), idOf(request), matchOf(request))
    return reply.status(204).send()
  })
}

function bodyOf({ body }: FastifyRequest): Body {
  return isObject(body) ? body : refuse('scim_syntax', both('why', ['应为一个 JSON 对象', 'it must be a JSON object']))
}

function askingOf({ query }: FastifyRequest): Asking {
  const { filter, startIndex, count } = query as Record<string, unknown>
  if (filter !== undefined && typeof filter !== 'string')
    refuse('scim_filter', { position: 1, ...both('why', ['只能有一个', 'it must be given once']) })
  const text = typeof filter === 'string' && filter.trim() !== '' ? filter : undefined
  // RFC 7644, 3.4.2.4: less than one is one, a negative count is none.
  return {
    filter: text,
    start: Math.max(1, integer('startIndex', startIndex, 1)),
    count: Math.min(MAX_LISTED, Math.max(0, integer('count', count, MAX_LISTED))),
  }
}

function integer(key: string, value: unknown, ordinary: number): number {
  if (value === undefined || value === '') return ordinary
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return Number.isInteger(number) ? number : refuse('scim_value', { attribute: key, ...both('why', ['应为整数', 'must be a whole number']) })
}
