import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const BODY_TIMEOUT_MS = 30_000

/** A request body without progress for 30 seconds is cut off, because it occupies a connection and a temporary file. */
export function cutSlowBodies(app: FastifyInstance, patience = BODY_TIMEOUT_MS) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { socket } = raw
    if (
      raw.complete ||
      !(socket instanceof Socket) ||
      !(Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined)
    )
      return done()
    const cut = () => {
      request.log.warn({ address: request.ip }, 'request body stalled and was cut off')
      socket.destroy()
    }
    const atEnd = () => {
      socket.removeListener('timeout', cut)
      socket.setTimeout(0)
    }
    socket.setTimeout(patience).once('timeout', cut)
    raw.once('end', atEnd).once('close', atEnd)
    done()
  })
}
