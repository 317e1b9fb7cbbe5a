import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const PATIENCE = 30_000

/** A body of which nothing comes for half a minute is cut off: whoever sends so holds a connection and a temporary file to no purpose. */
export function cutSlowBodies(app: FastifyInstance, patience = PATIENCE) {
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
