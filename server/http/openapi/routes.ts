import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { readOpenApi } from '../../../model/settings/setting-routes.ts'
import { AREAS } from '../../auth/roles/areas.ts'
import { bearerOf } from '../../auth/session/actor.ts'
import { digest } from '../../auth/session/secrets.ts'
import { refuse } from '../../errors.ts'
import type { Context, Tenant } from '../../records/context.ts'
import { type Route, serve } from '../../route.ts'
import { partOf } from './area.ts'
import { openApiOf } from './document.ts'
import { seenActions, seenModels, seenRoutes } from './narrow.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/** The contract, of what the caller may do; without a session that of the product, unless the installation keeps it from strangers. `area`: this part alone. */
export const openApiRoute = (routes: readonly Route[]): Route => {
  const all = [...routes.map(({ declared }) => declared), readOpenApi]
  return serve(readOpenApi, async ({ tenant, server, request, query: { area = '' }, context, reply }) => {
    const ctx = bearerOf(request) ? await context() : undefined
    if (!ctx && server.config.apiDocs === 'signed-in') refuse('login_required')
    if (area && !Object.hasOwn(AREAS, area)) refuse('bad_request', { why_zh: `没有范围“${area}”`, why_en: `there is no area “${area}”` })
    const document = kept(tenant, ctx, area, () => {
      const whole = ctx
        ? { models: seenModels(ctx), actions: seenActions(ctx), routes: seenRoutes(ctx, all) }
        : { models: tenant.declared.all, actions: tenant.modules.actions, routes: all }
      return openApiOf(area ? partOf(whole, area, tenant.models.areas) : whole, whole.models)
    })
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'private, no-cache').send(document)
  })
}

type Kept = { generation: number; texts: Map<string, string> }
const documents = new WeakMap<Tenant, Kept>()
const MAX_KEPT_DOCUMENTS = 50

/** Made once for each set of grants, until a model changes. */
function kept(tenant: Tenant, ctx: Context | undefined, area: string, make: () => unknown): string {
  const { generation } = tenant.models
  let own = documents.get(tenant)
  if (own?.generation !== generation) documents.set(tenant, (own = { generation, texts: new Map() }))
  const key = area + (ctx ? digest(JSON.stringify([ctx.actor.grants, ctx.actor.denies, ctx.actor.functions])) : '')
  const text = own.texts.get(key) ?? JSON.stringify(make())
  if (own.texts.size >= MAX_KEPT_DOCUMENTS) own.texts.clear()
  own.texts.set(key, text)
  return text
}

const AREA_PAGES = Object.entries(AREAS).map(([area, [zh, en]]) => ({ name: `${en} · ${zh}`, url: `/innoe-webapi/openapi.json?area=${area}` }))

/** A page to read and try it, an area at a time. */
export async function openApiPage(app: FastifyInstance) {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: 'Innoe', version: '1' }, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/innoe-webapi/docs',
    staticCSP: true,
    transformStaticCSP: () => CSP,
    // All areas at once, or open groups, take a browser half a minute to draw.
    uiConfig: { urls: AREA_PAGES, docExpansion: 'none', validatorUrl: null, persistAuthorization: false, requestInterceptor: asCaller },
  })
}

type PageRequest = { loadSpec?: boolean; url?: string; headers?: Record<string, string> }

/** Its text runs in the page: the description is asked for with the session of the client in this browser, so that it is narrowed to its reader. */
function asCaller(request: PageRequest): PageRequest {
  if (!request.loadSpec) return request
  const { token }: { token?: string } = JSON.parse(globalThis.localStorage.getItem('innoe.session') ?? '{}')
  return { ...request, headers: { ...request.headers, ...(token && { Authorization: 'Bearer ' + token }) } }
}
