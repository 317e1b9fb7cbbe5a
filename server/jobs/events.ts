import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Server } from '../server.ts'
import type { Work } from '../records/context.ts'
import type { Pushed } from './push.ts'
import { bindQueue, closeSender } from './queue.ts'

type WorkOf = (request: FastifyRequest) => Promise<Work>

// Also how soon a stream ends after its session did, where no bell told.
const HEARTBEAT = 15_000
const SETTLED = 1000
const open = new Set<() => void>()

/** GET /innoe-webapi/events: job progress and notices as server-sent events, for as long as the caller's session lasts. */
export function eventRoutes(app: FastifyInstance, server: Server, workOf: WorkOf) {
  bindQueue(server)
  // A stream has no head to show without beginning.
  app.get('/innoe-webapi/events', { exposeHeadRoute: false }, async (request, reply) => {
    const work = await workOf(request)
    stream(work, request, reply, workOf)
    return reply
  })
  app.addHook('preClose', async () => {
    for (const close of open) close()
  })
  app.addHook('onClose', () => closeSender(server))
}

function stream(work: Work, request: FastifyRequest, reply: FastifyReply, workOf: WorkOf) {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  raw.write('retry: 3000\n\n: open\n\n')
  const send = (content: unknown) => {
    const { to, event, data } = content as Pushed // only push.ts rings it
    if (to === work.actor.sid) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const recheck = () => void workOf(request).catch(close)
  const timer = setInterval(() => (raw.write(': alive\n\n'), recheck()), HEARTBEAT)
  const { bell } = work.tenant
  // Told while the ending of a session is not yet committed, a look would come too early.
  const recheckTwice = () => (recheck(), setTimeout(recheck, SETTLED).unref())
  const deaf = [bell.heed('events', send), bell.heed('sessions', recheckTwice)]
  function close() {
    clearInterval(timer)
    for (const stop of deaf) stop()
    open.delete(close)
    raw.end()
  }
  open.add(close)
  raw.on('close', close)
}
