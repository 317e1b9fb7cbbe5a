import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Lang } from '../model/kit/fields.ts'
import type { Tenant } from './records/work.ts'
import { presentDay, type Source, type Work } from './records/work.ts'
import { modelRoutes } from './records/routes.ts'
import { Refusal } from './refusal.ts'
import { registerAreas } from './areas.ts'
import { actorOf } from './session/actor.ts'
import { limitRequests } from './session/limits.ts'
import { sessionRoutes } from './session/routes.ts'
import type { Server } from './server.ts'
import { webRoutes } from './web-routes.ts'
import { healthRoutes } from './health.ts'
import { openApiRoutes } from './openapi/routes.ts'

const SOURCES: Record<string, Source> = { web: 'web', api: 'api', import: 'import', job: 'job' }
const LARGEST_BODY = 4 << 20

/** The whole application, built but not listening; tests inject into it. */
export async function buildApp(server: Server): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    logger: server.log,
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    trustProxy: ['127.0.0.1', '::1'],
  })
  await app.register(helmet, headersOf())
  await app.register(compress, { threshold: 2048, encodings: ['gzip'] })
  await app.register(multipart, { limits: { fileSize: 100 << 20, files: 20, fields: 40, fieldSize: 1 << 20 } })
  answerInEnvelopes(app)
  limitRequests(app, server)
  healthRoutes(app, server)
  sessionRoutes(app, server)
  modelRoutes(app, (request) => workOf(server, request))
  registerAreas(app, server, (request) => workOf(server, request))
  await openApiRoutes(app, server)
  await webRoutes(app)
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')))
  return app
}

/** The caller's work: tenant by host, person by token, language and origin by the headers. */
export async function workOf(server: Server, request: FastifyRequest): Promise<Work> {
  const tenant = tenantOf(server, request)
  const actor = await actorOf(server, tenant, request)
  const source = SOURCES[String(request.headers['x-event-source'] ?? 'api')] ?? 'api'
  return { db: tenant.db, tenant, actor, lang: langOf(request), source: source === 'job' ? 'api' : source, request_id: request.id, today: presentDay() }
}

export const tenantOf = (server: Server, request: FastifyRequest): Tenant => server.tenants.of(request.hostname)

export function langOf(request: FastifyRequest): Lang {
  return /^\s*en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh'
}

function requestId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}

function headersOf() {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  }
}

/** Success is wrapped once here, failure worded once here; no stack, SQL or path leaves the server. */
function answerInEnvelopes(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id))
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.getHeader('x-plain') || !request.url.startsWith('/innoe-')) return payload
    if (typeof payload === 'object' && payload !== null && 'code' in payload && 'request_id' in payload) return payload
    reply.header('Cache-Control', 'no-store')
    return { code: 0, data: payload ?? null, request_id: request.id }
  })
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, refusalFor(error, request)))
}

function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number } // Fastify's and pg's errors carry these
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) return new Refusal('bad_json')
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Refusal('bad_json')
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('body_too_large')
  if (statusCode === 415) return new Refusal('media_type')
  if (UNIQUE_BROKEN.has(code)) return new Refusal('busy')
  if (isAway(error, code)) {
    request.log.error({ err: error }, 'a service behind is away')
    return new Refusal('service_away')
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal('bad_request', { why: '', why_zh: '', why_en: '' })
  request.log.error({ err: error }, 'unforeseen')
  return new Refusal('unforeseen')
}

// Two writers met: serialisation failure, deadlock, or a number taken between check and write.
const UNIQUE_BROKEN = new Set(['40001', '40P01', '23505'])
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '08006', '08003', '08001'])

function isAway(error: unknown, code: string) {
  const text = error instanceof Error ? error.message : ''
  return AWAY.has(code) || /Connection terminated|timeout exceeded when trying to connect|the database system is/.test(text)
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const lang = langOf(request)
  if (refusal.name === 'too_many_requests') reply.header('Retry-After', String(refusal.facts.seconds ?? 60))
  return reply
    .status(refusal.status)
    .header('Cache-Control', 'no-store')
    .type('application/json')
    .send({
      code: refusal.code,
      message: refusal.words(lang),
      ...(refusal.errors && { errors: refusal.errors }),
      ...(refusal.data !== undefined && { data: refusal.data }),
      request_id: request.id,
    })
}
