import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, isTracing } from '../observability/tracing.ts'

type Begun = NonNullable<ReturnType<typeof beginRequest>>

/** A span for each request, within which its statements lie. It names the route, not the address, which may hold what somebody entered. */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing()) return
  const begun = new WeakMap<FastifyRequest, Begun>()
  app.addHook('onRequest', async (request) => {
    const { traceparent, tracestate } = request.headers
    const carrier = { ...(typeof traceparent === 'string' && { traceparent }), ...(typeof tracestate === 'string' && { tracestate }) }
    const span = beginRequest(carrier, new Date())
    if (span) begun.set(request, span)
  })
  // After the body was read: the handlers of its parts belong to the connection, not to the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = begun.get(request)
    if (span) span.within(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    begun
      .get(request)
      ?.end(
        `${method} ${route}`,
        { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, 'innoe.request_id': request.id },
        status >= 500,
      )
  })
}
