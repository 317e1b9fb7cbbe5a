import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'
import { exposition, requests, requestSeconds, watchEventLoop } from '../observability/metrics.ts'
import type { Server } from '../server.ts'
import { sendRefusal } from './envelope.ts'

/** /healthz: alive. /readyz: the database answers, and the process is not about to stop. /metrics: Prometheus text. */
export function healthRoutes(app: FastifyInstance, { pool, stopping }: Server) {
  watchEventLoop()
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok\n'))
  app.get('/readyz', async (request, reply) => {
    if (stopping.signal.aborted) return sendRefusal(request, reply, new Refusal('service_away'))
    try {
      await pool.query('select 1')
      return reply.type('text/plain; charset=utf-8').send('ready\n')
    } catch {
      return sendRefusal(request, reply, new Refusal('service_away'))
    }
  })
  app.get('/metrics', async (_request, reply) => {
    const { text, type } = await exposition(pool)
    return reply.type(type).send(text)
  })
}
