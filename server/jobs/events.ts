import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listen } from '../../model/settings/setting-routes.ts'
import type { Server } from '../server.ts'
import type { Context } from '../records/context.ts'
import { EVERYBODY, type Pushed } from '../records/notifying/push.ts'
import { serve } from '../route.ts'
import { bindQueue, closeSender } from './queue.ts'

// Also the maximum time until a stream ends after its session, if no message arrives.
const HEARTBEAT = 15_000
const SETTLED = 1000
const open = new Set<() => void>()

/** Job progress and notifications as server-sent events, for as long as the caller's session lasts. */
export const eventsRoute = serve(listen, async ({ ctx, request, reply, context }) => {
  stream(ctx, request, reply, context)
  return reply
})

/** Streams end when the server stops. */
export function endStreams(app: FastifyInstance, server: Server) {
  bindQueue(server)
  app.addHook('preClose', async () => {
    for (const close of open) close()
  })
  app.addHook('onClose', () => closeSender(server))
}

function stream(ctx: Context, request: FastifyRequest, reply: FastifyReply, context: () => Promise<Context>) {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders), // Fastify's type lists each header that may be absent
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  raw.write('retry: 3000\n\n: open\n\n')
  const send = (content: unknown) => {
    const { to, event, data } = content as Pushed // only push.ts rings it
    if (to === ctx.actor.sid || to === EVERYBODY) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const recheck = () => void context().catch(close)
  const timer = setInterval(() => (raw.write(': alive\n\n'), recheck()), HEARTBEAT)
  const { pubsub } = ctx.tenant
  // Told while the ending of a session is not yet committed, a look would come too early.
  const recheckTwice = () => (recheck(), setTimeout(recheck, SETTLED).unref())
  const deaf = [pubsub.subscribe('events', send), pubsub.subscribe('sessions', recheckTwice)]
  function close() {
    clearInterval(timer)
    for (const stop of deaf) stop()
    open.delete(close)
    raw.end()
  }
  open.add(close)
  raw.on('close', close)
}
