import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'
import type { Server } from '../server.ts'
import { sendRefusal } from './envelope.ts'

const delay = monitorEventLoopDelay({ resolution: 20 })

/** /healthz: alive. /readyz: the database answers. /metrics: Prometheus text. */
export function healthRoutes(app: FastifyInstance, { pool }: Server) {
  delay.enable()
  const requests = new Map<string, { n: number; seconds: number }>()
  app.addHook('onResponse', async (request, reply) => {
    const key = `method="${request.method}",route="${request.routeOptions.url ?? 'none'}",status="${reply.statusCode}"`
    const seen = requests.get(key) ?? { n: 0, seconds: 0 }
    requests.set(key, { n: seen.n + 1, seconds: seen.seconds + reply.elapsedTime / 1000 })
  })
  app.get('/healthz', async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok\n'))
  app.get('/readyz', async (request, reply) => {
    try {
      await pool.query('select 1')
      return reply.type('text/plain; charset=utf-8').send('ready\n')
    } catch {
      return sendRefusal(request, reply, new Refusal('service_away'))
    }
  })
  app.get('/metrics', async (_request, reply) => {
    const memory = process.memoryUsage()
    const lines = [
      '# TYPE innoe_requests_total counter',
      ...[...requests].map(([labels, { n }]) => `innoe_requests_total{${labels}} ${n}`),
      '# TYPE innoe_request_seconds_total counter',
      ...[...requests].map(([labels, { seconds }]) => `innoe_request_seconds_total{${labels}} ${seconds.toFixed(6)}`),
      '# TYPE innoe_memory_bytes gauge',
      `innoe_memory_bytes{kind="rss"} ${memory.rss}`,
      `innoe_memory_bytes{kind="heap"} ${memory.heapUsed}`,
      '# TYPE innoe_event_loop_delay_seconds gauge',
      `innoe_event_loop_delay_seconds ${(delay.mean / 1e9).toFixed(6)}`,
      '# TYPE innoe_database_connections gauge',
      `innoe_database_connections{state="open"} ${pool.totalCount}`,
      `innoe_database_connections{state="idle"} ${pool.idleCount}`,
      `innoe_database_connections{state="waiting"} ${pool.waitingCount}`,
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
