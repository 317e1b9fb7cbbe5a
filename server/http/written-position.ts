import type { FastifyInstance, FastifyRequest } from 'fastify'
import { POSITION, type Replica } from '../database/replica.ts'
import { type Cookie, cookieOf, setCookie } from '../auth/session/cookies.ts'

const HEADER = 'x-innoe-position'
const COOKIE: Cookie = { name: 'innoe_position', seconds: 60 }
const READS = /\/do\/(search|count|aggregate)\b/
/** The position reveals the amount of writes, so unknown callers do not get it. */
const ofKnownCallers = new WeakSet<FastifyRequest>()

/** The answer to a write contains its log position, so that the caller's next call sees the write in every process. */
export function tellPositions(app: FastifyInstance, replica: Replica) {
  app.addHook('onSend', async (request, reply) => {
    if (!ofKnownCallers.has(request) || request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400 || READS.test(request.url))
      return
    const position = await replica.position().catch(() => undefined)
    if (!position) return
    reply.header(HEADER, position)
    setCookie(request, reply, COOKIE, position)
  })
}

/** The place of a known caller's last write; undefined where none is named. */
export function positionOf(request: FastifyRequest): string | undefined {
  ofKnownCallers.add(request)
  const said = request.headers[HEADER] ?? cookieOf(request, COOKIE)
  return typeof said === 'string' && POSITION.test(said) ? said : undefined
}
