import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { ROUTES, startModules } from './modules.ts'
import { declaredRoutes } from './http/declared-routes.ts'
import { refuseDeepBodies } from './http/deep-body.ts'
import { answerInEnvelopes, sendRefusal } from './http/envelope.ts'
import { healthRoutes } from './http/health.ts'
import { openApiPage, openApiRoute } from './http/openapi/routes.ts'
import { readJsonBodies } from './http/json-body.ts'
import { answerOtherMethods } from './http/other-methods.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { followAnswers, refuseAddress, refuseExpectations, refuseTwoHosts, refuseUnread } from './http/unread.ts'
import { traceRequests } from './http/trace-requests.ts'
import { tellPositions } from './http/written-position.ts'
import { assistantRoute } from './http/mcp/route.ts'
import { RECORD_ROUTES } from './http/record-routes.ts'
import { scimRoutes } from './http/scim/routes.ts'
import { cutSlowBodies } from './http/slow-body.ts'
import { modelRoutes } from './records/routes.ts'
import { Refusal } from './errors.ts'
import { contextOf } from './http/context.ts'
import type { Server } from './server.ts'
import { auditRefusal } from './auth/audit/audit.ts'
import { hear } from './auth/session/language.ts'
import { limitRequests } from './auth/limits/limits.ts'
import { isClientPage, sendClient, sendClientAsBuilt, webRoutes } from './http/web-routes.ts'

const LARGEST_BODY = 4 << 20
// A page of 20 cases has about 17 KB: compressed, it would cost the server half as much again, and arrive no sooner on any but slow lines.
const SMALLEST_COMPRESSED = 32 << 10
// Up to this size one call compresses the whole answer in a few milliseconds; a stream costs twice as much.
const LARGEST_AT_ONCE = 512 << 10
// Slower senders are disconnected; 100 MB at 1.5 Mbit/s just fit.
const SLOWEST_REQUEST = 600_000

/** The whole application, built but not listening; tests inject into it. */
export async function buildApp(server: Server): Promise<FastifyInstance> {
  const headers = await securityHeaders()
  const app = Fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: SLOWEST_REQUEST,
    logger: withoutQueries(server.log ?? false),
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Open connections are served during the stop and asked to reconnect.
    return503OnClosing: false,
    frameworkErrors: refuseAddress(headers),
    clientErrorHandler: refuseUnread(headers),
    trustProxy: ['127.0.0.1', '::1', ...(server.config.proxies ?? [])],
  })
  traceRequests(app)
  sendSecurityHeaders(app, headers)
  refuseExpectations(app.server, headers)
  followAnswers(app.server)
  cutSlowBodies(app)
  await app.register(cookie)
  if (server.replica) tellPositions(app, server.replica)
  await app.register(accepts)
  sendClientAsBuilt(app)
  await app.register(compress, {
    threshold: SMALLEST_COMPRESSED,
    syncThreshold: LARGEST_AT_ONCE,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
  })
  await app.register(multipart, { limits: { fileSize: 100 << 20, files: 20, fields: 40, fieldSize: 1 << 20 } })
  refuseTwoHosts(app)
  app.addHook('onRequest', (request) => hear(server, request))
  readJsonBodies(app)
  answerInEnvelopes(app)
  const answerTheOthers = answerOtherMethods(app)
  refuseDeepBodies(app)
  limitRequests(app, server)
  healthRoutes(app, server)
  const routes = [...ROUTES, ...RECORD_ROUTES, assistantRoute]
  modelRoutes(app, (request) => contextOf(server, request))
  declaredRoutes(app, server, [...routes, openApiRoute(routes)])
  scimRoutes(app, server)
  startModules(app, server)
  await openApiPage(app)
  answerTheOthers()
  await webRoutes(app)
  app.setNotFoundHandler((request, reply) => {
    if (isClientPage(request)) return sendClient(request, reply)
    const refusal = new Refusal('not_found')
    auditRefusal(request, refusal)
    return sendRefusal(request, reply, refusal)
  })
  return app
}

type Logger = NonNullable<Server['log']>

/** The query string may contain a secret, so it is not logged. */
function withoutQueries(log: Logger): Logger {
  if (typeof log !== 'object') return log
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, url: url.split('?')[0] ?? '', remoteAddress: ip })
  return { ...log, serializers: { req } }
}

function requestId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
}
